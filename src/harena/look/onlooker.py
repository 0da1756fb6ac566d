"""A view with what has to be known to draw it: its pack, its words, who is who, and what can be clicked."""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar

from harena.core.game import Words
from harena.core.pack import Pack
from harena.core.view import View
from harena.look.drawing import Plain, said
from harena.look.writing import clip

P = TypeVar("P", bound=Pack)
V = TypeVar("V", bound=View)
W = TypeVar("W", bound=Words[Any, Any])

NOTHING: Final = Plain("")
NAME_SIZE = 15  # the letters that a player's name must have room in


class Onlooker(Generic[P, V, W]):
    """Who is who in a view, and which actions are still to be placed in its picture. Games add their own."""

    def __init__(self, words: W, view: V, name_room: float) -> None:
        self.words = words
        self.pack: P = words.pack
        self.view = view
        self.names = [clip(name, name_room, NAME_SIZE) for name in words.names]
        self.open = dict.fromkeys(view.actions)  # actions still to be placed
        self.near = max(view.viewer, 0)  # the seat whose side of the table one looks from
        self.best = max(view.scores) if view.over else 0.0

    def player(self, seat: int) -> str:
        return "You" if seat == self.view.viewer else self.names[seat]

    def won(self, seat: int) -> bool:
        """Is this one of the winners, or of those who share a draw?"""
        return self.view.over and self.view.scores[seat] == self.best

    def take(self, action: str) -> tuple[str, Plain]:
        """An action, if it is open, and its hint; from then on it is placed."""
        if action not in self.open:
            return "", NOTHING
        del self.open[action]
        return action, said(self.words.hint(self.view, action))
