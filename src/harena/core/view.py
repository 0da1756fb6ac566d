"""What one seat may see: the part of a view that every game shares."""

from __future__ import annotations

from typing import Any

import msgspec

from harena.core.actions import Actions
from harena.core.event import NO_ONE, NOBODY, Event
from harena.core.state import OVER, State


class View(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position through the eyes of one seat, as plain data."""

    viewer: int  # the seat that looks, or SPECTATOR
    decider: int  # the seat that decides, or OVER
    asking: str  # the name of the step that waits
    question: msgspec.Struct | None = None  # what it is about, in a struct of the game's own
    actions: list[str]  # what the viewer may do now, in notation; empty for all but the decider
    scores: list[float]  # empty before the end
    instead: str = ""  # said in place of the question: the game was given up, or a bot decides for the viewer

    @property
    def over(self) -> bool:
        return self.decider == OVER

    @property
    def cast(self) -> Any:
        """Who plays what, where events name more than seats: a sentence about an event needs it."""
        return ()


def asked_of(state: State, actions: Actions, viewer: int) -> dict[str, Any]:
    """The fields of a view that are made the same way in every game: all but `question`."""
    over = state.seat == OVER
    return {
        "viewer": viewer,
        "decider": state.seat,
        "asking": "" if over else type(state.waiting).__name__,
        "actions": [actions.notation(action) for action in state.legal()] if viewer == state.seat else [],
        "scores": state.score() if over else [],
    }


class Told(msgspec.Struct, frozen=True):
    """An event as one seat hears of it."""

    move: int  # how many actions had been played, this one included; 0: the set-up
    kind: str
    rule: str
    a: int
    b: int
    c: int
    secret: int | None  # None: not for this seat
    reveals: bool  # it showed this seat something hidden
    cause: str = ""  # what brought it about, in a word of the game's own
    by: int = NOBODY  # whose doing it was
    dice: tuple[int, ...] = ()  # as they fell


def tell(event: Event, move: int, seat: int) -> Told:
    """What a seat hears of an event."""
    may_read = seat >= 0 and event.eyes >> seat & 1 != 0
    secret = event.secret if may_read else None
    reveals = event.reveals and (may_read or event.eyes == NO_ONE)
    return Told(
        move,
        event.kind,
        event.rule,
        event.a,
        event.b,
        event.c,
        secret,
        reveals,
        event.cause,
        event.by,
        event.dice,
    )
