"""What the eye catches of events: every effect of every game points at something that is there."""

from __future__ import annotations

import re

import pytest

import harena
from harena.core.dice import fast_dice
from harena.core.match import Match
from harena.core.state import SPECTATOR

GAMES = ["combat_arena", "dawn_raid"]


def played(name: str, seed: int) -> Match:
    """A whole game at random."""
    match, dice = harena.new(name, seed=seed), fast_dice(seed)
    while not match.over:
        actions = match.legal()
        match.play(actions[dice.below(len(actions))])
    return match


@pytest.mark.parametrize("name", GAMES)
def test_dice_have_faces_and_a_game_has_chapters_and_marked_moments(name: str) -> None:
    match = played(name, 5)
    effects = [match.words.effect(told) for told in match.events(SPECTATOR)]
    assert all(1 <= face <= 6 for effect in effects for face in effect.dice)
    assert len({effect.chapter for effect in effects if effect.chapter}) == 1
    assert sum(1 for effect in effects if effect.chapter) > 1
    assert effects[-1].mark == "end"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_with_dice_keeps_a_place_in_its_picture_for_them_to_fall(name: str) -> None:
    match = played(name, 5)
    thrown = any(match.words.effect(told).dice for told in match.events(SPECTATOR))
    first = harena.new(name, seed=5)
    for picture in (first.picture(SPECTATOR), first.picture(0), match.picture(SPECTATOR)):
        assert picture.count("data-dice") == int(thrown)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_hit_is_a_thing_in_the_picture(name: str) -> None:
    match, dice = harena.new(name, seed=3), fast_dice(3)
    drawn: set[str] = set()
    hit: set[str] = set()
    heard = 0
    while not match.over:
        drawn |= set(re.findall(r'data-key="([^"]+)"', match.picture(SPECTATOR)))
        actions = match.legal()
        match.play(actions[dice.below(len(actions))])
        hit |= {match.words.effect(told).hit for told in match.events(SPECTATOR, heard)} - {""}
        heard = match.heard
    assert hit
    assert hit <= drawn


def test_the_dice_of_an_attack_are_those_that_its_sentence_tells() -> None:
    match = played("combat_arena", 8)
    attacks = [told for told in match.events(SPECTATOR) if told.kind == "attacked"]
    assert attacks
    for told in attacks:
        pips = ", ".join(map(str, match.words.effect(told).dice))
        assert f" {pips} against " in match.words.tell(told, SPECTATOR)
