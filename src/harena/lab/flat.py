"""Results as one flat table, a row for each seat of each game: what spreadsheets and data frames read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from harena.core.errors import HarenaError
from harena.lab.plan import Row
from harena.lab.results import Header, read_header, read_results

Cell = str | int | float | bool | None
TEXT, WHOLE, NUMBER, YES_NO = "text", "whole number", "number", "yes or no"


class Seat(NamedTuple):
    """One seat of one game, with all that is known of it."""

    header: Header
    row: Row
    seat: int

    @property
    def score(self) -> float:
        return self.row.scores[self.seat]


class Field(NamedTuple):
    """A column that every table has."""

    name: str
    kind: str
    of: Callable[[Seat], Cell]


class Family(NamedTuple):
    """Columns of which each game has its own: `option.board`, `count.card:Iron Vow`."""

    prefix: str
    of: Callable[[Seat], Mapping[str, Any]]
    otherwise: Cell  # where a row has no such value: what was not counted did not happen


FIELDS = [
    Field("harena", TEXT, lambda at: at.header.harena),
    Field("game", TEXT, lambda at: at.header.plan.game),
    Field("rules", WHOLE, lambda at: at.header.plan.rules),
    Field("pack", TEXT, lambda at: at.header.plan.pack),
    Field("pack_digest", TEXT, lambda at: at.header.plan.digest),
    Field("run_seed", WHOLE, lambda at: at.header.plan.seed),
    Field("number", WHOLE, lambda at: at.row.number),
    Field("seed", WHOLE, lambda at: at.row.seed),
    Field("setting", WHOLE, lambda at: at.row.setting),
    Field("seats", WHOLE, lambda at: len(at.row.scores)),
    Field("decisions", WHOLE, lambda at: at.row.decisions),
    Field("seat", WHOLE, lambda at: at.seat + 1),
    Field("bot", TEXT, lambda at: at.row.bots[at.seat]),
    Field("score", NUMBER, lambda at: at.score),
    Field("won", YES_NO, lambda at: at.score == 1.0),
    Field("drawn", YES_NO, lambda at: 0.0 < at.score < 1.0),
]
FAMILIES = [
    Family("option.", lambda at: at.header.plan.settings[at.row.setting], None),
    Family("trait.", lambda at: at.row.traits[at.seat], None),
    Family("game.", lambda at: at.row.of_game, 0),
    Family("count.", lambda at: at.row.counts[at.seat], 0),
]


class Column(NamedTuple):
    """A column of one table."""

    name: str
    kind: str
    of: Callable[[Seat], Cell]


class FlatTable:
    """A results file seen as a flat table; it is read once for its columns, and once for each writing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.header = read_header(path)
        self.games = self.rows = 0
        self.columns = [*map(Column._make, FIELDS), *self._families()]

    def _families(self) -> list[Column]:
        """The columns that only this game, pack or run has, in the order of their names."""
        kinds: dict[tuple[int, str], str] = {}
        for at in self.seats():
            self.games += at.seat == 0
            self.rows += 1
            for place, family in enumerate(FAMILIES):
                for name, value in family.of(at).items():
                    kinds[place, name] = _wider(kinds.get((place, name)), _kind(value))
        return [_column(FAMILIES[place], name, kinds[place, name]) for place, name in sorted(kinds)]

    def seats(self) -> Iterator[Seat]:
        """All seats of all games, in order."""
        for row in read_results(self.path)[1]:
            seats, settings = len(row.scores), len(self.header.plan.settings)
            same = {len(row.bots), len(row.traits), len(row.counts)} == {seats}
            if not same or not 0 <= row.setting < settings:
                raise HarenaError(f"{self.path}: game {row.number} does not say the same of all its seats.")
            yield from (Seat(self.header, row, seat) for seat in range(seats))

    def cells(self) -> Iterator[list[Cell]]:
        """The table row by row."""
        readers = [column.of for column in self.columns]
        for at in self.seats():
            yield [of(at) for of in readers]


def _column(family: Family, name: str, kind: str) -> Column:
    def read(at: Seat) -> Cell:
        value = family.of(at).get(name, family.otherwise)
        return _as_text(value) if kind == TEXT and value is not None else value

    return Column(family.prefix + name, kind, read)


def _kind(value: object) -> str:
    if isinstance(value, bool):
        return YES_NO
    if isinstance(value, int):
        return WHOLE
    return NUMBER if isinstance(value, float) else TEXT


def _wider(one: str | None, other: str) -> str:
    """A kind that both values have."""
    if one is None or one == other:
        return other
    return NUMBER if {one, other} == {WHOLE, NUMBER} else TEXT


def _as_text(value: Any) -> str:
    """Options may be more than a word."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def batches(rows: Iterable[list[Cell]], size: int) -> Iterator[list[list[Cell]]]:
    """So many rows at a time."""
    batch: list[list[Cell]] = []
    for row in rows:
        batch.append(row)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch
