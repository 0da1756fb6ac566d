"""A results file: the plan of a run in the first line, then a line for each game, in order."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, BinaryIO

import msgspec

import harena
from harena.core.errors import HarenaError
from harena.core.record import ENGINE
from harena.lab.plan import Plan, Row

FORMAT = 1  # of the file
VERSION = harena.__version__
MARK = b'{"harena_results":'
FLUSH_SECONDS = 0.5  # a program that is killed loses at most the rows of so long
DAMAGED = "the rest was not written by Harena, or is damaged"

# What a person calls the parts of a plan, and where the command line sets them.
PARTS = {
    "game": "game",
    "digest": "pack (by its content)",
    "rules": "version of the rules",
    "settings": "options",
    "bots": "bots",
    "seed": "seed",
}


class Header(msgspec.Struct, frozen=True):
    """The first line."""

    harena_results: int  # the format of the file
    harena: str  # the version that plays: bots of a different one may play differently
    engine: int
    plan: Plan


encode = msgspec.json.Encoder().encode
decode_header = msgspec.json.Decoder(Header).decode
decode_row = msgspec.json.Decoder(Row).decode


def planned_seed(path: Path) -> int | None:
    """The seed of the run that a file keeps, if it keeps one."""
    with suppress(OSError, HarenaError), path.open("rb") as file:
        return _read_header(file, path)[0].plan.seed
    return None


def header_of(plan: Plan) -> Header:
    """The header of a file that is begun now."""
    return Header(FORMAT, VERSION, ENGINE, plan)


def read_results(path: Path) -> tuple[Plan, Iterator[Row]]:
    """The plan of a results file and, one after the other, its rows; they need not be all of the plan's."""
    return read_header(path).plan, _rows_of(path)


def read_header(path: Path) -> Header:
    """What a results file says of its run."""
    with path.open("rb") as file:
        return _read_header(file, path)[0]


def _rows_of(path: Path) -> Iterator[Row]:
    with path.open("rb") as file:
        _read_header(file, path)
        for row, _ in _read_rows(file, path):
            yield row


def _read_header(file: IO[bytes], path: Path) -> tuple[Header, int]:
    """The header, and where the rows begin."""
    line = file.readline()
    if not line.startswith(MARK):
        raise HarenaError(f"{path}: this is not a results file of Harena.")
    try:
        header = decode_header(line)
    except msgspec.DecodeError as error:
        form = line[len(MARK) :].partition(b",")[0].decode(errors="replace")
        if form.isdecimal() and int(form) != FORMAT:
            raise HarenaError(f"{path}: has format {form}; this Harena reads format {FORMAT}.") from None
        raise HarenaError(f"{path}: its first line is damaged: {error}.") from None
    return header, len(line)


def _read_rows(file: IO[bytes], path: Path) -> Iterator[tuple[Row, int]]:
    """The rows from where the file stands, each with the length of its line; a torn last line is left out."""
    for number, line in enumerate(file):
        torn = not line.endswith(b"\n")
        try:
            row = decode_row(line)
            fits = row.number == number
        except msgspec.DecodeError:
            fits = False
        if torn or (not fits and not file.read(1)):
            return  # whoever wrote it was killed: that game is played again
        if not fits:
            raise HarenaError(f"{path}, line {number + 2}: this is not game {number}; {DAMAGED}.")
        yield row, len(line)


