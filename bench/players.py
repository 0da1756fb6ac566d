"""The players of the load tool: scripted, and seated by the client that other people's bots use."""

from __future__ import annotations

import asyncio
import random
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

import guests

from harena.client import Live, Server
from harena.core.errors import HarenaError

AT_ONCE = 8  # tables being opened, and players sitting down
PATIENCE = 30.0  # seconds for one broadcast, before it counts as an error
QUICK = 1e6  # messages a second: the server of the tool limits nobody


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
    peer: bool = False  # at boardgame.io's server


@dataclass
class Report:
    """What it found."""

    delays: list[float] = field(default_factory=list)
    got: int = 0  # bytes, where the server does not count them
    errors: list[str] = field(default_factory=list)
    worked: float = 0.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Pair:
    """The two players of a table."""

    def __init__(self, players: Sequence[Any], report: Report, chance: random.Random) -> None:
        self.players = players
        self.report = report
        self.chance = chance

    async def act(self, count: bool) -> bool:
        """Whoever is asked takes an action by chance; false when the game is over."""
        one = next((player for player in self.players if player.sight.actions), None)
        if one is None:
            return not any(player.sight.over for player in self.players)
        other = next(player for player in self.players if player is not one)
        moves, action = one.sight.moves, self.chance.choice(one.sight.open_actions)
        sent_at = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                await one.act(action, moves=moves)
                for player in (other, one):
                    await player.until(lambda sight: sight.moves > moves)
        except (HarenaError, TimeoutError) as error:
            self.report.errors.append(str(error) or "no broadcast")
            return True
        if count:
            self.report.delays.append(other.moved_at - sent_at)
        return True

    async def play_evenly(self, first_in: float, every: float, until: float) -> None:
        """An action at fixed times, however long the one before took."""
        at = time.perf_counter() + first_in
        while at < until:
            await asyncio.sleep(max(0.0, at - time.perf_counter()))
            if not await self.act(count=True):
                return
            at += every

    async def leave(self) -> None:
        for player in self.players:
            if player.connections != 1:
                self.report.errors.append(f"connected {player.connections} times")
            await player.close()


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
    worked = time.process_time()
    got = sum(player.got for pair in pairs for player in pair.players) if plan.peer else 0
    until = time.perf_counter() + plan.seconds
    spread = plan.every / max(1, len(pairs))
    await asyncio.gather(
        *(pair.play_evenly(spread * (index + 0.5), plan.every, until) for index, pair in enumerate(pairs))
    )
    report.worked = time.process_time() - worked
    report.got = sum(player.got for pair in pairs for player in pair.players) - got if plan.peer else 0
    pipe.send(report)  # now, while all are connected: the tool looks at the server's memory
    await asyncio.to_thread(pipe.recv)
    await asyncio.gather(*(pair.leave() for pair in pairs))
    pipe.send(report)


async def seat_all(plan: Plan, report: Report) -> list[Pair]:
    """Open all tables and connect both players of each."""
    gate, server = asyncio.Semaphore(AT_ONCE), Server(plan.address)

    async def one(index: int) -> Pair:
        async with gate:
            players = await (guests.seat_two(plan.address) if plan.peer else seat_two(server, plan))
            return Pair(players, report, random.Random(f"{plan.number} {index}"))

    return await asyncio.gather(*(one(index) for index in range(plan.tables)))


async def seat_two(server: Server, plan: Plan) -> list[Live]:
    """A table with both seats taken, and both players connected to it."""
    opened = await server.open_table(plan.game, ["person", "person"])
    out = []
    for seat, invite in opened.invites.items():
        place = await server.sit(opened.id, seat, f"Player {seat}", invite)
        live = server.live(place.id, place.key, plan.parts.split(","), per_second=QUICK)
        out.append(await live.__aenter__())
    for live in out:
        await live.until(lambda sight: sight.status == "running" and all(seat.here for seat in sight.seats))
    return out


def warm_up(address: str, game: str, parts: str, peer: bool = False) -> None:
    """Tables of its own, so that what a server loads once counts for no table."""

    async def some() -> None:
        for pair in await seat_all(Plan(address, game, parts, 2, 0.0, 0.0, 0, 99, peer), Report()):
            for _ in range(30):
                await pair.act(count=False)
            await pair.leave()

    asyncio.run(some())
