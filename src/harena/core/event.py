"""What happened, as the journal of a game keeps it."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

NO_ONE: Final = 0


@final
class Event:
    """One thing that happened, the rule that caused it, and who may know its secret part."""

    def __init__(self, kind: str, rule: str, a: i64, b: i64, c: i64) -> None:
        self.kind = kind
        self.rule = rule
        self.a: i64 = a
        self.b: i64 = b
        self.c: i64 = c
        self.secret: i64 = 0  # a number (often a set of cards) that only `eyes` may read
        self.eyes: i64 = NO_ONE  # the set of seats that may read `secret`
        self.reveals: bool = False  # something hidden became seen by this
