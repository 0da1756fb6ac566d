"""A full disk, a locked or read-only database, one too new: host and players are told, play goes on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harena.core.errors import HarenaError
from harena.server import pen, schema
from harena.server.trouble import AWAY, DAMAGED, FULL, LOCKED, READ_ONLY, TOO_NEW, Trouble, trouble_in
from harena.web.app import make_site
from harena.web.serve import PoliteServer
from server.conftest import fast_settings, run
from server.rough import Seated, Site, greet, hear

LINE = "x" * 200


class Log(logging.Handler):
    """All that a host reads."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record)

    def said(self) -> list[str]:
        return [record.getMessage() for record in self.lines]


@pytest.fixture
def log() -> Iterator[Log]:
    handler = Log()
    logging.getLogger("harena").addHandler(handler)
    yield handler
    logging.getLogger("harena").removeHandler(handler)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr("harena.server.probing.HOLDS", 0.0)
    monkeypatch.setattr("harena.server.trouble.NOTED_AGAIN", 0.0)
    running = Site(fast_settings(tmp_path))
    yield running
    running.stop()


@contextlib.contextmanager
def troubled(site: Site, monkeypatch: pytest.MonkeyPatch, *statements: str) -> Iterator[None]:
    """Every connection to the file is told this as well; it is as if the disk were so."""

    def connect_anew() -> None:
        store = site.hub.store
        assert store._pen is not None
        store._pen._thread.submit(store._pen._close).result(20)
        loop = next(iter(site.hub._tasks)).get_loop()
        asyncio.run_coroutine_threadsafe(store.engine.dispose(), loop).result(20)

    usual = pen.SAFELY
    monkeypatch.setattr(pen, "SAFELY", (*usual, *statements))
    connect_anew()
    yield
    monkeypatch.setattr(pen, "SAFELY", usual)
    connect_anew()


async def say(site: Site, table: Seated, marks: range) -> list[dict[str, Any]]:
    """Lines of chat by one player, until one is refused; the answers."""
    answers: list[dict[str, Any]] = []
    async with table.socket() as socket:
        await greet(socket, table.keys[0])
        for mark in marks:
            line = {"type": "say", "text": f"{mark} {LINE}", "request": f"mark-{mark}"}
            await socket.send(json.dumps(line))
            answers.append(await hear(socket, "done", "refused"))
            if answers[-1]["type"] == "refused":
                break
        await socket.send(json.dumps({"type": "describe"}))
        assert (await hear(socket, "described"))["text"], "looking at the table goes on"
    return answers


def kept_lines(site: Site, table: Seated) -> list[str]:
    with sqlite3.connect(site.settings.database.removeprefix("sqlite:///")) as database:
        rows = database.execute("SELECT body FROM entries WHERE table_id = ? ORDER BY number", (table.id,))
        entries = [json.loads(row[0]) for row in rows]
    return [entry["text"].split()[0] for entry in entries if entry["kind"] == "chat"]


@pytest.mark.parametrize(
    ("statement", "trouble"),
    [("PRAGMA query_only=1", READ_ONLY), ("PRAGMA max_page_count=1", FULL)],
    ids=["read-only", "full"],
)
def test_what_cannot_be_written_is_said_to_all_and_play_goes_on_when_it_is_mended(
    site: Site, log: Log, monkeypatch: pytest.MonkeyPatch, statement: str, trouble: Trouble
) -> None:
    table = site.seated()
    assert site.ask("/readyz")[::2] == (200, b"ready\n")
    with troubled(site, monkeypatch, statement):
        before = run(say(site, table, range(100)))
        assert (before[-1]["type"], before[-1]["text"]) == ("refused", trouble.to_players)
        assert site.ask("/readyz")[::2] == (503, f"{trouble.to_players}\n".encode())
        assert site.ask("/healthz")[0] == 200, "the process is alive, and its database can be read"
        assert site.problem("/api/tables", {"game": "dawn_raid", "seats": [{"kind": "open"}] * 2}) == (
            503,
            trouble.to_players,
        )
        assert site.count("writes_failed") >= 2
        assert b"\nharena_database_writable 0\n" in site.ask("/metrics")[2]
    after = run(say(site, table, range(100, 103)))
    assert [answer["type"] for answer in after] == ["done"] * 3
    assert site.ask("/readyz")[::2] == (200, b"ready\n")
    assert b"\nharena_database_writable 1\n" in site.ask("/metrics")[2]
    confirmed = [str(number) for number in range(len(before) - 1)]
    assert kept_lines(site, table) == [*confirmed, "100", "101", "102"]
    assert log.said().count(trouble.to_host) == 1, "told at once, and not with every write"
    assert log.said().count("The database writes again.") == 1
    failed = [vars(one) for one in log.lines if one.getMessage() == "entries were not written"]
    assert (table.id, f"0:mark-{len(confirmed)}") in [(one["table"], one["request"]) for one in failed]
    site.forget_troubles()


