"""KD-2.2 and "Who knows what": Skills that lie face down are secret, all the rest is seen."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from harena.core.bits import members_of
from harena.core.dice import fast_dice
from harena.core.state import OVER, SPECTATOR
from harena.games.knockdown import GAME
from harena.games.knockdown.state import Brawl

from .brawl import FOE, FROZEN, JAMES, KATIE, ME, Bout, first_turn, put, start

SET = FROZEN.skill_sets[0]


def secrets(state: Brawl, seat: int) -> set[str]:
    """Skills whose places a seat cannot know: they may be named nowhere in its view."""
    hidden = state.undealt
    for who in (ME, FOE):
        if who == seat:
            continue
        fighter = state.fighter(who)
        hidden |= fighter.held | fighter.own
        if seat == SPECTATOR or not state.passed_on:
            hidden |= fighter.gave | fighter.got | fighter.dropped
    hidden &= ~(state.one.up | state.two.up)
    return {SET.skills[skill].id for skill in members_of(hidden)}


@pytest.mark.rule("KD-2.2")
def test_no_view_names_a_skill_that_its_viewer_cannot_know() -> None:
    luck = random.Random(22)
    for seed in range(6):
        state = start(seed=seed, fighters="random", wins=1)
        while state.seat != OVER:
            if state.made < 14 or state.made % 9 == 0:
                for seat in (ME, FOE, SPECTATOR):
                    view = GAME.view(state, seat)
                    text = msgspec.json.encode(view).decode()
                    named = {id for id in secrets(state, seat) if f'"{id}"' in text}
                    assert not named, (type(state.waiting).__name__, seat)
            state.play(luck.choice(state.legal()))


@pytest.mark.rule("KD-2.2")
def test_a_player_remembers_the_two_passed_on_and_what_became_of_the_own() -> None:
    bout = Bout(put(KATIE, "c1", skills="brawler", down="bleeding"), put(JAMES, "c5", skills="marksman"))
    draft = bout.view(ME).draft
    assert draft is not None
    assert sorted(draft.kept) == ["bleeding", "brawler"]
    assert set(draft.passed) == {SET.skills[skill].id for skill in members_of(bout.state.one.gave)}
    assert len(draft.passed) == 2
    assert bout.view(ME).fighters[ME].down == ["bleeding"]
    assert bout.view(FOE).fighters[ME].down == []
    assert bout.view(FOE).fighters[ME].down_count == 1


def guesses(state: Brawl, seat: int, many: int) -> list[Brawl]:
    return [state.guess(seat, fast_dice(seed)) for seed in range(many)]  # type: ignore[misc]


@pytest.mark.rule("KD-2.2")
def test_a_guess_keeps_what_a_player_knows_and_deals_the_rest_anew() -> None:
    bout = Bout(put(KATIE, "c1", skills="brawler", down="bleeding"), put(JAMES, "c5", skills="marksman"))
    state = bout.state
    down: Counter[str] = Counter()
    for guess in guesses(state, ME, 300):
        assert (guess.one.own, guess.one.got, guess.one.gave) == (
            state.one.own,
            state.one.got,
            state.one.gave,
        )
        assert guess.two.up == state.two.up
        assert GAME.missing(guess) == ""
        assert (guess.row, sorted(guess.deck)) == (state.row, sorted(state.deck))
        down.update(SET.skills[skill].id for skill in members_of(guess.two.chosen() & ~guess.two.up))
    possible = {SET.skills[skill].id for skill in members_of(state.one.gave & ~state.two.up)}
    assert possible <= set(down), "one of those passed on may be the hidden one"


@pytest.mark.rule("KD-2.3")
def test_nobody_knows_the_order_of_the_deck() -> None:
    bout = Bout(put(KATIE, "c1"), put(JAMES, "c5"))
    tops = {guess.deck[-1] for seat in (ME, FOE, SPECTATOR) for guess in guesses(bout.state, seat, 60)}
    assert len(tops) > 20
    assert bout.view(ME).deck == len(bout.deck)


@pytest.mark.rule("KD-2.6")
def test_before_they_change_hands_only_its_holder_knows_a_dealt_skill() -> None:
    state = start(fighters="random")
    held: Counter[int] = Counter()
    for guess in guesses(state, ME, 200):
        assert guess.one.held == state.one.held
        held.update(members_of(guess.two.held))
    assert set(held) == set(range(12)) - set(members_of(state.one.held))


@pytest.mark.rule("KD-6.3")
def test_once_both_skills_lie_face_up_a_spectator_cannot_tell_which_did_first() -> None:
    """Two matches that look the same to a spectator give the same guesses."""
    guesses = []
    for face in (1, 2):
        game = first_turn(FROZEN, ()).copy()
        assert isinstance(game, Brawl)
        game.one.up, game.one.face = game.one.chosen(), face
        guesses.append(game.guess(SPECTATOR, fast_dice(5)).key())
    assert guesses[0] == guesses[1]
