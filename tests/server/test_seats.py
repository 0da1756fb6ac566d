"""Who holds a seat, and who does no longer: nobody acts or sees for a seat that another has taken."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosedError

from harena.server import api, rulings
from harena.server.keys import hashed
from harena.server.live import LiveTable
from harena.server.rulings import RefusedError
from server.conftest import fast_settings, run, wait_until
from server.made_up import Noted
from server.rough import Site, greet, hear

OPEN = [{"kind": "open"}, {"kind": "open"}]
SPECTATOR = -2


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    running = Site(fast_settings(tmp_path_factory.mktemp("seats")))
    yield running
    running.stop()
    running.assert_sound()


class Visitor:
    """Somebody with a browser's cookie."""

    def __init__(self, site: Site, table_id: str) -> None:
        self.site, self.path, self.id = site, f"/api/tables/{table_id}", table_id
        self.cookie = ""

    def post(self, what: str, **body: Any) -> tuple[int, Any]:
        status, headers, content = self.site.ask(f"{self.path}/{what}", body, cookie=self.cookie)
        if "set-cookie" in headers:
            self.cookie = f"harena={SimpleCookie(headers['set-cookie'])['harena'].value}"
        return status, json.loads(content)

    def sit(self, seat: int, **more: Any) -> str:
        status, answer = self.post("sit", seat=seat, **more)
        assert status == 200, answer
        return str(answer["key"])

    def mine(self) -> list[Any]:
        found: list[Any] = json.loads(self.site.ask("/api/mine", cookie=self.cookie)[2])
        return found


# --- cookies that somebody else has put into a browser


@pytest.mark.parametrize("issued", [False, True], ids=["made up", "the server's, for somebody else"])
def test_a_cookie_that_somebody_else_chose_holds_nothing(site: Site, issued: bool) -> None:
    """Session fixation: Eve puts a cookie she knows into Ann's browser, and waits until Ann sits down."""
    eve = Visitor(site, site.open(seats=OPEN)["id"])
    eve.cookie = "harena=" + "E" * 22
    if issued:
        eve.sit(0)
    known = eve.mine()
    ann = Visitor(site, site.open(seats=OPEN)["id"])
    ann.cookie = planted = eve.cookie
    ann.sit(0)
    assert ann.cookie != planted, "the server gives its own"
    assert ann.id in [table["id"] for table in ann.mine()]
    assert eve.mine() == known

    async def look() -> None:
        async with site.socket(ann.id, cookie=planted) as socket:
            assert (await greet(socket))["yours"] == []
        async with site.socket(ann.id, cookie=ann.cookie) as socket:
            assert (await greet(socket))["yours"] == [0]

    run(look())


def test_a_browser_keeps_its_tables_when_it_gets_a_new_cookie(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "OLD_COOKIES", 0.05)
    tables = [Visitor(site, site.open(seats=OPEN)["id"]) for _ in range(3)]
    cookies = [""]
    for one in tables:
        one.cookie = cookies[-1]
        key = one.sit(0)
        cookies.append(one.cookie)
        one.sit(0, key=key)
        assert one.cookie == cookies[-1], "whoever only asks again keeps it"
    assert {table["id"] for table in tables[-1].mine()} == {one.id for one in tables}
    until = time.monotonic() + 90
    while (tables[0].mine() or tables[1].mine()) and time.monotonic() < until:
        time.sleep(0.05)
    assert tables[0].mine() == tables[1].mine() == [], "what was replaced is forgotten"
    assert {table["id"] for table in tables[-1].mine()} == {one.id for one in tables}


def test_a_page_with_the_lists_comes_again_when_its_cookie_was_replaced(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "OLD_COOKIES", 0.05)
    ann = Visitor(site, site.open(seats=OPEN)["id"])
    ann.sit(0)

    async def look() -> None:
        lists = f"ws{site.address.removeprefix('http')}/api/lists"
        async with site.connect(lists, cookie=ann.cookie) as page:
            assert [one["id"] for one in (await hear(page, "lists"))["mine"]] == [ann.id]
            await asyncio.to_thread(ann.sit, 1)
            await page.wait_closed()
            assert page.close_code == 1013
        async with site.connect(lists, cookie=ann.cookie) as page:
            assert [one["yours"] for one in (await hear(page, "lists"))["mine"]] == [[0, 1]]

    run(look())


async def newest(socket: ClientConnection, status: str = "running") -> Any:
    """The first sight of a table with this status."""
    while True:
        told = await hear(socket, "table")
        if told["table"]["status"] == status:
            return told


def test_who_has_stood_up_neither_sees_nor_acts_for_the_next_on_that_seat(site: Site) -> None:
    table = site.open(seats=OPEN)["id"]
    eve, ann, bo = (Visitor(site, table) for _ in range(3))

    async def talk() -> None:
        key = eve.sit(0, name="Eve")
        async with site.socket(table) as by_key, site.socket(table, cookie=eve.cookie) as by_cookie:
            assert (await greet(by_key, key))["yours"] == [0]
            assert (await greet(by_cookie))["yours"] == [0]
            assert eve.post("stand_up", seat=0, key=key)[0] == 200
            ann.sit(0, name="Ann")
            bo.sit(1, name="Bo")
            for socket in (by_key, by_cookie):
                told = await newest(socket)
                assert told["yours"] == []
                assert told["table"]["eyes"] == SPECTATOR
                for message in (
                    {"type": "resign"},
                    {"type": "resign", "seat": 0},
                    {"type": "look", "seat": 0},
                ):
                    await socket.send(json.dumps(message))
                    assert (await hear(socket, "done", "refused"))["type"] == "refused"
        async with site.socket(table, cookie=eve.cookie) as again:
            assert (await greet(again, key))["yours"] == []
        async with site.socket(table, cookie=ann.cookie) as hers:
            assert (await greet(hers))["yours"] == [0], "who sits there now is not put out by it"

    run(talk())
    assert eve.mine() == []
    assert [one["yours"] for one in ann.mine()] == [[0]]


