"""A setting whose chance comes from outside, and what its games are worth as games of OpenSpiel."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

import harena
from harena.core.fitting import complete
from harena.core.options import write_options
from harena.core.pen import Pen
from harena.core.state import State
from harena.rl.course import SET_UP, Course, run
from harena.rl.setting import Setting


class Variant(Setting):
    """Everything that stays the same from game to game. Courses share it, wherever they are copied to."""

    def __init__(self, name: str, pack: str, options: dict[str, Any]) -> None:
        super().__init__(name, read_pack(name, pack), options)
        self.pack_name = pack  # its name or folder
        self.sides = list(self.game.sides(self.options))
        self._pen = Pen(1, self.width)
        self._written: tuple[State, int] | None = None  # the position and seat of the row

    def __deepcopy__(self, memo: dict[int, Any]) -> Variant:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return variant_of, (self.game.name, self.pack_name, tuple(write_options(self.options).items()))

    @cached_property
    def first(self) -> Course:
        """A table about to be set up, at its first draw or question."""
        return run(Course(self, self.fresh, None), SET_UP, ())

    def row(self, course: Course, seat: int) -> NDArray[np.uint8]:
        """What a seat sees as numbers; all zeros before the table is set up. The next row overwrites it."""
        pen, begun = self._pen, course.story is not None
        if not begun or self._written != (course.position, seat):
            pen.begin(0)
            if begun:
                self.write(course.position, seat, pen)
            pen.end()
            self._written = (course.position, seat) if begun else None
        row: NDArray[np.uint8] = np.frombuffer(pen.paper, dtype=np.uint8)  # type: ignore[call-overload]
        return row

    # --- what a game is worth

    @cached_property
    def count_sides(self) -> int:
        return len(set(self.sides))

    @cached_property
    def zero_sum(self) -> bool:
        """Does what some win equal what the others lose? Not where one seat fights several."""
        return len({self.sides.count(side) for side in self.sides}) == 1

    def returns(self, course: Course) -> list[float]:
        """As if every side put in one coin, and the winners shared the pot: with two sides 1 and -1."""
        if not course.over:
            return [0.0] * self.seats
        return [self.count_sides * score - 1.0 for score in course.position.score()]


def named_variant(name: str, pack: str, given: dict[str, Any]) -> Variant:
    """A variant by the options somebody names; the others follow."""
    fitted = complete(harena.game(name), read_pack(name, pack), given)
    return variant_of(name, pack, tuple(write_options(fitted).items()))


@lru_cache(maxsize=16)
def read_pack(name: str, pack: str) -> Any:
    """A pack by its name or folder, read once."""
    return harena.game(name).pack(pack)


@lru_cache(maxsize=64)
def variant_of(name: str, pack: str, options: tuple[tuple[str, Any], ...]) -> Variant:
    return Variant(name, pack, dict(options))
