"""Quick match: two people who press end up at one table, whoever comes first."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from websockets.asyncio.client import connect

from harena.server.limits import Rate
from server.conftest import NO_LIMITS, RunningServer, run
from server.players import ask, live_address, problem_of

GAME = {"game": "dawn_raid"}


def press(server: RunningServer, name: str) -> tuple[str, int]:
    """Press, and sit down where one is told to."""
    told = ask(server.address, "/api/quick", GAME)
    ask(server.address, f"/api/tables/{told['id']}/sit", {"seat": told["seat"], "name": name})
    return told["id"], told["seat"]


def table(server: RunningServer, table_id: str) -> Any:
    return ask(server.address, f"/api/tables/{table_id}")


def test_who_presses_next_sits_with_who_waits(make_server: Callable[..., RunningServer]) -> None:
    server = make_server()
    first, second = press(server, "Ann"), press(server, "Bo")
    assert (first[0], first[1], second[1]) == (second[0], 0, 1)
    assert table(server, first[0])["status"] == "running"
    third = press(server, "Cleo")
    assert third[0] != first[0]
    assert table(server, third[0])["status"] == "waiting"


def test_many_who_press_at_once_sit_two_by_two(make_server: Callable[..., RunningServer]) -> None:
    server = make_server()

    async def all_press() -> list[tuple[str, int]]:
        return await asyncio.gather(*(asyncio.to_thread(press, server, f"P{one}") for one in range(8)))

    places = run(all_press())
    assert len(set(places)) == 8
    assert len({one for one, _ in places}) == 4
    assert all(table(server, one)["status"] == "running" for one, _ in places)


def seen(told: dict[str, Any]) -> bool:
    return told["type"] == "table" and bool(told["table"]["seats"][0]["here"])


def test_who_has_left_is_not_waited_with(make_server: Callable[..., RunningServer]) -> None:
    server = make_server()
    told = ask(server.address, "/api/quick", GAME)
    taken = ask(server.address, f"/api/tables/{told['id']}/sit", {"seat": told["seat"], "name": "Ann"})

    async def come_and_go() -> None:
        async with connect(live_address(server.address, told["id"]), proxy=None) as socket:
            await socket.send(json.dumps({"type": "hello", "keys": [taken["key"]]}))
            while not seen(json.loads(await socket.recv())):
                pass
        while (await asyncio.to_thread(table, server, told["id"]))["seats"][0]["here"]:
            await asyncio.sleep(0.05)

    run(come_and_go())
    assert press(server, "Bo")[0] != told["id"]


def test_a_seat_that_was_given_up_is_nobodys_to_wait_with(make_server: Callable[..., RunningServer]) -> None:
    server = make_server()
    told = ask(server.address, "/api/quick", GAME)
    taken = ask(server.address, f"/api/tables/{told['id']}/sit", {"seat": 0, "name": "Ann"})
    ask(server.address, f"/api/tables/{told['id']}/stand_up", {"seat": 0, "key": taken["key"]})
    assert press(server, "Bo")[0] != told["id"]
    assert told["id"] not in [one["id"] for one in ask(server.address, "/api/tables")["waiting"]]


def test_a_table_that_is_set_otherwise_is_no_quick_match(make_server: Callable[..., RunningServer]) -> None:
    server = make_server()
    setup = {**GAME, "seats": [{"kind": "open"}] * 2, "clock": {"kind": "move", "seconds": 5}}
    opened = ask(server.address, "/api/tables", setup)
    ask(server.address, f"/api/tables/{opened['id']}/sit", {"seat": 0, "name": "Ann"})
    assert press(server, "Bo")[0] != opened["id"]


def test_bad_wishes_are_refused_in_a_sentence(make_server: Callable[..., RunningServer]) -> None:
    server = make_server()
    refused = 'To be matched, send {"game": "..."}.'
    for wish in ({}, {"game": 3}, {**GAME, "seats": []}):
        assert problem_of(server.address, "/api/quick", wish) == (400, refused)
    assert problem_of(server.address, "/api/quick", {"game": "chess"})[0] == 400


def test_who_presses_too_often_is_asked_to_wait(make_server: Callable[..., RunningServer]) -> None:
    server = make_server(limits=replace(NO_LIMITS, tables=Rate(2, 1e-6)))
    press(server, "Ann")
    press(server, "Bo")
    assert problem_of(server.address, "/api/quick", GAME)[0] == 429
