"""Bots think elsewhere: nobody waits for them but their own table, and nobody misses what they do."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable

import harena
from harena import client
from harena.client import RefusedError
from harena.server import thinking
from harena.server.entry import ACTION, CAME, WENT
from harena.server.packs import installed
from server.conftest import RunningServer, run
from server.players import Opened, open_table
from server.test_client import QUICK, two_at_a_table
from server.truth import read_tables

PACE = 0.5
BUSY = 4.0  # seconds


async def play(server: RunningServer, table: Opened, seconds: float) -> None:
    """Take whatever comes first, as quickly as it comes."""
    one = client.Server(server.address)
    async with one.live(table.id, table.keys[0], per_second=QUICK) as live:
        until = time.monotonic() + seconds
        async for sight in live:
            if sight.over or time.monotonic() > until:
                return
            if sight.actions:
                try:
                    await live.act(sight.open_actions[0])
                except RefusedError:
                    continue


def test_no_move_of_a_bot_shows_sooner_than_an_eye_can_follow(
    make_server: Callable[..., RunningServer],
) -> None:
    pace = 2 * PACE  # for one bot: two share it
    server = make_server(pace=pace, hidden_pace=pace)  # a reaction is hidden: it has a pace of its own
    table = open_table(server.address, "combat_arena", ["person", "easy", "easy"], options={"players": 3})
    run(play(server, table, 8.0))
    entries = read_tables(server.settings.database)[table.id][1]
    seen = [entry for entry in entries if entry.kind not in (CAME, WENT)]  # these stop no bot, at any moment
    pairs = [(one, two) for one, two in itertools.pairwise(seen) if two.kind == ACTION and two.seat != 0]
    assert len(pairs) >= 3
    assert min(two.at - one.at for one, two in pairs) >= PACE * 1000 - 1


def test_while_bots_think_only_their_own_table_waits(server: RunningServer) -> None:
    """Here the one worker is kept busy with something that takes for ever."""
    thinkers = server._server.hub.thinkers
    loop = next(iter(server._server.hub._tasks)).get_loop()

    async def talk() -> tuple[list[float], bool]:
        one = client.Server(server.address)
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(thinkers.run(time.sleep, 0), loop))
        busy = asyncio.run_coroutine_threadsafe(thinkers.run(time.sleep, BUSY), loop)
        opened = await one.open_table(
            "dawn_raid", ["bot:easy", "person"], options={"first_attacker": "seat1"}
        )
        place = await one.sit(opened.id, 1, "Ann", opened.invites[1])
        places = await two_at_a_table(one)
        took = []
        async with one.live(place.id, place.key) as waiting, one.live(places[0].id, places[0].key) as live:
            assert waiting.sight.asked == [0], "the bot begins"
            before = waiting.sight.number
            for count in range(10):
                began = time.monotonic()
                await live.say(f"line {count}")
                took.append(time.monotonic() - began)
            waited = not busy.done()
            assert waiting.sight.number <= before + 1, "the bot has not moved"
            await asyncio.wrap_future(busy)
            await waiting.until(lambda sight: sight.actions or sight.over)
        return took, waited

    took, waited = run(talk())
    assert waited, "all that was said while the worker was busy"
    assert max(took) < BUSY / 2


def test_a_mind_that_answered_in_secret_goes_on_with_what_was_played() -> None:
    """Its own answers wait in what it remembers; the record then has them among all others."""
    match = harena.new("knockdown", seed=4, fighters="random")
    asked, kit = match.state.seat, installed("knockdown")
    other = 1 - asked
    while match.state.sealed:  # the one who is asked later answers first, two in a row where it can
        while match.state.sealed and match.legal(other):
            answer = thinking.think("sealed", match.record(), "easy", other, kit)
            match.play(answer, other)
        match.play(match.legal(asked)[0], asked)
    assert thinking.think("sealed", match.record(), "easy", other, kit)
    thinking._minds.clear()
