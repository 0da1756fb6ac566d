"""A database of an older version is taken up by a newer server, in the middle of games."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from harena.server import schema
from harena.server.store import make_store
from server.conftest import RunningServer, run
from server.players import Player, ask, open_table
from server.test_restart import wait_until
from server.truth import compare

FIRST = """
DROP TABLE about; DROP TABLE probes; DROP TABLE packs;
CREATE TABLE old (player VARCHAR(64) NOT NULL, table_id VARCHAR(32) NOT NULL, seat INTEGER NOT NULL,
                  PRIMARY KEY (player, table_id, seat));
INSERT INTO old SELECT player, table_id, seat FROM holders;
DROP TABLE holders; ALTER TABLE old RENAME TO holders;
"""  # makes a database as the first servers left it


def file_of(server: RunningServer) -> Path:
    return Path(server.settings.database.removeprefix("sqlite:///"))


def columns(file: Path, table: str) -> list[str]:
    with sqlite3.connect(file) as database:
        return [row[1] for row in database.execute(f"PRAGMA table_info({table})")]


def version(file: Path) -> int:
    with sqlite3.connect(file) as database:
        return int(database.execute("SELECT value FROM about WHERE name = 'version'").fetchone()[0])


def add_colour(connection: Connection) -> None:
    """As a coming version might do."""
    connection.execute(text("ALTER TABLE tables ADD COLUMN colour VARCHAR(10) NOT NULL DEFAULT 'red'"))


@pytest.mark.parametrize("older", ["first", "present"])
def test_games_go_on_where_they_were_when_a_newer_server_takes_them_up(
    make_server: Callable[..., RunningServer], monkeypatch: pytest.MonkeyPatch, older: str
) -> None:
    """From the first version to this, and from this to one that is still to come."""
    server = make_server()
    file = file_of(server)

    def upgrade() -> None:
        server.stop()
        if older == "first":
            with sqlite3.connect(file) as database:
                database.executescript(FIRST)
        else:
            monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, add_colour))
            monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
            monkeypatch.setattr("harena.server.store.VERSION", schema.VERSION)
        server.start()

    async def play_through_it() -> list[Player]:
        players = []
        for number, game in enumerate(("dawn_raid", "combat_arena")):
            table = await asyncio.to_thread(open_table, server.address, game, ["person", "person"])
            for seat in (0, 1, None):
                players.append(Player(lambda: server.address, table, seat, number))
                players[-1].pause = 0.05  # so that no game is over before
        tasks = [asyncio.create_task(player.play()) for player in players]
        await wait_until(lambda: all(len(player.told.tables) > 4 for player in players))
        await asyncio.to_thread(upgrade)
        before = [len(player.told.tables) for player in players]
        await wait_until(
            lambda: all(
                len(player.told.tables) > seen + 4 or player.over
                for player, seen in zip(players, before, strict=True)
            )
        )
        for player in players:
            player.stopping = True
        await asyncio.to_thread(server.stop)
        await asyncio.gather(*tasks)
        return players

    players = run(play_through_it())
    counts = compare(players, server.settings.database)
    assert counts["done"] > 8
    assert version(file) == schema.VERSION
    assert "seat_key" in columns(file, "holders")
    assert ("colour" in columns(file, "tables")) == (older == "present")
    server.start()


def test_a_step_that_fails_leaves_the_database_as_it_was(
    make_server: Callable[..., RunningServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(connection: Connection) -> None:
        add_colour(connection)
        connection.execute(text("SELECT no such column"))

    server = make_server()
    table = open_table(server.address, "dawn_raid", ["person", "person"])
    server.stop()
    usual: Any = (schema.STEPS, schema.VERSION)
    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, fails))
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)

    async def begin() -> None:
        store = make_store(server.settings.database)
        try:
            await store.open()
        finally:
            await store.close()

    with pytest.raises(Exception, match="no such column"):
        run(begin())
    assert "colour" not in columns(file_of(server), "tables")
    monkeypatch.setattr(schema, "STEPS", usual[0])
    monkeypatch.setattr(schema, "VERSION", usual[1])
    server.start()
    assert ask(server.address, f"/api/tables/{table.id}")["status"] == "running"
