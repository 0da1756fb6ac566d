"""A twin of mcts that cheats: it searches the true position. Only to measure what honesty costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from harena import bots
from harena.bots.mcts import MctsBot
from harena.core.dice import Dice, fast_dice
from harena.core.game import AnyGame
from harena.core.options import read_options
from harena.core.state import OVER, State

DICE_SEEDS = 1 << 31
NOTHING_SET: Mapping[str, Any] = {}


class CheatingTwin:
    """Searches as mcts does, but knows every card; only what the dice will roll it does not know.

    It is no Bot on purpose: it cannot be registered, and nothing that seats bots would hand it the truth.
    """

    def __init__(self, iterations: int) -> None:
        self.mind = MctsBot(iterations)  # for its memory and its first looks, which are as honest as ever

    def choose(self, truth: State, dice: Dice) -> int:
        """The action that does best in the true position."""
        if truth.count() == 1:
            return truth.nth(0)
        mind = self.mind
        search, spent = mind.search_from(truth, dice)
        for _ in range(max(mind.iterations - spent, mind.iterations // 2)):
            state = truth.copy()
            state.dice = fast_dice(dice.below(DICE_SEEDS))
            search.learn(state)
        mind.search, mind.remembered, mind.chosen = search, truth.copy(), search.best(truth)
        return mind.chosen


def share_of_twin(
    game: AnyGame, iterations: int, others: str, games: int, options: Mapping[str, Any] = NOTHING_SET
) -> float:
    """What the twin scores when an honest bot sits on every other seat; it plays each deal from all seats."""
    pack = game.pack()
    settings = game.match_ups(pack, read_options(game.options, options))
    seats = game.start(pack, settings[0], fast_dice(1)).seats
    won = 0.0
    for number in range(games):
        deal, side = divmod(number, seats)
        state: State = game.start(pack, settings[deal % len(settings)], fast_dice(1 + deal))
        dice = [fast_dice(DICE_SEEDS + seats * number + seat) for seat in range(seats)]
        twin, honest = CheatingTwin(iterations), [bots.find(others) for _ in range(seats)]
        while state.seat != OVER:
            seat = state.seat
            if seat == side:
                state.play(twin.choose(state, dice[seat]))
            else:
                state.play(honest[seat].choose(state.guess(seat, dice[seat]), dice[seat]))
        won += state.score()[side]
    return won / games
