"""Positions that a practice game has gone through, kept to go back to: few, and the fewer the longer ago."""

from __future__ import annotations

from typing import NamedTuple

from harena.core.state import State

SPREAD = 4  # twice the number of positions that are kept in each doubling of the distance


class Passed(NamedTuple):
    """A position on the way."""

    moves: int  # actions before it
    state: State
    events: int  # told before it


class Trail:
    """Going back replays hardly more actions than lie between, and a long game takes little more memory.

    The actions alone say what was played: nothing here is kept anywhere else, or believed against them.
    """

    def __init__(self) -> None:
        self._passed: list[Passed] = []

    def __len__(self) -> int:
        return len(self._passed)

    def keep(self, new: Passed) -> None:
        """Keep a position; of older ones those after a number of actions that a large power of two divides.

        So they lie the farther apart the longer ago they were.
        """
        self._passed = [one for one in self._passed if new.moves - one.moves <= SPREAD * _evenness(one.moves)]
        self._passed.append(new)

    def forget(self, moves: int) -> None:
        """Positions after so many actions or more are no part of the game any more."""
        while self._passed and self._passed[-1].moves >= moves:
            self._passed.pop()

    def back_to(self, moves: int) -> Passed | None:
        """The last position after at most so many actions, to play on from: it is not kept any longer."""
        self.forget(moves + 1)
        return self._passed.pop() if self._passed else None


def _evenness(number: int) -> int:
    """The largest power of two that divides a number."""
    return number & -number
