"""What a bot is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from harena.core.dice import Dice
from harena.core.state import State


class Bot(ABC):
    """Chooses an action from a guess of the position, with dice of its own."""

    name: ClassVar[str]

    @abstractmethod
    def choose(self, position: State, dice: Dice) -> int:
        """One of the open actions; the position is the bot's to play on."""
