"""What one seat may see: the part of a view that every game shares."""

from __future__ import annotations

import msgspec

from harena.core.event import Event
from harena.core.state import OVER


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A position through the eyes of one seat, as plain data."""

    viewer: int  # the seat that looks, or SPECTATOR
    decider: int  # the seat that decides, or OVER
    asking: str  # the name of the step that waits
    actions: list[str]  # what the viewer may do now, in notation; empty for all but the decider
    scores: list[float]  # empty before the end

    @property
    def over(self) -> bool:
        return self.decider == OVER


class Told(msgspec.Struct, frozen=True):
    """An event as one seat hears of it."""

    move: int  # how many actions had been played, this one included; 0: the set-up
    kind: str
    rule: str
    a: int
    b: int
    c: int
    secret: int | None  # None: not for this seat
    reveals: bool


def tell(event: Event, move: int, seat: int) -> Told:
    """What a seat hears of an event."""
    may_read = seat >= 0 and event.eyes >> seat & 1 != 0
    secret = event.secret if may_read else None
    return Told(move, event.kind, event.rule, event.a, event.b, event.c, secret, event.reveals)
