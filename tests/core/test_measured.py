"""Measured questions: a hand lets go in time; the record keeps the time; for bots it is chance (HC-2.6)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import harena
from example.high_card import Table, bell
from harena import bots
from harena.bots.counsel import advise
from harena.bots.search import settle, worth
from harena.core.dice import Dice, fast_dice
from harena.core.errors import ActionError, RecordError, TakeBackError
from harena.core.match import Match
from harena.core.record import Record
from harena.core.replaying import replay
from harena.core.state import OVER, State, Step
from harena.core.swing import LONGEST, Swing
from harena.core.verify import verify


def at_the_bell(seed: int = 1, practice: bool = False) -> Match:
    """A match whose first bet is made: the hammer swings."""
    match = harena.new("high_card", seed=seed, bell=True, practice=practice)
    while not match.measured:
        match.play("bet:roll" if "bet:roll" in match.legal() else match.legal()[0])
    return match


def finished(match: Match) -> Match:
    """Played to its end without betting again."""
    while not match.over:
        match.play(match.let_go(700), ms=700) if match.measured else match.play(match.legal()[0])
    return match


def let_go(match: Match, ms: int) -> None:
    match.play(match.let_go(ms), ms=ms)


# --- the question


class Lone(Step):
    def begin(self, game: State) -> bool:
        game.ask_measured(0, 5, 1)
        return True

    def choose(self, game: State, action: int) -> None:
        game.next(Over())


class Over(Step):
    def begin(self, game: State) -> bool:
        game.end()
        return True


def test_a_measured_question_is_put_even_with_one_answer_and_ends_with_it() -> None:
    state = State(2, fast_dice(1))
    state.next(Lone())
    state.run_on()
    assert (state.measured, state.legal()) == (True, [5])
    state.play(5)
    assert (state.measured, state.seat) == (False, OVER)


def test_copies_and_guesses_keep_it_and_the_key_does_not_tell() -> None:
    state = at_the_bell().state
    for same in (state.copy(), state.guess(0, fast_dice(3))):
        assert same.measured
    plain = state.copy()
    plain.measured = False
    assert plain.key() == state.key()


def test_what_does_not_say_what_a_hand_gets_says_so() -> None:
    with pytest.raises(TypeError, match="State does not say what a hand gets"):
        State(2, fast_dice(1)).knack(fast_dice(1), 50)
    game = harena.game("dawn_raid")
    assert game.swing(game.start(game.pack(), game.options(), fast_dice(1))) is None
    with pytest.raises(TypeError, match="Dawn Raid does not say what it measures"):
        game.measure(None, 1, 0)


@pytest.mark.parametrize(
    ("ms", "place"), [(0, 0), (100, 30), (200, 60), (300, 30), (400, 0), (600, -60), (700, -30), (800, 0)]
)
def test_a_swing_goes_to_and_fro_at_an_even_speed(ms: int, place: float) -> None:
    assert Swing(800, 0, 60, 1000).at(ms) == pytest.approx(place)
    assert Swing(800, 100, 60, 1000).at(ms) == pytest.approx(Swing(800, 0, 60, 1000).at(ms + 100))


# --- times


def test_the_time_is_kept_and_the_action_follows_from_it() -> None:
    match = at_the_bell()
    swing, first = match.swing(), len(match.played)
    assert match.let_go(640) == f"stop:{round(swing.at(640) / bell.PLACE)}"
    let_go(match, 640)
    let_go(match, 250)
    assert match.record().times == [f"{first} 640", f"{first + 1} 250"]
    assert replay(match.record()).times == match.times == match.copy().times


def test_a_time_that_does_not_fit_is_refused_and_changes_nothing() -> None:
    match = at_the_bell()
    right = match.let_go(640)
    wrong = next(one for one in match.legal() if one != right)
    before = match.record()
    for action, ms, why in [
        (wrong, 640, f"letting go after 640 ms comes to {right}, not to {wrong}"),
        (right, -1, "whole number of milliseconds"),
        (right, LONGEST + 1, "whole number of milliseconds"),
        (right, True, "whole number of milliseconds"),
    ]:
        with pytest.raises(ActionError, match=why):
            match.play(action, ms=ms)
        assert match.record() == before


def test_where_nothing_is_measured_there_is_no_time() -> None:
    match = harena.new("high_card", seed=1, bell=True)
    with pytest.raises(ActionError, match="Nothing is measured there"):
        match.play(match.legal()[0], ms=5)
    with pytest.raises(ActionError, match="There is nothing to let go of right now"):
        match.let_go(5)


def test_all_questions_of_a_test_share_its_time() -> None:
    match = at_the_bell()
    assert match.test_took() == 0
    let_go(match, bell.LIMIT - 500)
    assert (match.swing().part, match.test_took()) == (1, bell.LIMIT - 500)
    assert match.let_go(501) == match.let_go(None) == "stop:late"
    assert match.let_go(500) != "stop:late"


def test_what_a_hand_did_cannot_be_taken_back_except_in_practice() -> None:
    match = at_the_bell()
    seat = match.seat
    let_go(match, 640)
    with pytest.raises(TakeBackError, match="cannot be unseen"):
        match.take_back(seat)
    trying = at_the_bell(practice=True)
    let_go(trying, 640)
    let_go(trying, 250)
    trying.take_back(seat)
    assert list(trying.times.values()) == [640]


def test_a_match_as_it_stood_knows_nothing_of_what_came_later() -> None:
    match = at_the_bell()
    first = len(match.played)
    let_go(match, 640)
    let_go(match, 250)
    match.give_up(0)
    earlier = match.at(match.state.copy(), first + 1)
    assert (earlier.times, earlier.given_up, earlier.over) == ({first: 640}, [], False)
    now = match.at(match.state.copy(), len(match.played))
    assert (now.times, now.given_up, now.over) == (match.times, [0], True)
    now.times.clear()
    now.given_up.clear()
    assert (len(match.times), match.given_up) == (2, [0]), "the match itself stays as it is"


# --- records


def test_a_record_without_times_is_sealed_as_before() -> None:
    record = finished(harena.new("high_card", seed=2)).record()
    plain = msgspec.to_builtins(record)
    del plain["times"], plain["given_up"]
    assert record.times == []
    assert msgspec.convert(plain, Record).seal_holds()


def test_verify_measures_each_time_again() -> None:
    match = at_the_bell()
    let_go(match, 640)
    let_go(match, 250)
    record = finished(match).record()
    assert verify(record).holds
    index = record.times[0].split()[0]
    forged = msgspec.structs.replace(record, times=[f"{index} 1040", *record.times[1:]]).sealed()
    verdict = verify(forged)
    assert not verdict.holds
    assert "letting go after 1040 ms comes to stop:" in verdict.sentence


@pytest.mark.parametrize("times", [["x 5"], ["3"], ["999 5"], ["3 5", "3 6"], ["3 -5"], ["0 5"]])
def test_times_that_belong_to_no_action_are_refused(times: list[str]) -> None:
    record = msgspec.structs.replace(finished(at_the_bell()).record(), times=times).sealed()
    with pytest.raises(RecordError):
        replay(record)
    assert not verify(record).holds


# --- bots


class Counting(bots.Bot):
    name = "counting"
    about = "Is never asked what hands do."

    def choose(self, position: State, dice: Dice) -> int:
        assert not position.measured
        return position.nth(0)


def test_no_bot_is_asked_what_its_hand_does() -> None:
    match = at_the_bell()
    assert bots.ask(Counting(), match, fast_dice(1)) in match.state.legal()


def test_a_steadier_hand_hits_more_often() -> None:
    state, hits = at_the_bell().state, {}
    for name in ("easy", "normal", "hard", "master"):
        dice, bot = fast_dice(7), bots.find(name)
        got = [bots.answer(bot, state, dice) for _ in range(4000)]
        hits[name] = sum(action == bell.STOP + bell.FAR for action in got)
    assert hits["easy"] < hits["normal"] < hits["hard"] < hits["master"]
    assert [bots.find(name).error for name in hits] == [70, 50, 40, 35]


def test_knacks_leave_the_dice_of_the_state_alone() -> None:
    state = at_the_bell().state
    drawn = state.dice.drawn
    state.knack(fast_dice(1), 50)
    assert state.dice.drawn == drawn


def test_a_search_takes_hands_for_chance() -> None:
    state = at_the_bell().state
    settled = state.copy()
    settle(settled, fast_dice(1))
    assert not settled.measured
    assert settled.made == state.made + bell.PARTS


@pytest.mark.parametrize("name", ["greedy", "easy", "mcts:60", "normal"])
def test_bots_play_whole_games_with_it(name: str) -> None:
    match, dice, bot = harena.new("high_card", seed=4, bell=True), fast_dice(4), bots.find(name)
    while not match.over:
        match.play(bots.ask(bot, match, dice))
    assert match.record().times == []
    assert verify(match.record()).holds


def test_what_a_bet_leads_to_is_seen_one_step_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """`worth` plays the hand out: it is the average of what is there once the hand has let go."""
    monkeypatch.setattr(Table, "estimate", lambda state: [points / 100 for points in state.points])
    match = harena.new("high_card", seed=1, bell=True)
    while "bet:roll" not in match.legal():
        match.play(match.legal()[0])
    bet, seat, dice, ends = match.actions.parse("bet:roll"), match.seat, fast_dice(1), []
    for _ in range(40):
        state: Any = match.state.guess(seat, dice)
        state.play(bet)
        assert state.measured
        settle(state, dice)
        assert state.seat not in (seat, OVER), "nothing more belongs to the bet"
        ends.append(state.estimate()[seat])
    assert len(set(ends)) > 1, "hands differ"
    assert worth(match.state, bet, 40, fast_dice(1)) == pytest.approx(sum(ends) / len(ends))


def test_advice_at_a_measured_question_names_chances_and_no_action() -> None:
    match = at_the_bell()
    counsel = advise(match.state, match.seat, fast_dice(1), 0.0, most=40)
    assert counsel.considered == []
    assert sum(counsel.chances) == pytest.approx(1.0)
