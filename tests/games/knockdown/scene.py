"""Moments of a match, and everything that is said of them."""

from __future__ import annotations

from typing import Any

from harena.core.state import SPECTATOR
from harena.core.view import tell
from harena.games.knockdown import GAME

from .brawl import Bout, Placed

NAMES = ["Ann", "Bo"]


class Scene(Bout):
    """A moment with its words, for players called Ann and Bo."""

    def __init__(self, me: Placed, foe: Placed, row: str = "", **rest: Any) -> None:
        super().__init__(me, foe, row, **rest)
        self.words = GAME.words(self.pack, NAMES)

    def prompt(self, seat: int | None = None) -> str:
        return self.words.prompt(self.view(self.decider if seat is None else seat))

    def hint(self, action: str) -> str:
        return self.words.hint(self.view(self.decider), action)

    def label(self, action: str) -> str:
        return self.words.label(self.view(self.decider), action)

    def danger(self, action: str) -> str:
        return self.words.danger(self.view(self.decider), action)

    def why_not(self, action: str) -> str:
        return GAME.why_not(self.state, self.actions.parse(action))

    def log(self, *kinds: str) -> list[str]:
        """What a spectator was told of these kinds so far."""
        teller = self.words.teller(self.view(SPECTATOR).cast, SPECTATOR)
        journal = self.state.journal or []
        return [teller.tell(tell(event, 0, SPECTATOR)) for event in journal if event.kind in kinds]
