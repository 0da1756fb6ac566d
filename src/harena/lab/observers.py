"""Observers for every game."""

from __future__ import annotations

from collections.abc import Sequence

from harena.core.actions import Actions
from harena.core.event import Event
from harena.core.game import AnyGame
from harena.core.observer import Observer
from harena.core.pack import Pack
from harena.core.state import State


class Actor(Observer):
    """Counts the actions each seat takes, by their stretch: `action:card`, `action:hex`."""

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self.stretches = stretch_names(actions)

    def step(self, state: State, seat: int, action: int, events: Sequence[Event]) -> None:
        self.counts[seat][self.stretches[action]] += 1


def stretch_names(actions: Actions) -> dict[int, str]:
    """By action: under which name it is counted."""
    return {
        number: f"action:{stretch.name}"
        for stretch in actions.stretches
        for number in range(stretch.start, stretch.stop)
    }


class Seats(Observer):
    """Notes each seat's number, and who decides first."""

    def before(self, state: State, events: Sequence[Event]) -> None:
        super().before(state, events)
        for seat, traits in enumerate(self.traits):
            traits["seat"] = str(seat + 1)
            traits["first decision"] = "yes" if seat == state.seat else "no"


def general_observers(game: AnyGame, pack: Pack) -> list[Observer]:
    """Fresh observers that serve any game."""
    return [Actor(game.actions(pack)), Seats()]
