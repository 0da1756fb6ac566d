"""Backups of a database while servers use it, and bringing tables back from one."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import msgspec
from sqlalchemy import create_engine

from harena.core.errors import HarenaError
from harena.server import dump
from harena.server.entry import CAME, PAUSED, WENT, Entry
from harena.server.schema import ENTRIES, HOLDERS, PACKS, TABLES, bring_up
from harena.server.store import InUseError, hold_file, make_store
from harena.server.table import RUNNING
from harena.server.trouble import TroubleError, trouble_in

PRIVATE = 0o600  # a backup holds the seeds of games that are going on
PART = ".part"  # at the end of a name: not whole yet
BROUGHT = (ENTRIES, HOLDERS, PACKS, TABLES)  # what belongs to tables first: they are lacking until then
SIDE_FILES = ("-wal", "-shm")


@dataclass(frozen=True)
class Copied:
    """What a backup holds."""

    path: Path
    tables: int
    entries: int


@dataclass(frozen=True)
class Restored:
    """What was brought back."""

    tables: list[str]  # the ids of those that were not there
    aside: Path | None = None  # where the database that was replaced is now


def back_up(database: str, target: Path, overwrite: bool = False, keep: int = 0) -> Copied:
    """A copy of everything as it is at one moment; a server may go on writing meanwhile."""
    store = make_store(database)
    ending = ".dump" if store.file is None else ".db"
    if in_folder := target.is_dir():
        target = target / f"tables-{datetime.now():%Y%m%d-%H%M%S}{ending}"
    elif keep:
        raise HarenaError(f"--keep needs a folder for backups, and {target} is not one.")
    if target.exists() and not overwrite:
        raise HarenaError(f"{target} already exists. --overwrite replaces it.")
    part = target.with_name(target.name + PART)
    with sentences(target):
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_WRONLY, PRIVATE))
        try:
            if store.file is None:
                dump.dump(database, part)
                copied = Copied(target, *dump.counted(database))
            else:
                _copy(store.file, part)
                copied = Copied(target, *_counted(part))
            _settle(part, target)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        for old in sorted(target.parent.glob(f"tables-*{ending}"))[:-keep] if in_folder and keep else []:
            old.unlink()
    return copied


def _copy(source: Path, target: Path) -> None:
    """By SQLite itself: in one read, so whoever writes meanwhile neither waits nor shows."""
    if not source.is_file():
        raise HarenaError(f"{source}: there is no such database.")
    with contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old:
        old.execute("VACUUM INTO ?", (str(target),))


def _settle(part: Path, target: Path) -> None:
    """Give a file its name once it is on the disk."""
    with part.open("rb") as file:
        os.fsync(file.fileno())
    part.replace(target)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _counted(file: Path) -> tuple[int, int]:
    """How many tables and entries a file holds; it is looked through for damage."""
    with contextlib.closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as database:
        (sound,) = database.execute("PRAGMA quick_check(1)").fetchone()
        if sound != "ok":
            raise HarenaError(f"{file} is damaged: {sound}.")
        found = {row[0] for row in database.execute("SELECT name FROM sqlite_master")}
        if not {"tables", "entries"} <= found:
            raise HarenaError(f"{file} is not a database of tables.")
        (tables,) = database.execute("SELECT count(*) FROM tables").fetchone()
        (entries,) = database.execute("SELECT count(*) FROM entries").fetchone()
        return tables, entries


# --- bringing back


def restore(database: str, source: Path, replace: bool = False) -> Restored:
    """Bring back what the database lacks, also while a server runs; or all, as it was, while none does."""
    store = make_store(database)
    if not source.is_file():
        raise HarenaError(f"{source}: there is no such backup.")
    with sentences(source):
        if store.file is None:
            return Restored(dump.load(database, source, replace))
        _counted(source)
        if replace or not store.file.exists():
            return _put_back(store.file, source)
        return Restored(_bring(store.file, source))


def _put_back(file: Path, source: Path) -> Restored:
    """The whole database as it was. The present one is not deleted, but moved aside."""
    try:
        held = hold_file(file)
    except InUseError:
        raise HarenaError(f"A server uses {file}. Stop it first.") from None
    with contextlib.closing(held):
        part, aside = file.with_name(file.name + PART), None
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_WRONLY, PRIVATE))
        _copy(source, part)
        _brought_up(part)
        if file.exists():
            aside = file.with_name(f"{file.name}.before-{datetime.now():%Y%m%d-%H%M%S}")
            with contextlib.closing(sqlite3.connect(file)) as old:
                old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            file.rename(aside)
        for ending in SIDE_FILES:  # of the old one: they must not be taken for the new one's
            Path(f"{file}{ending}").unlink(missing_ok=True)
        _settle(part, file)
        with contextlib.closing(sqlite3.connect(file)) as new:
            return Restored([row[0] for row in new.execute("SELECT id FROM tables")], aside)


def _brought_up(file: Path) -> None:
    """A backup of an older version becomes one of this."""
    engine = create_engine(f"sqlite:///{file}")
    try:
        with engine.begin() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            bring_up(connection)
    finally:
        engine.dispose()


def _bring(file: Path, source: Path) -> list[str]:
    """Copy whole tables that are not there into a file that a server may be using.

    Time has passed since they were last played: as when a server was away, it is charged to nobody.
    """
    whole = source.with_name(f"{source.name}.{os.getpid()}{PART}")  # the backup itself stays as it is
    os.close(os.open(whole, os.O_CREAT | os.O_WRONLY, PRIVATE))
    try:
        _copy(source, whole)
        _brought_up(whole)
        with contextlib.closing(sqlite3.connect(file, timeout=30, isolation_level=None)) as database:
            database.execute("ATTACH ? AS backup", (str(whole),))
            database.execute("BEGIN IMMEDIATE")
            lacking = "SELECT id FROM backup.tables WHERE id NOT IN (SELECT id FROM main.tables)"
            ids = [row[0] for row in database.execute(lacking)]
            for table in BROUGHT:
                _bring_rows(database, table.name, [column.name for column in table.columns], lacking)
            _pause(database, ids)
            database.execute("COMMIT")
            return ids
    finally:
        whole.unlink(missing_ok=True)


def _bring_rows(database: sqlite3.Connection, name: str, columns: list[str], lacking: str) -> None:
    which = f"WHERE table_id IN ({lacking})" if "table_id" in columns else ""
    listed = ", ".join(columns)
    database.execute(
        f"INSERT OR IGNORE INTO main.{name} ({listed}) SELECT {listed} FROM backup.{name} {which}"
    )


def _pause(database: sqlite3.Connection, ids: list[str]) -> None:
    """At games that go on: nobody is there now, and the time that has passed is charged to nobody."""
    for table_id in ids:
        (status,) = database.execute("SELECT status FROM tables WHERE id = ?", (table_id,)).fetchone()
        rows = database.execute("SELECT body FROM entries WHERE table_id = ? ORDER BY number", (table_id,))
        entries = [msgspec.json.decode(row[0], type=Entry) for row in rows]
        if status != RUNNING or not entries:
            continue
        number, at = entries[-1].number + 1, max(int(time.time() * 1000), entries[-1].at)
        passed = {"milliseconds": at - entries[-1].at}
        here = {entry.seat: entry.kind == CAME for entry in entries if entry.kind in (CAME, WENT)}
        gone = [
            Entry(number + 1 + place, at, WENT, seat) for place, seat in enumerate(s for s in here if here[s])
        ]
        for entry in (Entry(number, at, PAUSED, more=passed), *gone):
            row = (table_id, entry.number, msgspec.json.encode(entry))
            database.execute("INSERT INTO entries (table_id, number, body) VALUES (?, ?, ?)", row)


@contextlib.contextmanager
def sentences(file: Path) -> Iterator[None]:
    """Whatever is wrong with a file or a database is said in a sentence."""
    try:
        yield
    except TroubleError as error:
        raise HarenaError(f"{file}: {error.trouble.to_host}") from None
    except (sqlite3.Error, OSError) as error:
        trouble = trouble_in(error)
        reason = trouble.to_host if trouble is not None else f"{error}."
        raise HarenaError(f"{file}: {reason}") from None
