"""What is kept of a game so that its positions can be seen again: each action, and what a search tried."""

from __future__ import annotations

from collections.abc import Sequence

from harena.bots.bot import Bot
from harena.core.event import Event
from harena.core.observer import Observer
from harena.core.state import State

Visits = list[int] | None  # by open action: how often it was tried; None where nobody searched


class Moves(Observer):
    """Notes what the bots do."""

    def __init__(self, seated: Sequence[Bot]) -> None:
        super().__init__()
        self.seated = seated
        self.actions: list[int] = []
        self.visits: list[Visits] = []

    def before(self, state: State, events: Sequence[Event]) -> None:
        super().before(state, events)
        self._look_at(state)

    def step(self, state: State, seat: int, action: int, events: Sequence[Event]) -> None:
        self.actions.append(action)
        self.visits.append(self._visits(seat))
        self._look_at(state)

    def _look_at(self, state: State) -> None:
        """The question that is answered next."""
        self.legal = state.legal()
        self.measured = state.measured

    def _visits(self, seat: int) -> Visits:
        tried = {} if self.measured else self.seated[seat].visits()
        return [tried.get(action, 0) for action in self.legal] if tried else None
