"""A position in which everything is as a test says, played by notation, with all that is told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from harena.core.actions import Actions
from harena.core.event import Event
from harena.core.state import ASKED, OVER, State, Step
from kit.dice import Loaded

P = TypeVar("P", bound="Position")
S = TypeVar("S", bound=State)


class Halt(Step):
    """At the bottom of the stack: the test looks round."""

    def begin(self, game: Any) -> bool:
        game.end()
        return ASKED

    def choose(self, game: Any, action: int) -> None:
        raise AssertionError("nothing is asked here")


class Position:
    """A state with its actions, and a journal from now on; a game's tests say how it is laid out."""

    def __init__(self, state: Any, actions: Actions) -> None:
        self.state = state
        self.actions = actions
        state.journal = []

    # --- what happens

    def do(self: P, step: Step) -> P:
        """Do this one step with all that follows from it, up to a question or the end of it."""
        self.state.steps = [Halt()]
        self.state.next(step)
        self.state.run_on()
        return self

    def play(self: P, *answers: str) -> P:
        """Answer the waiting questions, one after the other."""
        for answer in answers:
            assert answer in self.open, f"{answer!r} is not open; open are {sorted(self.open)}"
            self.state.play(self.action(answer))
        return self

    def action(self, answer: str) -> int:
        """The number of an action, by its notation; a game's tests may have plainer words."""
        return self.actions.parse(answer)

    def answer(self, action: int) -> str:
        return self.actions.notation(action)

    # --- dice

    @property
    def dice(self) -> list[int]:
        """What is still to be rolled."""
        assert isinstance(self.state.dice, Loaded)
        return self.state.dice.rolls

    @dice.setter
    def dice(self, rolls: Iterable[int]) -> None:
        self.state.dice = Loaded(rolls)

    # --- the question

    @property
    def open(self) -> set[str]:
        return {self.answer(action) for action in self.state.legal()}

    def opened(self, stretch: str) -> set[str]:
        """The open actions of one stretch, without its name."""
        return {
            action.removeprefix(f"{stretch}:") for action in self.open if action.startswith(f"{stretch}:")
        }

    @property
    def asking(self) -> str:
        """What is asked; empty if nothing is."""
        return "" if self.over else type(self.state.waiting).__name__

    @property
    def decider(self) -> int:
        seat: int = self.state.seat
        return seat

    @property
    def over(self) -> bool:
        return bool(self.state.seat == OVER)

    # --- what is told

    def told(self, kind: str) -> list[Event]:
        """All events of a kind so far."""
        return [event for event in self.state.journal or [] if event.kind == kind]


def positions_of(state: S, choose: Callable[[list[int]], int]) -> Iterator[S]:
    """Every position of a game, the last one included."""
    while state.seat != OVER:
        yield state
        state.play(choose(state.legal()))
    yield state
