"""Asked again after a lost answer: the same table, the same seat, and nothing twice."""

from __future__ import annotations

import asyncio
import json
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from harena.client import Live, NoAnswerError, ProblemError, RefusedError, Server
from harena.client import server as client_server
from harena.core.errors import HarenaError
from harena.server import sitting
from harena.server.keys import hashed
from harena.server.sitting import SitRequest
from server.conftest import RunningServer, fast_settings, run
from server.rough import TWO, Site, greet

PERSON = [{"kind": "person"}, {"kind": "bot", "bot": "easy"}]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    running = Site(fast_settings(tmp_path_factory.mktemp("again")))
    yield running
    running.stop()
    running.assert_sound()


def my_key() -> str:
    return secrets.token_urlsafe(16)


def post(site: Site, path: str, **body: Any) -> tuple[int, Any]:
    status, _, content = site.ask(path, body)
    return status, json.loads(content)


def sit(site: Site, made: Any, seat: int, **more: Any) -> tuple[int, Any]:
    body = {"seat": seat, "name": "Ann", "seed": "mine", "invite": made["invites"].get(str(seat), ""), **more}
    return post(site, f"/api/tables/{made['id']}/sit", **body)


# --- sitting down


def test_sitting_down_again_with_the_same_key_is_the_same_seat(site: Site) -> None:
    made, key = site.open(), my_key()
    for _ in range(3):
        assert sit(site, made, 0, key=key) == (200, {"seat": 0, "key": key})
    table = site.hub.live[made["id"]].table
    assert table.seats[0].name == "Ann", "and no Ann 2"
    assert table.number == 2, "entered once"


def test_also_when_the_game_has_begun_meanwhile(site: Site) -> None:
    made, key = site.open(), my_key()
    assert sit(site, made, 0, key=key)[0] == 200
    assert sit(site, made, 1)[0] == 200
    assert sit(site, made, 0, key=key) == (200, {"seat": 0, "key": key})


def test_another_key_does_not_take_the_seat(site: Site) -> None:
    made, key = site.open(), my_key()
    sit(site, made, 0, key=key)
    assert sit(site, made, 0, key=my_key()) == (409, {"problem": "This seat is taken."})
    assert sit(site, made, 0) == (409, {"problem": "This seat is taken."})
    assert sit(site, made, 1, key=key)[0] == 200, "one who plays both sides may have one key"


def test_of_many_at_once_with_the_same_key_all_get_the_seat_and_one_is_entered(site: Site) -> None:
    made, key = site.open(), my_key()

    async def all_at_once() -> list[tuple[int, Any]]:
        return await asyncio.gather(*(asyncio.to_thread(sit, site, made, 0, key=key) for _ in range(12)))

    assert run(all_at_once()) == [(200, {"seat": 0, "key": key})] * 12
    assert site.hub.live[made["id"]].table.number == 2


def test_only_the_hash_of_the_own_key_is_kept(site: Site) -> None:
    made, key = site.open(), my_key()
    sit(site, made, 0, key=key)
    with sqlite3.connect(site.settings.database.removeprefix("sqlite:///")) as database:
        kept = b"".join(row[0] for row in database.execute("SELECT body FROM entries"))
    assert key.encode() not in kept
    assert hashed(key).encode() in kept


@pytest.mark.parametrize(
    "key", ["short", "x" * 21, "x" * 65, "a key with spaces in it, long enough", "é" * 30, 7]
)
def test_a_key_that_is_none_is_refused_in_a_sentence(site: Site, key: Any) -> None:
    made = site.open()
    status, answer = sit(site, made, 0, key=key)
    assert status == 400
    assert answer["problem"].endswith(".")
    assert not site.hub.live[made["id"]].table.seats[0].taken
    assert post(site, "/api/tables", game="dawn_raid", seats=TWO, key=key)[0] == 400


def test_without_a_key_of_ones_own_the_server_makes_one(site: Site) -> None:
    status, answer = sit(site, site.open(), 0)
    assert (status, len(answer["key"])) == (200, 22)


# --- opening


