"""The fair share: what a seat would win if all sides were equally strong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from harena.core import registry
from harena.lab.plan import Plan, Row, options_of


class Kind(NamedTuple):
    """What a seat's fair share depends on."""

    sides: int  # how many there are
    mates: int  # seats on its own side, itself counted


EVEN = Kind(2, 1)  # one of two


class Shares:
    """The fair shares of the seats of a run: one part for each side, whatever its size.

    Four alone have a quarter each, two teams a half each, one against three a half. Where not all of a side
    win with it (only its living, say), its seats share in what the games show that a winning side gets.
    """

    def __init__(self, sides: Sequence[Sequence[int]] = ()) -> None:
        self.sides = sides  # by setting, by seat; where nothing is said everybody is alone
        self._got: dict[Kind, float] = defaultdict(float)  # what winning sides had for each of their seats
        self._times: dict[Kind, int] = defaultdict(int)

    def kinds(self, row: Row) -> list[Kind]:
        """By seat."""
        sides = self.sides_of(row)
        return [Kind(len(set(sides)), sides.count(side)) for side in sides]

    def sides_of(self, row: Row) -> list[int]:
        """By seat: who plays together."""
        seats = len(row.scores)
        given = self.sides[row.setting] if row.setting < len(self.sides) else ()
        return list(given) if len(given) == seats else list(range(seats))

    def add(self, row: Row) -> None:
        """Learn from one game how much the seats of a winning side get."""
        sides = self.sides_of(row)
        if len(set(sides)) == len(sides):  # all alone: more than one may win where nobody told us of teams
            self._note(Kind(len(sides), 1), sum(row.scores))
            return
        for side in set(sides):
            own = [score for held, score in zip(sides, row.scores, strict=True) if held == side]
            if max(own) == 1.0:
                self._note(Kind(len(set(sides)), len(own)), sum(own) / len(own))

    def _note(self, kind: Kind, got: float) -> None:
        self._got[kind] += got
        self._times[kind] += 1

    def share(self, kind: Kind) -> float:
        """What a seat of a kind would win of its games."""
        part = 1 / kind.sides
        return part * self._got[kind] / self._times[kind] if self._times.get(kind) else part


def shares_of(plan: Plan) -> Shares:
    """The fair shares of a run, by the sides its game's rules make."""
    game = registry.find(plan.game)
    return Shares([game.sides(options_of(plan, number)) for number in range(len(plan.settings))])
