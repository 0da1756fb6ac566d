#!/usr/bin/env python3
"""How long a person waits for bots: plays whole games of Combat Arena at once, and counts the seconds.

harena serve --no-open --port 8421 &
python bench/waiting.py http://127.0.0.1:8421                             # one game against three easy bots
python bench/waiting.py http://127.0.0.1:8421 --pace fast --players 2 --games 4
"""

from __future__ import annotations

import argparse
import asyncio
import time

from harena import client


async def play(address: str, level: str, players: int, pace: str) -> str:
    """One game; what it took, in a sentence."""
    server = client.Server(address)
    seats = ["person", *[f"bot:{level}"] * (players - 1)]
    opened = await server.open_table("combat_arena", seats, options={"players": players})
    place = await server.sit(opened.id, 0, "Ann", opened.invites[0])
    began, own, taken = time.monotonic(), 0.0, 0
    async with server.live(place.id, place.key) as live:
        if pace:
            await live.wish_pace(pace)
        while not (await live.until(lambda sight: sight.actions or sight.over)).over:
            asked = time.monotonic()
            await live.act(live.sight.open_actions[7 * taken % len(live.sight.actions)])
            taken += 1
            own += time.monotonic() - asked
        moves = live.sight.moves
    waited = time.monotonic() - began - own
    each = waited / max(moves - taken, 1)
    bots = f"{moves - taken} decisions of bots, {each:.2f} s each"
    return f"{waited:.0f} s of waiting for {bots}; {taken} own ones"


async def main() -> None:
    """Play as asked, games side by side."""
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    wanted.add_argument("address")
    wanted.add_argument("--level", default="easy")
    wanted.add_argument("--players", type=int, default=4)
    wanted.add_argument(
        "--pace", default="", help="slow, normal, fast or at_once; left out: nothing is wished"
    )
    wanted.add_argument("--games", type=int, default=1)
    asked = wanted.parse_args()
    games = [play(asked.address, asked.level, asked.players, asked.pace) for _ in range(asked.games)]
    for told in asyncio.as_completed(games):
        print(await told)


if __name__ == "__main__":
    asyncio.run(main())
