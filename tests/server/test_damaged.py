"""A damaged table is alone in its trouble, and says so: to players, in lists, to the host."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from harena.commands.cli import main
from harena.server.entry import ACTION, CHAT, DamagedError, Entry
from harena.server.news import _heard
from server.conftest import fast_settings, run
from server.made_up import Noted
from server.players import ask, live_address, open_table, problem_of
from server.rough import Site

DAMAGED = (
    "This table is damaged: its entry {} cannot be {}. The server's log says more; only the host can mend "
    "it. All other tables go on."
)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    running = Site(fast_settings(tmp_path))
    yield running
    running.stop()


def damage(site: Site, table: str, number: int, body: bytes = b'{"number": 1, "at"') -> None:
    with sqlite3.connect(site.settings.database.removeprefix("sqlite:///")) as database:
        changed = "UPDATE entries SET body = ? WHERE table_id = ? AND number = ?"
        assert database.execute(changed, (body, table, number)).rowcount == 1


@pytest.mark.parametrize(
    ("body", "what"),
    [
        (b"no JSON", "read"),
        (b"\xff\xfe", "read"),
        (b'{"number": 1, "at": 5, "kind": "sat", "seat": "first"}', "read"),
        (b'{"number": 7, "at": 5, "kind": "chat", "seat": 0, "text": "x"}', "followed"),
        (b'{"number": 1, "at": 5, "kind": "start"}', "followed"),
        (b'{"number": 1, "at": 5, "kind": "sat", "seat": 9, "text": "Ann"}', "followed"),
        (b'{"number": 1, "at": 5, "kind": "action", "seat": 0, "text": "fly"}', "followed"),
    ],
)
def test_whatever_is_wrong_with_an_entry_is_told_in_a_sentence(site: Site, body: bytes, what: str) -> None:
    broken, sound = (open_table(site.address, "dawn_raid", ["person", "person"]) for _ in range(2))
    site.stop()
    damage(site, broken.id, 1, body)
    site.start()
    said = DAMAGED.format(1, what)
    assert problem_of(site.address, f"/api/tables/{broken.id}") == (422, said)
    assert [one["id"] for one in ask(site.address, "/api/tables")["running"]] == [sound.id]
    noted = site.forget_troubles()
    assert len(noted) == 1, "once, however often it is asked for"
    assert f"table {broken.id}: {said}" in noted[0]


def test_of_ones_own_tables_a_damaged_one_says_so_and_the_others_are_there(site: Site) -> None:
    status, headers, content = site.ask(
        "/api/tables", {"game": "dawn_raid", "seats": [{"kind": "person"}, {"kind": "person"}]}
    )
    tables = [json.loads(content), site.open()]
    cookie = ""
    for made in tables:
        sit = {"seat": 0, "name": "Ann", "seed": "s", "invite": made["invites"]["0"]}
        told = {"cookie": cookie} if cookie else {}
        status, headers, _ = site.ask(f"/api/tables/{made['id']}/sit", sit, **told)
        assert status == 200
        cookie = headers["set-cookie"].partition(";")[0]
    site.stop()
    damage(site, tables[0]["id"], 1)
    site.start()
    mine = json.loads(site.ask("/api/mine", cookie=cookie)[2])
    assert {one["id"]: one["trouble"] for one in mine} == {
        tables[0]["id"]: DAMAGED.format(1, "read"),
        tables[1]["id"]: "",
    }
    assert [one["yours"] for one in mine] == [[0], [0]]
    site.forget_troubles()


def test_the_hosts_list_names_the_damaged_and_lists_the_others(
    site: Site, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [open_table(site.address, "dawn_raid", ["person", "person"]) for _ in range(3)]
    damage(site, tables[0].id, 1)
    damage(
        site, tables[1].id, 0, b'{"number": 0, "at": 1, "kind": "opened", "more": {"setup": {"seats": 1}}}'
    )
    monkeypatch.setenv("HARENA_DATABASE", site.settings.database)
    monkeypatch.setenv("COLUMNS", "200")

    def said(*words: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as ended:
            main(["tables", *words])
        told = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, told.out + told.err

    code, out = said()
    assert code == 0
    assert out.count("running, damaged") == 2
    assert all(table.id in out for table in tables)
    assert " ".join(f"{tables[0].id}: {DAMAGED.format(1, 'read')}".split()) in " ".join(out.split())
    code, out = said("export", tables[0].id)
    assert (code, DAMAGED.format(1, "read") in " ".join(out.split())) == (2, True)
    assert said("prune", "--older-than", "1d", "--status", "running")[0] == 0


def test_what_others_enter_damaged_stops_that_table_and_the_news_of_no_other(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As over PostgreSQL, where other processes write too."""
    broken, sound = (open_table(site.address, "dawn_raid", ["person", "person"]) for _ in range(2))

    async def talk() -> list[str]:
        async with connect(live_address(site.address, broken.id), proxy=None) as page:
            await page.send(json.dumps({"type": "hello", "keys": [broken.keys[0]]}))
            await page.recv()
            number = site.hub.live[broken.id].table.number
            await in_server(site, site.hub.store.append(broken.id, Entry(number, 5, ACTION, 0, "fly")))
            await in_server(site, site.hub.store.append(sound.id, Entry(3, 5, CHAT, seat=0, text="hi")))
            await in_server(site, _heard(site.hub, broken.id, number))
            await in_server(site, _heard(site.hub, sound.id, 3))
            return [message.get("text", "") for message in await heard_until_the_end(page)]

    heard = run(talk())
    assert heard[-1].startswith("This table is damaged")
    assert [said.text for said in site.hub.live[sound.id].table.chat] == ["hi"]
    assert broken.id not in site.hub.live
    assert problem_of(site.address, f"/api/tables/{broken.id}")[0] == 422
    assert len(site.forget_troubles()) == 1


