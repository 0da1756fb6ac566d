"""A measured question, in every game that has one: each time comes to an answer, and so does every hand."""

from __future__ import annotations

from functools import cache

import pytest

import harena
from contract.play import everybody, pack_of, positions
from harena.core import registry
from harena.core.dice import fast_dice
from harena.core.game import AnyGame
from harena.core.picture import LAYOUTS
from harena.core.state import State

GAMES, MOST = 6, 20
TIMES = (0, 1, 99, 640, 1333, 59_999, None)
ERRORS = (0, 50, 400)  # milliseconds by which a hand is off, as a rule


@cache
def measured_in(name: str) -> list[State]:
    """Measured questions of some random games; none where a game never measures."""
    asked = (state.copy() for state in positions(harena.game(name), GAMES) if state.measured)
    return [state for state, _ in zip(asked, range(MOST), strict=False)]


@pytest.fixture
def asked(game: AnyGame) -> list[State]:
    return measured_in(game.name) or pytest.skip(f"{game.title} never measures")


def test_some_game_measures() -> None:
    assert any(map(measured_in, registry.names()))


def test_what_swings_is_in_the_picture_that_everybody_sees(game: AnyGame, asked: list[State]) -> None:
    for state in asked:
        swing = game.swing(state)
        assert swing is not None
        assert min(swing.period, swing.reach, swing.limit) > 0
        names = [f"Seat {seat + 1}" for seat in range(state.seats)]
        for eyes in everybody(state):
            view = game.view(state, eyes)
            for layout in LAYOUTS:
                drawn = game.draw(pack_of(game), view, names, layout).svg()
                assert drawn.count(f'data-key="{swing.key}"') == 1, (eyes, layout)


def test_every_time_comes_to_an_answer_that_is_open(game: AnyGame, asked: list[State]) -> None:
    for state in asked:
        for before in (0, 5_000) if game.swing(state).part else (0,):
            assert {game.measure(state, ms, before) for ms in TIMES} <= set(state.legal())


def test_a_hand_takes_no_dice_of_the_game(game: AnyGame, asked: list[State]) -> None:
    for state in asked:
        key, drawn, dice = state.key(), state.dice.drawn, fast_dice(1)
        assert {state.knack(dice, error) for error in ERRORS} <= set(state.legal())
        assert (state.key(), state.dice.drawn) == (key, drawn)


def test_what_a_hand_did_is_seen(game: AnyGame, asked: list[State]) -> None:
    """So nobody takes it back and tries again."""
    for state in asked:
        after = state.copy()
        after.play(game.measure(state, 640, 0))
        assert after.seen > state.seen