def test_a_table_opened_again_with_the_same_key_is_the_same_table_with_the_same_invitations(
    site: Site,
) -> None:
    key = my_key()
    first = post(site, "/api/tables", game="dawn_raid", seats=TWO, key=key)
    assert first[0] == 201
    assert post(site, "/api/tables", game="dawn_raid", seats=TWO, key=key) == first
    assert sit(site, first[1], 0)[0] == 200, "its invitations fit"
    assert post(site, "/api/tables", game="dawn_raid", seats=TWO, key=key) == first, "also when it is in use"
    other = post(site, "/api/tables", game="dawn_raid", seats=TWO, key=my_key())[1]
    assert other["id"] != first[1]["id"]
    assert set(other["invites"].values()).isdisjoint(first[1]["invites"].values())


def test_of_many_at_once_with_the_same_key_one_table_is_opened(site: Site) -> None:
    key = my_key()

    async def all_at_once() -> list[tuple[int, Any]]:
        asks = (
            asyncio.to_thread(post, site, "/api/tables", game="dawn_raid", seats=TWO, key=key)
            for _ in range(8)
        )
        return await asyncio.gather(*asks)

    answers = run(all_at_once())
    assert {status for status, _ in answers} == {201}
    assert len({json.dumps(answer) for _, answer in answers}) == 1


def test_a_key_opens_one_table_and_no_other(site: Site) -> None:
    key = my_key()
    assert post(site, "/api/tables", game="dawn_raid", seats=TWO, key=key)[0] == 201
    status, answer = post(site, "/api/tables", game="dawn_raid", seats=PERSON, key=key)
    assert (status, answer) == (409, {"problem": "This key has already opened another table."})


def test_the_opening_key_is_kept_nowhere_and_does_not_hold_a_seat(site: Site) -> None:
    key = my_key()
    made = post(site, "/api/tables", game="dawn_raid", seats=TWO, key=key)[1]
    with sqlite3.connect(site.settings.database.removeprefix("sqlite:///")) as database:
        kept = b"".join(row[0] for row in database.execute("SELECT body FROM entries"))
    assert key.encode() not in kept
    for invite in made["invites"].values():
        assert invite.encode() not in kept
        assert len(invite) >= 22, "128 bits"
    sit(site, made, 0)

    async def talk() -> None:
        async with site.socket(made["id"]) as socket:
            assert (await greet(socket, key))["yours"] == []

    run(talk())


# --- the client


class LosesAnswers:
    """Asks, and then does not hear the answer, so many times."""

    def __init__(self, real: Callable[..., bytes], times: int) -> None:
        self.real, self.left, self.lost = real, times, 0

    def __call__(self, *asked: Any) -> bytes:
        answer = self.real(*asked)
        if self.left and asked[1] is not None:
            self.left, self.lost = self.left - 1, self.lost + 1
            raise NoAnswerError("The answer was lost.")
        return answer


