"""What a host does with the tables of a database: look at them, export records, delete old ones."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from harena.core.errors import HarenaError
from harena.core.record import Record
from harena.server.entry import ALL, OPENED, DamagedError, Entry, read_entry
from harena.server.record import record_of
from harena.server.setup import Setup
from harena.server.store import Kept, StillUsedError, Store, make_store
from harena.server.table import OVER, RUNNING, WAITING
from harena.server.trouble import TroubleError

STATUSES = (WAITING, RUNNING, OVER)
SPANS = {"m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}  # seconds
MOST = 1_000_000


@dataclass(frozen=True)
class Listed:
    """A table as a host sees it in a list."""

    id: str
    game: str
    status: str
    players: list[str]
    opened_at: int
    changed_at: int
    entries: int
    trouble: str = ""  # why nobody can play at it


@contextlib.asynccontextmanager
async def looking_at(database: str) -> AsyncIterator[Store]:
    """A database that a server may be using at the same time; nothing is made where nothing is."""
    store = make_store(database)
    if store.file is not None and not store.file.is_file():
        raise HarenaError(f"{store.file}: there is no such database.")
    try:
        await store.check_version()
        yield store
    except TroubleError as error:
        raise HarenaError(f"The database cannot be used. {error.trouble.to_host}") from None
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise HarenaError(f"The database cannot be used: {reason}.") from None
    finally:
        await store.engine.dispose()


async def list_tables(store: Store, status: str = "", most: int = 100) -> list[Listed]:
    """The tables, the last changed first."""
    check_status(status)
    kept = await store.all_tables(status, most=most)
    return [await _listed(store, one) for one in kept]


async def _listed(store: Store, kept: Kept) -> Listed:
    """Its players' names and its last change are read from its entries, without playing it again.

    A damaged table is listed as such, and stops no other from being listed.
    """
    names: dict[int, str] = {}
    changed_at, trouble = kept.changed_at, ""
    bodies = (await store.bodies([kept.id])).get(kept.id, [])
    try:
        for entry in _in_order(bodies):
            changed_at = entry.at
            if entry.kind == "opened":
                names = _planned_names(entry)
            elif entry.kind == "sat":
                names[entry.seat] = entry.text
    except DamagedError as damage:
        trouble = str(damage)
    players = [name or "(free)" for name in names.values()]
    when = (kept.opened_at, changed_at)
    return Listed(kept.id, kept.game, kept.status, players, *when, len(bodies), trouble)


def _in_order(bodies: Sequence[bytes]) -> Iterator[Entry]:
    """Entries that can be read and are where they belong."""
    if not bodies:
        raise DamagedError(0)
    for number, body in enumerate(bodies):
        entry = read_entry(number, body)
        if entry.number != number or entry.kind not in ALL or (number == 0) != (entry.kind == OPENED):
            raise DamagedError(number, "followed")
        yield entry


def _planned_names(opened: Entry) -> dict[int, str]:
    try:
        setup = msgspec.convert(opened.more.get("setup"), Setup)
    except msgspec.ValidationError as error:
        raise DamagedError(opened.number, "followed") from error
    return {seat: plan.name or _bot_name(plan.bot) for seat, plan in enumerate(setup.seats)}


def _bot_name(level: str) -> str:
    return f"{level.capitalize()} bot" if level else ""


async def record_from(store: Store, table_id: str, secret: bool = False) -> Record:
    """The record of a table; of a running one only on request, for it holds what is hidden."""
    kept = await store.find(table_id)
    if kept is None:
        raise HarenaError(f"There is no table {table_id[:40]!r} here; `harena tables` lists them.")
    table = await store.rebuilt(kept)
    if table.status == OVER:
        return record_of(table)
    if table.match is None:
        raise HarenaError("This table still waits for players; there is no record yet.")
    if not secret:
        raise HarenaError(
            "This game is still going on: its record holds everything that is hidden, the dice to come "
            "included. --secret exports it all the same; show it to nobody before the end."
        )
    return table.match.record()


async def old_tables(store: Store, older_than: str, status: str = OVER) -> list[Kept]:
    """Tables at which nothing was entered for so long."""
    check_status(status)
    before = int(time.time() * 1000) - seconds_of(older_than) * 1000
    kept = await store.all_tables(status, before=before, most=MOST)
    last = await store.last_entries([one.id for one in kept])
    return [one for one in kept if entered_at(one, last) < before]


async def delete_tables(store: Store, tables: Sequence[Kept]) -> list[str]:
    """Delete tables, but none at which something has happened meanwhile; the ids of those that are gone."""
    last = await store.last_entries([one.id for one in tables])
    gone = []
    for one in tables:
        with contextlib.suppress(StillUsedError):
            await store.delete(one.id, last[one.id][0] if one.id in last else None)
            gone.append(one.id)
    return gone


def entered_at(kept: Kept, last: Mapping[str, tuple[int, bytes]]) -> int:
    """When something was last entered: the list of tables knows only when they began and ended."""
    try:
        return read_entry(*last[kept.id]).at if kept.id in last else kept.changed_at
    except DamagedError:
        return kept.changed_at


def seconds_of(span: str) -> int:
    """A span of time like 30d, 12h, 90m or 2w."""
    found = re.fullmatch(r"(\d{1,6})([mhdw])", span.strip())
    if found is None:
        raise HarenaError(f"A span of time looks like 30d, 12h, 90m or 2w, not {span[:40]!r}.")
    return int(found[1]) * SPANS[found[2]]


def seconds_kept(word: str, flag: str) -> int:
    """How long a host wishes to keep something: 30d, 12h, 90m, 2w, or forever."""
    if word.strip() == "forever":
        return 0
    try:
        seconds = seconds_of(word)
    except HarenaError as error:
        raise HarenaError(f"{flag}: {error} It can also be forever.") from None
    if not seconds:
        raise HarenaError(f"{flag}: nothing would be kept at all; say forever to keep everything.")
    return seconds


def check_status(status: str) -> None:
    """Refuse a status that no table has."""
    if status and status not in STATUSES:
        raise HarenaError(f"A table is {', '.join(STATUSES)}; not {status[:40]!r}.")


def written(at: int) -> str:
    """A time of an entry as a host reads it."""
    return datetime.fromtimestamp(at / 1000).strftime("%Y-%m-%d %H:%M")
