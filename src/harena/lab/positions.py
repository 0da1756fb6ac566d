"""The positions of a run, a row for each decision, as Parquet: for programs that learn from games.

A results file keeps each game's actions. The games are played again from their seeds, and what every seat saw
is written as the game's features say. Nothing is held in memory but one group of rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from harena.core.dice import fast_dice
from harena.core.errors import HarenaError
from harena.core.features import Encoder, Features, encoder
from harena.core.pen import Pen
from harena.core.prose import count
from harena.core.state import OVER, State
from harena.lab.formats import PARQUET, check_writer, whole_file
from harena.lab.moves import Visits
from harena.lab.plan import Row
from harena.lab.play import Player
from harena.lab.results import read_header, read_results

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]

FORMAT: Final = 1  # of the columns
GROUP_BYTES: Final = 1 << 23  # of what seats saw, in one group of rows
MOST_ROWS: Final = 1 << 14  # in a group


class Seen(NamedTuple):
    """One decision; what the seat saw stands beside."""

    row: Row  # the game
    decision: int
    seat: int
    legal: list[int]
    action: int
    visits: Visits
    measured: bool


class Positions:
    """A results file seen as a table of positions."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.header = read_header(path)
        if not self.header.plan.moves:
            raise HarenaError(
                f"{path}: this run keeps no actions, so there are no positions in it. "
                "harena simulate --positions keeps them."
            )
        self.player = Player(self.header.plan)
        game, pack = self.player.game, self.player.pack
        self.actions = game.actions(pack)
        self.seats = game.seats(self.player.options[0])
        self.features = self._features()
        self.width = self.features.width
        self.group = max(1, min(MOST_ROWS, GROUP_BYTES // max(self.width, 1)))
        self.seen = bytearray(self.group * self.width)  # what seats saw, one row after the other
        self.pen = Pen(1, self.width)
        self.rows = self.games = 0  # written so far

    def _features(self) -> Features:
        """The layout, which all settings of the run must share."""
        game, pack = self.player.game, self.player.pack
        layouts = [game.features(pack, options) for options in self.player.options]
        if any(each.layout() != layouts[0].layout() for each in layouts):
            raise HarenaError(
                f"{self.path}: what seats see is laid out differently in the match-ups of this run. "
                "Play each with a run of its own."
            )
        return layouts[0]

    def groups(self) -> Iterator[list[Seen]]:
        """So many decisions at a time, with what was seen in `seen` until the next group is asked for."""
        group: list[Seen] = []
        for row in read_results(self.path)[1]:
            for seen, state, write in self._replayed(row):
                self._write(len(group), state, write)
                group.append(seen)
                self.rows += 1
                if len(group) == self.group:
                    yield group
                    group = []
            self.games += 1
        if group:
            yield group

    def _write(self, row: int, state: State, write: Encoder) -> None:
        self.pen.begin(0)
        write(state, state.seat, self.pen)
        self.pen.end()
        self.seen[row * self.width : (row + 1) * self.width] = memoryview(self.pen.paper)

    def _replayed(self, row: Row) -> Iterator[tuple[Seen, State, Encoder]]:
        """One game again, decision by decision."""
        if row.actions is None or row.visits is None or not 0 <= row.setting < len(self.player.options):
            raise self._broken(row, "is not whole")
        options = self.player.options[row.setting]
        state = self.player.game.start(self.player.pack, options, fast_dice(row.seed))
        write = encoder(self.player.game, state)
        for number, (action, visits) in enumerate(zip(row.actions, row.visits, strict=True)):
            legal = state.legal()
            if state.seat == OVER or action not in legal:
                raise self._broken(row, f"cannot be played again: decision {number} is a different one")
            yield Seen(row, number, state.seat, legal, action, visits, state.measured), state, write
            state.play(action)
        if state.seat != OVER or list(state.score()) != row.scores:
            raise self._broken(row, "ends differently when it is played again")

    def _broken(self, row: Row, how: str) -> HarenaError:
        return HarenaError(f"{self.path}: game {row.number} {how}.")


def check_positions(out: Path) -> None:
    """Whatever speaks against writing positions there is said before the games, not after."""
    if out.suffix.lower() != f".{PARQUET}":
        raise HarenaError(f"--positions {out}: positions are written as Parquet; end the file in .{PARQUET}.")
    check_writer(PARQUET)


def write_positions(results: Path, out: Path) -> str:
    """Write all positions of a run to a file, which is there whole or not at all; how many, in a sentence."""
    check_positions(out)
    table = Positions(results)
    with whole_file(out) as file:
        _write(table, file)
    return f"{count(table.rows, 'position')} of {count(table.games, 'game')} are in {out}"


def _write(table: Positions, file: IO[bytes]) -> None:
    from pyarrow import parquet

    schema = schema_of(table)
    texts = ["notation", "bot"]
    with parquet.ParquetWriter(file, schema, compression="zstd", use_dictionary=texts) as writer:
        for group in table.groups():
            writer.write_table(_columns(table, group, schema))


def schema_of(table: Positions) -> pa.Schema:
    """The columns, and in the metadata what they mean: docs/reports.md lists them."""
    import pyarrow as pa

    metadata = {
        "harena": msgspec.json.encode(table.header),
        "harena.positions": str(FORMAT),
        "harena.features": msgspec.json.encode(table.features.features),
        "harena.layout": table.features.layout(),
        "harena.actions": msgspec.json.encode([notation_of(table, n) for n in range(table.actions.size)]),
    }
    return pa.schema(
        [
            pa.field("game", pa.int32(), nullable=False),
            pa.field("decision", pa.int32(), nullable=False),
            pa.field("seat", pa.int8(), nullable=False),
            pa.field("observation", pa.list_(pa.uint8(), table.width), nullable=False),
            pa.field("legal", pa.list_(pa.int32()), nullable=False),
            pa.field("action", pa.int32(), nullable=False),
            pa.field("notation", pa.string(), nullable=False),
            pa.field("measured", pa.bool_(), nullable=False),
            pa.field("visits", pa.list_(pa.int32())),
            pa.field("bot", pa.string(), nullable=False),
            pa.field("scores", pa.list_(pa.float64(), table.seats), nullable=False),
            pa.field("setting", pa.int32(), nullable=False),
            pa.field("seed", pa.int64(), nullable=False),
        ],
        metadata=metadata,
    )


def notation_of(table: Positions, action: int) -> str | None:
    """How an action is written; None for a number that no action has."""
    return table.actions.notation(action) if action in table.actions else None


def _columns(table: Positions, group: list[Seen], schema: pa.Schema) -> pa.Table:
    import pyarrow as pa

    numbers = len(group) * table.width
    seen = pa.Array.from_buffers(pa.uint8(), numbers, [None, pa.py_buffer(table.seen)])
    columns: dict[str, Any] = {
        "game": [one.row.number for one in group],
        "decision": [one.decision for one in group],
        "seat": [one.seat for one in group],
        "legal": [one.legal for one in group],
        "action": [one.action for one in group],
        "notation": [table.actions.notation(one.action) for one in group],
        "measured": [one.measured for one in group],
        "visits": [one.visits for one in group],
        "bot": [one.row.bots[one.seat] for one in group],
        "scores": [one.row.scores for one in group],
        "setting": [one.row.setting for one in group],
        "seed": [one.row.seed for one in group],
    }
    arrays = [
        pa.FixedSizeListArray.from_arrays(seen, type=field.type)
        if field.name == "observation"
        else pa.array(columns[field.name], field.type)
        for field in schema
    ]
    return pa.Table.from_arrays(arrays, schema=schema)
