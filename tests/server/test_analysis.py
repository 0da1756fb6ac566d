"""Asking a bot: where one may, what it answers, and that it judges only from what the asker may know."""

from __future__ import annotations

import itertools
import random
import time
from dataclasses import replace
from typing import Any

import pytest

import harena
from contract.play import every_position, new_match, pick
from harena.bots.counsel import Counsel, advise
from harena.core.dice import fast_dice
from harena.core.game import AnyGame
from harena.core.state import OVER, SPECTATOR, State
from harena.server import analysis
from harena.server.analysis import AMONG_PEOPLE, POINTS, chances_at, counsel_at, spread
from harena.server.limits import Rate
from harena.server.packs import installed
from server.conftest import NO_LIMITS, RunningServer, run
from server.players import Opened, Player, open_table
from server.test_replay import get, play_together

A_LONG_TIME = 1000.0
TRIES = 60


def thoughts(state: State, eyes: int) -> Counsel:
    """So many tries, however long they take."""
    return advise(state, eyes, fast_dice(11), A_LONG_TIME, TRIES)


def test_advice_is_the_same_whatever_the_hidden_truth_is(game: AnyGame) -> None:
    """For those who decide, who wait and who look on: the secrets are permuted, and nothing changes."""
    compared = differing = 0
    for number, state in enumerate(every_position(game, 3)):
        if number % 7 or state.seat == OVER:
            continue
        for eyes in (state.seat, (state.seat + 1) % state.seats, SPECTATOR):
            other = state.guess(eyes, fast_dice(number))
            differing += other.key() != state.key()
            compared += 1
            assert thoughts(state, eyes) == thoughts(other, eyes)
    assert compared > 10
    assert differing > compared // 3, "the secrets were other ones indeed"


def test_advice_differs_for_those_who_know_different_things() -> None:
    """The test above could not fail if advice were always the same."""
    states = [state.copy() for state in every_position(harena.game("combat_arena"), 1)][30:50]
    assert any(thoughts(one, 0).chances != thoughts(one, 1).chances for one in states)


def test_the_actions_considered_are_open_and_their_tries_add_up(game: AnyGame) -> None:
    for number, state in enumerate(every_position(game, 2)):
        if number % 5 or state.seat == OVER:
            continue
        found = thoughts(state, state.seat)
        if state.measured:
            assert found.considered == [], "a hand answers, and there is nothing to choose"
            continue
        assert {one.action for one in found.considered} <= set(state.legal())
        assert [one.tries for one in found.considered] == sorted(
            (one.tries for one in found.considered), reverse=True
        )
        assert 0 < sum(one.tries for one in found.considered) == found.tries <= TRIES
        assert found.chances[state.seat] == pytest.approx(found.considered[0].chance)
        assert all(0 <= one.chance <= 1 for one in found.considered)
        assert all(-1e-9 <= chance <= 1 + 1e-9 for chance in found.chances)
        waits = (state.seat + 1) % state.seats
        assert thoughts(state, waits).considered == [], "who waits is not told another's options"


def test_after_the_end_the_chances_are_the_result(game: AnyGame) -> None:
    match, dice = new_match(game, 4), fast_dice(4)
    while not match.over:
        match.play(pick(match.state, dice))
    found = advise(match.state, 0, fast_dice(1), 0.1)
    assert (found.chances, found.considered) == (match.scores, [])


def test_a_bot_sees_a_won_game_as_won() -> None:
    """Dawn Raid, one decision before the end: the chances are those of the side that then wins."""
    match, dice = harena.new("dawn_raid", seed=8), random.Random(8)
    while not match.over:
        before, legal = match.state.copy(), match.legal()
        match.play(dice.choice(legal))
    found = advise(before, before.seat, fast_dice(1), 0.2)
    if len(legal) == 1:
        assert found.chances == pytest.approx(match.scores)
    assert sum(found.chances) == pytest.approx(1.0)


def test_a_line_has_its_first_and_last_move_and_not_too_many() -> None:
    assert spread(0) == [0]
    assert spread(3) == [0, 1, 2, 3]
    assert len(spread(648)) == POINTS
    for last in (1, 58, 59, 60, 61, 648, 9999):
        moves = spread(last)
        assert (moves[0], moves[-1]) == (0, last)
        assert len(moves) <= POINTS
        gaps = [after - before for before, after in itertools.pairwise(moves)]
        assert max(gaps) - min(gaps) <= 1


