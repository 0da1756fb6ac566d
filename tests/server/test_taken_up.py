"""What a server finds when it starts: many tables, and some it cannot go on with."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harena.server.hub import Hub
from server.conftest import fast_settings
from server.players import Opened, ask, open_table, problem_of
from server.rough import Site

OTHER_RULES = "This table was opened with different rules or cards from this server's; it cannot go on here."


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    running = Site(fast_settings(tmp_path))
    yield running
    running.stop()


def change_first_entry(site: Site, table: Opened, **more: Any) -> None:
    """As if it had been opened by another server."""
    with sqlite3.connect(site.settings.database.removeprefix("sqlite:///")) as database:
        where = "WHERE table_id = ? AND number = 0"
        (body,) = database.execute(f"SELECT body FROM entries {where}", (table.id,)).fetchone()
        entry = json.loads(body)
        entry["more"] |= more
        changed = json.dumps(entry).encode()
        database.execute(f"UPDATE entries SET body = ? {where}", (changed, table.id))


def test_a_table_of_other_rules_is_refused_in_a_sentence_and_others_go_on(site: Site) -> None:
    """Played again by other rules it would come out as another game, and its record would be wrong."""
    old, fresh = (open_table(site.address, "dawn_raid", ["person", "person"]) for _ in range(2))
    site.stop()
    change_first_entry(site, old, rules=[1, 99, "another pack"])
    site.start()
    assert problem_of(site.address, f"/api/tables/{old.id}") == (400, OTHER_RULES)
    assert problem_of(site.address, f"/api/tables/{old.id}/record") == (400, OTHER_RULES)
    assert ask(site.address, f"/api/tables/{fresh.id}")["status"] == "running"
    assert [table["id"] for table in ask(site.address, "/api/tables")["running"]] == [fresh.id]
    site.assert_sound()


def test_a_table_that_cannot_be_read_is_noted_and_keeps_nobody_else_waiting(site: Site) -> None:
    broken, clocked = (
        open_table(site.address, "dawn_raid", ["person", "person"], clock={"kind": "move", "seconds": 1})
        for _ in range(2)
    )
    site.stop()
    change_first_entry(site, broken, setup={"game": "dawn_raid", "seats": "none"})
    site.start()
    until = time.monotonic() + 90
    while not any(seat["bot"] for seat in ask(site.address, f"/api/tables/{clocked.id}")["seats"]):
        assert time.monotonic() < until, "the clock of the other table runs"
        time.sleep(0.1)
    noted = site.forget_troubles()
    assert len(noted) == 1
    assert all("This table is damaged: its entry 0 cannot be followed" in trouble for trouble in noted)


def test_a_server_is_open_before_it_has_looked_at_every_table(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a thousand games under way it would be away for a quarter of a minute."""
    table = open_table(site.address, "dawn_raid", ["person", "person"])
    site.stop()
    real, asked, looked = Hub._take_up_all, threading.Event(), threading.Event()

    async def later(hub: Hub) -> None:
        await asyncio.to_thread(asked.wait, 60)
        looked.set()
        await real(hub)

    monkeypatch.setattr(Hub, "_take_up_all", later)
    try:
        site.start()
        assert ask(site.address, f"/api/tables/{table.id}")["status"] == "running"
        assert not looked.is_set()
    finally:
        asked.set()
    assert looked.wait(60)
