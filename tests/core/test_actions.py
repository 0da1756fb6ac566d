"""Actions: whole numbers in named stretches, with a notation that parses back."""

from __future__ import annotations

import pytest

from harena.core.actions import Actions, Stretch
from harena.core.errors import ActionError
from harena.core.game import AnyGame


def test_stretches_give_numbers_and_notation_both_ways() -> None:
    actions = Actions([Stretch("hex", 64, ["a1", "a2"]), Stretch("pass", 3, [""])])
    assert [actions.notation(number) for number in (3, 64, 65)] == ["pass", "hex:a1", "hex:a2"]
    assert [actions.parse(text) for text in ("pass", "hex:a1", "hex:a2")] == [3, 64, 65]
    assert actions.size == 66


@pytest.mark.parametrize("wrong", ["hex:a3", "hex", "", "HEX:a1", None, 5, ["hex:a1"]])
def test_what_is_no_notation_is_refused(wrong: object) -> None:
    with pytest.raises(ActionError, match="no action written"):
        Actions([Stretch("hex", 0, ["a1"])]).parse(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [-1, 1, 10**30, None, "0"])
def test_what_is_no_number_is_refused(wrong: object) -> None:
    with pytest.raises(ActionError, match="no action with the number"):
        Actions([Stretch("hex", 0, ["a1"])]).notation(wrong)  # type: ignore[arg-type]


def test_overlaps_are_a_mistake_of_the_game() -> None:
    with pytest.raises(ValueError, match="same number"):
        Actions([Stretch("a", 0, ["x", "y"]), Stretch("b", 1, ["z"])])
    with pytest.raises(ValueError, match="two actions are written"):
        Actions([Stretch("a", 0, ["x", "x"])])


def test_every_games_notation_parses_back(game: AnyGame) -> None:
    actions = game.actions(game.pack())
    for stretch in actions.stretches:
        for number in range(stretch.start, stretch.stop):
            assert actions.parse(actions.notation(number)) == number
