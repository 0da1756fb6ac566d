"""The players of the load tool: lean sockets that look only at what they need to act."""

from __future__ import annotations

import asyncio
import http.client
import random
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect

AT_ONCE = 8  # requests, and sockets being opened
PATIENCE = 30.0  # seconds for one broadcast, before it counts as an error


@dataclass(frozen=True)
class Plan:
    """What one process of players does."""

    address: str
    game: str
    parts: str
    tables: int
    every: float
    seconds: float
    before: int
    number: int


@dataclass
class Report:
    """What it found."""

    delays: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    received: int = 0
    worked: float = 0.0


class Choice(msgspec.Struct):
    action: str


class Seen(msgspec.Struct):
    """What a scripted player looks at; all else is skipped without being built."""

    moves: int
    status: str
    asked: list[int]
    actions: list[Choice] = []


class Told(msgspec.Struct):
    type: str
    text: str = ""
    table: Seen | None = None


decoder = msgspec.json.Decoder(Told)
_local = threading.local()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def post(address: str, path: str, body: dict[str, Any]) -> Any:
    """One request over this thread's own connection."""
    if getattr(_local, "address", "") != address:
        _local.address, _local.connection = address, http.client.HTTPConnection(urlsplit(address).netloc)
    _local.connection.request("POST", path, msgspec.json.encode(body), {"content-type": "application/json"})
    response = _local.connection.getresponse()
    answer = msgspec.json.decode(response.read())
    if response.status >= 300:
        raise SystemExit(f"{path}: {answer}")
    return answer


def open_and_sit(address: str, game: str) -> tuple[str, list[str]]:
    """A table with both seats taken: its id, and the keys of the seats."""
    opened = post(address, "/api/tables", {"game": game, "seats": [{"kind": "person"}] * 2})
    keys = [
        post(
            address,
            f"/api/tables/{opened['id']}/sit",
            {"seat": seat, "name": f"Player {seat}", "seed": "abc", "invite": opened["invites"][str(seat)]},
        )["key"]
        for seat in (0, 1)
    ]
    return opened["id"], keys


class Player:
    """One seat's connection."""

    def __init__(self, socket: ClientConnection, report: Report) -> None:
        self.socket = socket
        self.report = report
        self.seen = Seen(-1, "", [])
        self.seen_at = 0.0
        self.news = asyncio.Event()
        self.leaving = False
        self.task = asyncio.create_task(self.listen())

    async def listen(self) -> None:
        try:
            async for frame in self.socket:
                at = time.perf_counter()
                self.report.received += len(frame)
                told = decoder.decode(frame)
                if told.table is not None:
                    if told.table.moves != self.seen.moves:
                        self.seen_at = at
                    self.seen = told.table
                    self.news.set()
                elif told.type in ("refused", "bye") and not self.leaving:
                    self.report.errors.append(told.text)
        except Exception as error:
            if not self.leaving:
                self.report.errors.append(repr(error))

    async def until_after(self, moves: int) -> float:
        """When the position after this one was shown."""
        while self.seen.moves <= moves:
            self.news.clear()
            await self.news.wait()
        return self.seen_at

    async def close(self) -> None:
        self.leaving = True
        await self.socket.close()
        await self.task


class Pair:
    """The two players of a table."""

    def __init__(self, players: list[Player], report: Report, chance: random.Random) -> None:
        self.players = players
        self.report = report
        self.chance = chance

    async def act(self, count: bool) -> bool:
        """Whoever is asked takes an action by chance; false when the game is over."""
        one = next((player for player in self.players if player.seen.actions), None)
        if one is None:
            return all(player.seen.status != "over" for player in self.players)
        moves = one.seen.moves
        action = self.chance.choice(one.seen.actions).action
        message = {"type": "act", "action": action, "moves": moves, "request": f"r{moves}"}
        sent_at = time.perf_counter()
        await one.socket.send(msgspec.json.encode(message), text=True)
        other = self.players[1 - self.players.index(one)]
        try:
            shown_at = await asyncio.wait_for(other.until_after(moves), PATIENCE)
            await asyncio.wait_for(one.until_after(moves), PATIENCE)
        except TimeoutError:
            self.report.errors.append("no broadcast")
            return True
        if count:
            self.report.delays.append(shown_at - sent_at)
        return True

    async def play_evenly(self, first_in: float, every: float, until: float) -> None:
        """An action at fixed times, however long the one before took."""
        at = time.perf_counter() + first_in
        while at < until:
            await asyncio.sleep(max(0.0, at - time.perf_counter()))
            if not await self.act(count=True):
                return
            at += every


def play(plan: Plan, pipe: Connection) -> None:
    asyncio.run(_play(plan, pipe))


async def _play(plan: Plan, pipe: Connection) -> None:
    report = Report()
    pairs = await seat_all(plan, report)
    gate = asyncio.Semaphore(AT_ONCE)

    async def warm(pair: Pair) -> None:
        async with gate:
            for _ in range(plan.before):
                await pair.act(count=False)

    await asyncio.gather(*(warm(pair) for pair in pairs))
    pipe.send(Report())
    await asyncio.to_thread(pipe.recv)
    report.received, worked = 0, time.process_time()
    until = time.perf_counter() + plan.seconds
    spread = plan.every / max(1, len(pairs))
    await asyncio.gather(
        *(pair.play_evenly(spread * (index + 0.5), plan.every, until) for index, pair in enumerate(pairs))
    )
    report.worked = time.process_time() - worked
    pipe.send(report)
    await asyncio.gather(*(player.close() for pair in pairs for player in pair.players))


async def seat_all(plan: Plan, report: Report) -> list[Pair]:
    """Open all tables and connect both players of each."""
    loop = asyncio.get_running_loop()
    with ThreadPoolExecutor(AT_ONCE) as threads:
        seated = await asyncio.gather(
            *(
                loop.run_in_executor(threads, open_and_sit, plan.address, plan.game)
                for _ in range(plan.tables)
            )
        )
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(table_id: str, keys: list[str], index: int) -> Pair:
        async with gate:
            players = [
                await sit_down(plan.address, table_id, key, plan.parts.split(","), report) for key in keys
            ]
            return Pair(players, report, random.Random(f"{plan.number} {index}"))

    return await asyncio.gather(*(one(*table, index) for index, table in enumerate(seated)))


async def sit_down(address: str, table_id: str, key: str, parts: list[str], report: Report) -> Player:
    """Connect a player and wait for the first sight."""
    url = f"ws{address.removeprefix('http')}/api/tables/{table_id}/live"
    socket = await connect(url, compression=None, max_size=None, ping_interval=None)
    await socket.send(msgspec.json.encode({"type": "hello", "keys": [key], "parts": parts}), text=True)
    player = Player(socket, report)
    await asyncio.wait_for(player.until_after(-1), PATIENCE)
    return player


def warm_up(address: str, game: str, parts: str) -> None:
    """A table of its own, so that what a server loads once counts for no table."""

    async def some() -> None:
        report = Report()
        plan = Plan(address, game, parts, 2, 0.0, 0.0, 0, 99)
        for pair in await seat_all(plan, report):
            for _ in range(30):
                await pair.act(count=False)
            for player in pair.players:
                await player.close()

    asyncio.run(some())
