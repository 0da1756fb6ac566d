"""Looking back: the same pictures as at the table, and nobody sees more than they saw then."""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from websockets.asyncio.client import connect

import harena
from contract.play import options_for
from harena.core import registry
from harena.core.fair import FairSeeds
from harena.core.game import AnyGame
from harena.core.match import Match
from harena.core.options import write_options
from harena.core.state import SPECTATOR
from harena.server.packs import pack_of
from harena.server.reel import EVERY, reel_of
from harena.server.replay import frame_of, moments_of
from server.conftest import RunningServer, run
from server.players import BIGGEST, Opened, live_address, open_table

ONLY_PLAYERS = "While a game goes on, only its players can look back, each through their own eyes."
OTHER_EYES = "You cannot look through these eyes: the game is not over, or there is no such seat."


def get(server: RunningServer, path: str, *keys: str, cookie: str = "") -> tuple[int, Any]:
    """Status and answer of a request, with the keys of some seats."""
    headers = {"harena-key": ",".join(keys)} if keys else {}
    headers |= {"cookie": cookie} if cookie else {}
    try:
        with urllib.request.urlopen(
            urllib.request.Request(server.address + path, headers=headers)
        ) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def replay(table: Opened, move: int | str = "", eyes: int | None = None) -> str:
    of = f"/{move}" if move != "" else ""
    return f"/api/tables/{table.id}/replay{of}" + ("" if eyes is None else f"?eyes={eyes}")


class Eyewitness:
    """A seat that plays at random and keeps every picture it was shown, by the moves played until then.

    Anyone who is slow is sent the newest position only, so each waits until all have seen the one it acts in.
    A reel keeps sealed answers in the order of the seats, so they are given in that order.
    """

    def __init__(self, server: RunningServer, table: Opened, seat: int) -> None:
        self.address = live_address(server.address, table.id)
        self.key, self.seat, self.dice = table.keys[seat], seat, random.Random(seat)
        self.saw: dict[int, str] = {}
        self.over = False

    async def play(self, upto: int, everyone: list[Eyewitness]) -> None:
        async with connect(self.address, max_size=BIGGEST, proxy=None) as socket:
            hello = {"type": "hello", "keys": [self.key], "parts": ["view", "picture"]}
            await socket.send(json.dumps(hello))
            async for frame in socket:
                message = json.loads(frame)
                if message["type"] != "table":
                    continue
                table = message["table"]
                played = table["moves"] - 1  # the first position is the set-up
                self.saw[played] = table["picture"]
                self.over = table["status"] == "over"
                if self.over or played >= upto:
                    return
                if table["actions"] and self.seat == min(table["asked"]):
                    while not all(played in one.saw for one in everyone):
                        await asyncio.sleep(0.002)
                    action = self.dice.choice(table["actions"])["action"]
                    await socket.send(json.dumps({"type": "act", "action": action, "moves": table["moves"]}))


def play_together(server: RunningServer, table: Opened, upto: int) -> list[Eyewitness]:
    players = [Eyewitness(server, table, seat) for seat in sorted(table.keys)]

    async def all_play() -> None:
        await asyncio.gather(*(player.play(upto, players) for player in players))

    run(all_play())
    return players


@pytest.mark.parametrize("game", registry.installed())
def test_a_player_sees_again_exactly_what_was_shown_then(server: RunningServer, game: str) -> None:
    """In a running game, to the byte: each through their own eyes, every picture the socket sent."""
    table = open_table(server.address, game, ["person", "person"])
    players = play_together(server, table, 24)
    for one in players:
        assert list(one.saw) == list(range(25)), "every position"
        for move, picture in one.saw.items():
            status, frame = get(server, replay(table, move), table.keys[one.seat])
            assert status == 200
            assert frame["eyes"] == one.seat
            assert frame["picture"] == picture, move


