"""A server that stops and comes back says goodbye, forgets nothing, and charges nobody for its absence."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from harena.server.live import MOST_REPLIES, Watcher
from server.conftest import free_port, run, wait_until
from server.crash_server import ServerProcess, nursery
from server.players import BIGGEST, Opened, Player, ask, live_address, open_table
from server.truth import compare

AWAY = 3.0  # seconds


def settings_in(folder: Path) -> dict[str, Any]:
    return {"database": f"sqlite:///{folder / 'tables.db'}", "port": free_port()}


def test_a_server_told_to_stop_says_bye_ends_soon_and_goes_on_where_it_was(tmp_path: Path) -> None:
    async def stop_in_mid_game(make: Callable[[], ServerProcess]) -> tuple[list[Player], float]:
        server = await asyncio.to_thread(make)
        players = []
        for number, game in enumerate(("dawn_raid", "combat_arena", "dawn_raid")):
            table = open_table(server.address, game, ["person", "person"])
            for seat in (0, 1, None):
                players.append(Player(lambda: server.address, table, seat, number))
                players[-1].pause = 0.05  # so that no game is over when the server ends
        tasks = [asyncio.create_task(player.play()) for player in players]
        await wait_until(lambda: all(len(player.told.tables) > 8 for player in players))
        server.terminate()
        took = await asyncio.to_thread(server.wait, 15)
        before = [len(player.told.tables) for player in players]
        assert not any(player.over for player in players)
        assert all(player.told.byes for player in players)
        server = await asyncio.to_thread(make)
        await wait_until(
            lambda: all(len(p.told.tables) > n + 4 or p.over for p, n in zip(players, before, strict=True))
        )
        for player in players:
            player.stopping = True
        server.kill()
        await asyncio.gather(*tasks)
        return players, took

    settings = settings_in(tmp_path)
    with nursery(tmp_path) as servers:
        players, took = run(stop_in_mid_game(lambda: servers.start(**settings)))
    counts = compare(players, settings["database"])
    assert took < 5
    assert counts["done"] > 10
    assert "Traceback" not in (tmp_path / "server.log").read_text()


@pytest.mark.parametrize("ending", [ServerProcess.kill, ServerProcess.terminate])
def test_no_clock_runs_while_the_server_is_away(
    tmp_path: Path, ending: Callable[[ServerProcess], None]
) -> None:
    settings = settings_in(tmp_path)
    with nursery(tmp_path) as servers:
        server = servers.start(**settings)
        began = time.monotonic()
        clocks = [
            {"kind": "bank", "seconds": 100, "increment": 0},
            {"kind": "move", "seconds": 100, "increment": 0},
        ]
        tables = [
            open_table(server.address, "dawn_raid", ["person", "person"], clock=clock) for clock in clocks
        ]
        ending(server)
        server.wait(15)
        stopped = time.monotonic()
        time.sleep(AWAY)
        back = time.monotonic()
        server = servers.start(**settings)
        for table in tables:
            seen = ask(server.address, f"/api/tables/{table.id}")
            there = stopped - began + time.monotonic() - back
            charged = (seen["now"] - min(seen["clock"]["running"].values())) / 1000
            assert 0 <= charged <= there
            assert seen["clock"]["left"] == [100_000, 100_000]


def test_a_clock_that_would_have_run_out_meanwhile_has_not(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with nursery(tmp_path) as servers:
        server = servers.start(**settings)
        clock = {"kind": "move", "seconds": 10, "increment": 0}  # enough to ask on a slow machine
        table = open_table(
            server.address, "dawn_raid", ["person", "person"], clock=clock, out_of_time="loses"
        )
        server.kill()
        time.sleep(10.5)
        server = servers.start(**settings)
        seen = ask(server.address, f"/api/tables/{table.id}")
        assert seen["status"] == "running"
        assert not any(seat["lost"] for seat in seen["seats"])
        run(wait_until(lambda: ask(server.address, f"/api/tables/{table.id}")["status"] == "over"))


def test_who_was_there_when_the_server_died_is_gone_until_they_come_again(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with nursery(tmp_path) as servers:
        server = servers.start(**settings)
        table = open_table(server.address, "dawn_raid", ["person", "person"])

        async def come_and_be_cut_off() -> None:
            async with connect(live_address(server.address, table.id), proxy=None) as tab:
                await tab.send(json.dumps({"type": "hello", "keys": [table.keys[0]]}))
                while not json.loads(await tab.recv())["table"]["seats"][0]["here"]:
                    pass
                server.kill()

        run(come_and_be_cut_off())
        server = servers.start(**settings)
        seen = ask(server.address, f"/api/tables/{table.id}")
        assert [seat["here"] for seat in seen["seats"]] == [False, False]


def test_the_processes_in_which_bots_think_end_with_a_killed_server(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with nursery(tmp_path) as servers:
        server = servers.start(**settings)
        table = open_table(server.address, "dawn_raid", ["person", "easy"])
        player = Player(lambda: server.address, table, 0, 1)

        async def play_a_little() -> None:
            task = asyncio.create_task(player.play())
            await wait_until(lambda: any(line_of_bot(one) for one in player.told.tables))
            player.stopping = True
            server.kill()
            await task

        def line_of_bot(message: dict[str, Any]) -> bool:
            return bool(message["table"]["moves"] >= 8 or message["table"]["status"] == "over")

        children = Path(f"/proc/{server.pid}/task/{server.pid}/children")
        if not children.exists():
            pytest.skip("this system does not list the children of a process")
        workers: list[int] = []

        async def note_workers() -> None:
            while not workers:
                workers.extend(int(child) for child in children.read_text().split())
                await asyncio.sleep(0.05)

        async def both() -> None:
            await asyncio.gather(note_workers(), play_a_little())

        run(both())
        run(wait_until(lambda: not any(is_running(worker) for worker in workers), 15))


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()


# --- a client that stalls


def test_a_client_that_does_not_read_costs_the_others_nothing_and_then_sees_the_newest(
    tmp_path: Path,
) -> None:
    lines = 120

    async def stall(server: ServerProcess, table: Opened) -> tuple[list[dict[str, Any]], float]:
        where = live_address(server.address, table.id)
        async with (
            connect(where, max_size=BIGGEST, proxy=None) as active,
            connect(where, max_size=BIGGEST, max_queue=1, proxy=None, sock=narrow_socket(server)) as stalled,
        ):
            await stalled.send(hello(table.keys[0], "picture", "view"))
            await active.send(hello(table.keys[1]))
            slowest = 0.0
            for number in range(lines):
                began = time.monotonic()
                await active.send(
                    json.dumps({"type": "say", "text": f"line {number}", "request": str(number)})
                )
                while json.loads(await active.recv()).get("request") != str(number):
                    pass
                slowest = max(slowest, time.monotonic() - began)
            heard: list[dict[str, Any]] = []
            async for frame in stalled:
                if (message := json.loads(frame))["type"] == "table":
                    heard.append(message)
                    if [said["text"] for said in message["table"]["chat"]][-1:] == [f"line {lines - 1}"]:
                        break
            return heard, slowest

    settings = settings_in(tmp_path)
    with nursery(tmp_path) as servers:
        server = servers.start(**settings)
        table = open_table(server.address, "dawn_raid", ["person", "person"])
        before = memory_of(server)
        heard, slowest = run(stall(server, table))
        grown = memory_of(server) - before
    numbers = [one["table"]["number"] for one in heard]
    assert numbers == sorted(numbers)
    assert len(heard) < lines / 3
    assert slowest < 3
    assert grown < 30_000


def hello(key: str, *parts: str) -> str:
    return json.dumps({"type": "hello", "keys": [key], "parts": parts})


def memory_of(server: ServerProcess) -> int:
    """In KiB; 0 where the system does not say."""
    status = Path(f"/proc/{server.pid}/status")
    if not status.exists():
        return 0
    return int(re.findall(r"VmRSS:\s*(\d+)", status.read_text())[0])


def narrow_socket(server: ServerProcess) -> socket.socket:
    """A connection through which little fits before it must be read."""
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    one.connect(("127.0.0.1", server.settings["port"]))
    one.setblocking(False)
    return one


def test_answers_that_pile_up_are_bounded() -> None:
    async def pile_up() -> Watcher:
        watcher = Watcher(frozenset(), frozenset())
        for number in range(10 * MOST_REPLIES):
            watcher.reply({"type": "pong", "at": number})
        return watcher

    watcher = run(pile_up())
    assert watcher.overflowed
    assert len(watcher.replies) == MOST_REPLIES