def test_a_cookie_that_came_before_another_sat_down_holds_nothing_when_hello_is_said_after(
    site: Site,
) -> None:
    table = site.open(seats=OPEN)["id"]
    eve, ann = Visitor(site, table), Visitor(site, table)

    async def talk() -> None:
        key = eve.sit(0)
        async with site.socket(table, cookie=eve.cookie) as slow:
            await asyncio.sleep(0.1)
            assert eve.post("stand_up", seat=0, key=key)[0] == 200
            ann.sit(0)
            assert (await greet(slow))["yours"] == []

    run(talk())


def test_a_seat_that_was_given_up_stays_so_although_the_server_died_before_it_forgot_the_cookie(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def die(*_: Any) -> None:
        return None

    table = site.open(seats=OPEN)["id"]
    eve, ann = Visitor(site, table), Visitor(site, table)
    key = eve.sit(0)
    monkeypatch.setattr(site.hub.store, "let_go", die)
    assert eve.post("stand_up", seat=0, key=key)[0] == 200
    ann.sit(0)

    async def talk() -> None:
        async with site.socket(table, cookie=eve.cookie) as socket:
            assert (await greet(socket))["yours"] == []

    run(talk())
    assert eve.mine() == []
    assert eve.post("stand_up", seat=0)[0] == 403


def test_nobody_stands_up_for_another_who_has_sat_down_meanwhile() -> None:
    noted = Noted()
    noted.note(rulings.sit(noted.table, 2000, 0, "Eve", hashed("eve"), ""))
    noted.note(rulings.stand_up(noted.table, 3000, 0, hashed("eve")))
    noted.note(rulings.sit(noted.table, 4000, 0, "Ann", hashed("ann"), ""))
    with pytest.raises(RefusedError, match="not your seat"):
        rulings.stand_up(noted.table, 5000, 0, hashed("eve"))
    assert noted.table.seats[0].name == "Ann"


def queue(live: LiveTable) -> int:
    """How many wait for their turn at a table."""
    return len(live.lock._waiters or ())


def test_what_was_asked_before_standing_up_is_not_done_for_the_next(site: Site) -> None:
    """Messages may wait for their turn while a seat changes hands: whose they are is looked at last."""
    table = site.open(seats=OPEN)["id"]
    eve, ann = Visitor(site, table), Visitor(site, table)
    key = eve.sit(0, name="Eve")
    live = site.hub.live[table]

    async def talk() -> str:
        async with site.socket(table) as socket:
            await greet(socket, key)
            hold = asyncio.run_coroutine_threadsafe(live.lock.acquire(), loop_of(site))
            await asyncio.wrap_future(hold)
            changes = [
                asyncio.to_thread(eve.post, "stand_up", seat=0, key=key),
                asyncio.to_thread(ann.post, "sit", seat=0, name="Ann"),
            ]
            waiting = []
            for change in changes:
                waiting.append(asyncio.ensure_future(change))
                await wait_until(lambda: queue(live) == len(waiting))
            await socket.send(json.dumps({"type": "say", "text": "I am a fool", "request": "s"}))
            await wait_until(lambda: queue(live) == 3)
            loop_of(site).call_soon_threadsafe(live.lock.release)
            await asyncio.gather(*waiting)
            return str((await hear(socket, "done", "refused"))["type"])

    assert run(talk()) == "refused"
    assert live.table.seats[0].name == "Ann"
    assert live.table.chat == []


def loop_of(site: Site) -> asyncio.AbstractEventLoop:
    return next(iter(site.hub._tasks)).get_loop()


def test_who_looked_on_while_a_closed_table_waited_is_sent_away_when_the_game_begins(site: Site) -> None:
    made = site.open(spectators=False)
    table = made["id"]

    async def talk() -> None:
        async with site.socket(table) as onlooker, site.socket(table) as player:
            await greet(onlooker)
            key = Visitor(site, table).sit(0, invite=made["invites"]["0"])
            assert (await greet(player, key))["yours"] == [0]
            Visitor(site, table).sit(1, invite=made["invites"]["1"])
            assert (await newest(player))["yours"] == [0]
            shown = []
            with contextlib.suppress(ConnectionClosedError):
                while True:
                    shown.append(json.loads(await onlooker.recv()))
            assert onlooker.close_code == 1013, "it may come back, as one who has just sat down does"
            assert all(told["table"]["status"] == "waiting" for told in shown if told["type"] == "table")
        async with site.socket(table) as again:
            await again.send('{"type": "hello"}')
            assert "not open to spectators" in (await hear(again, "bye"))["text"]

    run(talk())


def test_a_database_from_before_cookies_were_tied_to_keys_is_taken_up(tmp_path: Path) -> None:
    import sqlite3

    settings = fast_settings(tmp_path)
    with sqlite3.connect(tmp_path / "tables.db") as old:
        old.execute(
            "CREATE TABLE holders (player VARCHAR(64), table_id VARCHAR(32), seat INTEGER,"
            " PRIMARY KEY (player, table_id, seat))"
        )
        old.execute("INSERT INTO holders VALUES ('somebody', 'sometable', 0)")
    running = Site(settings)
    try:
        visitor = Visitor(running, running.open(seats=OPEN)["id"])
        visitor.sit(0)
        assert [one["yours"] for one in visitor.mine()] == [[0]]
    finally:
        running.stop()
    running.assert_sound()
