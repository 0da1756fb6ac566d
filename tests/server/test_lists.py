"""The lists of tables: pushed when something in them changes, and private tables are in none."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from server.conftest import RunningServer, run
from server.players import ask, open_table

WITHIN = 30  # seconds, on a machine however busy


def address_of(server: RunningServer) -> str:
    return f"ws{server.address.removeprefix('http')}/api/lists"


async def until(socket: ClientConnection, table: str, place: str) -> Any:
    """The first lists in which a table stands there; an empty place: nowhere."""
    async with asyncio.timeout(WITHIN):
        while True:
            lists = json.loads(await socket.recv())
            found = [kind for kind in ("waiting", "running") if table in {one["id"] for one in lists[kind]}]
            if found == ([place] if place else []):
                return lists


def test_a_table_is_told_of_when_it_opens_fills_and_closes(server: RunningServer) -> None:
    async def follow() -> None:
        async with connect(address_of(server)) as socket:
            json.loads(await socket.recv())
            opened = await asyncio.to_thread(open_table, server.address, "dawn_raid", ["person", "open"])
            await until(socket, opened.id, "waiting")
            key = opened.keys[0]
            body = {"seat": 0, "key": key}
            await asyncio.to_thread(ask, server.address, f"/api/tables/{opened.id}/stand_up", body)
            await until(socket, opened.id, "")
            again = await asyncio.to_thread(open_table, server.address, "dawn_raid", ["person", "open"])
            await until(socket, again.id, "waiting")
            body = {"seat": 1, "name": "Bo"}
            await asyncio.to_thread(ask, server.address, f"/api/tables/{again.id}/sit", body)
            await until(socket, again.id, "running")

    run(follow())


def test_a_move_in_a_public_game_is_no_news(server: RunningServer) -> None:
    """Lists are not sent anew for every move that is made anywhere."""

    async def follow() -> int:
        opened = await asyncio.to_thread(open_table, server.address, "dawn_raid", ["person", "easy"])
        async with connect(address_of(server)) as socket:
            await until(socket, opened.id, "running")
            live = f"ws{server.address.removeprefix('http')}/api/tables/{opened.id}/live"
            async with connect(live) as player:
                hello = {"type": "hello", "keys": [opened.keys[0]], "parts": []}
                await player.send(json.dumps(hello))
                for _ in range(6):
                    while not (table := json.loads(await player.recv()).get("table") or {}).get("actions"):
                        pass
                    act = {"type": "act", "action": table["actions"][0]["action"], "moves": table["moves"]}
                    await player.send(json.dumps(act))
            told = 0
            try:
                while True:
                    await asyncio.wait_for(socket.recv(), 1.5)
                    told += 1
            except TimeoutError:
                return told

    assert run(follow()) <= 2, "that somebody came, perhaps, and went; not six moves and as many answers"


def test_a_game_at_one_device_is_in_no_list_and_shown_to_nobody(server: RunningServer) -> None:
    opened = open_table(server.address, "dawn_raid", ["person", "device"], spectators=True)
    shared = open_table(server.address, "dawn_raid", ["person", "person"], spectators=True)
    lists = ask(server.address, "/api/tables")
    listed = {one["id"] for kind in ("waiting", "running") for one in lists[kind]}
    assert shared.id in listed
    assert opened.id not in listed
