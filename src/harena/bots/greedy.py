"""A bot that looks one step ahead."""

from __future__ import annotations

from typing import ClassVar

from harena.bots.bot import Bot
from harena.bots.search import sensible, worth
from harena.core.dice import Dice
from harena.core.state import State

LOOKS = 8  # guesses of the hidden part, and rolls of the dice, for each action


class GreedyBot(Bot):
    """Takes the action after which the game's own estimate is best."""

    name: ClassVar[str] = "greedy"
    about: ClassVar[str] = "Looks one step ahead and takes what stands best by the game's own estimate."

    def choose(self, position: State, dice: Dice) -> int:
        actions = sensible(position)
        if len(actions) == 1:
            return actions[0]
        values = [worth(position, action, LOOKS, dice) for action in actions]
        best = [action for action, value in zip(actions, values, strict=True) if value >= max(values)]
        return best[dice.below(len(best))]
