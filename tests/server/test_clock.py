"""Clocks run as the table was set, and only for those who decide."""

from __future__ import annotations

import pytest

from harena.core.dice import fast_dice
from harena.server import rulings
from harena.server.clock import Clock
from harena.server.rulings import RefusedError
from harena.server.setup import ClockPlan
from harena.server.sight import clock_of
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


# --- what the server itself holds back costs nobody time


def at_a_hidden_question(pause: int, **clock: object) -> Noted:
    """A duel of Combat Arena at a question whose answers are hidden, asked at 100 seconds."""
    for attempt in range(50):
        noted = Noted(game="combat_arena", pause=pause, clock=clock).sit_all(at=10 * SECOND)
        dice = fast_dice(attempt)
        for _ in range(80):
            match = noted.table.match
            assert match is not None
            if match.over:
                break
            if match.state.hidden:
                return noted
            seat = noted.table.asked()[0]
            legal = match.legal(seat)
            action = legal[dice.below(len(legal))]
            noted.note(rulings.act(noted.table, 100 * SECOND, seat, action, noted.table.moves))
    raise AssertionError("nobody could react")


def test_the_pause_before_a_hidden_answer_shows_is_not_counted() -> None:
    """Else a clock of a second would run out while the server itself waits."""
    noted = at_a_hidden_question(1600, kind="move", seconds=1)
    (seat,) = noted.table.asked()
    assert noted.table.clock.deadline(seat) == 102_600
    with pytest.raises(RefusedError, match="has not run out"):
        rulings.run_out(noted.table, 102_599, seat)
    shown = clock_of(noted.table)
    assert shown is not None
    assert shown["running"] == {str(seat): 101_600}


def test_a_bank_tells_nothing_of_how_quickly_a_hidden_question_was_answered() -> None:
    noted = at_a_hidden_question(1600, kind="bank", seconds=600, increment=2)
    (seat,) = noted.table.asked()
    before = noted.table.clock.bank[seat]
    noted.act(101_600)
    assert noted.table.clock.bank[seat] == before + 2 * SECOND, "no earlier, whenever it was chosen"


# --- taking back


def test_taking_back_gives_nobody_more_time_for_a_decision() -> None:
    """Else one could keep the others waiting for ever by doing something and taking it back."""
    clock = {"kind": "move", "seconds": 10}
    noted = Noted(game="combat_arena", practice=True, clock=clock).sit_all(at=10 * SECOND)
    (seat,) = noted.table.asked()
    noted.act(15 * SECOND)
    assert noted.table.asked() == [seat], "the same decides on"
    assert noted.table.clock.deadline(seat) == 25 * SECOND
    noted.note(rulings.take_back(noted.table, 19 * SECOND, seat, noted.table.moves))
    assert noted.table.clock.deadline(seat) == 20 * SECOND
    noted.act(19 * SECOND)
    with pytest.raises(RefusedError, match="time for that decision has run out"):
        rulings.take_back(noted.table, 20 * SECOND, seat, noted.table.moves)
    assert noted.table.clock.deadline(seat) == 29 * SECOND, "and it goes on as it was"


def test_a_bank_goes_on_running_whatever_is_taken_back() -> None:
    clock = {"kind": "bank", "seconds": 60, "increment": 5}
    noted = Noted(game="combat_arena", practice=True, clock=clock).sit_all(at=10 * SECOND)
    (seat,) = noted.table.asked()
    noted.act(20 * SECOND)
    noted.note(rulings.take_back(noted.table, 30 * SECOND, seat, noted.table.moves))
    assert noted.table.clock.deadline(seat) == 70 * SECOND
