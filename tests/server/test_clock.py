"""Clocks run as the table was set, and only for who decides."""

from __future__ import annotations

import pytest

from harena.server import rulings
from harena.server.clock import Clock
from harena.server.rulings import RefusedError
from harena.server.setup import ClockPlan
from harena.server.table import OVER, RUNNING
from server.made_up import SECOND, Noted


def test_without_a_clock_nobody_runs_out() -> None:
    noted = Noted().sit_all()
    assert noted.table.clock.deadline(noted.table.asked()[0]) is None


def test_per_move_everyone_has_the_same_time_for_each_decision() -> None:
    clock = Clock(ClockPlan("move", 30), 2)
    clock.ask([0], 10 * SECOND)
    assert clock.deadline(0) == 40 * SECOND
    assert clock.deadline(1) is None
    clock.answered(0, 35 * SECOND)
    clock.ask([0], 35 * SECOND)
    assert clock.deadline(0) == 65 * SECOND


def test_a_bank_is_used_up_and_grows_by_the_increment() -> None:
    clock = Clock(ClockPlan("bank", 60, 5), 2)
    clock.ask([0], 0)
    clock.answered(0, 20 * SECOND)
    assert clock.left(0) == 45 * SECOND
    clock.ask([1], 20 * SECOND)
    assert clock.deadline(1) == 80 * SECOND
    assert clock.left(0) == 45 * SECOND


def test_who_is_asked_on_keeps_the_clock_running() -> None:
    clock = Clock(ClockPlan("bank", 60), 3)
    clock.ask([0, 1], 0)
    clock.answered(0, 5 * SECOND)
    clock.ask([1, 2], 5 * SECOND)
    assert clock.asked_at == {1: 0, 2: 5 * SECOND}


def test_while_the_server_was_away_no_clock_ran() -> None:
    noted = Noted(clock={"kind": "move", "seconds": 10}).sit_all(at=10 * SECOND)
    seat = noted.table.asked()[0]
    noted.note(rulings.paused(noted.table, 500 * SECOND, 480 * SECOND))
    assert noted.table.clock.deadline(seat) == 500 * SECOND


def test_a_clock_runs_out_at_its_time_and_not_before() -> None:
    noted = Noted(clock={"kind": "move", "seconds": 10}, out_of_time="loses").sit_all(at=10 * SECOND)
    seat = noted.table.asked()[0]
    with pytest.raises(RefusedError, match="has not run out"):
        rulings.run_out(noted.table, 20 * SECOND - 1, seat)
    with pytest.raises(RefusedError, match="has not run out"):
        rulings.run_out(noted.table, 99 * SECOND, 1 - seat)
    noted.note(rulings.run_out(noted.table, 20 * SECOND, seat))
    assert noted.table.status == OVER
    assert noted.table.scores[seat] == 0.0


def test_or_a_bot_stands_in_until_the_player_returns_with_some_time() -> None:
    noted = Noted(clock={"kind": "bank", "seconds": 40}, out_of_time="bot").sit_all(at=10 * SECOND)
    seat = noted.table.asked()[0]
    noted.note(rulings.run_out(noted.table, 50 * SECOND, seat))
    assert noted.table.status == RUNNING
    assert noted.table.seats[seat].bot == "normal"
    with pytest.raises(RefusedError, match="has not run out"):
        rulings.run_out(noted.table, 99 * SECOND, seat)
    action = noted.first_action(seat)
    noted.note(rulings.bot_acts(noted.table, 60 * SECOND, seat, action, noted.table.moves))
    noted.note(rulings.return_to(noted.table, 70 * SECOND, seat))
    assert noted.table.clock.left(seat) >= 10 * SECOND
    if seat in noted.table.asked():
        assert (noted.table.clock.deadline(seat) or 0) >= 80 * SECOND


def test_with_four_seats_the_others_play_on_without_who_ran_out() -> None:
    noted = Noted(
        ["person", "friend", "friend", "friend"],
        game="combat_arena",
        options={"players": 4},
        clock={"kind": "move", "seconds": 10},
        out_of_time="loses",
    ).sit_all(at=10 * SECOND)
    seat = noted.table.asked()[0]
    noted.note(rulings.run_out(noted.table, 20 * SECOND, seat))
    assert noted.table.status == RUNNING
    assert noted.table.seats[seat].lost
