"""What happened, as the journal of a game keeps it."""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64

from harena.core.printed import printed_event
from harena.core.travel import reduced

NO_ONE: Final = 0  # an empty set of seats
NOBODY: Final = -1  # in place of whoever did something


@final
class Event:
    """One thing that happened, by which rule and from which cause, and who may know its secret part."""

    def __init__(self, kind: str, rule: str, a: i64, b: i64, c: i64) -> None:
        self.kind = kind
        self.rule = rule
        self.a: i64 = a
        self.b: i64 = b
        self.c: i64 = c
        self.secret: i64 = 0  # a number (often a set of cards) that only `eyes` may read
        self.eyes: i64 = NO_ONE  # the set of seats that may read `secret`
        self.reveals: bool = False  # something hidden became seen by this
        self.cause: str = ""  # what brought it about, in a word of the game's own: an attack, an injury
        self.by: i64 = NOBODY  # whose doing it was: a seat, or whatever a game's events number
        self.dice: tuple[int, ...] = ()  # as they fell

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self)

    def __repr__(self) -> str:
        return printed_event(self)
