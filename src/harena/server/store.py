"""Where tables are kept: one set of statements for an embedded SQLite file and for PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    Table,
    column,
    delete,
    event,
    exists,
    func,
    literal,
    select,
    text,
    update,
    values,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from harena.core.errors import HarenaError
from harena.server.entry import DamagedError, Entry, read_entry
from harena.server.metrics import METRICS
from harena.server.packs import PackCopy, installed_digests
from harena.server.pen import PROBE, Pen, Row, prepare
from harena.server.private import make_private
from harena.server.schema import (
    ABOUT,
    ENTRIES,
    HOLDERS,
    PACKS,
    PROBES,
    SERVERS,
    TABLES,
    VERSION,
    bring_up,
    check_version,
)
from harena.server.table import Table as PlayedTable
from harena.server.table import following, packs_in
from harena.server.trouble import DATABASE_ERRORS, TOO_NEW, TroubleError, Watch, trouble_in

try:
    import fcntl
except ImportError:  # Windows has no such lock
    fcntl = None  # type: ignore[assignment]

LOG = logging.getLogger("harena.server")
CHANNEL = "harena"
MOST_HELD = 200  # seats of one browser
MOST_AT_ONCE = 500  # entries written in one transaction
DISCREET: dict[str, Any] = {"hide_parameters": True}  # else seeds would stand in the trace of a fault
POOL, OVERFLOW = 8, 4  # connections to PostgreSQL: kept, and more while many are needed
SHARED_POOL, SHARED_OVERFLOW = 24, 12  # of all workers together, as far as each has enough


class TakenError(HarenaError):
    """Another process has written the entry with this number first."""


class InUseError(HarenaError):
    """Another server uses this file."""


class GoneError(HarenaError):
    """The table was deleted, perhaps by another program."""

    def __init__(self) -> None:
        super().__init__("This table has been deleted; nothing more can be done at it.")


class StillUsedError(HarenaError):
    """Something was entered at a table that nobody seemed to need."""


@dataclass(frozen=True)
class Kept:
    """What is kept of a table beside its entries."""

    id: str
    game: str
    server_seed: str
    next_seed: str
    status: str
    listed: bool
    opened_at: int
    changed_at: int


@dataclass(frozen=True)
class Hold:
    """A seat that a browser held once, and still does if the seat has this key."""

    table_id: str
    seat: int
    key: str  # hashed


@dataclass
class Pending:
    """An entry that waits to be written."""

    table_id: str
    entry: Entry
    done: asyncio.Future[bool]


class Store:
    """The database. Entries of all tables are written by one task, as many as wait in one transaction."""

    def __init__(self, engine: AsyncEngine, file: Path | None = None) -> None:
        self.engine = engine
        self.file = file  # of an embedded database
        self._held: IO[str] | None = None
        self.is_postgres = engine.dialect.name == "postgresql"
        self._waiting: list[Pending] = []
        self._wake = asyncio.Event()
        self._turn = asyncio.Lock()
        self._writer: asyncio.Task[None] | None = None
        self._pen = Pen(file) if file is not None else None
        self.watch = Watch()
        self._known_packs: set[str] = set()  # digests of packs that are in the database: they stay there
        self._too_new = False  # a newer server has changed the database meanwhile

    # --- opening and closing

    async def open(self) -> None:
        """Make the tables if they are not there, and begin to write."""
        if self.file is not None:
            self._held = hold_file(self.file)
            make_private(self.file)
        async with self._change() as connection:
            await self._lock_schema(connection)
            before = await connection.run_sync(bring_up)
        if before not in (None, VERSION):
            LOG.warning("The database was brought from version %s to %s.", before, VERSION)
        self._writer = asyncio.create_task(self._write_on())

    @contextlib.asynccontextmanager
    async def _change(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes. SQLite has one writer at a time, and whoever waits there may wait too
        long: here all take turns.
        """
        self._check_version()
        turn = contextlib.nullcontext() if self.is_postgres else self._turn
        try:
            async with turn, self.engine.begin() as connection:
                yield connection
        except DATABASE_ERRORS as error:
            raise await self._noted(error) from error
        self.watch.wrote()

    @contextlib.asynccontextmanager
    async def _look(self) -> AsyncIterator[AsyncConnection]:
        """A connection that reads."""
        try:
            async with self.engine.connect() as connection:
                yield connection
        except DATABASE_ERRORS as error:
            raise await self._noted(error) from error

    async def _noted(self, error: Exception) -> Exception:
        """What to raise for an error of the database; the host is told, and connections are made anew."""
        trouble = trouble_in(error)
        if trouble is None:
            return error
        if self._writer is not None:  # a start that fails says so itself
            self.watch.failed(trouble)
        with contextlib.suppress(Exception):
            await self.engine.dispose()
        return TroubleError(trouble)

    def _check_version(self) -> None:
        if self._too_new:
            self.watch.failed(TOO_NEW)
            raise TroubleError(TOO_NEW)

    async def probe(self) -> None:
        """Write something and delete it again; TroubleError, and the host is told, if that cannot be done."""
        await self.check_version()
        if self._pen is None:
            async with self._change() as connection:
                await connection.execute(PROBES.insert().values(body=bytes(PROBE)))
                await connection.execute(delete(PROBES))
            return
        try:
            async with self._turn:
                await self._pen.probe()
        except DATABASE_ERRORS as error:
            raise await self._noted(error) from error
        self.watch.wrote()

    async def check_version(self) -> None:
        """Has a newer server changed the database? Then this one writes nothing more into it."""
        async with self._look() as connection:
            try:
                await connection.run_sync(check_version)
            except TroubleError:
                self._too_new = True
                self._check_version()
        self._too_new = False

    async def _lock_schema(self, connection: AsyncConnection) -> None:
        """Two processes that start at once must not both make the tables."""
        if self.is_postgres:
            await connection.execute(text("SELECT pg_advisory_xact_lock(4721)"))
        else:  # else each statement that changes a table would be a transaction of its own
            await connection.exec_driver_sql("BEGIN IMMEDIATE")

    async def close(self) -> None:
        """Write what waits, then close."""
        if self._writer is not None:
            while self._waiting:
                await asyncio.sleep(0.01)
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        if self._pen is not None:
            await self._pen.close()
        await self.engine.dispose()
        if self._held is not None:
            self._held.close()

    def insert(self, table: Table) -> Any:
        """An insert that knows `on_conflict_do_nothing`, in the database's own dialect."""
        return (postgresql.insert if self.is_postgres else sqlite.insert)(table)

    # --- entries

    async def append(self, table_id: str, entry: Entry) -> None:
        """Write an entry and return once it is safe on the disk.

        TakenError if another has its number, GoneError if the table was deleted.
        """
        self._check_version()
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(Pending(table_id, entry, done))
        self._wake.set()
        if not await done:
            raise TakenError("Somebody else was quicker.")

    async def _write_on(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch = self._waiting[:MOST_AT_ONCE]
                try:
                    written = await self._write(batch)
                    gone = await self._gone(batch, written)
                except Exception as error:
                    failure = await self._failure(error, batch)
                    for pending in batch:
                        if not pending.done.done():
                            pending.done.set_exception(failure)
                else:
                    for pending in batch:
                        if pending.done.done():
                            continue
                        if pending.table_id in gone:
                            pending.done.set_exception(GoneError())
                        else:
                            pending.done.set_result((pending.table_id, pending.entry.number) in written)
                del self._waiting[: len(batch)]

    async def _gone(self, batch: Sequence[Pending], written: set[tuple[str, int]]) -> set[str]:
        """Of the tables at which something was not written, those that are not there any more."""
        missed = {one.table_id for one in batch if (one.table_id, one.entry.number) not in written}
        if not missed:
            return missed
        async with self._look() as connection:
            there = await connection.execute(select(TABLES.c.id).where(TABLES.c.id.in_(missed)))
            return missed - {row[0] for row in there}

    async def _failure(self, error: Exception, batch: Sequence[Pending]) -> HarenaError:
        """Why entries were not written, for those who wait for them; the host is told with their marks."""
        noted = await self._noted(error)
        one = batch[0]
        facts = {"table": one.table_id, "number": one.entry.number, "request": one.entry.request}
        if isinstance(noted, TroubleError):
            if self.watch.may_tell():
                LOG.warning("entries were not written", extra={**facts, "entries": len(batch)})
            return noted
        METRICS.count("errors")
        METRICS.count("writes_failed")
        LOG.error("entries were not written", exc_info=error, extra={**facts, "entries": len(batch)})
        return HarenaError(f"The database could not write: {type(error).__name__}.")

    async def _write(self, batch: Sequence[Pending]) -> set[tuple[str, int]]:
        rows = [
            (one.table_id, one.entry.number, msgspec.json.encode(one.entry))
            for one in sorted(batch, key=lambda one: (one.table_id, one.entry.number))
        ]  # in order, so that two processes with the same tables in hand cannot block each other
        if self._pen is None:
            return await self._write_and_tell(rows)
        async with self._turn:
            written = await self._pen.write(rows)
        self.watch.wrote()
        return written

    async def _write_and_tell(self, rows: list[Row]) -> set[tuple[str, int]]:
        """Other processes hear at which number a table is."""
        new = values(*(column(one.name, one.type) for one in ENTRIES.c), name="new").data(rows)
        there = exists().where(TABLES.c.id == new.c.table_id)
        statement = (
            self.insert(ENTRIES)
            .from_select(ENTRIES.c.keys(), select(new).where(there))
            .on_conflict_do_nothing()
            .returning(ENTRIES.c.table_id, ENTRIES.c.number)
        )
        async with self._change() as connection:
            written = {(row[0], row[1]) for row in await connection.execute(statement)}
            for table_id, number in written:
                await connection.execute(select(func.pg_notify(CHANNEL, f"{table_id} {number}")))
        return written

    async def set_status(self, table_id: str, status: str, at: int) -> None:
        """A table has begun or ended: for lists, the entries themselves say it too."""
        changed = update(TABLES).where(TABLES.c.id == table_id).values(status=status, changed_at=at)
        async with self._change() as connection:
            await connection.execute(changed)

    async def entries(self, table_id: str, since: int = 0) -> list[Entry]:
        """The entries of a table from a number on."""
        wanted = (
            select(ENTRIES.c.body)
            .where(ENTRIES.c.table_id == table_id, ENTRIES.c.number >= since)
            .order_by(ENTRIES.c.number)
        )
        async with self._look() as connection:
            rows = await connection.execute(wanted)
            return [read_entry(since + place, row[0]) for place, row in enumerate(rows)]

    async def first_entry(self, table_id: str) -> Entry:
        """How a table was opened."""
        wanted = select(ENTRIES.c.body).where(ENTRIES.c.table_id == table_id, ENTRIES.c.number == 0)
        async with self._look() as connection:
            body = (await connection.execute(wanted)).scalar()
        return read_entry(0, body or b"")

    async def last_entries(self, table_ids: Sequence[str]) -> dict[str, tuple[int, bytes]]:
        """Of each table the last entry, with its number, as it is kept."""
        last = select(ENTRIES.c.table_id, func.max(ENTRIES.c.number).label("number"))
        found: dict[str, tuple[int, bytes]] = {}
        for first in range(0, len(table_ids), MOST_AT_ONCE):
            some = table_ids[first : first + MOST_AT_ONCE]
            newest = last.where(ENTRIES.c.table_id.in_(some)).group_by(ENTRIES.c.table_id).subquery()
            wanted = select(ENTRIES).join(
                newest, (ENTRIES.c.table_id == newest.c.table_id) & (ENTRIES.c.number == newest.c.number)
            )
            async with self._look() as connection:
                found |= {row[0]: (row[1], row[2]) for row in await connection.execute(wanted)}
        return found

    async def bodies(self, table_ids: Sequence[str]) -> dict[str, list[bytes]]:
        """The entries of several tables as they are kept, in one statement."""
        wanted = select(ENTRIES.c.table_id, ENTRIES.c.body).where(ENTRIES.c.table_id.in_(table_ids))
        found: dict[str, list[bytes]] = {}
        async with self._look() as connection:
            for table_id, body in await connection.execute(
                wanted.order_by(ENTRIES.c.table_id, ENTRIES.c.number)
            ):
                found.setdefault(table_id, []).append(body)
        return found

    # --- tables

    async def create(self, kept: Kept, entry: Entry, copies: Sequence[PackCopy] = ()) -> bool:
        """A new table with its first entry and its packs; false, and nothing is done, if it is there."""
        row = {**vars(kept), "listed": int(kept.listed)}
        new = self.insert(TABLES).values(row).on_conflict_do_nothing().returning(TABLES.c.id)
        async with self._change() as connection:
            if (await connection.execute(new)).first() is None:
                return False
            for copy in (one for one in copies if one.digest not in self._known_packs):
                row = {"game": copy.game, "digest": copy.digest, "name": copy.name}
                body = msgspec.json.encode(copy)
                await connection.execute(self.insert(PACKS).values(**row, body=body).on_conflict_do_nothing())
            await connection.execute(
                self.insert(ENTRIES).values(table_id=kept.id, number=0, body=msgspec.json.encode(entry))
            )
            if self.is_postgres:
                await connection.execute(select(func.pg_notify(CHANNEL, f"{kept.id} 0")))
        self._known_packs |= {copy.digest for copy in copies}
        return True

    async def find(self, table_id: str) -> Kept | None:
        """A table by its id."""
        found = await self._kept(select(TABLES).where(TABLES.c.id == table_id))
        return found[0] if found else None

    async def all_tables(self, status: str = "", before: int = 0, most: int = 1000) -> list[Kept]:
        """Tables, the newest first: of one status, or last changed in status before a time."""
        wanted = select(TABLES).order_by(TABLES.c.changed_at.desc()).limit(most)
        if status:
            wanted = wanted.where(TABLES.c.status == status)
        if before:
            wanted = wanted.where(TABLES.c.changed_at < before)
        return await self._kept(wanted)

    async def changed_between(self, status: str, since: int, until: int, most: int) -> list[Kept]:
        """Tables that came to a status after one time and before another, the first to do so first."""
        at = TABLES.c.changed_at
        wanted = select(TABLES).where(TABLES.c.status == status, at > since, at < until)
        return await self._kept(wanted.order_by(at).limit(most))

    async def listed(self, status: str, most: int) -> list[Kept]:
        """Tables that are shown to all."""
        wanted = select(TABLES).where(TABLES.c.status == status, TABLES.c.listed == 1)
        return await self._kept(wanted.order_by(TABLES.c.changed_at.desc()).limit(most))

    async def count(self) -> dict[str, int]:
        """How many tables there are of each status."""
        wanted = select(TABLES.c.status, func.count()).group_by(TABLES.c.status)
        async with self._look() as connection:
            return {row[0]: row[1] for row in await connection.execute(wanted)}

    async def _kept(self, wanted: Any) -> list[Kept]:
        async with self._look() as connection:
            rows = (await connection.execute(wanted)).mappings().all()
        return [Kept(**{**row, "listed": bool(row["listed"])}) for row in rows]

    async def delete(self, table_id: str, last: int | None = None) -> None:
        """A table and all that belongs to it.

        StillUsedError, and nothing is done, if something was entered after the entry with the number `last`.
        """
        newer = select(ENTRIES.c.number).where(ENTRIES.c.table_id == table_id).limit(1)
        async with self._change() as connection:
            if self.is_postgres:  # nobody writes an entry to a table that is just being deleted
                await connection.execute(text("LOCK TABLE entries IN SHARE ROW EXCLUSIVE MODE"))
            await connection.execute(delete(TABLES).where(TABLES.c.id == table_id))
            if last is not None and (await connection.execute(newer.where(ENTRIES.c.number > last))).first():
                raise StillUsedError("Somebody plays at this table again.")
            await connection.execute(delete(ENTRIES).where(ENTRIES.c.table_id == table_id))
            await connection.execute(delete(HOLDERS).where(HOLDERS.c.table_id == table_id))

    async def empty(self, table_id: str, talk: Sequence[Entry]) -> None:
        """Forget the words of entries; that something was said there stays."""
        async with self._change() as connection:
            for entry in talk:
                body = msgspec.json.encode(msgspec.structs.replace(entry, text=""))
                place = (ENTRIES.c.table_id == table_id, ENTRIES.c.number == entry.number)
                await connection.execute(update(ENTRIES).where(*place).values(body=body))

    async def rewrite(self, table_id: str, entries: Sequence[Entry]) -> None:
        """Put other words in place of some entries, under the same numbers."""
        async with self._change() as connection:
            for entry in entries:
                place = (ENTRIES.c.table_id == table_id, ENTRIES.c.number == entry.number)
                body = msgspec.json.encode(entry)
                await connection.execute(update(ENTRIES).where(*place).values(body=body))

    async def remembered(self, name: str) -> str:
        """Something that servers note for each other; empty if nothing was."""
        async with self._look() as connection:
            found = await connection.execute(select(ABOUT.c.value).where(ABOUT.c.name == name))
            return found.scalar() or ""

    async def remember(self, name: str, value: str) -> None:
        row = self.insert(ABOUT).values(name=name, value=value)
        async with self._change() as connection:
            await connection.execute(
                row.on_conflict_do_update(index_elements=["name"], set_={"value": value})
            )

    async def noted(self, beginning: str) -> dict[str, str]:
        """All that was noted under names with this beginning."""
        wanted = select(ABOUT.c.name, ABOUT.c.value).where(
            ABOUT.c.name.startswith(beginning, autoescape=True)
        )
        async with self._look() as connection:
            return {row[0]: row[1] for row in await connection.execute(wanted)}

    async def take_note(self, name: str) -> str:
        """What was noted, for the one who takes it first; empty for all others."""
        taken = delete(ABOUT).where(ABOUT.c.name == name).returning(ABOUT.c.value)
        async with self._change() as connection:
            return (await connection.execute(taken)).scalar() or ""

    # --- packs

    async def copies(self, game: str, digests: Sequence[str] = (), name: str = "") -> list[PackCopy]:
        """Packs that were kept: by their digests, or all of a name."""
        which = PACKS.c.name == name if name else PACKS.c.digest.in_(digests)
        wanted = select(PACKS.c.body).where(PACKS.c.game == game, which)
        async with self._look() as connection:
            rows = await connection.execute(wanted)
            return [msgspec.json.decode(row[0], type=PackCopy) for row in rows]

    async def rebuilt(self, kept: Kept) -> PlayedTable:
        """A table from its entries, with the packs it was opened with."""
        bodies = (await self.bodies([kept.id])).get(kept.id, [])
        table = await self.begun(kept, bodies)
        for _ in following(table, bodies):
            pass
        return table

    async def begun(self, kept: Kept, bodies: Sequence[bytes]) -> PlayedTable:
        """A table before its first entry, with the packs it was opened with."""
        if not bodies:
            raise DamagedError(0)
        here = installed_digests(kept.game)
        digests = [digest for digest in packs_in(read_entry(0, bodies[0])) if digest not in here]
        return PlayedTable(
            kept.id, kept.server_seed, await self.copies(kept.game, digests) if digests else []
        )

    # --- who holds what

    async def hold(self, player: str, hold: Hold, before: str = "") -> None:
        """A browser holds a seat, and what it has held so far under another name."""
        row = {"player": player, "table_id": hold.table_id, "seat": hold.seat, "seat_key": hold.key}
        statement = self.insert(HOLDERS).values(row)
        keys = ["player", "table_id", "seat"]
        async with self._change() as connection:
            await connection.execute(
                statement.on_conflict_do_update(index_elements=keys, set_={"seat_key": hold.key})
            )
            if before:
                columns = (HOLDERS.c.table_id, HOLDERS.c.seat, HOLDERS.c.seat_key)
                held = select(literal(player), *columns).where(HOLDERS.c.player == before).limit(MOST_HELD)
                copied = self.insert(HOLDERS).from_select([*keys, "seat_key"], held)
                await connection.execute(copied.on_conflict_do_nothing())

    async def hold_like(self, player: str, other: str) -> int:
        """A browser holds, beside its own, what another one holds; how many seats that gives it."""
        columns = (HOLDERS.c.table_id, HOLDERS.c.seat, HOLDERS.c.seat_key)
        held = select(literal(player), *columns).where(HOLDERS.c.player == other)
        new = self.insert(HOLDERS).from_select(["player", "table_id", "seat", "seat_key"], held)
        async with self._change() as connection:
            count = select(func.count()).select_from(HOLDERS).where(HOLDERS.c.player == other)
            found = int((await connection.execute(count)).scalar_one())
            await connection.execute(new.on_conflict_do_nothing())
        return found

    async def forget_player(self, player: str) -> None:
        """A browser that has another name by now."""
        async with self._change() as connection:
            await connection.execute(delete(HOLDERS).where(HOLDERS.c.player == player))

    async def hold_again(self, hold: Hold, next_id: str, next_seat: int) -> None:
        """Who holds a seat here holds one at the next table too, with the same key."""
        async with self._look() as connection:
            players = [row[0] for row in await connection.execute(select(HOLDERS.c.player).where(*_is(hold)))]
        for player in players:
            await self.hold(player, Hold(next_id, next_seat, hold.key))

    async def let_go(self, hold: Hold) -> None:
        """Nobody holds a seat with this key any more."""
        async with self._change() as connection:
            await connection.execute(delete(HOLDERS).where(*_is(hold)))

    async def held(self, player: str, table_id: str = "", most: int = MOST_HELD) -> list[Hold]:
        """The seats a browser has held, at one table or at all."""
        columns = (HOLDERS.c.table_id, HOLDERS.c.seat, HOLDERS.c.seat_key)
        wanted = select(*columns).where(HOLDERS.c.player == player)
        if table_id:
            wanted = wanted.where(HOLDERS.c.table_id == table_id)
        async with self._look() as connection:
            return [Hold(*row) for row in await connection.execute(wanted.limit(most))]

    async def sat_at(self, player: str, most: int) -> list[tuple[Kept, Hold]]:
        """The seats a browser has held, with their tables, those that changed last first."""
        columns = (HOLDERS.c.seat, HOLDERS.c.seat_key)
        wanted = (
            select(TABLES, *columns)
            .join(HOLDERS, HOLDERS.c.table_id == TABLES.c.id)
            .where(HOLDERS.c.player == player)
            .order_by(TABLES.c.changed_at.desc(), TABLES.c.id, HOLDERS.c.seat)
        )
        async with self._look() as connection:
            rows = (await connection.execute(wanted.limit(most))).mappings().all()
        found = []
        for row in rows:
            plain = {one.name: row[one.name] for one in TABLES.c}
            hold = Hold(row["id"], row["seat"], row["seat_key"])
            found.append((Kept(**{**plain, "listed": bool(row["listed"])}), hold))
        return found

    # --- servers

    async def beat(self, name: str, at: int) -> None:
        """This server process is alive at a time."""
        row = self.insert(SERVERS).values(name=name, seen_at=at)
        async with self._change() as connection:
            await connection.execute(row.on_conflict_do_update(index_elements=["name"], set_={"seen_at": at}))

    async def clock(self) -> int:
        """What the clock of PostgreSQL says, in milliseconds since 1970."""
        wanted = text("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)")
        async with self.engine.connect() as connection:
            return int((await connection.execute(wanted)).scalar_one())

    async def servers(self) -> dict[str, int]:
        """When each server process was last alive."""
        async with self._look() as connection:
            rows = await connection.execute(select(SERVERS.c.name, SERVERS.c.seen_at))
            return {row[0]: row[1] for row in rows}

    async def forget_server(self, name: str) -> None:
        async with self._change() as connection:
            await connection.execute(delete(SERVERS).where(SERVERS.c.name == name))


def hold_file(file: Path) -> IO[str]:
    """One server at a time for an embedded file: two would not hear of each other's entries.

    It is held until what comes back is closed.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        held = open(f"{file}.lock", "w")  # noqa: SIM115
        if fcntl is not None:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        held.close()
        raise InUseError(f"Another server uses {file}; several need PostgreSQL.") from None
    except OSError as error:
        raise HarenaError(f"{file}: the database cannot be opened: {error.strerror}.") from None
    return held


def _is(hold: Hold) -> tuple[ColumnElement[bool], ...]:
    return (
        HOLDERS.c.table_id == hold.table_id,
        HOLDERS.c.seat == hold.seat,
        HOLDERS.c.seat_key == hold.key,
    )


def pool_for(workers: int) -> dict[str, Any]:
    """The connections of one of several processes: a PostgreSQL allows a hundred if nobody says otherwise."""
    kept, more = max(2, SHARED_POOL // workers), max(1, SHARED_OVERFLOW // workers)
    return {"pool_size": min(POOL, kept), "max_overflow": min(OVERFLOW, more)}


def make_store(url: str, workers: int = 1) -> Store:
    """A store for a database's address: `sqlite:///harena.db`, or `postgresql://…`."""
    if url.startswith("sqlite:///"):
        engine = create_async_engine(url.replace("sqlite:", "sqlite+aiosqlite:", 1), **DISCREET)
        event.listen(engine.sync_engine, "connect", _safe_sqlite)
        return Store(engine, Path(url.removeprefix("sqlite:///")))
    if url.startswith(("postgresql://", "postgres://")):
        address = url.split("://", 1)[1]
        try:
            engine = create_async_engine(f"postgresql+asyncpg://{address}", **pool_for(workers), **DISCREET)
        except ImportError:
            raise HarenaError('For PostgreSQL install "harena[postgres]".') from None
        except SQLAlchemyError:
            raise HarenaError("This address of a PostgreSQL database cannot be understood.") from None
    else:
        raise HarenaError("A database is sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME.")
    return Store(engine)


def _safe_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    prepare(cursor.execute)
    cursor.close()
