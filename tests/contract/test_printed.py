"""What prints itself at the prompt: short, true, and nothing hidden."""

from __future__ import annotations

import re

import pytest

from contract.play import new_match, options_for, pack_of, positions, start
from harena import bots
from harena.core.dice import fast_dice
from harena.core.event import Event
from harena.core.features import Feature, Features
from harena.core.game import AnyGame
from harena.core.state import OVER, Step

SIMPLE = ["random", "greedy", "easy", "normal", "hard", "master"]
WITH_SETTINGS = [
    "mcts:400",
    "mcts:500ms",
    "mcts:9cpu",
    "learned:30",
    "learned:30@a file",
    "program:250ms ./bot 'a b'",
]
POSITION = re.compile(
    r"<\w+ for \d: (seat \d decides, \d+ open actions?, \d+ decisions? made"
    r"|over after \d+ decisions, scores [\d.]+(, [\d.]+)+)>"
)


def test_a_position_says_who_decides_and_nothing_that_seat_cannot_know(game: AnyGame) -> None:
    for number, state in enumerate(positions(game, 1)):
        text = repr(state)
        assert POSITION.fullmatch(text), text
        assert (" over after " in text) == (state.seat == OVER)
        if state.seat != OVER:
            assert f"seat {state.seat} decides, {len(state.legal())} open" in text
            assert repr(state.guess(state.seat, fast_dice(number))) == text
            assert len(repr(state.waiting)) < 80


def test_a_table_before_the_first_step_is_not_over(game: AnyGame) -> None:
    options = game.options(**options_for(game, 1))
    assert repr(game.new(pack_of(game), options, fast_dice(1))).endswith(": not begun>")


def test_packs_games_dice_and_matches_say_what_they_are(game: AnyGame) -> None:
    pack = pack_of(game)
    assert repr(pack) == f"<{type(pack).__name__} {pack.name}: {pack.title}, {pack.digest[:12]}>"
    assert repr(game) == f"<Game {game.name}: {game.title}>"
    match = new_match(game, 1)
    assert repr(match) == f"<Match of {game.title}: 0 actions, {match.names[match.seat]} decides>"
    dice = start(game, 1).dice
    assert repr(dice) == f"<FastDice: {dice.drawn} number{'s' if dice.drawn != 1 else ''} drawn>"


def test_an_event_keeps_its_secret() -> None:
    event = Event("drew", "X-1.1", 1, 0, 3)
    event.secret, event.eyes = 12345, 1
    assert repr(event) == "<Event drew (X-1.1): 1, 0, 3>"
    assert repr(Step(1, n=4)) == "<Step who=1 n=4>"


@pytest.mark.parametrize("text", [*SIMPLE, *WITH_SETTINGS])
def test_a_bot_is_printed_as_it_is_asked_for(text: str) -> None:
    bot = bots.find(text)
    assert str(bot) == text
    assert repr(bot) == f"<{type(bot).__name__}: {text}>"
    assert str(bots.find(str(bot))) == text


def test_features_say_how_many_there_are() -> None:
    features = Features(
        13,
        (
            Feature("me", "hand", "what I hold", "set", 0, 12, 1),
            Feature("me", "lives", "how long I last", "number", 12, 1, 9),
        ),
    )
    assert repr(features) == "<Features: 13 numbers, 2 features in 1 group>"
