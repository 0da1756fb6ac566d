"""How Python runs while a server does, and afterwards."""

from __future__ import annotations

import gc
import sys
import weakref

import pytest

from harena.server import pace
from harena.server.pace import Pace
from server.conftest import run, wait_until


class Knot:
    def __init__(self) -> None:
        self.me = self


def test_python_is_as_it_was_when_the_server_has_ended() -> None:
    before = (gc.get_threshold(), sys.getswitchinterval(), gc.get_freeze_count())

    async def serve() -> None:
        kept = Pace()
        kept.begin()
        assert gc.get_threshold()[2] == pace.NEVER
        assert gc.get_freeze_count() > 1000
        kept.end()

    run(serve())
    assert (gc.get_threshold(), sys.getswitchinterval(), gc.get_freeze_count()) == before


def test_what_nothing_refers_to_is_found_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "SWEEP_EVERY", 0.05)

    async def serve() -> None:
        kept = Pace()
        kept.begin()
        knot = Knot()
        gone = weakref.ref(knot)
        for _ in range(3):
            gc.collect(1)  # old by now
        del knot
        gc.collect(1)
        assert gone() is not None
        await wait_until(lambda: gone() is None)
        kept.end()

    run(serve())