def test_a_lock_that_another_program_holds_is_said_and_waited_out(
    site: Site, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = site.seated()
    file = site.settings.database.removeprefix("sqlite:///")
    with troubled(site, monkeypatch, "PRAGMA busy_timeout=100"):
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert run(say(site, table, range(1)))[0]["text"] == LOCKED.to_players
        assert site.ask("/readyz")[::2] == (503, f"{LOCKED.to_players}\n".encode())
        other.execute("COMMIT")
        other.close()
        assert run(say(site, table, range(1, 2)))[0]["type"] == "done"
        assert site.ask("/readyz")[0] == 200
    assert kept_lines(site, table) == ["1"]
    assert LOCKED.to_host in log.said()
    site.forget_troubles()


def test_bots_and_sitting_down_go_on_after_a_trouble(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "easy"}]
    made = json.loads(site.ask("/api/tables", {"game": "dawn_raid", "seats": seats})[2])
    body = {"seat": 0, "name": "Ann", "seed": "s", "invite": made["invites"]["0"], "key": "k" * 22}
    with troubled(site, monkeypatch, "PRAGMA query_only=1"):
        assert site.problem(f"/api/tables/{made['id']}/sit", body) == (503, READ_ONLY.to_players)
    assert site.ask(f"/api/tables/{made['id']}/sit", body)[0] == 200
    table = Seated(site, made["id"], ["k" * 22])

    async def play_until_the_bot_has_moved(moves: int) -> None:
        async with table.socket() as socket:
            seen = (await greet(socket, *table.keys))["table"]
            while not any(seat == 1 for seat, _ in site.hub.live[table.id].table.match.played[moves:]):
                if seen["actions"]:
                    act = {"type": "act", "action": seen["actions"][0]["action"], "moves": seen["moves"]}
                    await socket.send(json.dumps(act))
                seen = (await hear(socket, "table"))["table"]

    run(play_until_the_bot_has_moved(0))
    site.forget_troubles()


def test_a_database_that_a_newer_server_has_changed_is_left_alone(site: Site, log: Log) -> None:
    table = site.seated()
    file = site.settings.database.removeprefix("sqlite:///")

    def set_version(version: int) -> None:
        with sqlite3.connect(file) as database:
            database.execute("UPDATE about SET value = ? WHERE name = 'version'", (str(version),))

    set_version(schema.VERSION + 1)
    assert site.ask("/readyz")[::2] == (503, f"{TOO_NEW.to_players}\n".encode())
    assert run(say(site, table, range(1)))[0]["text"] == TOO_NEW.to_players
    assert kept_lines(site, table) == []
    set_version(schema.VERSION)
    assert site.ask("/readyz")[0] == 200
    assert run(say(site, table, range(1, 2)))[0]["type"] == "done"
    assert TOO_NEW.to_host in log.said()
    site.forget_troubles()


@pytest.mark.parametrize("trouble", [READ_ONLY, TOO_NEW, LOCKED, DAMAGED])
def test_a_server_that_cannot_start_says_why_and_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: Trouble
) -> None:
    settings = fast_settings(tmp_path)
    file = tmp_path / "tables.db"
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        if trouble is TOO_NEW:
            database.execute("CREATE TABLE about (name TEXT, value TEXT)")
            database.execute("INSERT INTO about VALUES ('version', '999')")
        else:
            database.execute("CREATE TABLE x (y)")
        database.commit()
    wish = {READ_ONLY: "PRAGMA query_only=1", LOCKED: "PRAGMA busy_timeout=50"}.get(trouble)
    monkeypatch.setattr(pen, "SAFELY", (*pen.SAFELY, *([wish] if wish else [])))
    if trouble is DAMAGED:
        file.write_bytes(b"no database at all, but of some length: " * 100)
    before = file.read_bytes()
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        if trouble is LOCKED:
            other.execute("BEGIN IMMEDIATE")

        async def start() -> None:
            await PoliteServer(make_site(settings), settings, lambda: None).startup()

        with pytest.raises(HarenaError) as said:
            run(start())
    assert str(said.value) == f"The tables in {file} cannot be opened. {trouble.to_host}"
    if trouble in (TOO_NEW, DAMAGED):
        assert file.read_bytes() == before, "nothing was changed"


def test_errors_of_postgresql_and_of_the_system_are_known() -> None:
    class OfPostgresError(Exception):
        sqlstate = ""

    found = []
    for code in ("53100", "25006", "55P03", "57P01", "08006", "XX001", "23505"):
        error = OfPostgresError()
        error.sqlstate = code
        found.append(trouble_in(error))
    assert found == [FULL, READ_ONLY, LOCKED, AWAY, AWAY, DAMAGED, None]
    assert trouble_in(ConnectionRefusedError(111, "refused")) is AWAY
    assert trouble_in(OSError(28, "no space left")) is FULL
    assert trouble_in(ValueError()) is None
