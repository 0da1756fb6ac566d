"""The live connection: whole games, exactly one of two clicks, rights by keys alone."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

import harena
from harena import client
from harena.client import Opened, Place, RefusedError, Server
from server.conftest import RunningServer, run
from server.test_client import QUICK, play_on, two_at_a_table

SPECTATOR = -2


def live_address(server: RunningServer, table_id: str) -> str:
    return f"ws{server.address.removeprefix('http')}/api/tables/{table_id}/live"


async def hear(socket: ClientConnection, kind: str) -> Any:
    """The next message of a kind."""
    async for frame in socket:
        told = json.loads(frame)
        if told["type"] == kind:
            return told
    raise AssertionError(f"closed with {socket.close_code} before {kind}")


async def greet(socket: ClientConnection, *keys: str) -> Any:
    await socket.send(json.dumps({"type": "hello", "keys": keys, "parts": []}))
    return await hear(socket, "table")


async def whole_game(server: Server, game: str) -> Opened:
    """Two players and somebody who looks on, from the first action to the record."""
    seats = next(one["seats"] for one in await server.games() if one["name"] == game)
    opened = await server.open_table(game, ["person"] * seats)
    places = [
        await server.sit(opened.id, seat, f"Player {seat}", invite) for seat, invite in opened.invites.items()
    ]
    lives = [
        server.live(place.id, place.key, parts, per_second=QUICK)
        for place, parts in zip(places, [("view",), ("picture", "choices"), (), ()], strict=False)
    ]
    async with server.live(opened.id) as onlooker:
        for live in lives:
            await live.__aenter__()
        try:
            lasts = await asyncio.gather(*(play_on(live) for live in lives))
            last = await onlooker.until(lambda sight: sight.over)
        finally:
            for live in lives:
                await live.close()
        assert all(one.scores == last.scores for one in lasts)
        assert onlooker.yours == []
        assert len(onlooker.log) == len(lives[0].log) > 0
    return opened


def play_out(server: RunningServer, game: str) -> Opened:
    async def talk() -> Opened:
        async with client.connect(server.address) as one:
            return await whole_game(one, game)

    return run(talk(), within=120)


@pytest.mark.parametrize("name", harena.game_names())
def test_a_whole_game_over_sockets_ends_with_a_record_that_holds(server: RunningServer, name: str) -> None:
    opened = play_out(server, name)

    async def fetch() -> harena.Record:
        return await Server(server.address).record(opened.id)

    verdict = harena.verify(run(fetch()), promise=opened.promise)
    assert verdict.holds, verdict.sentence


def test_the_same_request_sent_twice_takes_effect_once(server: RunningServer) -> None:
    async def talk() -> None:
        async with client.connect(server.address) as one:
            places = await two_at_a_table(one)
            async with one.live(places[0].id) as onlooker:
                seat = onlooker.sight.asked[0]
                async with connect(live_address(server, places[0].id)) as socket:
                    table = (await greet(socket, places[seat].key))["table"]
                    action = table["actions"][0]["action"]
                    act = {"type": "act", "action": action, "moves": table["moves"], "request": "a"}
                    await socket.send(json.dumps(act))
                    await socket.send(json.dumps(act))
                    first, second = await hear(socket, "done"), await hear(socket, "done")
                    assert first == second
                async with connect(live_address(server, places[0].id)) as socket:
                    assert (await greet(socket, places[seat].key))["table"]["moves"] == table["moves"] + 1
                    await socket.send(json.dumps(act))
                    assert await hear(socket, "done") == first, "also over a new connection"

    run(talk())


def test_of_two_tabs_that_act_at_once_exactly_one_counts(server: RunningServer) -> None:
    async def talk() -> None:
        async with client.connect(server.address) as one:
            places = await two_at_a_table(one)
            for _ in range(5):
                seat = (await one.table(places[0].id)).asked[0]
                key = places[seat].key
                async with one.live(places[0].id, key) as left, one.live(places[0].id, key) as right:
                    moves, actions = left.sight.moves, left.sight.open_actions
                    outcomes = await asyncio.gather(
                        left.act(actions[0], moves=moves),
                        right.act(actions[-1], moves=moves),
                        return_exceptions=True,
                    )
                    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["RefusedError", "int"]
                    for tab in (left, right):
                        assert tab.sight.moves == moves + 1, "who was too late sees the position as it is"

    run(talk())


def test_the_position_is_told_in_words_to_who_asks_and_only_as_they_see_it(server: RunningServer) -> None:
    async def described(socket: ClientConnection) -> str:
        await socket.send('{"type": "describe"}')
        return str((await hear(socket, "described"))["text"])

    async def talk() -> None:
        async with client.connect(server.address) as one:
            places = await two_at_a_table(one)
            address = live_address(server, places[0].id)
            async with connect(address) as ann, connect(address) as bo, connect(address) as onlooker:
                for socket, key in ((ann, places[0].key), (bo, places[1].key)):
                    await greet(socket, key)
                await greet(onlooker)
                texts = [await described(socket) for socket in (ann, bo, onlooker)]
                assert "Your deck" in texts[0]
                assert "Your deck" in texts[1]
                assert "Your deck" not in texts[2], "a spectator knows nobody's deck"
                assert len(set(texts)) == 3
                with pytest.raises(TimeoutError):
                    await asyncio.wait_for(hear(onlooker, "described"), 0.2)
            opened = await one.open_table("dawn_raid")
            async with connect(live_address(server, opened.id)) as early:
                await greet(early)
                assert await described(early) == "The game has not begun."

    run(talk())


def test_a_wrong_key_may_only_look_on(server: RunningServer) -> None:
    async def talk() -> None:
        async with client.connect(server.address) as one:
            places = await two_at_a_table(one)
            opened = await one.open_table("dawn_raid")
            other = await one.sit(opened.id, 0, "", opened.invites[0])
            for key in ("", "x" * 22, other.key, opened.invites[1], places[0].key[:-1]):
                async with one.live(places[0].id, key) as live:
                    assert live.yours == []
                    assert live.sight.eyes == SPECTATOR
                    assert live.sight.actions == []
                    for attempt in (live.act("x"), live.say("hello"), live.resign(), live.take_back()):
                        with pytest.raises(RefusedError, match="only watching"):
                            await attempt
                    with pytest.raises(RefusedError, match="not your seat"):
                        await live.resign(seat=0)

    run(talk())


def test_a_closed_table_turns_spectators_away(server: RunningServer) -> None:
    async def talk() -> None:
        async with client.connect(server.address) as one:
            places = await two_at_a_table(one, spectators=False)
            with pytest.raises(RefusedError, match="not open to spectators"):
                async with one.live(places[0].id):
                    pass
            async with one.live(places[0].id, places[0].key) as live:
                assert live.yours == [0]

    run(talk())


def test_a_table_with_a_bot_is_told_to_all_and_the_bot_answers(server: RunningServer) -> None:
    async def talk() -> None:
        async with client.connect(server.address) as one:
            opened = await one.open_table("combat_arena", ["person", "bot:easy"])
            place = await one.sit(opened.id, 0, "Ann", opened.invites[0])
            async with (
                one.live(place.id, place.key, per_second=QUICK) as live,
                one.live(place.id) as onlooker,
            ):
                for _ in range(3):
                    sight = await live.until(lambda sight: sight.actions)
                    await live.act(sight.actions[0].action, moves=sight.moves)
                await live.resign()
                assert (await onlooker.until(lambda sight: sight.over)).scores == [0.0, 1.0]

    run(talk())


def test_bots_that_play_for_all_who_left_play_to_the_end(server: RunningServer) -> None:
    async def talk() -> None:
        async with client.connect(server.address) as one:
            clock = {"kind": "move", "seconds": 1}
            places = await two_at_a_table(one, clock=clock, out_of_time="bot", stand_in="easy")
            async with one.live(places[0].id) as onlooker:
                last = await onlooker.until(lambda sight: sight.over)
            assert sum(last.scores) == 1, "one wins, or both share it"
            assert [seat.bot for seat in last.seats] == ["easy", "easy"]
            assert harena.verify(await one.record(last.id), promise=last.promise).holds

    run(talk(), within=120)


def test_a_player_whose_clock_ran_out_takes_the_seat_back(server: RunningServer) -> None:
    async def talk() -> None:
        async with client.connect(server.address) as one:
            clock = {"kind": "bank", "seconds": 1, "increment": 100}
            opened = await one.open_table("dawn_raid", ["person", "bot:hard"], clock=clock)
            place = await one.sit(opened.id, 0, "Ann", opened.invites[0])
            async with one.live(place.id, place.key) as live:
                await live.until(lambda sight: sight.seats[0].bot or sight.over)
                await live.return_to_seat()
                assert live.sight.seats[0].bot == ""

    run(talk())


def test_a_rematch_moves_everybody_one_seat_on(server: RunningServer) -> None:
    async def talk() -> None:
        async with client.connect(server.address) as one:
            places: list[Place] = await two_at_a_table(one)
            async with (
                one.live(places[0].id, places[0].key) as left,
                one.live(places[0].id, places[1].key) as right,
            ):
                await left.resign()
                await left.rematch()
                with pytest.raises(RefusedError, match="already said so"):
                    await left.rematch()
                await right.rematch()
                next_id = (await left.until(lambda sight: sight.rematch)).rematch
                promise, next_promise = left.sight.promise, left.sight.next_promise
            async with one.live(next_id, places[0].key) as live:
                assert live.yours == [1], "with the key of the old seat"
                assert [seat.name for seat in live.sight.seats] == ["Player 1", "Player 0"]
                assert live.sight.promise != promise
                assert live.sight.promise == next_promise, "promised before anybody gave a seed"
                assert live.sight.next_promise not in (promise, next_promise)
                assert live.sight.status == "running"

    run(talk())


def test_take_back_and_chat_reach_the_others(server: RunningServer) -> None:
    async def talk() -> None:
        async with client.connect(server.address) as one:
            places = await two_at_a_table(one, practice=True)
            async with one.live(places[0].id) as onlooker:
                seat = onlooker.sight.asked[0]
                async with one.live(places[0].id, places[seat].key) as live:
                    told = list(live.log)
                    await live.act(live.sight.actions[0].action)
                    await live.take_back()
                    assert live.log == told
                    await live.say("<b>oops</b>")
                sight = await onlooker.until(lambda sight: sight.chat)
                assert sight.chat[0]["text"] == "<b>oops</b>"
                assert len(onlooker.log) == len(told)

    run(talk())


@pytest.mark.parametrize("frame", ["[]", "x", '{"type": "act"}', '{"type": "hello", "keys": 7}'])
def test_a_conversation_begins_with_hello(server: RunningServer, frame: str) -> None:
    async def talk() -> None:
        async with client.connect(server.address) as one:
            opened = await one.open_table("dawn_raid")
            async with connect(live_address(server, opened.id)) as socket:
                await socket.send(frame)
                assert "The first message must be" in (await hear(socket, "bye"))["text"]
                await socket.wait_closed()
                assert socket.close_code == 1008

    run(talk())


def test_who_will_not_behave_is_told_so_and_then_sent_away(server: RunningServer) -> None:
    async def talk() -> None:
        async with client.connect(server.address) as one:
            place = (await two_at_a_table(one))[0]
            async with connect(live_address(server, place.id)) as socket:
                await greet(socket, place.key)
                frames = ("{", '{"type": "dance"}', '{"type": "say", "text": 7}', "x" * 9000) * 2
                for frame in frames[:-1]:
                    await socket.send(frame)
                    assert (await hear(socket, "refused"))["text"].endswith(".")
                await socket.send(frames[-1])
                assert "That is enough" in (await hear(socket, "bye"))["text"]

    run(talk())
