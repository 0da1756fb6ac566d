"""CN-1.3: rolling a pool of dice."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from harena.core.bits import bit
from harena.games.centauri.state import Space

SIDES: Final = 6
FIRST_SUCCESS: Final = 4  # this and above


def roll(game: Space, n: i64) -> i64:
    """Roll so many dice and count the successes; the dice wait to be told."""
    successes: i64 = 0
    while n > 0:
        die = game.dice.below(SIDES) + 1
        game.fell(die)
        if die >= FIRST_SUCCESS:
            successes += 1
        n -= 1
    return successes


def chance_of(dice: i64, needed: i64) -> float:
    """The chance that so many dice bring at least so many successes: a die succeeds half of the time."""
    good: i64 = 0
    ways: i64 = 1  # to have exactly k successes
    k: i64 = 0
    while k <= dice:
        if k >= needed:
            good += ways
        ways = ways * (dice - k) // (k + 1)
        k += 1
    return float(good) / float(bit(dice))
