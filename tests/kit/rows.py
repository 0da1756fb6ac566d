"""What a seat sees as numbers, read by the names of its features; and how a test changes a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from harena.core.features import features_of
from harena.core.game import AnyGame
from harena.core.pen import describing_pen
from harena.core.state import State, Step

WIDEST = 4096
Change = Callable[[Any], None]


class Row:
    """A row: `row["own/light"]` are the numbers of a feature, `row.all` all of them."""

    def __init__(self, state: State, seat: int) -> None:
        pen = describing_pen(WIDEST)
        pen.begin(0)
        state.encode(seat, pen)
        paper = list(pen.paper)
        self.all = paper[: pen.at]
        self.named = {
            f"{note.group}/{note.what.partition(':')[0]}": paper[note.place : note.place + note.size]
            for note in pen.notes or ()
        }

    def __getitem__(self, name: str) -> list[int]:
        return self.named[name]

    def number(self, name: str) -> int:
        """A feature of a single number."""
        (number,) = self.named[name]
        return number

    def places(self, name: str) -> list[int]:
        """The members of a set, or the one that it is of several."""
        return [place for place, number in enumerate(self.named[name]) if number]

    def differs(self, other: Row) -> set[str]:
        """The features in which two rows differ."""
        return {name for name in self.named if self.named[name] != other.named[name]}


def add(path: str, n: int = 1) -> Change:
    """A change of one number of a position: `add("one.light")`, `add("players.1.hull", -1)`."""
    *way, field = path.split(".")

    def change(state: Any) -> None:
        part = state
        for name in way:
            part = part[int(name)] if name.isdigit() else getattr(part, name)
        was = getattr(part, field)
        setattr(part, field, not was if isinstance(was, bool) else was + n)

    return change


def asking_steps(module: str) -> list[Step]:
    """One of each kind of step in a game's modules that asks something."""
    kinds = [kind for kind in Step.__subclasses__() if kind.__module__.startswith(module)]
    return [kind() for kind in kinds if "choose" in vars(kind)]


def width_of(game: AnyGame, pack: Any, **options: Any) -> int:
    return features_of(game, pack, game.options(**options)).width
