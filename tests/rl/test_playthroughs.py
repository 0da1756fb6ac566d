"""Games of OpenSpiel go on as they were written down."""

from __future__ import annotations

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: the extra rl brings it")

from harena.core import registry
from rl import playthroughs


@pytest.mark.parametrize("name", registry.installed())
def test_a_playthrough_is_what_it_was(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change that is meant is written down anew by `make playthroughs`."""
    monkeypatch.chdir(playthroughs.TESTS)
    kept = (playthroughs.HERE / f"{name}.txt").read_text(encoding="utf-8")
    assert playthroughs.played(name) == kept
