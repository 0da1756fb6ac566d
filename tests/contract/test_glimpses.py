"""What the eye catches of events: every glimpse of every game points at something that is there."""

from __future__ import annotations

import re

import pytest

import harena
from harena.core.dice import fast_dice
from harena.core.game import AnyGame, Words
from harena.core.match import Match
from harena.core.state import SPECTATOR


@pytest.fixture(autouse=True)
def it_shows_something(game: AnyGame) -> None:
    if type(game.words(game.pack(), ["Ann"])).glimpse is Words.glimpse:
        pytest.skip(f"{game.title} says of no event that the eye should catch it")


def played(name: str, seed: int) -> Match:
    """A whole game at random."""
    match, dice = harena.new(name, seed=seed), fast_dice(seed)
    while not match.over:
        actions = match.legal()
        match.play(actions[dice.below(len(actions))])
    return match


def test_dice_have_faces_and_a_game_has_chapters_and_marked_moments(game: AnyGame) -> None:
    match = played(game.name, 5)
    glimpses = [match.words.glimpse(told, match.cast) for told in match.events(SPECTATOR)]
    assert all(1 <= face <= 6 for glimpse in glimpses for face in glimpse.dice)
    assert len({glimpse.chapter for glimpse in glimpses if glimpse.chapter}) == 1
    assert sum(1 for glimpse in glimpses if glimpse.chapter) > 1
    assert glimpses[-1].mark == "end"


def test_a_game_with_dice_keeps_a_place_in_its_picture_for_them_to_fall(game: AnyGame) -> None:
    match = played(game.name, 5)
    thrown = any(match.words.glimpse(told, match.cast).dice for told in match.events(SPECTATOR))
    first = harena.new(game.name, seed=5)
    for picture in (first.picture(SPECTATOR), first.picture(0), match.picture(SPECTATOR)):
        assert picture.count("data-dice") == int(thrown)


def test_what_is_hit_is_a_thing_in_the_picture(game: AnyGame) -> None:
    match, dice = harena.new(game.name, seed=3), fast_dice(3)
    drawn: set[str] = set()
    hit: set[str] = set()
    heard = 0
    while not match.over:
        drawn |= set(re.findall(r'data-key="([^"]+)"', match.picture(SPECTATOR)))
        actions = match.legal()
        match.play(actions[dice.below(len(actions))])
        hit |= {match.words.glimpse(told, match.cast).hit for told in match.events(SPECTATOR, heard)} - {""}
        heard = match.heard
    assert hit
    assert hit <= drawn