def test_the_client_asks_again_and_gets_the_same(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(site.address)
    before = len(site.hub.live)

    async def talk() -> None:
        losing = LosesAnswers(server._fetch_now, 2)
        monkeypatch.setattr(server, "_fetch_now", losing)
        opened = await server.open_table("dawn_raid")
        losing.left = 2
        place = await server.sit(opened.id, 0, "Ann", opened.invites[0])
        assert losing.lost == 4
        async with server.live(place.id, place.key) as live:
            assert live.yours == [0]
            assert live.sight.seats[0].name == "Ann"

    monkeypatch.setattr(client_server, "WAIT", 0.01)
    run(talk())
    assert len(site.hub.live) == before + 1


def test_the_client_gives_up_in_a_sentence(monkeypatch: pytest.MonkeyPatch, site: Site) -> None:
    monkeypatch.setattr(client_server, "WAIT", 0.01)
    server = Server(site.address)
    losing = LosesAnswers(server._fetch_now, 99)
    monkeypatch.setattr(server, "_fetch_now", losing)
    with pytest.raises(NoAnswerError, match="lost"):
        run(server.open_table("dawn_raid"))
    assert losing.lost == client_server.ATTEMPTS


def test_the_client_does_not_ask_again_what_was_refused(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(site.address)
    asked: list[str] = []
    real = server._fetch_now

    def note(path: str, *more: Any) -> bytes:
        asked.append(path)
        return real(path, *more)

    monkeypatch.setattr(server, "_fetch_now", note)
    with pytest.raises(ProblemError):
        run(server.open_table("dawn_raid", ["person"]))
    assert asked == ["/api/tables"]


# --- a rematch


async def finish(server: Server) -> tuple[str, list[str]]:
    """A table whose game is over: its id, and the keys of both."""
    opened = await server.open_table("dawn_raid")
    keys = [(await server.sit(opened.id, seat, f"P{seat}", opened.invites[seat])).key for seat in (0, 1)]
    async with server.live(opened.id, keys[0]) as live:
        await live.resign()
    return opened.id, keys


def ids(folder: Path) -> set[str]:
    with sqlite3.connect(folder / "tables.db") as database:
        return {row[0] for row in database.execute("SELECT id FROM tables")}


@pytest.mark.parametrize("dies_at", ["create", "sit 1", "sit 2", "rematched"])
def test_a_rematch_cut_off_at_any_point_is_one_table_with_one_set_of_dice(
    make_server: Callable[..., RunningServer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dies_at: str
) -> None:
    """A second table on the same promised seed would tell whoever plays it first what the other will roll."""
    running = make_server()
    hub = running._server.hub
    kind, _, count = dies_at.partition(" ")
    left = [int(count or 1)]

    async def die(what: str, real: Callable[..., Any], *asked: Any) -> Any:
        if what == kind:
            left[0] -= 1
            if left[0] == 0:
                raise HarenaError("The database could not write.")
        return await real(*asked)

    async def wish() -> tuple[set[str], str]:
        server = Server(running.address)
        table, keys = await finish(server)
        real_create, real_append = hub.store.create, hub.store.append
        marks = {"sat": "sit", "rematched": "rematched"}
        monkeypatch.setattr(hub.store, "create", lambda *a: die("create", real_create, *a))
        monkeypatch.setattr(hub.store, "append", lambda t, e: die(marks.get(e.kind, ""), real_append, t, e))
        async with server.live(table, keys[0]) as one, server.live(table, keys[1]) as two:
            await one.rematch()
            await cut_off(two)
        monkeypatch.undo()
        await asyncio.to_thread(running.stop)
        await asyncio.to_thread(running.start)
        async with server.live(table, keys[0]) as one:
            await one.rematch()
            new = (await one.until(lambda sight: sight.rematch)).rematch
        async with server.live(new, keys[0]) as one, server.live(new, keys[1]) as two:
            assert (one.yours, two.yours) == ([1], [0])
            assert one.sight.status == "running"
        return ids(tmp_path) - {table}, new

    tables, new = run(wish())
    assert tables == {new}


def test_at_a_rematch_nobody_else_finds_a_seat_that_was_open_once(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(site.address)
    tried: list[str] = []

    async def intrude(next_id: str) -> Any:
        """Somebody looks for open seats just when the new table is there and nobody has sat down yet."""
        live = await real_get(next_id)
        if live.table.status == "waiting" and not tried:
            for seat in (0, 1):
                asked = SitRequest(seat, "Eve")
                try:
                    await sitting.sit(site.hub, live, asked)
                except HarenaError as error:
                    tried.append(str(error))
        return live

    async def talk() -> list[str]:
        opened = await server.open_table("dawn_raid", ["open", "open"])
        keys = [(await server.sit(opened.id, seat, f"P{seat}")).key for seat in (0, 1)]
        async with server.live(opened.id, keys[0]) as one, server.live(opened.id, keys[1]) as two:
            await one.resign()
            await one.rematch()
            monkeypatch.setattr(site.hub, "get", intrude)
            await two.rematch()
            monkeypatch.undo()
            new = (await one.until(lambda sight: sight.rematch)).rematch
        return [seat.name for seat in (await server.table(new)).seats]

    real_get = site.hub.get
    assert run(talk()) == ["P1", "P0"]
    assert tried == ["This link is not for that seat."] * 2


def test_a_table_that_the_host_has_deleted_has_no_rematch(site: Site) -> None:
    server = Server(site.address)

    async def talk() -> str:
        table, keys = await finish(server)
        async with server.live(table, keys[0]) as one, server.live(table, keys[1]) as two:
            await one.rematch()
            with sqlite3.connect(site.settings.database.removeprefix("sqlite:///")) as database:
                database.execute("DELETE FROM tables WHERE id = ?", (table,))
            with pytest.raises(RefusedError) as refused:
                await two.rematch()
            return str(refused.value)

    deleted = "This table has been deleted; nothing more can be done at it."
    assert run(talk()) in (deleted, "There is no such table."), "by whether the goodbye comes first"


async def cut_off(live: Live) -> None:
    """A wish that the server dies of: whatever it says."""
    try:
        await live.rematch()
    except Exception as error:
        assert "went wrong" in str(error) or "database" in str(error)
