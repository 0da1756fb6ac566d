"""KD-5.1: how three dice fall: of 216 rolls, how many fail a test."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

ROLLS: Final = 216
MOST_COUNTED: Final = 19  # from here on every roll fails


def _count() -> list[i64]:
    """By what a test counts: the rolls whose sum is less."""
    fails: list[i64] = [0] * (MOST_COUNTED + 1)
    counted: i64 = 0
    while counted <= MOST_COUNTED:
        rolls: i64 = 0
        while rolls < ROLLS:
            total = rolls % 6 + (rolls // 6) % 6 + rolls // 36 + 3
            if total < counted:
                fails[counted] += 1
            rolls += 1
        counted += 1
    return fails


FAILS: Final = _count()


def fails_of_216(counted: i64) -> i64:
    """How many of all 216 rolls fail a test that counts so much."""
    return FAILS[counted if counted < MOST_COUNTED else MOST_COUNTED]
