"""A match: checking, sealed answers, taking back, hearing, names."""

from __future__ import annotations

import msgspec
import pytest

import harena
from example.high_card import BET, GOLD, KEEP
from harena.core.errors import ActionError, OptionError, RecordError, TakeBackError, UnknownGameError
from harena.core.match import Match


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
    with pytest.raises(ActionError, match="decision of Seat 1"):
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


def test_nothing_can_be_taken_back_after_a_roll() -> None:
    match = to_the_prize()
    seat = match.seat
    match.play(GOLD)
    match.play(BET)
    key = match.state.key()
    with pytest.raises(TakeBackError, match="cannot be taken back"):
        match.take_back(seat)
    assert match.state.key() == key


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
