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


def test_seats_not_named_go_to_the_bots_that_are() -> None:
    assert [player.name for player in seat_players(3, "Ann", others=["greedy"])][1:] == [
        "Greedy bot",
        "Greedy bot 2",
    ]
    assert [player.asked for player in seat_players(3, "Ann", others=["greedy,mcts:9"])][1:] == [
        "greedy",
        "mcts:9",
    ]


@pytest.mark.parametrize(
    ("seats", "others", "answer"),
    [
        ("Ann", "greedy,greedy,greedy", "2 seats are left for bots; 3 were named."),
        ("Ann,Bo", "greedy,random", "1 seat is left for bots; 2 were named."),
        ("Ann,Bo,Cy", "greedy", "0 seats are left for bots; 1 were named."),
        ("Ann", "deep_thought", "There is no bot 'deep_thought'. There are: "),
    ],
)
def test_bots_that_find_no_seat_are_refused(seats: str, others: str, answer: str) -> None:
    with pytest.raises(HarenaError, match=re.escape(answer)):
        seat_players(3, seats, others=[others])
    with pytest.raises(OptionError, match=r"In a hot-seat game people have the seats"):
        seat_players(3, "Ann", hot_seat=True, others=["greedy"])


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
        ("bot:deep_thought", "There is no bot 'deep_thought'. There are: "),
    ],
)
def test_players_that_cannot_sit_down_are_refused(seats: str, answer: str) -> None:
    with pytest.raises(HarenaError, match=re.escape(answer)):
        seat_players(2, seats)


def test_only_the_names_of_bots_are_taken_for_bots() -> None:
    names = ["Random bot 2", "Random bother", "Tall bot", "Ann"]
    assert [player.person for player in players_of_record(names)] == [False, True, True, True]


@pytest.mark.parametrize("asked", ["mcts:40", "mcts:500ms", "mcts", "easy"])
def test_a_bot_with_its_budget_survives_saving(asked: str) -> None:
    seated = seat_players(3, f"bot:{asked},Ann,bot:{asked}")
    again = players_of_record([player.name for player in seated])
    assert [player.person for player in again] == [False, True, False]
    for before, after in zip(seated, again, strict=True):
        assert type(after.bot) is type(before.bot)
        if before.bot is not None:
            assert vars(after.bot) == vars(before.bot)


def test_bots_are_called_by_name_and_budget() -> None:
    names = [player.name for player in seat_players(4, "bot:mcts:40,bot:mcts:40,bot:mcts,bot:mcts:99")]
    assert names == ["Mcts:40 bot", "Mcts:40 bot 2", "Mcts bot", "Mcts:99 bot"]


def test_what_is_no_budget_is_not_believed_in_a_record() -> None:
    names = ["Mcts:400; ls bot", "Mcts:./x bot", "Mcts:abc bot", "Mcts:99999999999 bot"]
    assert all(player.person for player in players_of_record(names))


# --- programs


def test_a_program_gives_its_seat_no_command_as_a_name() -> None:
    players = seat_players(2, "bot:program:./my_bot --flag,bot:program:400")
    assert [player.name for player in players] == ["Program bot", "Program bot 2"]
    assert [getattr(player.bot, "command", None) for player in players] == [["./my_bot", "--flag"], ["400"]]


@pytest.mark.parametrize("name", ["Program bot", "Program bot 2", "Program:400 bot", "Program:ls bot"])
def test_a_record_never_starts_a_program(name: str) -> None:
    answer = f"{name} is a program, and a saved match never starts one by itself. Name it again: "
    with pytest.raises(HarenaError, match=re.escape(f"{answer}--seats ',bot:program:COMMAND'.")):
        players_of_record(["Ann", name])
    assert all(player.person for player in players_of_record(["Ann", name], hot_seat=True))


def test_the_program_of_a_saved_match_is_named_again() -> None:
    ann, again = players_of_record(["Ann", "Program bot"], wished=",bot:program:./my_bot")
    assert ann.person
    assert again.name == "Program bot"
    assert getattr(again.bot, "command", None) == ["./my_bot"]


def test_another_bot_can_take_the_seat_of_a_bot() -> None:
    players = players_of_record(["Tall bot", "Ann"], wished="bot:greedy,Ann")
    assert [(player.name, player.person) for player in players] == [("Tall bot", False), ("Ann", True)]


@pytest.mark.parametrize(
    ("wished", "answer"),
    [
        ("bot:greedy", "In this match 'Ann' has seat 1, not 'bot:greedy'."),
        ("Bo", "In this match 'Ann' has seat 1, not 'Bo'. --seats can only put another bot"),
        ("Ann,Bo", "In this match 'Random bot' has seat 2, not 'Bo'."),
        ("Ann,,Cy", "There are 3 players for 2 seats."),
        (",bot:oracle", "There is no bot 'oracle'."),
    ],
)
def test_nobody_else_takes_a_seat_of_a_saved_match(wished: str, answer: str) -> None:
    with pytest.raises(HarenaError, match=re.escape(answer)):
        players_of_record(["Ann", "Random bot"], wished=wished)


def test_options_are_pairs() -> None:
    assert read_pairs(["a=1", "b=x=y"]) == {"a": "1", "b": "x=y"}
    with pytest.raises(OptionError, match="NAME=VALUE, not 'a'"):
        read_pairs(["a"])
    with pytest.raises(OptionError, match="'a' is given twice"):
        read_pairs(["a=1", "a=2"])
