"""What a view shows of a question is in words of the game's own, never the numbers that all steps share."""

from __future__ import annotations

import msgspec
import pytest

from contract.play import positions
from harena.core.game import AnyGame
from harena.core.state import OVER, Step

GAMES = 6
SHARED = {"mode", "what", "x", "y"}  # names that say nothing to somebody who writes a bot


def test_a_question_is_a_struct_of_the_game_s_own(game: AnyGame) -> None:
    home = type(game).__module__
    for state in positions(game, GAMES):
        question = game.view(state, state.seat).question
        if question is None:
            continue
        assert f"{type(question).__module__}.".startswith(f"{home}.")
        assert SHARED.isdisjoint(type(question).__struct_fields__)


def test_who_looks_on_sees_the_same_question(game: AnyGame) -> None:
    """A step holds nothing hidden, so neither does what is shown of it."""
    for state in positions(game, 2):
        if state.seat != OVER:
            questions = {msgspec.json.encode(game.view(state, seat).question) for seat in range(state.seats)}
            assert len(questions) == 1


@pytest.mark.parametrize("name", ["who", "target", "n", "mode", "what", "x", "y"])
def test_each_number_of_a_step_is_part_of_the_key(name: str) -> None:
    assert Step(**{name: 5}).numbers() != Step().numbers()
