"""How does a search get most out of a judgement? Some ways are tried by games, and the better half goes on.

This only chooses. Whoever wins many short contests was also lucky, so the verdict comes from other games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any, cast

from harena.bots.mcts import EXPLORATION, PLAYOUTS, WIDENING, Habits, MctsBot
from harena.lab.learn_gate import Gate, Stop
from harena.lab.learn_store import Variant

FIRST = 10  # pairs that each plays before the worse half goes


def usual(horizon: int, bot: MctsBot) -> Habits:
    """How a bot searches where nothing was learned, spelled out."""
    return Habits(horizon, bot.playouts, EXPLORATION, WIDENING)


def ways(now: Habits) -> list[Habits]:
    """As now, and one thing different from it: a shorter or longer look, less or more curiosity."""
    horizon = now.horizon
    found = [
        now,
        now._replace(horizon=horizon // 2),
        now._replace(horizon=horizon // 4),
        now._replace(horizon=2 * horizon),
        now._replace(playouts=1 if now.playouts > 1 else PLAYOUTS),
        now._replace(exploration=now.exploration / 2),
        now._replace(exploration=2 * now.exploration),
        now._replace(widening=2 * now.widening),
    ]
    return list(dict.fromkeys(one for one in found if one.horizon > 0 or horizon == 0))


def still_in(variants: Sequence[Variant]) -> tuple[list[Variant], int]:
    """Who is left, the best first, and how many pairs each of them plays before the next cut."""
    left, need = list(variants), FIRST
    while len(left) > 1 and all(len(one.pairs) >= need for one in left):
        left = ranked(left)[: (len(left) + 1) // 2]
        need *= 2
    return left, need


def ranked(variants: Sequence[Variant]) -> list[Variant]:
    """The best first; of equals the one that was named first, which is the more usual."""
    return sorted(variants, key=lambda one: -one.score)


def chosen(variants: Sequence[Variant]) -> Variant:
    """The best by the games so far: of those who got furthest, whoever scores most."""
    return ranked(still_in(variants)[0])[0]


def screen(
    variants: Sequence[Variant], meet: Callable[[Variant], Gate], stop: Stop, tell: Callable[[Variant], None]
) -> bool:
    """Play until one is left; was there time for it?"""
    while not stop():
        left, need = still_in(variants)
        if len(left) == 1:
            return True
        behind = min(left, key=lambda one: len(one.pairs))
        _play(behind, need, meet(behind), stop, tell)
    return False


def _play(one: Variant, need: int, gate: Gate, stop: Stop, tell: Callable[[Variant], None]) -> None:
    """More games by one of them, on the deals that all of them get."""
    with closing(cast(Any, gate.pairs(stop, len(one.pairs), need))) as pairs:
        for score in pairs:
            one.pairs.append(score)
            tell(one)
