"""Writing entries to an embedded file: one thread, one trip to it and one commit for all that wait."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

BUSY = 5.0  # seconds in which another program may hold the file
PROBE = 16_384  # bytes: more than any page of a file has left
ADD = """
    INSERT INTO entries (table_id, number, body) SELECT ?1, ?2, ?3
    WHERE EXISTS (SELECT 1 FROM tables WHERE id = ?1) ON CONFLICT DO NOTHING
"""
SAFELY = (f"PRAGMA busy_timeout={BUSY * 1000:.0f}", "PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL")
Row = tuple[str, int, bytes]  # id of the table, number of the entry, the entry


def prepare(execute: Callable[[str], object]) -> None:
    """Every commit is on the disk before it counts; readers and the writer do not wait for each other."""
    for statement in SAFELY:
        execute(statement)


class Pen:
    """Past SQLAlchemy and aiosqlite, which go to their thread and back for each of half a dozen steps."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pen")
        self._connection: sqlite3.Connection | None = None

    async def probe(self) -> None:
        """Write something that takes room, and delete it again: an error if that cannot be done."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._probe)

    def _probe(self) -> None:
        connection = self._opened()
        try:
            connection.execute("INSERT INTO probes (body) VALUES (zeroblob(?))", (PROBE,))
            connection.execute("DELETE FROM probes")
        except BaseException:
            self._close()
            raise

    async def write(self, rows: Sequence[Row]) -> set[tuple[str, int]]:
        """Write those whose place is free, at tables that are there; all or none.

        Which ones, once they are safe on the disk.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._write, rows)

    def _write(self, rows: Sequence[Row]) -> set[tuple[str, int]]:
        connection = self._opened()
        try:
            connection.execute("BEGIN IMMEDIATE")
            written = {row[:2] for row in rows if connection.execute(ADD, row).rowcount}
            connection.execute("COMMIT")
        except BaseException:
            self._close()  # which rolls back: a file that was read-only when it was opened would stay so
            raise
        return written

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            connection = sqlite3.connect(self._file, timeout=BUSY, isolation_level=None)
            try:
                prepare(connection.execute)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
