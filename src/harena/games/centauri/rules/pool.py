"""CN-1.3: rolling a pool of dice."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from harena.core.bits import bit
from harena.games.centauri.state import Space

SIDES: Final = 6
FIRST_SUCCESS: Final = 4  # this and above


HITS: Final = 0xFFFFFF000000  # in `rolled`: the dice that are successes


def roll(game: Space, n: i64) -> i64:
    """Roll so many dice and count the successes; the dice lie there, and wait to be told."""
    successes: i64 = 0
    game.rolled = 0
    while n > 0:
        die = game.dice.below(SIDES) + 1
        game.fell(die)
        game.rolled += bit(8 * (die - 1))
        if die >= FIRST_SUCCESS:
            successes += 1
        n -= 1
    return successes


def roll_again(game: Space, n: i64) -> i64:
    """Roll the misses of the last roll again; its successes stay."""
    hits = game.rolled & HITS
    successes = roll(game, n)
    game.rolled += hits
    return successes


def note_shot(game: Space, by: i64, target: i64, hits: i64, stopped: i64) -> None:
    """What everybody sees of an attack."""
    game.shooter = by
    game.shot_at = target
    game.shot_hits = hits
    game.shot_stopped = stopped


def chance_of(dice: i64, needed: i64) -> float:
    """The chance that so many dice bring at least so many successes: a die succeeds half of the time."""
    exactly = 1.0  # the chance of exactly k successes; no whole numbers, for they would pass 64 bits
    k: i64 = 0
    while k < dice:
        exactly *= 0.5
        k += 1
    good = 0.0
    k = 0
    while k <= dice:
        if k >= needed:
            good += exactly
        exactly = exactly * float(dice - k) / float(k + 1)
        k += 1
    return good
