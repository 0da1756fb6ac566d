"""A game with a pack and options: what the interfaces of other libraries are made for."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

import harena
from harena.core.features import encoder
from harena.core.fitting import complete
from harena.core.options import read_options, write_options
from harena.core.pen import Pen
from harena.core.state import State
from harena.rl.course import SET_UP, Course, GivenDice, run


class Variant:
    """Everything that stays the same from game to game. Two of the same pack and options are one."""

    def __init__(self, name: str, pack: str, options: dict[str, Any]) -> None:
        self.game = harena.game(name)
        self.pack_name = pack
        self.pack = read_pack(name, pack)
        self.options = read_options(self.game.options, options)
        self.actions = self.game.actions(self.pack)
        self.seats = self.game.seats(self.options)
        self.sides = list(self.game.sides(self.options))
        self.fresh: State = self.game.new(self.pack, self.options, GivenDice())
        self.encode = encoder(self.game, self.fresh)

    def __deepcopy__(self, memo: dict[int, Any]) -> Variant:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return variant_of, (self.game.name, self.pack_name, tuple(write_options(self.options).items()))

    @cached_property
    def first(self) -> Course:
        """A table about to be set up, at its first draw or question."""
        return run(Course(self, self.fresh, None), SET_UP, ())

    @cached_property
    def width(self) -> int:
        """How many numbers a row has."""
        width: int = self.game.features(self.pack, self.options).width
        return width

    @cached_property
    def _pen(self) -> Pen:
        return Pen(1, self.width)

    def row(self, course: Course, seat: int) -> NDArray[np.uint8]:
        """What a seat sees as numbers; all zeros before the table is set up. Overwritten by the next row."""
        pen = self._pen
        pen.begin(0)
        if course.story is not None:
            self.encode(course.position, seat, pen)
        pen.end()
        return np.frombuffer(pen.paper, dtype=np.uint8)  # type: ignore[call-overload, no-any-return]

    # --- what a game is worth

    @cached_property
    def count_sides(self) -> int:
        return len(set(self.sides))

    @cached_property
    def zero_sum(self) -> bool:
        """Does what some win equal what the others lose? Not where one seat fights several."""
        sizes = {self.sides.count(side) for side in self.sides}
        return len(sizes) == 1

    def returns(self, course: Course) -> list[float]:
        """As if every side put in one coin, and the winners shared the pot: with two sides 1 and -1."""
        if course.story is None or not course.over:
            return [0.0] * self.seats
        return [self.count_sides * score - 1.0 for score in course.position.score()]


def named_variant(name: str, pack: str, given: dict[str, Any]) -> Variant:
    """A variant by the options somebody names; the others follow."""
    game = harena.game(name)
    fitted = complete(game, read_pack(name, pack), given)
    return variant_of(name, pack, tuple(write_options(fitted).items()))


@lru_cache(maxsize=16)
def read_pack(name: str, pack: str) -> Any:
    """A pack by its name or folder, read once."""
    return harena.game(name).pack(pack)


@lru_cache(maxsize=64)
def variant_of(name: str, pack: str, options: tuple[tuple[str, Any], ...]) -> Variant:
    return Variant(name, pack, dict(options))
