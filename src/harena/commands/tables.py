"""`harena tables`: what a host does with the tables of a server."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Annotated, TypeVar

from cyclopts import App, Parameter
from rich.console import RenderableType
from rich.table import Column, Table
from rich.text import Text

from harena.core.errors import HarenaError
from harena.core.prose import count
from harena.core.record import write_record
from harena.look.room import ByRoom
from harena.terminal.console import open_terminal
from harena.terminal.lists import explained

try:
    from harena.server import backup as backups
    from harena.server import keeping
    from harena.server.settings import default_database
    from harena.server.store import Store
except ImportError:
    raise HarenaError('For a server\'s tables install "harena[web]".') from None

T = TypeVar("T")
ROOMY = 110  # columns for a table; with fewer the tables are listed with some lines each
Database = Annotated[
    str | None,
    Parameter(
        name="--database",
        help="sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME; or HARENA_DATABASE in the environment.",
    ),
]

app = App(
    name="tables",
    help="List the tables of a server, export records, delete old tables, back them up.",
    default_parameter=Parameter(negative=(), show_default=False),
    result_action="return_value",
)


def named(database: str | None) -> str:
    """The database that was named, or that `harena serve` would use."""
    return database or os.environ.get("HARENA_DATABASE") or default_database()


def with_store(database: str | None, work: Callable[[Store], Awaitable[T]]) -> T:
    """Do something with the database that was named, or that `harena serve` would use."""

    async def done() -> T:
        async with keeping.looking_at(named(database)) as store:
            return await work(store)

    return asyncio.run(done())


@app.default
def tables(*, database: Database = None, status: str = "", most: int = 100) -> None:
    """List the tables, the last begun or ended first.

    Parameters
    ----------
    status
        Only those that are waiting, running or over.
    most
        How many to list; 100 if left out.
    """
    found = with_store(database, lambda store: keeping.list_tables(store, status, most))
    terminal = open_terminal()
    if not found:
        terminal.say("There are no tables.")
        return
    terminal.say(ByRoom(ROOMY, _table(found), _list(found)))
    for one in found:
        if one.trouble:
            terminal.say(f"{one.id}: {one.trouble}")


def _table(found: Sequence[keeping.Listed]) -> Table:
    whole = Column("Table", no_wrap=True, min_width=16)  # an id that is cut off is of no use
    shown = Table(whole, "Game", "Status", "Players", "Opened", "Last change", "Entries")
    for one in found:
        times = (keeping.written(one.opened_at), keeping.written(one.changed_at))
        words = (one.id, one.game, _status(one), ", ".join(one.players), *times, str(one.entries))
        shown.add_row(*map(Text, words))
    return shown


def _list(found: Sequence[keeping.Listed]) -> Table:
    """For a narrow terminal: each table with some lines."""
    rows: list[tuple[str, list[RenderableType]]] = []
    for one in found:
        times = f"opened {keeping.written(one.opened_at)}, changed {keeping.written(one.changed_at)}"
        players = ", ".join(one.players) or "nobody yet"
        said = (f"{one.game}, {_status(one)}: {players}", times, f"{one.entries} entries")
        rows.append((one.id, [Text(line) for line in said]))
    return explained(rows)


def _status(one: keeping.Listed) -> str:
    return f"{one.status}, damaged" if one.trouble else one.status


@app.command
def export(
    table: str, file: Path | None = None, /, *, database: Database = None, secret: bool = False
) -> None:
    """Write the record of a table to a file.

    Parameters
    ----------
    table
        The id of the table.
    file
        The file for the record; GAME-ID.json here if left out. It is overwritten.
    secret
        Export a game that is still going on. Its record holds everything that is hidden, the dice to come
        included: show it to nobody before the end.
    """
    record = with_store(database, lambda store: keeping.record_from(store, table, secret))
    path = file or Path(f"{record.game}-{table}.json")
    write_record(record, path)
    if record.result is None and not record.given_up:
        print("This game is still going on: the record holds its secrets.", file=sys.stderr)
    open_terminal().say(f"The record is in {path}")


@app.command
def prune(*, older_than: str, status: str = "over", dry_run: bool = False, database: Database = None) -> None:
    """Delete tables for good, with their chat and their records.

    Parameters
    ----------
    older_than
        For how long nothing has happened at them: 30d, 12h, 90m, 2w.
    status
        Which ones: over if left out; waiting for those that never began, running for those never ended.
    dry_run
        Only say what would be deleted.
    """

    async def work(store: Store) -> list[str]:
        old = await keeping.old_tables(store, older_than, status)
        return [one.id for one in old] if dry_run else await keeping.delete_tables(store, old)

    gone = with_store(database, work)
    tables = count(len(gone), "table")
    open_terminal().say(*gone, f"{tables} would be deleted." if dry_run else f"{tables} deleted.")


@app.command
def backup(to: Path, /, *, overwrite: bool = False, keep: int = 0, database: Database = None) -> None:
    """Copy the whole database as it is at one moment; the server may be running.

    A backup holds the seeds of games that are still going on: keep it as safe as the database itself.

    Parameters
    ----------
    to
        The file for the backup; or a folder, in which each backup gets a name with the date and time.
    overwrite
        Replace the file if it is there.
    keep
        How many backups stay in the folder; older ones are deleted. All if left out.
    """
    if keep < 0:
        raise HarenaError(f"--keep takes 1 or more, not {keep}.")
    done = backups.back_up(named(database), to, overwrite, keep)
    what = f"{count(done.tables, 'table')}, {count(done.entries, 'entry', 'entries')}"
    open_terminal().say(f"The backup is in {done.path}: {what}.")


@app.command
def restore(file: Path, /, *, replace: bool = False, database: Database = None) -> None:
    """Bring tables back from a backup.

    Tables that the database lacks are brought back, also while a server runs; the others stay as they are.

    Parameters
    ----------
    file
        The backup.
    replace
        Put everything back as it was in the backup, while no server runs. The present file is kept beside it.
    """
    done = backups.restore(named(database), file, replace)
    terminal = open_terminal()
    terminal.say(f"{count(len(done.tables), 'table')} brought back.")
    if done.aside is not None:
        terminal.say(f"The database as it was before is in {done.aside}")