def test_nobody_else_can_look_back_at_a_game_that_goes_on(server: RunningServer) -> None:
    table = open_table(server.address, "dawn_raid", ["person", "person"])
    play_together(server, table, 6)
    for path in (replay(table), replay(table, 3), replay(table, 3, 0), replay(table, 3, SPECTATOR)):
        assert get(server, path) == (403, {"problem": ONLY_PLAYERS})
        assert get(server, path, "A" * 22) == (403, {"problem": ONLY_PLAYERS}), "a wrong key"
    for move in ("", 0, 3, 6):
        assert get(server, replay(table, move, 1), table.keys[0]) == (403, {"problem": OTHER_EYES})
        assert get(server, replay(table, move, 0), table.keys[1]) == (403, {"problem": OTHER_EYES})
        assert get(server, replay(table, move, 7), table.keys[1])[0] == 403
    assert get(server, replay(table), table.keys[0])[1]["may"] == [0, SPECTATOR]
    both = get(server, replay(table), table.keys[0], table.keys[1])[1]
    assert both["eyes"] == SPECTATOR, "a shared device shows nobody's hand unless asked"


def test_a_browsers_cookie_lets_it_look_back(server: RunningServer) -> None:
    plan = {"game": "dawn_raid", "seats": [{"kind": "open"}, {"kind": "bot", "bot": "easy"}]}
    opened = json.load(urllib.request.urlopen(server.address + "/api/tables", json.dumps(plan).encode()))
    body = json.dumps({"seat": 0, "name": "Ann", "seed": "x"}).encode()
    sat = urllib.request.urlopen(f"{server.address}/api/tables/{opened['id']}/sit", body)
    cookie = sat.headers["set-cookie"].split(";")[0]
    path = f"/api/tables/{opened['id']}/replay"
    assert get(server, path)[0] == 403
    status, told = get(server, path, cookie=cookie)
    assert (status, told["yours"], told["eyes"]) == (200, [0], 0)


