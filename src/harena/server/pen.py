"""Writing entries to an embedded file: one thread, one trip to it and one commit for all that wait."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

BUSY = 5.0  # seconds in which another program may hold the file
ADD = "INSERT INTO entries (table_id, number, body) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
SAFELY = ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL")
Row = tuple[str, int, bytes]  # id of the table, number of the entry, the entry


class Pen:
    """Past SQLAlchemy and aiosqlite, which go to their thread and back for each of half a dozen steps."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pen")
        self._connection: sqlite3.Connection | None = None

    async def write(self, rows: Sequence[Row]) -> set[tuple[str, int]]:
        """Write those whose place is free, all or none; which ones, once they are safe on the disk."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._write, rows)

    def _write(self, rows: Sequence[Row]) -> set[tuple[str, int]]:
        connection = self._opened()
        connection.execute("BEGIN IMMEDIATE")
        try:
            written = {row[:2] for row in rows if connection.execute(ADD, row).rowcount}
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return written

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(self._file, timeout=BUSY, isolation_level=None)
            for statement in SAFELY:
                self._connection.execute(statement)
        return self._connection

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
