"""What a seat sees as numbers: the layout of a game's rows, and a plain one for games that say nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

import msgspec

from harena.core.dice import fast_dice
from harena.core.feature_table import as_html, as_text
from harena.core.pen import Pen, describing_pen
from harena.core.prose import count
from harena.core.state import State

if TYPE_CHECKING:
    from harena.core.game import AnyGame

WIDEST: Final = 1 << 16  # numbers that a layout can have
PLAIN_WIDTH: Final = 4096  # of the plain layout
PLAIN_MOST: Final = 255
PLAIN: Final = "view: what the view shows, each thing counted in a place that its text gives"

Encoder = Callable[[State, int, Pen], None]


class Feature(msgspec.Struct, frozen=True):
    """Some numbers of a row that belong together."""

    group: str
    name: str
    about: str
    kind: str  # number, flag, one of, set, numbers
    place: int  # of the first
    size: int
    most: int  # how large each gets

    @property
    def stop(self) -> int:
        return self.place + self.size


class Features(msgspec.Struct, frozen=True):
    """The layout of a row: the same for every position of a game with this pack and these options."""

    width: int
    features: tuple[Feature, ...]

    def __getitem__(self, name: str) -> Feature:
        """A feature by its group and name: `features["fighter 1/hex"]`."""
        for feature in self.features:
            if f"{feature.group}/{feature.name}" == name:
                return feature
        raise KeyError(name)

    def __repr__(self) -> str:
        named, groups = count(len(self.features), "feature"), count(len(self.groups()), "group")
        return f"<Features: {count(self.width, 'number')}, {named} in {groups}>"

    def groups(self) -> list[str]:
        """The groups in the order of their places."""
        return list(dict.fromkeys(feature.group for feature in self.features))

    def layout(self) -> str:
        """Names and places in a text: what learned numbers must fit."""
        return ";".join(f"{one.group}/{one.name}:{one.place}+{one.size}" for one in self.features)

    def __str__(self) -> str:
        return as_text(self)

    def _repr_html_(self) -> str:
        """In a notebook it shows itself as a table."""
        return as_html(self)


def encoder(game: AnyGame, state: State) -> Encoder:
    """How positions of a game are written."""
    return _write_itself if type(state).encode is not State.encode else PlainEncoder(game)


def _write_itself(state: State, seat: int, pen: Pen) -> None:
    state.encode(seat, pen)


def features_of(game: AnyGame, pack: Any, options: Any) -> Features:
    """Describe a row, by writing the first position of a game."""
    state = game.start(pack, options, fast_dice(1))
    pen = describing_pen(WIDEST)
    encoder(game, state)(state, 0, pen)
    found = [_feature(*note) for note in pen.notes or ()]
    return Features(pen.at, tuple(found))


def _feature(group: str, what: str, kind: str, place: int, size: int, most: int) -> Feature:
    name, _, about = what.partition(": ")
    return Feature(group, name, about, kind, place, size, most)


class PlainEncoder:
    """Any game's view in numbers: each thing it shows is counted in a place that its path and value give.

    Two things may share a place, so a game that is studied in earnest writes its own `features.py`.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def __call__(self, state: State, seat: int, pen: Pen) -> None:
        pen.group("view")
        begins = pen.numbers(PLAIN_WIDTH, PLAIN_MOST, PLAIN)
        shown = msgspec.to_builtins(self.game.view(state, seat))
        places = Counter(crc32(leaf.encode()) % PLAIN_WIDTH for leaf in leaves(shown, ""))
        for place, often in sorted(places.items()):
            pen.put(begins + place, often)


def leaves(thing: Any, path: str) -> Iterator[str]:
    """Everything in a view, as text with its path."""
    if isinstance(thing, dict):
        for name, value in thing.items():
            yield from leaves(value, f"{path}.{name}")
    elif isinstance(thing, list | tuple):
        yield f"{path}#{len(thing)}"
        for number, value in enumerate(thing):
            yield from leaves(value, f"{path}.{number}")
    else:
        yield f"{path}={thing}"
