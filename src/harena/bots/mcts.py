"""A bot that searches: information-set Monte Carlo tree search."""

from __future__ import annotations

from typing import ClassVar

from harena.bots.bot import Bot
from harena.bots.search import Search
from harena.core.dice import Dice
from harena.core.state import State

EXPLORATION = 0.7
ITERATIONS = 400
CUT_OFF = 60  # decisions; what comes later is better estimated than played at random


class MctsBot(Bot):
    """Tries what could happen, over many guesses of what it cannot know."""

    name: ClassVar[str] = "mcts"

    def __init__(self, iterations: int = ITERATIONS) -> None:
        self.iterations = iterations

    def choose(self, position: State, dice: Dice) -> int:
        if position.count() == 1:
            return position.nth(0)
        search = Search(EXPLORATION, CUT_OFF, dice)
        search.iterate(position, self.iterations)
        return search.best()
