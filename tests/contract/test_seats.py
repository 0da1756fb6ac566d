"""A table has at most as many seats as there are colours and patterns to tell them by."""

from __future__ import annotations

import pytest

from conftest import option_sets
from contract.play import pack_of, start
from harena.core.dice import fast_dice
from harena.core.errors import OptionError
from harena.core.game import MOST_SEATS, AnyGame


def test_no_options_make_more_seats_than_a_table_has(game: AnyGame) -> None:
    for chosen in option_sets(game):
        assert 1 <= game.seats(game.options(**chosen)) <= MOST_SEATS


def test_a_game_for_more_is_refused_in_a_sentence(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    state = start(game, 1)
    monkeypatch.setattr(type(game), "seats", lambda self, options: MOST_SEATS + 1)
    with pytest.raises(
        OptionError, match=rf"{game.title} is for 9 players here; a table has at most 8 seats\."
    ):
        game.start(pack_of(game), game.options(), fast_dice(1))
    assert state.seats <= MOST_SEATS
