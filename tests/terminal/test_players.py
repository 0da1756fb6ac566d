"""Who sits where."""

from __future__ import annotations

import re

import pytest

from harena.core.errors import HarenaError, OptionError
from harena.terminal.players import players_of_record, seat_players
from harena.terminal.start import read_pairs


def test_seats_not_named_go_to_the_random_bot_or_to_people() -> None:
    assert [player.name for player in seat_players(3, "Ann")] == ["Ann", "Random bot", "Random bot 2"]
    assert [player.name for player in seat_players(2)] == ["Player 1", "Random bot"]
    people = seat_players(2, hot_seat=True)
    assert [(player.name, player.person) for player in people] == [("Player 1", True), ("Player 2", True)]


def test_bots_have_dice_of_their_own() -> None:
    one, other = seat_players(2, "bot:random,bot:random", seed=7)
    assert one.dice is not None
    assert other.dice is not None
    assert [one.dice.below(1000) for _ in range(5)] != [other.dice.below(1000) for _ in range(5)]


@pytest.mark.parametrize(
    ("seats", "answer"),
    [
        ("a,b,c", "There are 3 players for 2 seats."),
        ("Ann,Ann", "Two players are called 'Ann'"),
        ("bot:deep_thought", "There is no bot 'deep_thought'. There are: mcts, random"),
    ],
)
def test_players_that_cannot_sit_down_are_refused(seats: str, answer: str) -> None:
    with pytest.raises(HarenaError, match=re.escape(answer)):
        seat_players(2, seats)


def test_only_the_names_of_bots_are_taken_for_bots() -> None:
    names = ["Random bot 2", "Random bother", "Tall bot", "Ann"]
    assert [player.person for player in players_of_record(names)] == [False, True, True, True]


def test_options_are_pairs() -> None:
    assert read_pairs(["a=1", "b=x=y"]) == {"a": "1", "b": "x=y"}
    with pytest.raises(OptionError, match="NAME=VALUE, not 'a'"):
        read_pairs(["a"])
    with pytest.raises(OptionError, match="'a' is given twice"):
        read_pairs(["a=1", "a=2"])
