"""A bot that does anything."""

from __future__ import annotations

from typing import ClassVar

from harena.bots.bot import Bot
from harena.core.dice import Dice
from harena.core.state import State


class RandomBot(Bot):
    """Takes each open action with the same chance."""

    name: ClassVar[str] = "random"
    about: ClassVar[str] = "Takes each open action with the same chance."

    def choose(self, position: State, dice: Dice) -> int:
        return position.nth(dice.below(position.count()))
