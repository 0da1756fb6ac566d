"""`kill -9` at any moment, again and again, under load: nothing acknowledged is lost, nothing is doubled."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections import Counter
from pathlib import Path

from server.conftest import free_port
from server.crash_server import Nursery, ServerProcess, nursery
from server.players import Player, open_table, played_on
from server.truth import compare

ENOUGH = int(os.environ.get("HARENA_SERVER_KILLS", "0"))  # kills: `make soak-server`
KILLS = 4  # of one set of tables
TABLES = [
    ("dawn_raid", ["person", "person"]),
    ("dawn_raid", ["person", "easy"]),
    ("combat_arena", ["person", "person"]),
    ("combat_arena", ["person", "person"]),
]


def test_a_server_killed_again_and_again_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    seed = random.randrange(10**9) if ENOUGH else 5
    dice, counts = random.Random(seed), Counter[str]()
    began = time.monotonic()
    with nursery(tmp_path) as servers:
        while not counts or counts["kills"] < ENOUGH:
            database = f"sqlite:///{tmp_path / str(counts['kills'])}.db"
            players = asyncio.run(play_and_kill(servers, database, dice))
            counts.update(compare(players, database))
            counts["kills"] += KILLS
            if ENOUGH:
                print(told(counts, time.monotonic() - began, seed), flush=True)
    assert counts["done"] > 20
    assert counts["connections"] > 2 * counts["kills"]


def told(counts: Counter[str], seconds: float, seed: int) -> str:
    """What has been compared so far; what does not hold ends the test."""
    return (
        f"{counts['kills']:,} kills in {seconds / 60:.1f} minutes (seed {seed}): "
        f"{counts['done']:,} acknowledged operations, {counts['entries']:,} entries and "
        f"{counts['sights']:,} sights on {counts['connections']:,} connections; "
        "0 lost, 0 doubled, 0 reordered"
    )


async def play_and_kill(servers: Nursery, database: str, dice: random.Random) -> list[Player]:
    """Several tables with two players and a spectator each; the server is killed while they are played."""
    settings = {"database": database, "port": free_port()}
    server = await asyncio.to_thread(servers.start, **settings)
    players = seat_players(server, dice)
    tasks = [asyncio.create_task(player.play()) for player in players]
    for _ in range(KILLS):
        await played_on(players, dice.uniform(0.05, 1.0))
        server.kill()
        server = await asyncio.to_thread(servers.start, **settings)
    await played_on(players, 0.5)
    for player in players:
        player.stopping = True
    server.kill()
    await asyncio.wait_for(asyncio.gather(*tasks), 120)
    return players


def seat_players(server: ServerProcess, dice: random.Random) -> list[Player]:
    players = []
    for game, seats in TABLES:
        table = open_table(server.address, game, seats)
        for seat in [*table.keys, None]:
            players.append(Player(lambda: server.address, table, seat, dice.randrange(10**9)))
            players[-1].pause = dice.choice((0.0, 0.01, 0.02))  # so that games outlast the kills
    return players
