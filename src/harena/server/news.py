"""Hearing from other server processes over one PostgreSQL: which table is at which number, nothing more."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator

from harena.core.errors import HarenaError
from harena.server.hub import Hub
from harena.server.metrics import METRICS
from harena.server.store import CHANNEL
from harena.server.trouble import TroubleError

LOG = logging.getLogger("harena.server")
AGAIN_AFTER = 2.0  # seconds


@contextlib.asynccontextmanager
async def listen_to_others(hub: Hub, database: str) -> AsyncIterator[None]:
    """Listen as long as the server runs; with an embedded file there is nobody else."""
    if not hub.store.is_postgres:
        yield
        return
    task = asyncio.create_task(_listen_on(hub, database))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _listen_on(hub: Hub, database: str) -> None:
    """Listen; when the connection breaks, connect anew and look after every table in memory."""
    while True:
        try:
            await _listen(hub, database)
        except (OSError, Exception):
            LOG.exception("no news from the database")
        await asyncio.sleep(AGAIN_AFTER)


async def _listen(hub: Hub, database: str) -> None:
    import asyncpg  # type: ignore[import-untyped]

    connection = await asyncpg.connect(f"postgresql://{database.split('://', 1)[1]}")
    news: asyncio.Queue[str] = asyncio.Queue()
    try:
        await connection.add_listener(CHANNEL, lambda *heard: news.put_nowait(heard[3]))
        for live in list(hub.live.values()):  # what was missed while nobody listened
            await _heard(hub, live.table.id, live.table.number)
        while not connection.is_closed():
            try:
                payload = await asyncio.wait_for(news.get(), AGAIN_AFTER)
            except TimeoutError:
                continue
            table_id, _, number = payload.partition(" ")
            await _heard(hub, table_id, int(number))
    finally:
        await connection.close(timeout=2)


async def _heard(hub: Hub, table_id: str, number: int) -> None:
    """News of one table; where they cannot be followed, those of all others still are."""
    try:
        await hub.heard_of(table_id, number)
    except TroubleError:
        raise  # of the database: what is missed meanwhile is looked for when it answers again
    except HarenaError:
        pass  # damaged or deleted, which is in the log already
    except Exception:
        METRICS.count("errors")
        LOG.exception("news of a table could not be followed", extra={"table": table_id})