def test_a_finished_game_is_open_to_all_eyes_and_every_move(server: RunningServer) -> None:
    table = open_table(server.address, "dawn_raid", ["person", "person"])
    players = play_together(server, table, 10_000)
    assert all(one.over for one in players)
    status, told = get(server, replay(table))
    assert status == 200
    assert told["eyes"] == SPECTATOR
    assert told["may"] == [0, 1, SPECTATOR]
    assert told["moments"][0]["seat"] == -1
    assert sum(told["scores"]) == 1
    last = len(told["moments"]) - 1
    marks = {
        line["glimpse"].get("mark") for one in told["moments"] for line in one["lines"] if "glimpse" in line
    }
    assert "end" in marks
    for one in players:
        for move in (0, 1, last // 2, last):
            assert get(server, replay(table, move, one.seat))[1]["picture"] == one.saw[move]
    assert get(server, replay(table, last + 1))[0] == 404
    assert get(server, replay(table, "x")) == (400, {"problem": "'move' takes a whole number."})
    assert get(server, replay(table, -1))[0] == 404
    assert get(server, replay(table, 0) + "?eyes=x")[0] == 400


def test_a_table_closed_to_spectators_stays_so_when_it_is_over(server: RunningServer) -> None:
    table = open_table(server.address, "dawn_raid", ["person", "person"], spectators=False)
    play_together(server, table, 10_000)
    assert get(server, replay(table)) == (403, {"problem": "This table is not open to spectators."})
    assert get(server, replay(table), table.keys[1])[0] == 200


def test_before_the_game_there_is_nothing_to_look_back_at(server: RunningServer) -> None:
    opened = urllib.request.urlopen(
        server.address + "/api/tables",
        json.dumps({"game": "dawn_raid", "seats": [{"kind": "open"}, {"kind": "open"}]}).encode(),
    )
    path = f"/api/tables/{json.load(opened)['id']}/replay"
    assert get(server, path) == (409, {"problem": "The game has not begun yet."})


# --- the reel itself, without a server


def played_out(game: AnyGame, number: int) -> Match:
    options = options_for(game, number)
    seats = game.seats(game.options(**options))
    seeds = FairSeeds(f"{number:02x}" * 32, ["some words"] * seats)
    match, dice = Match(game, pack_of(game.name), options, seeds), random.Random(number)
    while not match.over:
        match.play(dice.choice(match.legal()))
    return match


def fresh(match: Match) -> Match:
    """The same match before its first action."""
    return Match(match.game, match.pack, write_options(match.options), match.seeds, match.names)


def test_every_position_of_a_reel_is_the_one_that_was_played(game: AnyGame) -> None:
    """Forward, and then at once anywhere: keys and what all eyes see, sealed questions included."""
    match = played_out(game, 1)
    reel, again = reel_of(match), fresh(match)
    for move, (seat, action) in enumerate(match.played):
        for eyes in [*range(len(match.names)), SPECTATOR]:
            assert reel.at(move).view(eyes) == again.view(eyes)
        assert reel.at(move).state.key() == again.state.key()
        again.play(action, seat)
    assert reel.at(len(reel)).state.key() == match.state.key()
    assert reel.at(0).state.key() == fresh(match).state.key()


def test_what_was_heard_is_told_once_and_in_order(game: AnyGame) -> None:
    match = played_out(game, 2)
    reel = reel_of(match)
    for eyes in [*range(len(match.names)), SPECTATOR]:
        told = reel.told(eyes)
        assert [one for move in told for one in move] == match.events(eyes)
        assert all(one.move == move for move, heard in enumerate(told) for one in heard)
        sentences = [line["text"] for moment in moments_of(reel, eyes) for line in moment["lines"]]
        assert sentences == match.story(eyes)


def test_a_reel_takes_up_what_was_played_since_and_knows_when_something_was_taken_back(game: AnyGame) -> None:
    match = played_out(game, 3)
    half = len(match.played) // 2
    earlier = reel_of(reel_of(match).at(half))
    assert (len(earlier), earlier.begins(match.played)) == (half, True)
    reel = reel_of(match, earlier)
    assert reel.at(len(reel)).state.key() == match.state.key()
    assert len(earlier) == half, "whoever looks at the earlier one sees what they saw"
    assert reel.stops[: len(earlier.stops)] == earlier.stops, "nothing is played twice"
    assert not reel.begins(match.played[:-1]), "one move fewer: it was taken back"


def test_any_number_can_look_at_a_reel_at_once(game: AnyGame) -> None:
    """Each thread through its own eyes, at its own moves: all see what one alone would see."""
    match = played_out(game, 4)
    reel, everybody = reel_of(match), [*range(len(match.names)), SPECTATOR]
    wanted = [(move, eyes) for move in range(0, len(reel), 1 + len(reel) // 12) for eyes in everybody]
    alone = [(frame_of(reel, *one), moments_of(reel, one[1])) for one in wanted]
    switching = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(4) as threads:
            together = list(threads.map(lambda one: (frame_of(reel, *one), moments_of(reel, one[1])), wanted))
    finally:
        sys.setswitchinterval(switching)
    assert together == alone


def long_game(moves: int) -> Match:
    """Four fighters who do anything, in the first game that takes so long."""
    game, dice = harena.game("combat_arena"), random.Random(3)
    while True:
        seeds = FairSeeds(dice.randbytes(32).hex(), ["a", "b", "c", "d"])
        match = Match(game, pack_of(game.name), {"players": 4}, seeds)
        while not match.over:
            match.play(dice.choice(match.legal()))
        if len(match.played) > moves:
            return match


def test_stepping_through_a_long_game_is_quick() -> None:
    """A position is there at once, whichever it is."""
    reel = reel_of(long_game(10 * EVERY))
    frame_of(reel, 0, SPECTATOR)  # templates are read once
    began = time.perf_counter()
    for move in range(0, len(reel), 13):
        reel.at(move)
    took = (time.perf_counter() - began) / len(range(0, len(reel), 13))
    assert took < 0.02, f"{took * 1000:.1f} ms a position"
