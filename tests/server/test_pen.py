"""Writing to the embedded file: what is told to be written is written, all of it or nothing."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from harena.server.entry import Entry
from harena.server.pen import Pen
from harena.server.schema import TABLES
from harena.server.store import Store, make_store
from server.conftest import run
from server.made_up import empty_table


async def opened(folder: Path) -> Store:
    store = make_store(f"sqlite:///{folder / 'tables.db'}")
    await store.open()
    async with store.engine.begin() as connection:
        tables = [vars(empty_table(name)) for name in ("a", "b", *(f"t{number}" for number in range(50)))]
        await connection.execute(TABLES.insert(), tables)
    return store


def test_a_place_that_is_taken_stays_as_it_is(tmp_path: Path) -> None:
    async def write() -> None:
        store, pen = await opened(tmp_path), Pen(tmp_path / "tables.db")
        assert await pen.write([("a", 0, b"first"), ("b", 0, b"first")]) == {("a", 0), ("b", 0)}
        assert await pen.write([("a", 0, b"second"), ("a", 1, b"second")]) == {("a", 1)}
        await pen.close()
        await store.close()

    run(write())
    rows = sqlite3.connect(tmp_path / "tables.db").execute("SELECT * FROM entries ORDER BY 1, 2").fetchall()
    assert rows == [("a", 0, b"first"), ("a", 1, b"second"), ("b", 0, b"first")]


def test_what_fails_in_the_middle_leaves_nothing_behind_and_the_next_is_written(tmp_path: Path) -> None:
    async def write() -> None:
        store, pen = await opened(tmp_path), Pen(tmp_path / "tables.db")
        with pytest.raises(sqlite3.IntegrityError):
            await pen.write([("a", 0, b"good"), ("a", 1, None)])  # type: ignore[list-item]
        assert await pen.write([("a", 0, b"again")]) == {("a", 0)}
        await pen.close()
        await store.close()

    run(write())
    assert sqlite3.connect(tmp_path / "tables.db").execute("SELECT body FROM entries").fetchall() == [
        (b"again",)
    ]


def test_every_commit_is_on_the_disk_before_it_counts(tmp_path: Path) -> None:
    async def look() -> None:
        store, pen = await opened(tmp_path), Pen(tmp_path / "tables.db")
        await pen.write([("a", 0, b"x")])
        connection = pen._connection
        assert connection is not None

        def settings() -> tuple[str, int]:
            return (
                connection.execute("PRAGMA journal_mode").fetchone()[0],
                connection.execute("PRAGMA synchronous").fetchone()[0],
            )

        assert await asyncio.wrap_future(pen._thread.submit(settings)) == ("wal", 2)
        await pen.close()
        await store.close()

    run(look())


def test_entries_that_arrive_together_are_written_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches: list[int] = []
    write_one = Pen._write

    def noted(pen: Pen, rows: list[tuple[str, int, bytes]]) -> set[tuple[str, int]]:
        batches.append(len(rows))
        return write_one(pen, rows)

    monkeypatch.setattr(Pen, "_write", noted)

    async def write() -> None:
        store = await opened(tmp_path)
        await asyncio.gather(*(store.append(f"t{table}", Entry(0, 1, "chat")) for table in range(50)))
        await store.close()

    run(write())
    assert sum(batches) == 50
    assert len(batches) <= 2
