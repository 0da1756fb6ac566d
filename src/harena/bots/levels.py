"""Opponents for people: easy, normal, hard and master."""

from __future__ import annotations

from typing import ClassVar

from harena.bots.bot import Bot, Chair
from harena.bots.learned import LearnedBot
from harena.bots.mcts import MctsBot
from harena.bots.search import sensible
from harena.core.dice import Dice
from harena.core.state import State

DECISIONS = 12_000  # a normal opponent plays on by so many, in as many iterations as that gives
LONG = 60  # decisions of an iteration that plays on to the end of the game
SLIPS = 4  # an easy opponent does anything sensible at one decision in so many


class NormalBot(MctsBot):
    """Thinks a little: the more often the sooner the game's own estimate can be trusted."""

    name: ClassVar[str] = "normal"
    about: ClassVar[str] = "A fair opponent: thinks a little about every decision."
    thought: ClassVar[int] = DECISIONS

    def __init__(self) -> None:
        super().__init__(iterations=self.thought // LONG)

    def choose(self, position: State, dice: Dice) -> int:
        self.iterations = self.thought // (position.horizon() or LONG)
        return super().choose(position, dice)

    @classmethod
    def from_text(cls, text: str) -> Bot:
        return without_text(cls(), text)

    def setting(self) -> str:
        return ""


class EasyBot(NormalBot):
    """Thinks half as much, and slips now and then.

    A greedy player in its place wins too rarely where one step ahead shows little.
    """

    name: ClassVar[str] = "easy"
    error: ClassVar[int] = 70
    about: ClassVar[str] = "For a first game: thinks little about every decision, and slips now and then."
    thought: ClassVar[int] = DECISIONS // 2

    def choose(self, position: State, dice: Dice) -> int:
        if dice.below(SLIPS) > 0:
            return super().choose(position, dice)
        self.search = self.remembered = None
        self.searched = False
        actions = sensible(position)
        return actions[dice.below(len(actions))]


class HardBot(MctsBot):
    """Thinks as long as people wait gladly."""

    name: ClassVar[str] = "hard"
    error: ClassVar[int] = 40
    about: ClassVar[str] = "A strong opponent: thinks for most of a second about every decision."

    def __init__(self) -> None:
        super().__init__(milliseconds=800)

    @classmethod
    def from_text(cls, text: str) -> Bot:
        return without_text(cls(), text)

    def setting(self) -> str:
        return ""


class MasterBot(LearnedBot):
    """Thinks longest, and judges by what was learned, where anything was."""

    name: ClassVar[str] = "master"
    error: ClassVar[int] = 35
    about: ClassVar[str] = (
        "The best there is: thinks for two seconds, and judges by what was learned from many games, "
        "or by the game's own judgement where nothing was learned."
    )

    def __init__(self) -> None:
        super().__init__(milliseconds=2000)

    def note(self, chair: Chair) -> str:
        """Nothing: whoever chooses a level wants a strong opponent, and need not know how it judges."""
        return ""

    def remark(self, chair: Chair) -> str:
        return super().note(chair)

    @classmethod
    def from_text(cls, text: str) -> Bot:
        return without_text(cls(), text)

    def setting(self) -> str:
        return ""


def without_text(bot: Bot, text: str) -> Bot:
    """A level has no further settings."""
    if text:
        raise ValueError("a level takes nothing after its name")
    return bot
