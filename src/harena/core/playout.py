"""Random play and its measures, compiled, so that nothing but the game is timed."""

from __future__ import annotations

from mypy_extensions import i64

from harena.core.dice import Dice
from harena.core.state import OVER, State


def play_out(state: State, dice: Dice, limit: i64) -> i64:
    """Play at random until the game is over or `limit` decisions were made; how many were made."""
    made: i64 = 0
    while state.seat != OVER and made < limit:
        state.play(state.nth(dice.below(state.count())))
        made += 1
    return made


def copy_times(state: State, times: i64) -> None:
    """Copy a position again and again."""
    while times > 0:
        state.copy()
        times -= 1


def guess_times(state: State, seat: i64, dice: Dice, times: i64) -> None:
    """Guess a position again and again."""
    while times > 0:
        state.guess(seat, dice)
        times -= 1
