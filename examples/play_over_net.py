#!/usr/bin/env python3
"""A program that takes a friend's seat at a table server and plays by chance.

    python examples/play_over_net.py "http://127.0.0.1:8421/t/0123456789abcdef#1.SECRET" Robot

Whoever opened the table finds the link beside the friend's seat. A program sees what a person there would
see, no more: `sight.view` is the position through its eyes, `sight.actions` what it may do.
"""

import asyncio
import random
import sys

import harena
from harena import client


def choose(sight: client.Sight) -> str:
    """Put something better here."""
    return random.choice(sight.open_actions)


async def play(link: client.Link, name: str) -> None:
    async with client.connect(link.address) as server:
        place = await server.sit(link.id, link.seat, name, link.invite)
        async with server.live(place.id, place.key) as live:
            async for sight in live:
                if sight.over:
                    break
                if sight.actions:
                    try:
                        await live.act(choose(sight), moves=sight.moves)
                    except client.RefusedError as refusal:  # the table has gone on: look again
                        print(refusal)
            print("Scores:", live.sight.scores)
        verdict = harena.verify(await server.record(link.id), promise=live.sight.promise)
        print(verdict.sentence)


if __name__ == "__main__":
    try:
        asyncio.run(play(client.read_link(sys.argv[1]), sys.argv[2]))
    except (harena.HarenaError, IndexError) as error:
        sys.exit(str(error) if isinstance(error, harena.HarenaError) else __doc__)
