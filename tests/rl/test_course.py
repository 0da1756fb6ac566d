"""Chance from outside: draws one by one, and the same game as a match that rolls the same."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from contract.play import options_for, pick
from harena.core.dice import fast_dice
from harena.core.fair import FairDice, FairSeeds
from harena.core.game import AnyGame
from harena.core.match import Match
from harena.core.view import tell
from harena.rl.course import CHANCE, MOST_OUTCOMES, Course, Draw, GivenDice, Wanted
from harena.rl.variant import Variant

SECRET = "5a" * 32


def shares(draw: Draw, weight: Fraction) -> dict[int, Fraction]:
    """Every number that a draw can come to, with its probability, through all parts of the draw."""
    if draw.span == 1:
        return {draw.low: weight}
    found: dict[int, Fraction] = {}
    total = 0.0
    for outcome, probability in draw.outcomes():
        assert 0 <= outcome < MOST_OUTCOMES
        total += probability
        after = draw.after(outcome)
        found |= shares(after, weight * Fraction(after.span, draw.span))
        assert probability == pytest.approx(after.span / draw.span)
    assert total == pytest.approx(1)
    return found


@pytest.mark.parametrize("n", [2, 6, 63, 64, 65, 1001, 4096, 5000])
def test_each_number_is_as_likely_however_wide_the_draw(n: int) -> None:
    assert shares(Draw(0, n), Fraction(1)) == {number: Fraction(1, n) for number in range(n)}


def test_outcomes_have_names_of_their_own() -> None:
    for draw in (Draw(0, 6), Draw(0, 1001), Draw(960, 41)):
        names = [draw.said(outcome) for outcome, _ in draw.outcomes()]
        assert len(set(names)) == len(names)
    assert Draw(0, 6).said(5) == "draw:6"
    assert Draw(0, 100).said(1) == "draw:65-100"


def test_dice_show_what_they_are_given_and_then_ask() -> None:
    dice = GivenDice((4,))
    assert [dice.below(1), dice.below(6), dice.below(1)] == [0, 4, 0]
    assert dice.drawn == 3
    with pytest.raises(Wanted) as wanted:
        dice.copy().below(3)
    assert wanted.value.n == 3


def with_draws(course: Course, dice: FairDice, used: int) -> tuple[Course, int]:
    """Let chance decide as these dice fell, from the draw with number `used` on."""
    while course.seat == CHANCE:
        n, number = dice.log[used]
        if n > 1:
            assert n == course.wanted.span, "the game wants another draw than the match made"
            part = course.wanted.part()
            while course.seat == CHANCE and part > 1:
                course = course.draw((number - course.wanted.low) // part)
                part //= MOST_OUTCOMES
            course = course.draw(number - course.wanted.low)
        used += 1
    while used < len(dice.log) and dice.log[used][0] == 1:
        used += 1
    return course, used


def test_the_same_draws_and_actions_make_the_same_game_as_a_match(game: AnyGame) -> None:
    """Position, question, ears and score agree at every decision, in several settings."""
    for number in range(3):
        options = {**options_for(game, number), **game.short}
        if any(value in ("tower", "bell", True) for value in options.values()):
            options = dict(game.short)  # what hands do is asked in a match, and chance here
        compare(game, options, number)


def compare(game: AnyGame, options: dict[str, Any], number: int) -> None:
    variant = Variant(game.name, "standard", options)
    seeds = FairSeeds(SECRET, [f"{number}"] * variant.seats)
    match = Match(game, variant.pack, options, seeds)
    dice, choices = match.state.dice, fast_dice(number)
    assert isinstance(dice, FairDice)
    course, used = with_draws(variant.first, dice, 0)
    while not match.over:
        assert (course.seat, course.position.key()) == (match.seat, match.state.key())
        assert course.position.legal() == match.state.legal()
        action = pick(match.state, choices)
        match.play(action)
        course, used = with_draws(course.play(action), dice, used)
    assert course.over
    assert course.position.score() == match.scores
    for seat in range(variant.seats):
        assert heard_in(course, seat) == [without_move(told) for told in match.events(seat)]


def heard_in(course: Course, seat: int) -> list[Any]:
    stories, story = [], course.story
    while story is not None:
        stories.append(story)
        story = story.before
    return [without_move(tell(event, 0, seat)) for story in reversed(stories) for event in story.events]


def without_move(told: Any) -> Any:
    return (told.kind, told.a, told.b, told.c, told.secret, told.cause, told.by, told.dice)
