"""With which code a connection ends: who may come back is told so, and comes back to the table as it is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from websockets.asyncio.client import connect

from harena import client
from harena.client import RefusedError
from harena.core import registry
from harena.server import live as live_module
from harena.server import socket as socket_module
from harena.server.live import LiveTable, Watcher
from harena.server.metrics import METRICS
from server.conftest import RunningServer, run
from server.test_client import two_at_a_table
from server.test_socket import greet, hear, live_address


def test_who_lets_answers_pile_up_is_closed_so_that_it_comes_back(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_module, "MOST_REPLIES", 0)

    async def talk() -> None:
        async with client.connect(server.address) as one:
            place = (await two_at_a_table(one))[0]
            async with connect(live_address(server, place.id)) as socket:
                await greet(socket, place.key)
                await socket.send('{"type": "ping", "at": 1}')
                await socket.wait_closed()
                assert socket.close_code == 1013
            async with one.live(place.id, place.key) as live:
                await live._send(b'{"type": "ping", "at": 1}')
                await live.until(lambda _: live.connections > 1)
                assert live.sight.status == "running"

    run(talk())


def test_a_hello_that_does_not_come_may_come_later(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_module, "HELLO_WITHIN", 0.1)

    async def talk() -> None:
        async with client.connect(server.address) as one:
            opened = await one.open_table("dawn_raid")
            async with connect(live_address(server, opened.id)) as socket:
                assert (await hear(socket, "bye"))["text"] == "No hello came within 0.1 seconds."
                await socket.wait_closed()
                assert socket.close_code == 1013

    run(talk())


def test_who_cannot_be_shown_the_table_is_not_left_waiting(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(live: LiveTable, watcher: Watcher, at: int) -> bytes:
        raise ValueError("a picture that cannot be drawn")

    async def talk() -> None:
        async with client.connect(server.address) as one:
            place = (await two_at_a_table(one))[0]
            before = METRICS.counters["errors"]
            with monkeypatch.context() as patched:
                patched.setattr(LiveTable, "message", broken)
                async with connect(live_address(server, place.id)) as socket:
                    await socket.send(json.dumps({"type": "hello", "keys": [place.key], "parts": []}))
                    await socket.wait_closed()
                    assert socket.close_code == 1011
            assert METRICS.counters["errors"] == before + 1
            async with one.live(place.id, place.key) as live:
                assert live.sight.status == "running"

    run(talk())


def test_a_refused_connection_tells_the_client_why(server: RunningServer) -> None:
    async def talk() -> None:
        async with client.connect(server.address) as one:
            with pytest.raises(RefusedError, match=r"^There is no such table\.$"):
                async with one.live("0123456789abcdef"):
                    pass

    run(talk())


# --- one device, several seats


async def shared(one: client.Server, game: str) -> tuple[str, list[str]]:
    opened = await one.open_table(game, ["person", "device"])
    return opened.id, [
        (await one.sit(opened.id, seat, f"Player {seat}", invite)).key
        for seat, invite in opened.invites.items()
    ]


def own_eyes(message: dict[str, Any]) -> int:
    eyes: int = message["table"]["eyes"]
    return eyes


@pytest.mark.parametrize("game", registry.installed())
def test_on_a_shared_device_a_decision_is_handed_over_without_a_look_at_what_comes_next(
    server: RunningServer, game: str
) -> None:
    """All that is sent between a decision of one seat and somebody's word who looks now is a spectator's."""

    async def talk() -> int:
        handed = 0
        async with client.connect(server.address) as one:
            table_id, keys = await shared(one, game)
            async with connect(live_address(server, table_id), max_size=None) as socket:
                now = await greet(socket, *keys)
                for _ in range(60):
                    if now["table"]["status"] == "over" or handed == 4:
                        break
                    seat = now["table"]["asked"][0]
                    await socket.send(json.dumps({"type": "look", "seat": seat}))
                    while own_eyes(now) != seat:
                        now = await hear(socket, "table")
                    moves, action = now["table"]["moves"], now["table"]["actions"][0]["action"]
                    act = {"type": "act", "seat": seat, "action": action, "moves": moves}
                    await socket.send(json.dumps(act))
                    while now["table"]["moves"] == moves:
                        now = await hear(socket, "table")
                    passed = seat not in now["table"]["asked"] and now["table"]["status"] == "running"
                    assert own_eyes(now) == (-2 if passed else seat)
                    assert not (passed and now["table"]["actions"])
                    handed += passed
        return handed

    assert run(talk()) == 4


def test_whoever_looks_through_a_seat_that_was_not_asked_keeps_its_eyes(server: RunningServer) -> None:
    async def talk() -> None:
        async with client.connect(server.address) as one:
            table_id, keys = await shared(one, "dawn_raid")
            async with one.live(table_id, keys) as live:
                other = 1 - live.sight.asked[0]
                await live.look(other)
                await live.say("still here", seat=other)
                assert live.sight.eyes == other

    run(talk())
