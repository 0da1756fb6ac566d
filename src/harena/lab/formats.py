"""Writing a flat table: as CSV by the standard library, as Parquet by PyArrow."""

from __future__ import annotations

import csv
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Literal

import msgspec

from harena.core.errors import HarenaError
from harena.lab.flat import NUMBER, TEXT, WHOLE, YES_NO, Cell, FlatTable, batches

Format = Literal["jsonl", "csv", "parquet"]

STANDARD_OUTPUT = Path("-")
JSON_LINES: Format = "jsonl"
PARQUET: Format = "parquet"
ENDINGS: dict[str, Format] = {".jsonl": "jsonl", ".csv": "csv", ".parquet": "parquet"}
GROUP = 20_000  # rows that are put into a Parquet file at a time


def format_for(out: Path | None, given: Format | None) -> Format:
    """The format that was asked for by name, or by the ending of a file; JSON lines if neither says."""
    by_ending = ENDINGS.get(out.suffix.lower()) if out is not None else None
    if given and by_ending and given != by_ending:
        raise HarenaError(f"{out}: by its ending this is {by_ending}, but --format says {given}.")
    return given or by_ending or JSON_LINES


def run_beside(out: Path, form: Format) -> Path:
    """Where the games of a run are kept as JSON lines: a flat table has them in a file beside it."""
    if form == JSON_LINES:
        return out
    return out.with_suffix(".jsonl") if out.suffix.lower() in ENDINGS else out.with_name(out.name + ".jsonl")


def check_writer(form: Format) -> None:
    """Whoever has to install something learns it before the games, not after."""
    if form == "parquet":
        try:
            import pyarrow.parquet  # type: ignore[import-untyped]  # noqa: F401
        except ImportError:
            raise HarenaError(
                "Parquet needs PyArrow: pip install 'harena[lab]'. CSV needs nothing."
            ) from None


def write_table(table: FlatTable, out: Path, form: Format) -> None:
    """Write a table to a file, which is there whole or not at all; or to the standard output."""
    write = WRITERS[form]
    if out == STANDARD_OUTPUT:
        write(table, sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return
    with whole_file(out) as file:
        write(table, file)


@contextmanager
def whole_file(out: Path) -> Iterator[IO[bytes]]:
    """A file for a table, which is there whole in the end or not at all."""
    draft = out.with_name(f".{out.name}.new")
    try:
        with draft.open("wb") as file:
            yield file
        os.replace(draft, out)
    except OSError as error:
        raise HarenaError(f"{out}: the table cannot be written: {error.strerror or error}.") from None
    finally:
        draft.unlink(missing_ok=True)


def write_csv(table: FlatTable, file: IO[bytes]) -> None:
    """As CSV in UTF-8: a line of names, then the rows; what there is none of is left empty."""
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([column.name for column in table.columns])
    for row in table.cells():
        writer.writerow([_in_csv(cell) for cell in row])
    text.detach()


def _in_csv(cell: Cell) -> Cell:
    return str(cell).lower() if isinstance(cell, bool) else cell


def write_parquet(table: FlatTable, file: IO[bytes]) -> None:
    """As Parquet, each column with its type; the run's plan is in the file's metadata."""
    check_writer("parquet")
    import pyarrow as pa
    from pyarrow import parquet

    types = {TEXT: pa.string(), WHOLE: pa.int64(), NUMBER: pa.float64(), YES_NO: pa.bool_()}
    fields = [pa.field(column.name, types[column.kind]) for column in table.columns]
    schema = pa.schema(fields, metadata={"harena": msgspec.json.encode(table.header)})
    with parquet.ParquetWriter(file, schema) as writer:
        for rows in batches(table.cells(), GROUP):
            columns = [list(cells) for cells in zip(*rows, strict=True)]
            arrays = [pa.array(cells, field.type) for cells, field in zip(columns, fields, strict=True)]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))


WRITERS: dict[str, Callable[[FlatTable, IO[bytes]], None]] = {"csv": write_csv, "parquet": write_parquet}
