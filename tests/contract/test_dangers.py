"""Dangerous choices: never first, always with a sentence, and told from what the player can see."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from contract.play import pick, positions, start
from harena.core.dice import fast_dice
from harena.core.game import AnyGame, Words
from harena.core.listing import Listed, listing
from harena.core.state import OVER

GAMES = 60
NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal"]  # as many as a table has seats


@cache
def asked(game: AnyGame) -> list[tuple[str, list[str], list[Listed]]]:
    """Every decision of some random games: the question, the open actions, and what is offered."""
    words = game.words(game.pack(), NAMES)
    found = []
    for state in positions(game, GAMES):
        if state.seat != OVER:
            view = game.view(state, state.seat)
            found.append((view.asking, view.actions, listing(words, view)))
    return found


def test_a_dangerous_choice_is_never_first_and_actions_keep_their_numbers(game: AnyGame) -> None:
    for asking, actions, offered in asked(game):
        assert sorted(one.action for one in offered) == sorted(actions)
        assert not offered[0].danger, asking
        risky = [bool(one.danger) for one in offered]
        assert risky == sorted(risky), "the dangerous ones stand together at the end"
        for which in (True, False):
            kept = [one.action for one in offered if bool(one.danger) is which]
            assert kept == [action for action in actions if action in kept], "else as they are numbered"


def test_a_danger_is_told_in_a_sentence(game: AnyGame) -> None:
    told = {one.danger for _, _, offered in asked(game) for one in offered if one.danger}
    for sentence in told:
        assert sentence[0].isupper(), sentence
        assert sentence.endswith("."), sentence
        assert 15 < len(sentence) < 200, sentence
        assert "_" not in sentence, sentence


def test_something_is_dangerous_but_not_everything(game: AnyGame) -> None:
    if type(game.words(game.pack(), ["Ann", "Bo"])).danger is Words.danger:
        pytest.skip(f"in {game.title} nothing is lost by a slip")
    decisions = asked(game)
    warned = Counter(any(one.danger for one in offered) for _, _, offered in decisions)
    assert warned[True] >= 10
    assert warned[True] < warned[False], "anyone who is always asked once more stops reading"


def test_a_danger_tells_nothing_that_the_view_does_not(game: AnyGame) -> None:
    words = game.words(game.pack(), NAMES)
    state, choices, guesses = start(game, 3), fast_dice(4), fast_dice(9)
    while state.seat != OVER:
        truth = game.view(state, state.seat)
        other = game.view(state.guess(state.seat, guesses), state.seat)
        assert listing(words, truth) == listing(words, other)
        state.play(pick(state, choices))
