"""KD-2.1, KD-2.3 to KD-2.5: fighters, the first player, the opening draft."""

from __future__ import annotations

from collections import Counter

import pytest

from harena.core.bits import low_bit, members_of
from harena.games.knockdown.state import Brawl

from .brawl import FOE, FROZEN, ME, start


def asking(state: Brawl) -> str:
    return type(state.waiting).__name__


def play_to(state: Brawl, step: str) -> Brawl:
    """Any answers, up to a question."""
    while asking(state) != step:
        state.play(state.legal()[0])
    return state


def kinds(state: Brawl) -> list[str]:
    return [event.kind for event in state.journal or []]


# --- fighters


@pytest.mark.rule("KD-2.1")
def test_each_fighter_is_taken_once() -> None:
    state = start(seed=3)
    assert asking(state) == "PickFighter"
    first = state.seat
    assert state.count() == len(FROZEN.sheets)
    taken = state.legal()[1]
    state.play(taken)
    assert state.seat == 1 - first
    assert taken not in state.legal()
    assert state.count() == len(FROZEN.sheets) - 1


@pytest.mark.rule("KD-2.1")
def test_fighters_can_be_agreed_on_or_drawn() -> None:
    state = start(picks="katie,james")
    assert (state.one.sheet.id, state.two.sheet.id) == ("katie", "james")
    drawn: Counter[str] = Counter()
    for seed in range(60):
        state = start(seed=seed, fighters="random")
        assert asking(state) == "Keep"
        assert state.one.sheet is not state.two.sheet
        drawn[state.one.sheet.id] += 1
    assert set(drawn) == {sheet.id for sheet in FROZEN.sheets}


@pytest.mark.rule("KD-2.1")
def test_with_one_agreed_on_the_other_chooses_among_the_rest() -> None:
    state = start(picks=",puppy")
    assert (state.seat, state.count(), state.two.sheet.id) == (ME, 2, "puppy")


@pytest.mark.rule("KD-2.1")
def test_a_fighter_comes_with_its_tokens_on_its_starting_space() -> None:
    state = play_to(start(picks="james,katie"), "Act")
    names = state.field.names
    assert (names[state.one.pos], names[state.two.pos]) == ("c1", "c5")
    assert (state.one.ammo, state.two.ammo) == (2, 0)
    assert state.one.light + state.one.heavy + state.one.contamination == 0


@pytest.mark.rule("KD-2.4")
def test_a_die_says_who_chooses_first() -> None:
    first = Counter(start(seed=seed).seat for seed in range(60))
    assert set(first) == {ME, FOE}
    assert min(first.values()) > 15


@pytest.mark.rule("KD-2.4")
def test_the_order_of_the_set_up() -> None:
    state = play_to(start(), "Act")
    order = list(dict.fromkeys(kinds(state)))
    told = ("laid_out", "first_pick", "took_fighter", "dealt", "kept", "received", "chose_face", "skill_up")
    assert order[: len(told)] == list(told)
    assert order[len(told) :][:5] == ["first", "row", "drafted", "round", "turn"]


# --- the first player and the opening draft


@pytest.mark.rule("KD-2.3")
def test_the_higher_initiative_goes_first() -> None:
    for seed in range(20):
        state = play_to(start(seed=seed, fighters="random"), "DraftCard")
        mine, theirs = (state.skills[low_bit(fighter.up)].initiative for fighter in (state.one, state.two))
        assert mine != theirs
        assert state.seat == (ME if mine > theirs else FOE)


@pytest.mark.rule("KD-2.3")
def test_no_two_skills_of_a_set_have_the_same_initiative() -> None:
    for skill_set in FROZEN.skill_sets:
        values = [skill.initiative for skill in skill_set.skills]
        assert len(values) == len(set(values)) == 12


@pytest.mark.rule("KD-2.3")
def test_one_two_and_the_last_are_taken_then_the_row_is_filled() -> None:
    state = play_to(start(fighters="random"), "DraftCard")
    first, row = state.seat, list(state.row)
    assert len(row) == 4
    deciders = []
    while asking(state) == "DraftCard":
        deciders.append((state.seat, state.count()))
        state.play(state.legal()[0])
    assert deciders == [(first, 4), (1 - first, 3), (1 - first, 2)], "the last card needs no choice"
    hands = members_of(state.fighter(first).hand), members_of(state.fighter(1 - first).hand)
    assert [len(hand) for hand in hands] == [2, 2]
    assert set(hands[0] + hands[1]) == set(row)
    assert (len(state.row), len(state.deck)) == (4, 28)
    assert state.active == first


@pytest.mark.rule("KD-2.5")
def test_a_drafted_card_does_nothing_but_join_the_hand() -> None:
    state = play_to(start(fighters="random"), "DraftCard")
    play_to(state, "Act")
    assert (state.one.wounds(), state.two.wounds()) == (0, 0)
    assert "attacked" not in kinds(state)
    assert "wounded" not in kinds(state)


@pytest.mark.rule("KD-2.5")
def test_the_second_player_sees_what_is_left_between_the_two() -> None:
    state = play_to(start(fighters="random"), "DraftCard")
    state.play(state.legal()[0])
    before = set(state.legal())
    chosen = state.legal()[0]
    state.play(chosen)
    assert set(state.legal()) == before - {chosen}
