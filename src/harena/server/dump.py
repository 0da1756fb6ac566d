"""Backups of a PostgreSQL database, by its own programs pg_dump and pg_restore."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import time
from pathlib import Path

from sqlalchemy import func, inspect, make_url, select
from sqlalchemy.exc import SQLAlchemyError

from harena.core.errors import HarenaError
from harena.server.alive import DEAD, LAST
from harena.server.schema import ENTRIES, TABLES
from harena.server.store import make_store

PROGRAMS = "They come with PostgreSQL's client programs, for example in the package postgresql-client."


def dump(database: str, target: Path) -> None:
    """Everything as it is at one moment; servers go on meanwhile."""
    _run(database, "pg_dump", "--format=custom", "--no-owner", f"--file={target}")


def load(database: str, source: Path, replace: bool) -> list[str]:
    """Bring everything back, into an empty database or in place of what is there; the ids of all tables."""
    there, alive = asyncio.run(_state(database))
    if there and not replace:
        raise HarenaError(
            "This PostgreSQL database already holds tables. A backup is brought back into an empty one, or "
            "in place of everything with --replace."
        )
    if alive:
        raise HarenaError("A server uses this database. Stop all servers, and wait a quarter of a minute.")
    clean = ("--clean", "--if-exists") if replace else ()
    name = str(make_url(database).database)
    words = ("--no-owner", "--single-transaction", "--exit-on-error", *clean, f"--dbname={name}", str(source))
    _run(database, "pg_restore", *words)
    return asyncio.run(_ids(database))


def counted(database: str) -> tuple[int, int]:
    """How many tables and entries there are."""

    async def count() -> tuple[int, int]:
        store = make_store(database)
        try:
            async with store.engine.connect() as connection:
                tables = (await connection.execute(select(func.count()).select_from(TABLES))).scalar_one()
                entries = (await connection.execute(select(func.count()).select_from(ENTRIES))).scalar_one()
                return tables, entries
        except SQLAlchemyError as error:
            raise HarenaError(f"The database cannot be used: {getattr(error, 'orig', error)}.") from None
        finally:
            await store.engine.dispose()

    return asyncio.run(count())


async def _state(database: str) -> tuple[bool, bool]:
    """Does the database hold tables, and does a server use it?"""
    store = make_store(database)
    try:
        async with store.engine.connect() as connection:
            there = await connection.run_sync(lambda one: inspect(one).has_table(TABLES.name))
        seen = await store.servers() if there else {}
    finally:
        await store.engine.dispose()
    now = int(time.time() * 1000)
    return there, any(now - at < DEAD for name, at in seen.items() if name != LAST)


async def _ids(database: str) -> list[str]:
    store = make_store(database)
    try:
        async with store.engine.connect() as connection:
            return [row[0] for row in await connection.execute(select(TABLES.c.id))]
    finally:
        await store.engine.dispose()


def _run(database: str, program: str, *words: str) -> None:
    """The password is handed over in the environment: everyone on a machine can read a command."""
    found = shutil.which(program)
    if found is None:
        raise HarenaError(f"{program} is not installed. {PROGRAMS}")
    url = make_url(database)
    named = {
        "PGHOST": url.host,
        "PGPORT": str(url.port) if url.port else None,
        "PGUSER": url.username,
        "PGPASSWORD": url.password,
        "PGDATABASE": url.database,
    }
    environment = {**os.environ, **{name: str(value) for name, value in named.items() if value}}
    done = subprocess.run([found, *words], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["it says nothing"])[0]
        raise HarenaError(f"{program} failed: {said}")
