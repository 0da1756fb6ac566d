"""A gate, not a measurement (`harena bench` measures): compiled play stays over 8 times interpreted."""

from __future__ import annotations

import os

import pytest

import harena
from harena.bench import measure_all, measure_interpreted
from harena.interpreted import PURE

LEAST_SPEED_UP = 8


@pytest.mark.skipif(
    os.environ.get(PURE, "") not in ("", "0"),
    reason="HARENA_PURE asks for plain Python, and this is about compiled code",
)
@pytest.mark.parametrize("name", ["dawn_raid", "combat_arena"])
def test_compiled_play_is_much_faster_than_interpreted(name: str) -> None:
    assert harena.compiled(), "the core is not compiled: is there a C compiler?"
    slow = measure_interpreted([name], seconds=0.5)
    fast = measure_all(harena.game(name), seconds=0.5)
    assert slow.keys() == fast.keys()
    for setting in fast:
        assert fast[setting].decisions_per_s >= LEAST_SPEED_UP * slow[setting].decisions_per_s
        assert fast[setting].searches_per_s >= LEAST_SPEED_UP * slow[setting].searches_per_s
