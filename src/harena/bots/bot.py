"""What a bot is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from harena.core.dice import Dice
from harena.core.game import AnyGame
from harena.core.state import HAND, State


@dataclass(frozen=True)
class Chair:
    """Where a bot sits: which game, with which pack and options, and which seat."""

    game: AnyGame
    pack: Any
    options: Any
    seat: int
    names: tuple[str, ...] = ()  # of all players, where they have names


class Bot(ABC):
    """Chooses an action from a guess of the position, with dice of its own.

    One bot plays one seat of one game at a time: `sit_down`, then `choose` again and again, then `stand_up`.
    """

    name: ClassVar[str]
    about: ClassVar[str]  # one sentence
    error: ClassVar[int] = HAND  # milliseconds by which its hand is off where a question is measured
    starts_programs: ClassVar[bool] = False  # if so, no saved match can name it: that may be a stranger's

    @classmethod
    def from_text(cls, text: str) -> Bot:
        """The bot as `name:text` asks for it; by default there is nothing to ask for."""
        if text:
            raise ValueError("it takes nothing after its name")
        return cls()

    def setting(self) -> str:
        """What stands after its name and a colon, as `from_text` reads it."""
        return ""

    def __str__(self) -> str:
        return f"{self.name}:{self.setting()}" if self.setting() else self.name

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self}>"

    def sit_down(self, chair: Chair) -> None:  # noqa: B027 - most bots need not know
        """A game begins. What was remembered of another one is forgotten."""

    def note(self, chair: Chair) -> str:
        """What a person should know before it plays there, in a sentence: most bots have nothing to say."""
        return ""

    def remark(self, chair: Chair) -> str:
        """What whoever studies games should know of how it plays there: usually no more than a player."""
        return self.note(chair)

    @abstractmethod
    def choose(self, position: State, dice: Dice) -> int:
        """One of the open actions. The position is a guess of what the seat cannot know, its to keep."""

    def visits(self) -> Mapping[int, int]:
        """By action: how often the search for its last choice tried it; nothing if it did not search."""
        return {}

    def stand_up(self) -> None:  # noqa: B027 - most bots hold nothing
        """The game is over for this bot: let go of whatever it holds."""
