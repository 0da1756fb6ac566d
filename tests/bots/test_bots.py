"""Bots: each takes an open action, judges only from what its seat may know, and searching pays."""

from __future__ import annotations

import pytest

import harena
from contract.play import new_match, positions, start
from harena import bots
from harena.bots.bot import Bot
from harena.bots.greedy import GreedyBot
from harena.bots.levels import EasyBot
from harena.bots.mcts import MctsBot
from harena.bots.random import RandomBot
from harena.bots.search import Search
from harena.core.dice import fast_dice
from harena.core.errors import HarenaError
from harena.core.game import AnyGame
from harena.core.state import OVER

QUICK = [RandomBot(), GreedyBot(), EasyBot(), MctsBot(iterations=30)]


def test_bots_are_found_by_name() -> None:
    own = set(bots.names())
    assert own >= {"easy", "greedy", "hard", "mcts", "normal", "random"}
    assert {bots.find(name).name for name in own} == own
    with pytest.raises(HarenaError, match=r"no bot 'oracle'.*mcts, normal"):
        bots.find("oracle")


@pytest.mark.parametrize("bot", QUICK, ids=lambda bot: bot.name)
def test_a_bot_takes_an_open_action(game: AnyGame, bot: Bot) -> None:
    match, dice = new_match(game, 2), fast_dice(2)
    for _ in range(40):
        if match.over:
            break
        match.play(bots.ask(bot, match, dice))


@pytest.mark.parametrize("bot", QUICK, ids=lambda bot: bot.name)
def test_a_bots_choice_is_the_same_whatever_the_hidden_truth_is(game: AnyGame, bot: Bot) -> None:
    """The same dice of its own, and secrets permuted."""
    for number, state in enumerate(positions(game, 1, first_seed=5)):
        if state.seat == OVER or number % 5:
            continue
        other_truth = state.guess(state.seat, fast_dice(number))
        choices = []
        for truth in (state, other_truth):
            dice = fast_dice(11)
            choices.append(bot.choose(truth.guess(truth.seat, dice), dice))
        assert choices[0] == choices[1]


def share_of_wins(name: str, one: Bot, other: Bot, games: int) -> float:
    """What `one` scores against `other`, sides swapped."""
    game = harena.game(name)
    won = 0.0
    for number in range(games):
        state = start(game, number // 2)
        dice = fast_dice(1000 + number)
        seats = [one, other] if number % 2 == 0 else [other, one]
        while state.seat != OVER:
            state.play(seats[state.seat].choose(state.guess(state.seat, dice), dice))
        won += state.score()[number % 2]
    return won / games


def test_searching_beats_chance_in_dawn_raid() -> None:
    assert share_of_wins("dawn_raid", MctsBot(iterations=60), RandomBot(), 40) > 0.75


def test_a_search_finds_the_winning_action() -> None:
    """High Card, last round, gold still there: two points win, one does not."""
    game = harena.game("high_card")
    state = game.start(game.pack(), game.options(), fast_dice(1))
    while not (type(state.waiting).__name__ == "Prize" and state.round == 3 and state.gold_left):
        state = state if state.seat != OVER else game.start(game.pack(), game.options(), state.dice)
        state.play(state.nth(state.dice.below(state.count())))
    state.points = [0, 0]
    state.points[1 - state.seat] = 1
    search = Search(0.7, 0, False, fast_dice(1))
    search.iterate(state, 400)
    assert search.best(state) == 14, "gold and keep wins; silver only draws"
