"""Taking tables up: a long game keeps nobody waiting, and many take few trips to the database."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import event

from harena.core.match import Match
from harena.server import rulings
from harena.server.entry import Entry
from harena.server.hub import Hub
from harena.server.loading import Loader
from harena.server.pen import Pen, Row
from harena.server.schema import ENTRIES, TABLES
from harena.server.store import Store, make_store
from harena.server.thinking import Thinkers
from server.conftest import run
from server.made_up import Noted, empty_table, plain

MOVES, BACK = 150, 240


def poison() -> Noted:
    """A practice game with many moves and more take-backs."""
    noted, dice = Noted(game="combat_arena", practice=True).sit_all(), random.Random(4)

    def move() -> None:
        assert noted.table.match is not None
        seat = noted.table.asked()[0]
        action = dice.choice(noted.table.match.legal(seat))
        noted.note(rulings.act(noted.table, 5000, seat, action, noted.table.moves))

    for _ in range(MOVES):
        move()
    for _ in range(BACK // 2):
        for _ in range(2):
            assert noted.table.match is not None
            seat = noted.table.match.played[-1][0]
            noted.note(rulings.take_back(noted.table, 5000, seat, noted.table.moves))
        move()
    return noted


async def filled(folder: Path, tables: dict[str, Sequence[Entry]]) -> Store:
    """A database with tables of these entries."""
    store = make_store(f"sqlite:///{folder / 'tables.db'}")
    await store.open()
    async with store.engine.begin() as connection:
        kept = [empty_table(table_id) for table_id in tables]
        await connection.execute(TABLES.insert(), [{**vars(one), "listed": 0} for one in kept])
        rows = [
            {"table_id": table_id, "number": entry.number, "body": msgspec.json.encode(entry)}
            for table_id, entries in tables.items()
            for entry in entries
        ]
        await connection.execute(ENTRIES.insert(), rows)
    return store


def test_while_a_long_game_is_taken_up_others_have_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = poison()
    monkeypatch.setattr("harena.server.loading.SLICE", 0.0)  # so that it does not hang on the machine

    async def load() -> tuple[int, dict[str, Any]]:
        store, turns = await filled(tmp_path, {"a" * 16: noted.entries}), 0

        async def others() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        kept, bodies = await store.find("a" * 16), await store.bodies(["a" * 16])
        assert kept is not None
        waiting = asyncio.create_task(others())
        table = await Loader(store).table(kept, bodies["a" * 16])
        waiting.cancel()
        await store.close()
        return turns, plain(table)

    turns, loaded = run(load())
    assert turns >= len(noted.entries)
    assert loaded == plain(noted.table)


def test_a_game_with_many_take_backs_is_played_again_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was played again from the beginning for every take-back, which froze a server for half a minute."""
    noted, real, taken = poison(), Match._take, 0

    def counted(self: Match, action: int) -> None:
        nonlocal taken
        taken += 1
        real(self, action)

    monkeypatch.setattr(Match, "_take", counted)
    noted.rebuilt()
    assert taken <= 6 * len(noted.entries)


def test_tables_that_are_taken_up_together_take_few_statements(tmp_path: Path) -> None:
    count = 90
    noted = Noted(game="dawn_raid", clock={"kind": "move", "seconds": 3600}).sit_all()
    for _ in range(5):
        noted.act(int(time.time() * 1000))
    now = int(time.time() * 1000)
    entries = [msgspec.structs.replace(entry, at=now) for entry in noted.entries]

    async def take_up() -> tuple[int, int]:
        store = await filled(tmp_path, {f"{number:016x}": entries for number in range(count)})
        hub, statements = Hub(store, Thinkers(1)), []
        await hub.alive.begin()
        event.listen(
            store.engine.sync_engine,
            "before_cursor_execute",
            lambda *told: statements.append(told[2]),
        )
        await hub._take_up_all()
        timers = sum(live.timer is not None for live in hub.live.values())
        await hub.close()
        await store.close()
        return timers, len(statements)

    timers, statements = run(take_up())
    assert timers == count, "the clock of each runs"
    assert statements <= 12


def test_what_is_entered_at_tables_that_are_taken_up_goes_to_the_disk_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a crash everyone at every table has gone: one trip to the disk for each took half a minute."""
    count, writes, real = 80, [], Pen._write
    now = int(time.time() * 1000)
    noted = Noted(game="dawn_raid", clock={"kind": "move", "seconds": 86400}).sit_all(now)
    for seat in (0, 1):
        noted.note(rulings.come(noted.table, now, seat, "the dead one"))
    seat = noted.table.asked()[0]
    noted.act(now, seat)

    def counted(self: Pen, rows: Sequence[Row]) -> set[tuple[str, int]]:
        writes.append(len(rows))
        return real(self, rows)

    monkeypatch.setattr(Pen, "_write", counted)

    async def take_up() -> list[dict[str, Any]]:
        ids = [f"{number:016x}" for number in range(count)]
        store = await filled(tmp_path, dict.fromkeys(ids, noted.entries))
        await store.beat("the dead one", now)
        hub = Hub(store, Thinkers(1))
        await hub.alive.begin()
        await hub._take_up_all()
        assert all(hub.live[one].timer is not None for one in ids), "the clock of each runs"
        taken = [plain(hub.live[one].table) for one in ids]
        await hub.close()
        read = [
            await Loader(store).table(empty_table(one), bodies)
            for one, bodies in (await store.bodies(ids)).items()
        ]
        assert [plain(table) for table in read] == taken, "all of it is on the disk"
        assert not any(seat.here for table in read for seat in table.seats)
        await store.close()
        return taken

    assert len(run(take_up())) == count
    assert sum(writes) >= 2 * count
    assert len(writes) <= sum(writes) / 4
