"""The waiting question in words: a method for each step that asks, and one for those who wait."""

from __future__ import annotations

import re
from typing import Any, Generic, TypeVar

from harena.core.pack import Pack
from harena.core.telling import Teller
from harena.core.view import View

P = TypeVar("P", bound=Pack)
V = TypeVar("V", bound=View)
T = TypeVar("T", bound=Teller[Any, Any])


class Prompter(Generic[P, V, T]):
    """The prompt of one view. A game's own has `_ask_keep_received` for the step KeepReceived, and so on."""

    def __init__(self, pack: P, view: V, teller: T) -> None:
        self.pack = pack
        self.view = view
        self.teller = teller

    def prompt(self) -> str:
        """What is asked; of somebody else, what they are about to decide."""
        if self.view.viewer != self.view.decider:
            return self.waiting()
        asked: str = getattr(self, f"_ask_{_snake(self.view.asking)}")()
        return asked

    def waiting(self) -> str:
        """What somebody else is about to decide."""
        raise TypeError(f"{type(self).__name__} does not say what others wait for")


def _snake(step: str) -> str:
    """A step's name as a method's: KeepReceived is keep_received."""
    return re.sub(r"(?<!^)([A-Z])", r"_\1", step).lower()
