"""Pictures to take along: they show what the replay shows to the same eyes, and nothing more."""

from __future__ import annotations

import base64
import itertools
import json
import random
import re
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from websockets.asyncio.client import connect

import harena
from harena.core import registry
from harena.core.state import SPECTATOR
from harena.server.keepsakes import LAST_STAYS, MOST_FRAMES, STAYS, moving, turn_around
from harena.server.limits import Rate
from harena.server.reel import Reel, reel_of
from server.conftest import NO_LIMITS, RunningServer, run
from server.players import BIGGEST, Opened, live_address, open_table
from server.test_records import body_of, finished

GAMES = registry.names()
SVG = "{http://www.w3.org/2000/svg}"


def fetch(server: RunningServer, path: str, key: str = "", body: bytes | None = None) -> tuple[int, str]:
    headers = {"harena-key": key} if key else {}
    try:
        with urllib.request.urlopen(urllib.request.Request(server.address + path, body, headers)) as response:
            if response.status == 200 and "picture" in path:
                assert response.headers["content-type"] == "image/svg+xml"
                assert response.headers["cache-control"] == "no-store"
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def frames(svg: str) -> list[str]:
    """The pictures in one that moves."""
    addresses = [one.get("href", "") for one in ElementTree.fromstring(svg).iter(f"{SVG}image")]
    return [base64.b64decode(one.removeprefix("data:image/svg+xml;base64,")).decode() for one in addresses]


def under_way(server: RunningServer, game: str, decisions: int) -> tuple[Opened, int]:
    """A table at which two people have decided so often; how many moves that made."""

    async def play() -> int:
        sockets = [
            await connect(live_address(server.address, table.id), max_size=BIGGEST, proxy=None)
            for _ in range(2)
        ]
        for seat, socket in enumerate(sockets):
            await socket.send(json.dumps({"type": "hello", "keys": [table.keys[seat]], "parts": ["view"]}))
        dice, left, moves = random.Random(4), decisions, 0
        sights = [json.loads(await socket.recv())["table"] for socket in sockets]
        while left:
            asked = next(seat for seat, sight in enumerate(sights) if sight.get("actions"))
            action = dice.choice(sights[asked]["actions"])["action"]
            await sockets[asked].send(
                json.dumps(
                    {"type": "act", "action": action, "moves": sights[asked]["moves"], "request": str(left)}
                )
            )
            moves, left = sights[asked]["moves"] + 1, left - 1
            for seat, socket in enumerate(sockets):
                while sights[seat]["moves"] < moves:
                    message = json.loads(await socket.recv())
                    if message["type"] == "table":
                        sights[seat] = message["table"]
        for socket in sockets:
            await socket.close()
        return moves

    table = open_table(server.address, game, ["person", "friend"])
    return table, run(play())


def played(game: str, moves: int) -> Reel:
    match = harena.new(game, seed=2)
    dice = random.Random(1)
    while not match.over and len(match.played) < moves:
        match.play(dice.choice(match.legal()))
    return reel_of(match)


def test_of_a_finished_game_a_picture_shows_what_the_replay_shows_through_any_eyes(
    server: RunningServer,
) -> None:
    match = finished()
    body = body_of(match)
    for eyes in (0, 1, SPECTATOR):
        for move in (0, 7, len(match.played)):
            frame = json.loads(fetch(server, f"/api/replay/{move}?eyes={eyes}", body=body)[1])
            status, svg = fetch(server, f"/api/replay/{move}/picture?eyes={eyes}", body=body)
            assert (status, svg) == (200, frame["picture"])
            ElementTree.fromstring(svg)
    tall = fetch(server, "/api/replay/7/picture?layout=tall", body=body)[1]
    assert tall == json.loads(fetch(server, "/api/replay/7?layout=tall", body=body)[1])["picture"]


def test_a_turn_is_the_same_pictures_one_after_the_other(server: RunningServer) -> None:
    match = finished()
    body = body_of(match)
    moves = turn_around(reel_of(match), 9)
    assert 9 in moves
    assert len(moves) > 1
    svg = fetch(server, "/api/replay/9/turn?eyes=0", body=body)[1]
    told = [
        json.loads(fetch(server, f"/api/replay/{move}?eyes=0", body=body)[1])["picture"] for move in moves
    ]
    assert frames(svg) == [one for one, _ in itertools.groupby(told)]
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "", 1), "it needs nothing from elsewhere"
    assert "<script" not in svg


@pytest.mark.parametrize("game", GAMES)
def test_with_the_names_off_no_name_is_left_in_a_picture(server: RunningServer, game: str) -> None:
    seats = harena.new(game).state.seats
    match = harena.new(game, seed=5, names=[f"Zebulon{seat}" for seat in range(seats)])
    dice = random.Random(3)
    while not match.over and len(match.played) < 40:
        match.play(dice.choice(match.legal()))
    body, move = body_of(match), len(match.played)
    for eyes in (0, SPECTATOR):
        of = f"?eyes={eyes}"
        assert "Zebulon" in fetch(server, f"/api/replay/{move}/picture{of}", body=body)[1]
        without = fetch(server, f"/api/replay/{move}/picture{of}&names=no", body=body)[1]
        assert "Zebulon" not in without
        assert "Player 1" in without
        for frame in frames(fetch(server, f"/api/replay/{move}/turn{of}&names=no", body=body)[1]):
            assert "Zebulon" not in frame
    status, told = fetch(server, "/api/replay/4/picture?names=perhaps", body=body)
    assert (status, json.loads(told)["problem"]) == (400, "'names' is yes or no.")


