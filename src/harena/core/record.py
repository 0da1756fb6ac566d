"""The record of a match: one readable JSON document from which it can be replayed anywhere."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from harena.core.dice import Dice, fast_dice
from harena.core.errors import RecordError
from harena.core.fair import FairSeeds

FORMAT = 1  # of the document
ENGINE = 1  # of the core: raised when the same record would replay differently
BIGGEST_RECORD = 8_000_000  # bytes
SEED_LIMIT = 1 << 62


class FastSeed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="fast", tag_field="kind"):
    """The seed of fast dice."""

    seed: int

    def dice(self) -> Dice:
        return fast_dice(self.seed)


Seeds = FastSeed | FairSeeds


class PackMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which pack a match was played with."""

    name: str
    digest: str


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match ended."""

    scores: list[float]


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything a replay needs. While a match runs it holds secrets and belongs to the host alone."""

    harena_record: int
    engine: int
    game: str
    rules: int
    pack: PackMark
    options: dict[str, Any]
    names: list[str]
    practice: bool = False
    dice: Seeds
    commitment: str = ""  # of fair dice: what was shown before the first draw
    actions: list[str]  # "seat notation"
    pending: list[str] = []  # sealed answers given before their turn, likewise
    draws: list[str] = []  # of fair dice: "number drawn/below"
    position: str  # the key of the position reached
    result: Result | None = None
    given_up: list[int] = []  # seats that gave up or ran out of time, where a table ended by that
    times: list[str] = []  # "17 640": action 17, counted from 0, came from letting go after 640 ms
    seal: str = ""  # a digest of all the rest

    def sealed(self) -> Record:
        """The same record with its seal."""
        return msgspec.structs.replace(self, seal=self._digest())

    def seal_holds(self) -> bool:
        """Is the record as it was when it was sealed?"""
        return self.seal == self._digest()

    def _digest(self) -> str:
        plain = msgspec.to_builtins(msgspec.structs.replace(self, seal=""))
        for name in ("given_up", "times"):  # records are older than these fields
            if not plain[name]:
                del plain[name]
        return hashlib.sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()


def write_record(record: Record, path: Path) -> None:
    """Save a record so that a crash leaves either the old file or the new one."""
    text = msgspec.json.format(msgspec.json.encode(record), indent=1)
    try:
        _replace(path, text + b"\n")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise RecordError(f"{str(path)[:200]}: the record cannot be saved: {reason}.") from None


def _replace(path: Path, content: bytes) -> None:
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException:
        os.unlink(draft)
        raise


def read_record(path: Path) -> Record:
    """Read a saved record."""
    try:
        if path.stat().st_size > BIGGEST_RECORD:
            raise RecordError(f"{path}: larger than any record Harena writes ({BIGGEST_RECORD:,} bytes).")
        content = path.read_bytes()
    except OSError as error:
        raise RecordError(f"{path}: the record cannot be read: {error.strerror}.") from None
    try:
        return parse_record(content)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def parse_record(content: bytes | str) -> Record:
    """A record from its JSON text."""
    try:
        plain = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(f"This is not a record: it is not JSON ({error}).") from None
    if not isinstance(plain, dict) or "harena_record" not in plain:
        raise RecordError("This is not a record: it has no 'harena_record' entry.")
    if plain["harena_record"] != FORMAT:
        shown = repr(plain["harena_record"])[:20]
        raise RecordError(f"This record has format {shown}; this Harena reads format {FORMAT} only.")
    try:
        record = msgspec.convert(plain, Record)
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at ")
        where = f" at {place.strip('`')}" if place else ""
        raise RecordError(f"This record is damaged: {what[:1].lower()}{what[1:]}{where}.") from None
    if record.engine != ENGINE:
        made_by = f"This record was made by engine {record.engine}"
        raise RecordError(f"{made_by}; this is engine {ENGINE}, which plays differently.")
    if isinstance(record.dice, FastSeed) and not 0 <= record.dice.seed < SEED_LIMIT:
        raise RecordError("This record is damaged: its seed is not between 0 and 2^62 - 1.")
    return record
