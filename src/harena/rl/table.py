"""One game as numbers: the seat that decides gets a row and a mask, and answers with a number."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from harena.core.dice import fast_dice
from harena.core.errors import ActionError
from harena.core.pen import Pen
from harena.core.state import HAND, OVER, State
from harena.rl.setting import Setting, any_seed, checked_length, checked_seed
from harena.rl.stepping import seed_of

Row = NDArray[np.uint8]
Mask = NDArray[np.int8]


class Table:
    """A game that is played again and again: episode after episode of one seed.

    The episodes of a seed are those of game number 0 of a `Batch` with that seed.
    """

    def __init__(self, setting: Setting, longest: int = 0, shaped: bool = False) -> None:
        self.setting = setting
        self.longest = checked_length(longest)
        self.shaped = shaped
        self.seed: int | None = None
        self.episode = 0  # how many have begun
        self.episode_seed = 0
        self.made = 0  # decisions in this episode
        self.cut = False  # it has gone on for too long
        self.state: State = setting.fresh
        self._before: list[float] = []  # the estimates at the last decision, where rewards are shaped
        self._take_a_pen()

    def _take_a_pen(self) -> None:
        setting = self.setting
        self._pen = Pen(setting.seats, setting.width)
        paper: Any = self._pen.paper
        self._rows: list[Row] = list(np.frombuffer(paper, dtype=np.uint8).reshape(setting.seats, -1))

    def __getstate__(self) -> dict[str, Any]:
        """For copies and pickles: each has a pen of its own."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_pen", "_rows")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._take_a_pen()

    # --- episodes

    def begin(self, seed: Any = None) -> None:
        """The first episode of a seed, or the next one where none is given."""
        if seed is not None:
            self.seed, self.episode = checked_seed(seed), 0
        elif self.seed is None:
            self.seed = any_seed()
        self.episode_seed = seed_of(self.seed, 0, self.episode)
        self.episode += 1
        self.made, self.cut = 0, False
        self.state = self.setting.fresh.copy()
        self.state.dice = fast_dice(self.episode_seed)
        self.state.run_on()
        settle(self.state)
        self.note()

    def note(self) -> None:
        """From here on rewards count, where they are shaped: how everybody stands."""
        if self.shaped:
            self._before = self.state.estimate()

    @property
    def over(self) -> bool:
        return self.state.seat == OVER

    # --- a decision

    def checked(self, action: Any) -> int:
        """An action that is open now; else a sentence says why not."""
        return checked_action(self.setting, self.state, action)

    def play(self, action: int) -> None:
        """Take an open action. What hands do is chance."""
        state = self.state
        state.play(action)
        if state.measured:
            settle(state)
        self.made += 1
        self.cut = self.made >= self.longest > 0 and state.seat != OVER

    def gains(self) -> list[float] | None:
        """What each seat gets by what has happened since it was asked last; None: nobody gets anything."""
        if self.shaped:
            stands = self.state.score() if self.over else self.state.estimate()
            gained = [now - then for now, then in zip(stands, self._before, strict=True)]
            self._before = stands
            return gained
        return self.state.score() if self.state.seat == OVER else None

    # --- what is seen

    def row(self, seat: int) -> Row:
        """What a seat sees, in an array of its own."""
        return self.row_in(self.state, seat)

    def row_in(self, state: State, seat: int) -> Row:
        """What a seat sees in a position, in an array of its own."""
        pen = self._pen
        pen.begin(seat)
        self.setting.write(state, seat, pen)
        pen.end()
        return self._rows[seat].copy()

    def rows(self) -> Row:
        """What all seats see together, one after the other: more than any of them may know."""
        return np.concatenate([self.row(seat) for seat in range(self.setting.seats)])

    def mask(self, seat: int) -> Mask:
        """What a seat may do, in an array of its own: nothing unless it decides."""
        mask = np.zeros(self.setting.actions.size, dtype=np.int8)
        if self.state.seat == seat:
            mask[self.state.legal()] = 1
        return mask


def settle(state: State) -> None:
    """What hands do is chance."""
    while state.measured:
        state.play(state.knack(state.dice, HAND))


def checked_action(setting: Setting, state: State, action: Any) -> int:
    """An action that is open in a position; else a sentence says why not."""
    number = whole_number(action)
    legal = state.legal()
    if number not in legal:
        notation = setting.actions.notation
        possible = ", ".join(f"{notation(one)} ({one})" for one in legal)
        raise ActionError(f"{notation(number)} ({number}) is not open now. Open are: {possible}.")
    return number


def whole_number(action: Any) -> int:
    """An action as a number, if it is one."""
    if isinstance(action, bool | np.bool_) or not hasattr(action, "__index__"):
        raise ActionError(f"An action is a whole number, not {type(action).__name__}.")
    return index(action)
