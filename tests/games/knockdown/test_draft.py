"""KD-2.2, KD-2.6: the Skill draft, secret and at the same time."""

from __future__ import annotations

import pytest

from harena.core.bits import bit, count_bits
from harena.games.knockdown import GAME
from harena.games.knockdown.state import Brawl

from .brawl import FOE, FROZEN, ME, start

NUMBERS = {skill.id: number for number, skill in enumerate(FROZEN.skill_sets[0].skills)}


def dealt(seed: int = 1) -> Brawl:
    return start(seed=seed, fighters="random")


def notations(state: Brawl) -> list[str]:
    actions = GAME.actions(state.pack)
    return [actions.notation(action) for action in state.legal()]


def ids(state: Brawl, skills: int) -> set[str]:
    return {state.skills[number].id for number in range(12) if skills >> number & 1}


@pytest.mark.rule("KD-2.2")
def test_three_are_dealt_to_each_and_six_to_nobody() -> None:
    state = dealt()
    assert count_bits(state.one.held) == count_bits(state.two.held) == 3
    assert state.one.held & state.two.held == 0
    assert count_bits(state.undealt) == 6


@pytest.mark.rule("KD-2.2")
def test_one_of_three_is_kept_two_are_passed_on_and_one_of_those_is_kept() -> None:
    state = dealt()
    mine, theirs = ids(state, state.one.held), ids(state, state.two.held)
    assert set(notations(state)) == {f"skill:{id}" for id in mine}
    state.play(state.legal()[0])
    assert set(notations(state)) == {f"skill:{id}" for id in theirs}
    state.play(state.legal()[0])
    assert (state.seat, set(notations(state))) == (ME, {f"skill:{id}" for id in ids(state, state.two.gave)})
    assert ids(state, state.two.gave) < theirs
    state.play(state.legal()[1])
    assert count_bits(state.one.dropped) == 1, "the other leaves the match"
    assert state.one.got | state.one.dropped == state.two.gave


@pytest.mark.rule("KD-2.2")
def test_one_kept_skill_lies_face_up_and_the_other_face_down() -> None:
    state = dealt()
    while type(state.waiting).__name__ != "DraftCard":
        state.play(state.legal()[-1])
    for seat, fighter in ((ME, state.one), (FOE, state.two)):
        assert count_bits(fighter.up) == 1
        assert fighter.up & fighter.chosen()
        view = GAME.view(state, seat).fighters[seat]
        assert (len(view.up), len(view.down), view.down_count) == (1, 1, 1)


@pytest.mark.rule("KD-2.6")
def test_nothing_changes_hands_before_both_have_kept_one() -> None:
    state = dealt()
    state.play(state.legal()[0])
    assert state.sealed == bit(ME) | bit(FOE)
    assert (state.seat, type(state.waiting).__name__) == (FOE, "Keep")
    assert not [event for event in state.journal or [] if event.kind == "received"]
    theirs = GAME.view(state, FOE).draft
    assert theirs is not None
    assert theirs.received == []


@pytest.mark.rule("KD-2.6")
def test_faces_are_chosen_in_secret_and_turned_up_together() -> None:
    state = dealt()
    for _ in range(4):
        state.play(state.legal()[0])
    assert (type(state.waiting).__name__, state.seat) == ("KeepReceived", FOE)
    assert state.one.face != 0
    assert state.one.up == state.two.up == 0, "nothing shows yet"
    state.play(state.legal()[0])
    state.play(state.legal()[0])
    assert count_bits(state.one.up) == count_bits(state.two.up) == 1
    shown = [event for event in state.journal or [] if event.kind == "skill_up"]
    assert [event.a for event in shown] == [ME, FOE]


@pytest.mark.rule("KD-2.2")
def test_what_is_open_to_one_does_not_depend_on_what_the_other_chose() -> None:
    for first in range(3):
        state = dealt(5)
        before = dealt(5).two.held
        state.play(state.legal()[first])
        assert set(notations(state)) == {f"skill:{id}" for id in ids(state, before)}
