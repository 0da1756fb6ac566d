"""A choice played out, and whether what was told of it is what was seen many times."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from harena.core.dice import fast_dice
from harena.core.event import Event
from harena.core.state import OVER
from harena.games.combat_arena.state import Arena
from kit.position import Halt

PLAY_OUTS = 250
SIGMAS = 5
LATER = {"injured", "slammed", "snared", "pushed"}  # comes after the wounds of the hits themselves


def close(sample: Sequence[float], told: float, rounded: float) -> bool:
    """Is this the average of what was seen?"""
    n, mean = len(sample), sum(sample) / len(sample)
    spread = math.sqrt(sum((one - mean) ** 2 for one in sample) / n)
    seldom = (
        (max(sample) or 1.0) * SIGMAS**2 / 2 / n if spread == 0 else 0.0
    )  # what is rare may not have come
    return abs(mean - told) <= SIGMAS * spread / math.sqrt(n) + rounded + seldom


class Outcome:
    """A choice played out, up to the next question of its own that nobody answers here."""

    def __init__(self, state: Arena, action: int, answers: dict[str, int], seed: int) -> None:
        then: Any = state.guess(state.seat, fast_dice(seed))
        then.journal = []
        then.steps = [Halt()]  # nothing but what the choice itself leads to
        then.play(action)
        while then.seat != OVER and (asking := type(then.waiting).__name__) in answers:
            wanted = answers[asking]
            then.play(wanted if wanted in then.legal() else then.nth(0))
        self.state: Arena = then
        self.asking = "" if then.seat == OVER else type(then.waiting).__name__
        self.events: list[Event] = then.journal

    def told(self, kind: str) -> list[Event]:
        return [event for event in self.events if event.kind == kind]

    def wounds_of_hits(self, target: int) -> int:
        """The wounds that an attack or a verb inflicts, without what they bring."""
        for event in self.events:
            if event.kind == "wounded" and event.a == target:
                return int(event.b)
            if event.kind in LATER:
                break
        return 0

    def fell(self, who: int) -> bool:
        """Defeated by the wounds themselves."""
        for event in self.events:
            if event.kind == "defeated" and event.a == who:
                return True
            if event.kind in LATER:
                break
        return False
