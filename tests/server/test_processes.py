"""Several processes over one PostgreSQL: whoever goes from one to another never goes back in time."""

from __future__ import annotations

import contextlib
import json
import urllib.request
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from harena.client import Server
from server.conftest import RunningServer, fast_settings, run
from server.players import ask, live_address, open_table


@pytest.fixture
def deaf(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[RunningServer]]:
    """Two processes to which no news come: as if those were slow for ever."""

    @contextlib.asynccontextmanager
    async def no_news(*_: Any) -> AsyncIterator[None]:
        yield

    monkeypatch.setattr("harena.server.app.listen_to_others", no_news)
    both = [RunningServer(fast_settings(tmp_path, database=database)) for _ in range(2)]
    yield both
    for server in both:
        server.stop()


def hello(key: str, **more: Any) -> str:
    return json.dumps({"type": "hello", "keys": [key], "parts": ["view"], **more})


def test_a_page_that_comes_from_another_process_sees_at_least_what_it_saw_there(
    deaf: list[RunningServer],
) -> None:
    here, there = deaf
    table = open_table(here.address, "dawn_raid", ["person", "person"], spectators=False)

    async def play() -> None:
        server = Server(here.address)
        async with server.live(table.id, table.keys[0]) as one, server.live(table.id, table.keys[1]) as two:
            for _ in range(3):
                asked = one if one.sight.actions else two
                seen = 1 + await asked.act(asked.sight.open_actions[0])
                for live in (one, two):
                    await live.until(lambda sight, seen=seen: sight.number >= seen)  # type: ignore[misc]
        async with connect(live_address(there.address, table.id), proxy=None) as page:
            await page.send(hello(table.keys[0], seen=seen))
            shown = json.loads(await page.recv())
            assert shown["yours"] == [0], "it knows who sits there"
            assert shown["table"]["number"] >= seen

    wanted = urllib.request.Request(
        f"{there.address}/api/tables/{table.id}", headers={"harena-key": table.keys[0]}
    )
    with urllib.request.urlopen(wanted, timeout=30) as answer:
        before = json.load(answer)["number"]
    run(play())
    with urllib.request.urlopen(wanted, timeout=30) as answer:
        assert json.load(answer)["number"] >= before + 3


def test_whoever_sat_down_at_one_process_has_the_seat_at_the_other_at_once(
    deaf: list[RunningServer],
) -> None:
    here, there = deaf
    plan = {"game": "dawn_raid", "seats": [{"kind": "person"}, {"kind": "friend"}], "spectators": False}
    opened = ask(here.address, "/api/tables", plan)
    path = f"/api/tables/{opened['id']}"
    assert ask(there.address, path)["number"] == 1, "both know the table"
    sit = {"seat": 0, "name": "Ann", "seed": "", "invite": opened["invites"]["0"]}
    key = ask(here.address, f"{path}/sit", sit)["key"]

    async def come() -> Any:
        async with connect(live_address(there.address, opened["id"]), proxy=None) as page:
            await page.send(hello(key))
            return json.loads(await page.recv())

    assert run(come())["yours"] == [0]
    taken = ask(there.address, f"{path}/invitation", {"seat": 0, "invite": opened["invites"]["0"]})
    assert taken["state"] != "free"


def test_the_client_says_what_it_has_seen_when_it_connects_elsewhere(deaf: list[RunningServer]) -> None:
    here, there = deaf
    table = open_table(here.address, "dawn_raid", ["person", "person"])

    async def play() -> None:
        async with Server(here.address).live(table.id, table.keys[0]) as live:
            number = await live.say("Good luck!")
            sight = await live.until(lambda sight: sight.number > number)
            elsewhere = live_address(there.address, table.id)
            seen, live.address = live.seen, elsewhere
            assert seen >= sight.number > number
            assert live._socket is not None
            await live._socket.close()
            again = await live.until(lambda _: live.connections == 2)
            assert again.number >= seen

    run(play())