async def in_server(site: Site, work: Coroutine[Any, Any, None]) -> None:
    """Do something in the server's own loop."""
    loop = next(iter(site.hub._tasks)).get_loop()
    await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))


async def heard_until_the_end(page: ClientConnection) -> list[dict[str, Any]]:
    heard = []
    with contextlib.suppress(ConnectionClosed):
        async for frame in page:
            heard.append(json.loads(frame))
    return heard


def test_a_table_that_was_mended_is_there_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table(site.address, "dawn_raid", ["person", "person"])
    site.stop()
    with sqlite3.connect(site.settings.database.removeprefix("sqlite:///")) as database:
        where = "SELECT body FROM entries WHERE table_id = ? AND number = 1"
        (good,) = database.execute(where, (table.id,)).fetchone()
    damage(site, table.id, 1)
    site.start()
    assert problem_of(site.address, f"/api/tables/{table.id}")[0] == 422
    damage(site, table.id, 1, good)
    assert problem_of(site.address, f"/api/tables/{table.id}")[0] == 422, "it is not read again at once"
    monkeypatch.setattr("harena.server.loading.RESTS", 0.0)
    assert ask(site.address, f"/api/tables/{table.id}")["status"] == "running"
    site.forget_troubles()


def test_a_table_of_a_damaged_entry_is_not_to_be_used() -> None:
    noted = Noted().sit_all()
    with pytest.raises(DamagedError, match="entry 3 cannot be followed"):
        noted.table.apply(Entry(5, 0, CHAT))


# --- deleted


def test_a_table_that_was_deleted_refuses_and_is_told_of(site: Site) -> None:
    """Else players were told that it was done what no database holds."""
    table = open_table(site.address, "dawn_raid", ["person", "person"])

    async def talk() -> list[dict[str, Any]]:
        async with connect(live_address(site.address, table.id), proxy=None) as page:
            await page.send(json.dumps({"type": "hello", "keys": [table.keys[0]]}))
            await page.recv()
            await in_server(site, site.hub.store.delete(table.id))
            await page.send(json.dumps({"type": "say", "text": "hello?", "request": "r"}))
            return await heard_until_the_end(page)

    heard = run(talk())
    texts = {one["type"]: one["text"] for one in heard if one["type"] in ("bye", "refused")}
    assert texts["bye"] == "This table has been deleted; nothing more can be done at it."
    assert not any(one["type"] == "done" for one in heard)
    assert problem_of(site.address, f"/api/tables/{table.id}")[0] == 404
    with sqlite3.connect(site.settings.database.removeprefix("sqlite:///")) as database:
        assert database.execute("SELECT count(*) FROM entries").fetchone() == (0,)
    site.assert_sound()
