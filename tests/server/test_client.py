"""The Python client: whole games, exactly once, back again after a lost connection, errors in sentences."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import harena
from harena import client
from harena.client import Live, NoAnswerError, Place, ProblemError, RefusedError, Server
from server.conftest import RunningServer, free_port, run

ROOT = Path(__file__).parent.parent.parent
QUICK = 1e6  # messages a second: these servers limit nobody


async def two_at_a_table(server: Server, game: str = "dawn_raid", **more: object) -> list[Place]:
    opened = await server.open_table(game, **more)  # type: ignore[arg-type]
    return [
        await server.sit(opened.id, seat, f"Player {seat}", invite) for seat, invite in opened.invites.items()
    ]


async def play_on(live: Live) -> client.Sight:
    """Take the first action whenever asked, until the game is over."""
    async for sight in live:
        if sight.over:
            break
        if sight.actions:
            try:
                await live.act(sight.actions[0].action, moves=sight.moves)
            except RefusedError as refusal:
                assert "gone on" in str(refusal)
    return live.sight


def test_a_program_plays_against_a_bot_and_checks_the_record(server: RunningServer) -> None:
    async def talk() -> None:
        async with client.connect(server.address) as one:
            assert {game["name"] for game in await one.games()} >= {"dawn_raid", "combat_arena"}
            opened = await one.open_table("dawn_raid", ["person", "bot:easy"])
            place = await one.sit(opened.id, 0, "Ann", opened.invites[0], seed="my words")
            async with one.live(place.id, place.key, per_second=QUICK) as live:
                assert live.yours == [0]
                assert live.sight.promise == opened.promise
                last = await play_on(live)
                assert sum(last.scores) == 1, "one wins, or both share it"
                assert live.log
                assert all(line.text for line in live.log)
            record = await one.record(opened.id)
            assert record.dice.player_seeds[0] == "my words"  # type: ignore[union-attr]
            verdict = harena.verify(record, promise=opened.promise)
            assert verdict.holds, verdict.sentence

    run(talk())


def test_an_action_in_a_position_that_is_gone_is_refused_with_the_present_one(server: RunningServer) -> None:
    async def talk() -> None:
        async with client.connect(server.address) as one:
            places = await two_at_a_table(one)
            async with (
                one.live(places[0].id, [place.key for place in places], per_second=QUICK) as both,
                one.live(places[0].id, [place.key for place in places], per_second=QUICK) as again,
            ):
                seat = (await both.until(lambda sight: sight.asked)).asked[0]
                sight = await both.look(seat)
                action = sight.actions[0].action
                await both.act(action, seat=seat)
                with pytest.raises(RefusedError, match="gone on"):
                    await again.act(action, seat=seat, moves=sight.moves)
                assert again.sight.moves == both.sight.moves > sight.moves

    run(talk())


def test_a_lost_connection_comes_back_and_nothing_is_done_twice(
    make_server: Callable[..., RunningServer],
) -> None:
    running = make_server()

    async def talk() -> None:
        async with client.connect(running.address) as one:
            places = await two_at_a_table(one)
            lives = [one.live(place.id, place.key, per_second=QUICK) for place in places]
            async with lives[0], lives[1]:
                await lives[0].until(lambda sight: sight.status == "running")
                await asyncio.to_thread(running.stop)
                asked = next(live for live in lives if live.sight.actions)
                before = asked.sight
                acting = asyncio.create_task(asked.act(before.actions[0].action))
                await asyncio.sleep(0.3)
                assert not acting.done(), "nobody is there to take it"
                await asyncio.to_thread(running.start)
                await acting
                assert asked.connections == 2
                for live in lives:
                    sight = await live.until(lambda sight: sight.moves == before.moves + 1)
                    assert sight.moves == before.moves + 1
                assert asked.log[-1].text

    run(talk())


def test_a_message_whose_answer_was_lost_is_sent_again_and_counts_once(server: RunningServer) -> None:
    async def talk() -> None:
        async with client.connect(server.address) as one:
            place = (await two_at_a_table(one))[0]
            async with one.live(place.id, place.key, per_second=QUICK) as live:
                real, dropped = live._answered, []

                def deaf(request: str, number: int, text: str) -> None:
                    dropped.append(number)
                    live._answered = real  # type: ignore[method-assign]
                    assert live._socket is not None
                    live._socket.transport.abort()

                live._answered = deaf  # type: ignore[method-assign]
                number = await live.say("only once")
                assert dropped == [number], "the second answer names the same entry"
                sight = await live.until(lambda sight: sight.chat)
                assert [line["text"] for line in sight.chat] == ["only once"]

    run(talk())


def test_on_a_shared_device_one_connection_has_both_seats(server: RunningServer) -> None:
    async def talk() -> None:
        async with client.connect(server.address) as one:
            opened = await one.open_table("dawn_raid", ["device", "device"])
            keys = [(await one.sit(opened.id, seat, "", opened.invites[seat])).key for seat in (0, 1)]
            async with one.live(opened.id, keys, per_second=QUICK) as live:
                assert live.yours == [0, 1]
                assert live.sight.actions == [], "nobody's eyes before they are chosen"
                for _ in range(6):
                    seat = live.sight.asked[0]
                    sight = await live.look(seat)
                    assert sight.eyes == seat
                    await live.act(sight.actions[0].action, seat=seat)
                with pytest.raises(RefusedError, match="not your seat"):
                    await live.look(5)

    run(talk())


def test_what_a_server_refuses_is_told_in_its_sentence(server: RunningServer) -> None:
    async def talk() -> None:
        async with client.connect(server.address) as one:
            with pytest.raises(ProblemError, match="chess") as refused:
                await one.open_table("chess")
            assert refused.value.status == 400
            with pytest.raises(ProblemError, match="no such table"):
                await one.table("0" * 16)
            with pytest.raises(ProblemError, match="Not Found"):
                await one.table("../games")
            with pytest.raises(RefusedError, match="no such table"):
                async with one.live("0" * 16):
                    pass

    run(talk())


def test_a_server_that_is_not_there_is_said_so() -> None:
    async def talk() -> None:
        with pytest.raises(NoAnswerError, match="does not answer"):
            async with client.connect(f"http://127.0.0.1:{free_port()}"):
                pass
        with pytest.raises(harena.HarenaError, match="address looks like"):
            Server("127.0.0.1:8421")
        with pytest.raises(NoAnswerError, match=r"has not answered for 0\.3 seconds"):
            async with Live(f"ws://127.0.0.1:{free_port()}/api/tables/0/live", patience=0.3):
                pass

    run(talk())


def test_a_program_has_the_record_of_a_table_that_is_closed_to_others(server: RunningServer) -> None:
    async def talk() -> None:
        async with client.connect(server.address) as one:
            places = await two_at_a_table(one, spectators=False)
            async with one.live(places[0].id, places[0].key) as live:
                await live.resign()
            for key in ("", "x" * 22):
                with pytest.raises(ProblemError, match="not open to spectators"):
                    await one.record(places[0].id, key)
                with pytest.raises(ProblemError, match="not open to spectators"):
                    await one.table(places[0].id, key)
            assert (await one.record(places[0].id, places[1].key)).given_up == [0]
            assert (await one.table(places[0].id, places[1].key)).over

    run(talk())


def test_nothing_can_be_asked_of_a_connection_that_was_closed(server: RunningServer) -> None:
    async def talk() -> None:
        async with client.connect(server.address) as one:
            place = (await two_at_a_table(one))[0]
            async with one.live(place.id, place.key) as live:
                pass
            with pytest.raises(harena.HarenaError, match="was closed"):
                await live.say("too late")

    run(talk())


@pytest.mark.parametrize("link", ["", "http://x/t/0123456789abcdef", "http://x/#0.abcdefgh", "x/t/0#0.a"])
def test_what_is_no_link_to_a_seat_is_said_so(link: str) -> None:
    with pytest.raises(harena.HarenaError, match="A link to a seat looks like"):
        client.read_link(link)


def test_the_example_plays_a_game_over_the_net(server: RunningServer) -> None:
    async def talk() -> str:
        async with client.connect(server.address) as one:
            opened = await one.open_table("dawn_raid", ["friend", "bot:easy"])
            return f"{server.address}/t/{opened.id}#0.{opened.invites[0]}"

    link = run(talk())
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples/play_over_net.py"), link, "Robot"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0, done.stderr
    assert "Scores" in done.stdout
