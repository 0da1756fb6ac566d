"""A bot that searches: information-set Monte Carlo tree search."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from typing import ClassVar, NamedTuple, Optional

from harena.bots.bot import Bot, Chair
from harena.bots.judge import Judge
from harena.bots.search import Manner, Search
from harena.core.dice import Dice, fast_dice
from harena.core.state import State

EXPLORATION = 1.0  # shared out among the seats, as the chance to win is
ITERATIONS = 400
WIDENING = 2
LOOKS = 2  # one step ahead at every open action before the search proper; they count as iterations
PATIENT = 400  # whoever has so many iterations, or a clock, plays on more often
PLAYOUTS = 3  # so often in every iteration, to see through the noise
AT_ONCE = 20  # iterations between two looks at the clock
BUDGET = re.compile(r"(\d{1,9})(ms|cpu)?")


class Habits(NamedTuple):
    """How a bot searches; 0: as usual."""

    horizon: int = 0  # decisions that it plays on before it asks for a judgement; usually as the game says
    playouts: int = 0  # how often it plays on
    exploration: float = 0.0
    widening: int = 0


USUAL = Habits()


class MctsBot(Bot):
    """Tries what could happen, over many guesses of what it cannot know."""

    name: ClassVar[str] = "mcts"
    about: ClassVar[str] = "Searches; mcts:400 by 400 iterations a decision, mcts:500ms by half a second."

    def __init__(self, iterations: int = ITERATIONS, milliseconds: int = 0) -> None:
        self.iterations = iterations
        self.milliseconds = milliseconds  # if not 0, instead of iterations
        self.by_processor = False  # count only time in which it was really at work, as on a busy machine
        self.playouts = PLAYOUTS if milliseconds > 0 or iterations >= PATIENT else 1
        self.judge: Optional[Judge] = None  # a learned one, instead of the game's own estimate
        self.habits = USUAL
        self.search: Optional[Search] = None
        self.remembered: Optional[State] = None  # the position it searched last
        self.chosen = -1
        self.searched = False  # for its last choice

    @classmethod
    def from_text(cls, text: str) -> Bot:
        found = BUDGET.fullmatch(text or str(ITERATIONS))
        if found is None or int(found[1]) == 0:
            raise ValueError(
                "its budget is a number of iterations, like 400, or of milliseconds, like 500ms, "
                "or of milliseconds of the processor's time, like 500cpu"
            )
        if not found[2]:
            return cls(int(found[1]))
        bot = cls(milliseconds=int(found[1]))
        bot.by_processor = found[2] == "cpu"
        return bot

    def setting(self) -> str:
        unit = "cpu" if self.by_processor else "ms"
        return f"{self.milliseconds}{unit}" if self.milliseconds else f"{self.iterations}"

    def sit_down(self, chair: Chair) -> None:
        self.search = self.remembered = None
        self.searched = False

    def choose(self, position: State, dice: Dice) -> int:
        self.searched = position.count() > 1
        if not self.searched:
            return position.nth(0)
        clock = time.thread_time if self.by_processor else time.monotonic
        began = clock()
        search, spent = self.search_from(position, dice)
        if self.milliseconds:
            search_until(search, position, began + self.milliseconds / 1000, clock)
        else:
            search.iterate(position, max(self.iterations - spent, self.iterations // 2))
        self.search, self.remembered, self.chosen = search, position, search.best(position)
        return self.chosen

    def visits(self) -> Mapping[int, int]:
        if not self.searched or self.search is None or self.remembered is None:
            return {}
        return {node.action: node.visits for node in self.search.answers(self.remembered.seat)}

    def search_from(self, position: State, dice: Dice) -> tuple[Search, int]:
        """A search for this position, and the iterations spent on its beginning.

        What was found before is kept if only its own choice came between.
        """
        search = self.search
        if search is None or not self.only_the_choice_was_made(position):
            fresh = Search(manner_for(position, self.playouts, self.judge, self.habits), dice)
            return fresh, fresh.consider(position, LOOKS)
        search.follow(position.seat, self.chosen)
        search.dice = dice
        return search, 0

    def only_the_choice_was_made(self, position: State) -> bool:
        """Has nothing happened since but its own choice: no other decision, no die, and no card seen?"""
        before = self.remembered
        if before is None or before.seat != position.seat or position.made != before.made + 1:
            return False
        if position.seen != before.seen:
            return False
        dice = fast_dice(1)
        then = before.guess(before.seat, dice)
        drawn = dice.drawn
        then.play(self.chosen)
        return dice.drawn == drawn


def manner_for(
    position: State, playouts: int, judge: Optional[Judge] = None, habits: Habits = USUAL
) -> Manner:
    """How to search from a position."""
    exploration = (habits.exploration or EXPLORATION) / float(position.seats)
    horizon = habits.horizon or position.horizon()
    widening = habits.widening or WIDENING
    return Manner(exploration, horizon, True, widening, habits.playouts or playouts, judge)


def search_until(search: Search, position: State, end: float, clock: Callable[[], float]) -> None:
    """Search until a time of a clock, but at least a little."""
    search.iterate(position, AT_ONCE)
    while clock() < end:
        search.iterate(position, AT_ONCE)
