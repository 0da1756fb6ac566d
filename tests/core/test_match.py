"""A match: checking, sealed answers, taking back, hearing, names."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import harena
from example.high_card import BET, GOLD, KEEP, Choose, HighCard, HighCardView, SetUp, Table
from harena.core.bits import bit, low_bit
from harena.core.dice import Dice
from harena.core.errors import ActionError, OptionError, RecordError, TakeBackError, UnknownGameError
from harena.core.match import Match
from harena.core.record import FastSeed
from harena.core.state import ASKED, DONE, Step


def to_the_prize(seed: int = 1, practice: bool = False) -> Match:
    """A match of High Card in which somebody has won the first round and takes a prize."""
    for number in range(seed, seed + 50):
        match = harena.new("high_card", seed=number, practice=practice)
        match.play(match.legal()[-1])
        match.play(match.legal()[-1])
        if match.legal() == ["dust:no"] or "dust:yes" in match.legal():
            match.play("dust:no")
        if "prize:gold" in match.legal():
            return match
    raise AssertionError("no such match")


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownGameError, match=r"no game 'chess'.*dawn_raid"):
        harena.new("chess")


@pytest.mark.parametrize("seed", [-1, 2**62, 1.5, "7", True])
def test_a_seed_is_a_whole_number_within_limits(seed: object) -> None:
    with pytest.raises(OptionError, match="seed is a whole number"):
        harena.new("high_card", seed=seed)  # type: ignore[arg-type]


def test_a_match_has_a_seed_or_fair_dice_not_both() -> None:
    with pytest.raises(OptionError, match="not both"):
        harena.new("high_card", seed=1, fair=harena.FairSeeds("00" * 32, ["a", "b"]))


def test_fair_dice_need_a_seed_of_each_player() -> None:
    with pytest.raises(OptionError, match="each of the 2 players"):
        harena.new("high_card", fair=harena.FairSeeds("00" * 32, ["a"]))


def test_names_are_checked_and_filled_up() -> None:
    assert harena.new("high_card", players=3, names=["Ann"]).names == ["Ann", "Seat 2", "Seat 3"]
    with pytest.raises(OptionError, match="3 names for 2 seats"):
        harena.new("high_card", names=["a", "b", "c"])
    with pytest.raises(OptionError, match="printable"):
        harena.new("high_card", names=["a\x1b[2J"])
    with pytest.raises(OptionError, match="40"):
        harena.new("high_card", names=["a" * 41])


def test_sealed_answers_are_taken_in_any_order_and_shown_together() -> None:
    first, second = harena.new("high_card", seed=1, players=3), harena.new("high_card", seed=1, players=3)
    answers = {seat: first.legal(seat)[1] for seat in range(3)}
    for seat in (0, 1, 2):
        first.play(answers[seat], seat)
    for seat in (2, 1, 0):
        assert not any(told.kind == "shown" for told in second.events(0))
        second.play(answers[seat], seat)
    assert first.state.key() == second.state.key()
    assert first.record().actions == second.record().actions
    assert any(told.kind == "shown" for told in second.events(0))


def test_a_sealed_answer_cannot_be_given_twice_or_wrongly() -> None:
    match = harena.new("high_card", seed=1, players=3)
    foreign = next(action for action in match.legal(0) if action not in match.legal(2))
    with pytest.raises(ActionError, match="not possible"):
        match.play(foreign, 2)
    match.play(match.legal(2)[0], 2)
    assert match.legal(2) == []
    with pytest.raises(ActionError, match="Seat 1 decides now"):
        match.play("card:1", 2)


def test_a_sealed_answer_can_be_taken_back_until_it_is_played() -> None:
    match = harena.new("high_card", seed=1, players=3)
    open_before = match.legal(2)
    match.play(open_before[0], 2)
    match.take_back(2)
    assert match.legal(2) == open_before


def test_each_seat_sees_its_own_question_while_choices_are_sealed() -> None:
    match = harena.new("high_card", seed=1, players=3)
    for seat in range(3):
        assert match.view(seat).actions == match.legal(seat) != []
        assert match.prompt(seat) == "Choose a card."
    match.play(match.legal(2)[0], 2)
    assert match.view(2).actions == []
    assert match.prompt(2) == "Seat 1 is deciding."


class Hasty(HighCard):
    """High Card in which one secret choice follows the other, with nothing asked in between."""

    name = "hasty"

    def new(self, pack: Any, options: Any, dice: Dice) -> Table:
        table = Table(pack, options.players, dice)
        table.next(HastySetUp())
        return table

    def why_not(self, state: Table, action: int) -> str:
        return f"seat {state.seat} holds {state.hands[state.seat]:b}"


class HastySetUp(Step):
    """The cards are dealt as ever, but other rounds follow."""

    def begin(self, game: Table) -> bool:
        SetUp().begin(game)
        game.steps.pop()
        game.next(HastyRounds())
        return DONE


class HastyRounds(Step):
    """Choose, show, choose, show."""

    def begin(self, game: Table) -> bool:
        if game.round == 3:
            game.end()
            return ASKED
        game.round += 1
        game.next(self)
        game.next(HastyShow())
        game.seal(3)
        game.next(Choose(who=1))
        game.next(Choose(who=0))
        return DONE


class HastyShow(Step):
    """Show, and straight on."""

    def begin(self, game: Table) -> bool:
        game.unseal()
        for seat in range(2):
            game.reveal("shown", "HC-2.1", seat, low_bit(game.chosen[seat]))
            game.discard |= game.chosen[seat]
        game.chosen = [0, 0]
        return DONE


def hasty(seed: int = 1) -> Match:
    game = Hasty()
    return Match(game, game.pack(), {}, FastSeed(seed))


def test_who_has_answered_waits_for_the_others_and_sees_nothing_of_what_comes() -> None:
    match = hasty()
    before = match.view(0)
    match.play(match.legal()[0])
    assert match.seat == 1
    assert match.legal(0) == []
    with pytest.raises(ActionError, match="Seat 2 decides now"):
        match.play(before.actions[1], 0)
    seen = match.view(0)
    assert isinstance(seen, HighCardView)
    assert (seen.round, seen.discard, seen.actions) == (1, [], [])


def test_answers_given_ahead_are_used_in_their_own_round_only() -> None:
    match = hasty()
    match.play(match.legal(1)[0], 1)
    assert match.answered(1) == [f"card:{low_bit(match.state.hands[1]) + 1}"]
    assert match.legal(1) == []
    match.play(match.legal(0)[0], 0)
    assert match.state.round == 2
    assert match.answered(1) == []
    assert match.legal(1) != []


@pytest.mark.parametrize("practice", [False, True])
def test_an_answer_to_a_question_that_was_taken_back_is_forgotten(practice: bool) -> None:
    matches = (to_the_prize(seed, practice) for seed in range(1, 1000, 50))
    match = next(match for match in matches if match.seat == 0)
    match.play("prize:gold")
    match.play("bet:keep")
    assert match.seat == 0, "the winner is the first to choose in the next round"
    match.play(match.legal(1)[0], 1)
    match.take_back(0)
    assert match.legal() == ["bet:keep", "bet:roll"]
    assert match.answered(1) == []
    assert match.copy().record() == match.record(), "what is saved now can be loaded"
    match.play("bet:roll")
    match.play(match.legal()[0], 0)
    assert match.seat == 1, "the other is asked anew"


def test_a_refusal_is_explained_from_the_own_position() -> None:
    match = hasty()
    foreign = next(action for action in match.legal(0) if action not in match.legal(1))
    with pytest.raises(ActionError, match=f"seat 1 holds {match.state.hands[1]:b}"):
        match.play(foreign, 1)


def test_a_view_during_sealed_choices_is_of_what_has_happened() -> None:
    match = harena.new("high_card", seed=1, players=3)
    for seat in range(3):
        seen = match.view(seat)
        assert isinstance(seen, HighCardView)
        assert seen.chose == [False, False, False]


def test_a_waiting_sealed_answer_is_saved_and_loaded() -> None:
    match = harena.new("high_card", seed=1, players=3)
    answers = [match.legal(seat)[1] for seat in range(3)]
    match.play(answers[2], 2)
    again = match.copy()
    assert again.record() == match.record()
    assert again.legal(2) == []
    for one in (match, again):
        one.play(answers[0])
        one.play(answers[1])
    assert again.state.key() == match.state.key()
    for wrong in ("0 card:1", "9 card:1", "2 card:99", "x"):
        fresh = harena.new("high_card", seed=1, players=3).record()
        with pytest.raises(RecordError, match="waiting answer"):
            harena.replay(msgspec.structs.replace(fresh, pending=[wrong]))


@pytest.mark.parametrize("seat", [True, False, "1", 1.0, -1, 9])
def test_a_seat_is_a_number_of_the_table_and_nothing_that_resembles_one(seat: Any) -> None:
    match = harena.new("high_card", seed=1, players=3)
    action = match.legal(1)[0]
    with pytest.raises(ActionError, match=f"There is no seat {seat!r}"):
        match.play(action, seat)
    with pytest.raises(ActionError, match=f"There is no seat {seat!r}"):
        match.check(action, seat)
    assert match.record() == harena.new("high_card", seed=1, players=3).record(), "nothing has changed"


def test_true_takes_nothing_back_for_seat_1() -> None:
    match = harena.new("high_card", seed=1, players=3)
    match.play(match.legal(1)[0], 1)
    with pytest.raises(ActionError, match="There is no seat True"):
        match.take_back(True)
    assert match.answered(1)


@pytest.mark.parametrize("action", [True, False, 1.0, None])
def test_an_action_is_its_notation_or_its_number(action: Any) -> None:
    match = harena.new("high_card", seed=1, players=3)
    with pytest.raises(ActionError, match="An action is its notation or its number"):
        match.play(action)


def test_other_seats_do_not_learn_a_sealed_choice() -> None:
    one, other = harena.new("high_card", seed=1), harena.new("high_card", seed=1)
    one.play(one.legal()[0])
    other.play(other.legal()[1])
    assert one.state.key() != other.state.key()
    for seat in (1, harena.SPECTATOR):
        assert one.view(seat) == other.view(seat)
        assert one.events(seat) == other.events(seat)


def test_the_last_action_can_be_taken_back_while_nothing_was_rolled_or_seen() -> None:
    match = to_the_prize()
    before = (match.state.key(), match.record(), match.events(0), match.legal())
    match.play(GOLD)
    assert match.why_no_take_back(match.seat) == ""
    match.take_back()
    assert (match.state.key(), match.record(), match.events(0), match.legal()) == before
    match.play("prize:silver")
    assert match.record().actions[-1].endswith("prize:silver")


class Gamble(Step):
    """Three questions to seat 0: one rolls a die, one whispers, one does neither. n: which comes next."""

    def begin(self, game: Table) -> bool:
        game.ask(0, KEEP, 3)
        return ASKED

    def choose(self, game: Table, action: int) -> None:
        if self.n == 1:
            game.dice.below(6)
        if self.n == 2:
            game.whisper(bit(0), 7, "peeked", "HC-1.1", 0)
        if self.n == 3:
            game.echo(bit(0), 7, "chose", "HC-1.1", 0)
        game.next(Gamble(n=0))


@pytest.mark.parametrize(("what", "possible"), [(0, True), (1, False), (2, False), (3, True)])
def test_nothing_can_be_taken_back_once_a_die_fell_or_a_secret_was_told(what: int, possible: bool) -> None:
    match = harena.new("high_card", seed=1)
    match.state.next(Gamble(n=what))
    match.state.run_on()
    match.state.unseal()
    key = match.state.key()
    match.play(KEEP)
    assert match.seat == 0, "it is still the same seat's decision"
    if possible:
        match.take_back(0)
        assert match.state.key() == key
    else:
        with pytest.raises(TakeBackError, match="rolled or turned up"):
            match.take_back(0)


def test_nothing_can_be_taken_back_once_another_decides() -> None:
    match = harena.new("high_card", seed=1)
    match.play(match.legal()[0])
    with pytest.raises(TakeBackError, match="gone on to another player"):
        match.take_back(0)
    with pytest.raises(TakeBackError, match="not done anything"):
        match.take_back(1)


def test_a_card_shown_cannot_be_unseen() -> None:
    match = harena.new("dawn_raid", seed=1)
    seat = match.seat
    match.play(match.legal()[0])
    while match.seat != seat:
        match.play(match.legal()[0])
    with pytest.raises(TakeBackError, match="taken back"):
        match.take_back(seat)


def test_in_practice_anything_can_be_taken_back_and_the_record_says_so() -> None:
    match = to_the_prize(practice=True)
    seat, before = match.seat, match.state.key()
    match.play(GOLD)
    after_prize = match.state.key()
    match.play(BET)
    match.take_back(seat)
    assert match.state.key() == after_prize
    match.take_back(seat)
    assert match.state.key() == before
    assert match.record().practice


def test_in_practice_nobody_takes_back_anothers_action() -> None:
    match = to_the_prize(practice=True)
    winner = match.seat
    match.play(GOLD)
    match.take_back(1 - winner)
    assert all(action != GOLD for _, action in match.played)
    assert match.seat == 1 - winner, "back at the other player's own last decision"


def test_after_the_end_practice_takes_back_the_last_action() -> None:
    match = to_the_prize(practice=True)
    while not match.over:
        match.play(match.legal()[0])
    made = len(match.played)
    match.take_back()
    assert not match.over
    assert len(match.played) < made


@pytest.mark.parametrize("seat", [99, -1, "x", None, True])
def test_eyes_that_are_not_there_are_refused(seat: Any) -> None:
    match = harena.new("high_card", seed=1)
    with pytest.raises(ActionError, match="no seat"):
        match.view(seat)
    with pytest.raises(ActionError, match="no seat"):
        match.events(seat)


def test_what_is_no_pack_no_names_no_seed_is_refused() -> None:
    with pytest.raises(OptionError, match="pack"):
        harena.new("high_card", pack=None)  # type: ignore[arg-type]
    for names in (5, "Ann", None):
        with pytest.raises(OptionError, match="list of texts"):
            harena.new("high_card", names=names)  # type: ignore[arg-type]
    for seeds in (["\ud800", "b"], ["a" * 201, "b"], [5, "b"]):
        with pytest.raises(OptionError, match="seed"):
            harena.new("high_card", fair=harena.FairSeeds("00" * 32, seeds))  # type: ignore[arg-type]


def test_a_record_is_a_copy() -> None:
    match = harena.new("high_card", seed=1)
    match.record().names.append("Eve")
    assert match.names == ["Seat 1", "Seat 2"]


def test_events_are_heard_by_those_who_may() -> None:
    match = harena.new("high_card", seed=1)
    dealt = [told.secret for told in match.events(0) if told.kind == "dealt"]
    assert dealt[0] is not None
    assert dealt[1] is None
    assert [told.secret for told in match.events(harena.SPECTATOR)] == [None, None]


def test_play_tells_what_happened() -> None:
    match = to_the_prize()
    assert [told.kind for told in match.play(GOLD)] == ["took"]
    assert match.play(KEEP)[0].kind == "scored"


def test_a_match_shows_itself() -> None:
    match = harena.new("dawn_raid", seed=1, names=["Ann", "Bo"])
    assert "Dawn Raid" in repr(match)
    assert "Ann" in str(match)
    assert match._repr_svg_().startswith("<svg")


def test_two_packs_run_in_one_process(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "pack.toml").write_text('game="high_card"\nname="rich"\ntitle="Rich"\ngold=9\nsilver=3\n')
    rich, plain = harena.new("high_card", seed=1, pack=tmp_path), harena.new("high_card", seed=1)
    assert rich.pack.digest != plain.pack.digest
    for match in (rich, plain):
        match.play(match.legal()[-1])
    assert (rich.state.pack.gold, plain.state.pack.gold) == (9, 2)  # type: ignore[attr-defined]
