"""KD-4.2, KD-4.7: the ways to block a Strike. A way is a code, the same in every position:

nothing; the effect; the wounds, with so many heavy ones ignored; both, likewise. What is left of the budget
after the heavy wounds goes to light ones.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from harena.core.bits import bit
from harena.games.knockdown.pack.content import MOST_HEAVY

NOTHING: Final = 0
EFFECT: Final = 1
WOUNDS: Final = 2  # and one more for each heavy wound ignored
BOTH: Final = 6  # likewise
HEAVY_COSTS: Final = 2  # of the budget; a light wound costs one
CODE_NAMES: Final = [
    "none",
    "effect",
    "wounds0",
    "wounds1",
    "wounds2",
    "wounds3",
    "both0",
    "both1",
    "both2",
    "both3",
]


def blocks_used(code: i64) -> i64:
    """How many Block cards a way to block takes."""
    if code == NOTHING:
        return 0
    return 2 if code >= BOTH else 1


def cancels_effect(code: i64) -> bool:
    """Does it cancel the effect, with all that stands in its frame?"""
    return code == EFFECT or code >= BOTH


def stopped_heavy(code: i64) -> i64:
    """How many heavy wounds it stops."""
    if code < WOUNDS:
        return 0
    return code - BOTH if code >= BOTH else code - WOUNDS


def stopped_light(code: i64, light: i64, budget: i64) -> i64:
    """How many of these light wounds it stops, with so many cards left in hand."""
    if code < WOUNDS:
        return 0
    left = budget - HEAVY_COSTS * stopped_heavy(code)
    return left if left < light else light


def block_ways(light: i64, heavy: i64, effect: bool, cards: i64, blocks: i64) -> i64:
    """The ways that are offered, as a set of codes. cards: the hand, with what Skills add to the budget."""
    ways = bit(NOTHING)
    if blocks == 0:
        return ways
    if effect:
        ways |= bit(EFFECT)
    ways |= splits(light, heavy, cards - 1) << WOUNDS
    if effect and blocks > 1:
        ways |= splits(light, heavy, cards - 2) << BOTH
    return ways


def splits(light: i64, heavy: i64, budget: i64) -> i64:
    """The numbers of heavy wounds to ignore that are sensible: something is ignored, and no other split
    ignores as much of both kinds."""
    most = budget // HEAVY_COSTS
    if most > heavy:
        most = heavy
    if most > MOST_HEAVY:
        most = MOST_HEAVY
    found: i64 = 0
    n: i64 = 0
    while n <= most:
        stopped = budget - HEAVY_COSTS * n
        if stopped > light:
            stopped = light
        enough_for_more = n < most and budget - HEAVY_COSTS * (n + 1) >= light
        if n + stopped > 0 and not (enough_for_more and stopped == light):
            found |= bit(n)
        n += 1
    return found
