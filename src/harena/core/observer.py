"""Looking on at a game to count: an observer never touches the rules, nor the position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from harena.core.event import Event
from harena.core.state import State


class Observer:
    """Called before the first decision, after each, and when the game is over.

    What it found stands in three places. A count is named `kind:thing`, like `card:lunge`, so that reports
    can put together what is of one kind; a trait is what a seat had from the start, like its fighter. If the
    things of one kind of the game's own counts are numbers, they are a length: `turns in a round:12`.
    """

    def __init__(self) -> None:
        self.traits: list[dict[str, str]] = []  # by seat
        self.counts: list[Counter[str]] = []  # by seat
        self.of_game: Counter[str] = Counter()

    def before(self, state: State, events: Sequence[Event]) -> None:
        """The game is set up; `events` tell how."""
        self.traits = [{} for _ in range(state.seats)]
        self.counts = [Counter() for _ in range(state.seats)]

    def step(self, state: State, seat: int, action: int, events: Sequence[Event]) -> None:
        """A seat has taken an action, which led to these events and this position."""

    def after(self, state: State) -> None:
        """The game is over."""