def test_while_a_game_goes_on_a_picture_shows_only_what_the_seat_may_see(server: RunningServer) -> None:
    table, moves = under_way(server, "combat_arena", 12)
    base = f"/api/tables/{table.id}/replay/{moves - 1}"
    for what in ("picture", "turn"):
        assert fetch(server, f"{base}/{what}?eyes=0")[0] == 403, "who has no seat looks back at nothing"
        assert fetch(server, f"{base}/{what}?eyes=1", table.keys[0])[0] == 403, "nor through others' eyes"
        assert fetch(server, f"{base}/{what}?eyes=0", table.keys[0])[0] == 200
    shown: dict[int, list[str]] = {}
    for seat in (0, 1):
        key, of = table.keys[seat], f"?eyes={seat}"
        for move in turn_around_at(server, table, moves - 1):
            path = f"/api/tables/{table.id}/replay/{move}"
            frame = json.loads(fetch(server, path + of, key)[1])["picture"]
            assert fetch(server, f"{path}/picture{of}", key)[1] == frame
            shown.setdefault(seat, []).append(frame)
        turn = frames(fetch(server, f"{base}/turn{of}", key)[1])
        assert turn == [one for one, _ in itertools.groupby(shown[seat])]
    assert shown[0] != shown[1], "the seats see different hands, or this shows nothing"


def turn_around_at(server: RunningServer, table: Opened, move: int) -> range:
    """The moves of a turn, told by whose moves they were."""
    story = json.loads(fetch(server, f"/api/tables/{table.id}/replay", table.keys[0])[1])
    seats = [one["seat"] for one in story["moments"]]
    first = last = move
    while first > 1 and seats[first - 1] == seats[move]:
        first -= 1
    while last + 1 < len(seats) and seats[last + 1] == seats[move]:
        last += 1
    return range(first - 1, last + 1)


def test_a_hidden_or_unknown_table_shows_no_picture(server: RunningServer) -> None:
    table = open_table(server.address, "dawn_raid", ["person", "easy"], spectators=False)
    for path in (f"/api/tables/{table.id}/replay/0/picture", f"/api/tables/{'ab' * 8}/replay/0/picture"):
        status, told = fetch(server, path)
        assert status in (403, 404)
        assert "svg" not in told
    key = table.keys[0]
    assert fetch(server, f"/api/tables/{table.id}/replay/9999/picture", key)[0] == 404
    assert fetch(server, f"/api/tables/{table.id}/replay/x/turn", key)[0] == 400


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_holds_the_moves_of_one_player_and_is_never_too_long(game: str) -> None:
    reel = played(game, 60)
    seats = [seat for seat, _ in reel.match.played]
    for move in range(len(reel) + 1):
        moves = turn_around(reel, move)
        assert move in moves
        assert len(moves) <= MOST_FRAMES
        assert len({seats[one - 1] for one in moves[1:]}) == 1
        if len(moves) < MOST_FRAMES:  # the whole of it
            assert moves[0] == 0 or seats[moves[0] - 1] != seats[moves[0]]
            assert moves[-1] == len(reel) or seats[moves[-1]] != seats[moves[-1] - 1]


def test_before_the_first_move_a_turn_is_one_picture() -> None:
    assert turn_around(reel_of(harena.new(GAMES[0])), 0) == range(1)


def test_each_frame_has_its_time_and_the_last_one_stays() -> None:
    svg = moving([f'<svg viewBox="0 0 30 20">{n}</svg>' for n in (1, 1, 2, 3)])
    assert len(frames(svg)) == 3, "what changes nothing is no frame"
    assert 'viewBox="0 0 30 20"' in svg
    whole = 2 * STAYS + LAST_STAYS
    assert f"animation:{whole:.1f}s" in svg
    assert f"@keyframes f1{{0%{{visibility:hidden}}{100 * STAYS / whole:.3f}%{{visibility:visible}}" in svg
    assert re.search(r"reduce\)\{image\{animation:none!important\}#f2\{visibility:visible\}\}", svg)


def test_turns_are_limited_by_address(make_server: Callable[..., RunningServer]) -> None:
    server = make_server(limits=replace(NO_LIMITS, counsels=Rate(2, 0)))
    body = body_of(finished())
    assert fetch(server, "/api/replay/9/turn", body=body)[0] == 200  # one for the record, one for the turn
    assert fetch(server, "/api/replay/9/turn", body=body)[0] == 429
    assert fetch(server, "/api/replay/9/picture", body=body)[0] == 200
