"""What a host does with the tables of a database: look at them, export records, delete old ones."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from harena.core.errors import HarenaError
from harena.core.record import Record
from harena.server.record import record_of
from harena.server.schema import ENTRIES
from harena.server.store import Kept, Store, make_store
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
    """Its players' names and its last change are read from its entries, without playing it again."""
    names: dict[int, str] = {}
    changed_at = kept.changed_at
    entries = await store.entries(kept.id)
    for entry in entries:
        changed_at = entry.at
        if entry.kind == "opened":
            plans = enumerate(entry.more["setup"]["seats"])
            names = {seat: plan["name"] or _bot_name(plan["bot"]) for seat, plan in plans}
        elif entry.kind == "sat":
            names[entry.seat] = entry.text
    players = [name or "(free)" for name in names.values()]
    return Listed(kept.id, kept.game, kept.status, players, kept.opened_at, changed_at, len(entries))


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
    return [one for one in kept if await _last_entry(store, one) < before]


async def _last_entry(store: Store, kept: Kept) -> int:
    """When something was last entered: the list of tables knows only when they began and ended."""
    wanted = select(func.max(ENTRIES.c.number)).where(ENTRIES.c.table_id == kept.id)
    async with store.engine.connect() as connection:
        number = (await connection.execute(wanted)).scalar()
    last = await store.entries(kept.id, number) if number is not None else []
    return last[-1].at if last else kept.changed_at


def seconds_of(span: str) -> int:
    """A span of time like 30d, 12h, 90m or 2w."""
    found = re.fullmatch(r"(\d{1,6})([mhdw])", span.strip())
    if found is None:
        raise HarenaError(f"A span of time looks like 30d, 12h, 90m or 2w, not {span[:40]!r}.")
    return int(found[1]) * SPANS[found[2]]


def check_status(status: str) -> None:
    """Refuse a status that no table has."""
    if status and status not in STATUSES:
        raise HarenaError(f"A table is {', '.join(STATUSES)}; not {status[:40]!r}.")


def written(at: int) -> str:
    """A time of an entry as a host reads it."""
    return datetime.fromtimestamp(at / 1000).strftime("%Y-%m-%d %H:%M")