class Results:
    """The results file of a run, open to be written on; nobody else writes on it meanwhile."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path, self.plan = path, plan
        self.games = 0  # how many it holds
        self._flushed = time.monotonic()
        self._file: BinaryIO = _open(path)
        try:
            self._begin_or_go_on()
        except BaseException:
            self._file.close()
            raise

    def _begin_or_go_on(self) -> None:
        if _is_new(self._file):
            self._cut(0)
            self._file.write(encode(header_of(self.plan)) + b"\n")
            self._file.flush()
            return
        header, _ = _read_header(self._file, self.path)
        check_same(header, self.plan, self.path)
        if header.plan.games < self.plan.games:
            self._plan_more(header)

    def _plan_more(self, header: Header) -> None:
        """Write the file anew with a plan for more games, then put it in the place of the old one."""
        more = msgspec.structs.replace(header.plan, games=self.plan.games)
        fresh = self.path.with_name(self.path.name + ".new")
        try:
            with fresh.open("wb") as copy:
                copy.write(encode(msgspec.structs.replace(header, plan=more)) + b"\n")
                shutil.copyfileobj(self._file, copy, 1 << 20)
            os.replace(fresh, self.path)
        finally:
            fresh.unlink(missing_ok=True)
        self._file.close()
        self._file = _open(self.path)
        _read_header(self._file, self.path)

    def kept(self) -> Iterator[Row]:
        """The rows that are there already. All must be read before the first is added."""
        at = self._file.tell()
        for row, length in _read_rows(self._file, self.path):
            at += length
            self.games += 1
            yield row
        self._cut(at)

    def _cut(self, end: int) -> None:
        """Drop what lies behind a place and go on from there; a device like /dev/null has nothing there."""
        if self._file.seek(0, os.SEEK_END) > end:
            self._file.seek(end)
            self._file.truncate()

    def add(self, row: Row) -> None:
        """Write the next row."""
        self._file.write(encode(row) + b"\n")
        self.games += 1
        if time.monotonic() - self._flushed > FLUSH_SECONDS:
            self._file.flush()
            self._flushed = time.monotonic()

    def close(self) -> None:
        """Write what is still to be written."""
        try:
            self._file.flush()
            with suppress(OSError):  # a device like /dev/null keeps nothing
                os.fsync(self._file.fileno())
        finally:
            self._file.close()


def check_same(header: Header, plan: Plan, path: Path) -> None:
    """Refuse to go on with a different run, and say in what it differs."""
    if header.harena != VERSION or header.engine != ENGINE:
        raise HarenaError(
            f"{path}: this run was begun with Harena {header.harena}; with {VERSION} it might go on "
            "differently. Name another file."
        )
    for part, called in PARTS.items():
        there, here = getattr(header.plan, part), getattr(plan, part)
        if there != here:
            if part == "settings":
                called, there, here = _what_differs(there, here)
            raise HarenaError(
                f"{path}: this is a different run: its {called} {_is(there)}, not {_words(here)}. "
                "Name another file."
            )
    if header.plan.moves != plan.moves:
        now = "its actions; go on with" if header.plan.moves else "no actions; go on without"
        raise HarenaError(f"{path}: this run keeps {now} --positions, or name another file.")
    if header.plan.games > plan.games:
        raise HarenaError(
            f"{path}: this run has {header.plan.games} games; it can be given more, but not be cut to "
            f"{plan.games}."
        )


def _what_differs(there: list[dict[str, Any]], here: list[dict[str, Any]]) -> tuple[str, object, object]:
    """In what the settings of two runs differ: in their number, or else in some options."""
    if len(there) != len(here):
        return "number of match-ups", len(there), len(here)
    one, two = next((one, two) for one, two in zip(there, here, strict=True) if one != two)
    names = [name for name in {**one, **two} if one.get(name) != two.get(name)]
    return (
        "options",
        [{name: one.get(name, "") for name in names}],
        [{name: two.get(name, "") for name in names}],
    )


def _is(value: object) -> str:
    return f"{'are' if isinstance(value, list) else 'is'} {_words(value)}"


def _words(value: object) -> str:
    """A part of a plan as a person wrote it."""
    if isinstance(value, dict):
        return " ".join(f"{name}={_words(entry)}" for name, entry in value.items()) or "none"
    if isinstance(value, list):
        return ("; " if value and isinstance(value[0], dict) else ",").join(map(_words, value))[:400]
    return str(value)


def _is_new(file: BinaryIO) -> bool:
    """Is there nothing in the file, or only the beginning of a header?"""
    line = file.readline()
    file.seek(0)
    return not line or (not line.endswith(b"\n") and line[: len(MARK)] == MARK[: len(line)])


def _open(path: Path) -> BinaryIO:
    """The file, made if it is not there, and locked where the system can do that."""
    try:
        file = open(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")  # noqa: SIM115
    except (OSError, ValueError) as error:
        why = (isinstance(error, OSError) and error.strerror) or error
        raise HarenaError(f"{path}: the results cannot be kept there: {why}.") from None
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # not on this system
        pass
    except OSError:
        file.close()
        raise HarenaError(f"{path}: another run is writing to this file.") from None
    return file