def test_a_worker_answers_for_any_move_of_a_record(game: AnyGame) -> None:
    match, dice = new_match(game, 6), fast_dice(6)
    while not match.over:
        match.play(pick(match.state, dice))
    record, kit = match.record(), installed(game.name)
    for move in (0, len(match.played) // 2, len(match.played) - 1):
        seat = match.played[move][0]
        told = counsel_at(record, kit, move, seat, 0.0)
        assert told["seat"] == seat
        assert told["considered"]
        assert all(one["label"] for one in told["considered"])
        assert len(chances_at(record, kit, move, SPECTATOR, 0.0)) == len(match.names)
    assert chances_at(record, kit, len(match.played), 0, 0.0) == match.scores


# --- at a server


def counsel(server: RunningServer, table: Opened, what: str = "", *keys: str) -> tuple[int, Any]:
    return get(server, f"/api/tables/{table.id}/counsel{what}", *keys)


def finished(server: RunningServer) -> Opened:
    table = open_table(server.address, "dawn_raid", ["person", "person"])
    play_together(server, table, 10_000)
    return table


def test_in_a_game_among_people_no_bot_gives_advice(server: RunningServer) -> None:
    table = open_table(server.address, "dawn_raid", ["person", "person"])
    play_together(server, table, 4)
    for path in ("counsel", "chances"):
        address = f"/api/tables/{table.id}/{path}"
        for key in table.keys.values():
            assert get(server, address, key) == (403, {"problem": AMONG_PEOPLE})
            assert get(server, f"{address}?move=0", key) == (403, {"problem": AMONG_PEOPLE})
        assert get(server, address)[0] == 403
        assert get(server, f"{address}?eyes=1", table.keys[0])[0] == 403


def test_against_bots_one_may_ask_about_the_own_seat(server: RunningServer) -> None:
    table = open_table(server.address, "combat_arena", ["person", "easy"])
    play_together(server, table, 3)
    status, told = counsel(server, table, "", table.keys[0])
    assert status == 200
    assert told["eyes"] == 0
    assert len(told["chances"]) == 2
    if told["seat"] == 0:
        assert told["considered"][0]["tries"] > 0
    assert counsel(server, table)[0] == 403, "who looks on may not"
    assert counsel(server, table, "?eyes=1", table.keys[0])[0] == 403, "nor through the bot's eyes"
    assert counsel(server, table, "?eyes=-2", table.keys[0])[0] == 403


def test_at_a_finished_game_anyone_asks_about_any_move(server: RunningServer) -> None:
    table = finished(server)
    status, told = counsel(server, table, "?move=5&eyes=0")
    assert (status, told["move"], told["eyes"]) == (200, 5, 0)
    assert sum(told["chances"]) == pytest.approx(1)
    assert counsel(server, table, "?move=9999")[0] == 404
    assert counsel(server, table, "?move=x")[0] == 400


def test_the_line_of_chances_grows_until_it_is_done_and_is_kept(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "SECONDS_A_POINT", 0.0)
    table, asked, until = finished(server), 0, time.monotonic() + 60
    while True:
        status, line = get(server, f"/api/tables/{table.id}/chances?eyes=1")
        asked += 1
        assert status == 200
        assert len(line["points"]) <= line["of"] <= POINTS
        if line["done"]:
            break
        assert time.monotonic() < until
        time.sleep(0.05)
    scores = get(server, f"/api/tables/{table.id}/replay")[1]["scores"]
    assert line["points"][-1]["chances"] == scores
    assert asked > 1
    assert get(server, f"/api/tables/{table.id}/chances?eyes=1")[1] == line, "not worked out anew"


def test_questions_are_limited_by_address(make_server: Any) -> None:
    server = make_server(limits=replace(NO_LIMITS, counsels=Rate(2, 0.001)))
    table = open_table(server.address, "dawn_raid", ["person", "easy"])
    player = Player(lambda: server.address, table, 0, 1)
    run(player.play())
    assert [counsel(server, table, "?move=1")[0] for _ in range(3)] == [200, 200, 429]
