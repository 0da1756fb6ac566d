"""A gate, not a measurement (`harena bench` measures): compiled play stays over 8 times interpreted."""

from __future__ import annotations

import os

import pytest

import harena
from harena.commands.bench import measure_all, measure_interpreted
from harena.core import registry
from harena.interpreted import PURE

LEAST_SPEED_UP = 8
SECONDS = 0.2  # for each figure, of the processor's time: others on the machine take none of it


def is_compiled(name: str) -> bool:
    """Does a game list modules to compile?"""
    return (registry.find(name).folder / "compiled.txt").exists()


@pytest.mark.skipif(
    os.environ.get(PURE, "") not in ("", "0"),
    reason="HARENA_PURE asks for plain Python, and this is about compiled code",
)
@pytest.mark.parametrize("name", [name for name in registry.names() if is_compiled(name)])
def test_compiled_play_is_much_faster_than_interpreted(name: str) -> None:
    """Other programs can slow down the one or the other: what one of three comparisons shows is so."""
    assert harena.compiled(), "the core is not compiled: is there a C compiler?"
    seen: list[float] = []
    while len(seen) < 3 and (not seen or seen[-1] < LEAST_SPEED_UP):
        seen.append(least_speed_up(name))
    assert max(seen) >= LEAST_SPEED_UP, f"so many times faster, at least: {seen}"


def least_speed_up(name: str) -> float:
    """How many times faster, where it gains least."""
    slow = measure_interpreted([name], seconds=SECONDS)
    fast = measure_all(harena.game(name), seconds=SECONDS)
    assert slow.keys() == fast.keys()
    return min(
        ratio
        for setting, figures in fast.items()
        for ratio in (
            figures.decisions_per_s / slow[setting].decisions_per_s,
            figures.searches_per_s / slow[setting].searches_per_s,
        )
    )
