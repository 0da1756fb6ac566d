"""A view of the arena with what has to be known to draw it: its pack, its words, and what can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from harena.games.combat_arena.pack.content import ActionCard, ArenaPack
from harena.games.combat_arena.view import ArenaView, FighterView
from harena.games.combat_arena.words.position import characters_of
from harena.games.combat_arena.words.words import NUMERALS, ArenaWords
from harena.look.drawing import Plain, said
from harena.look.writing import clip


class Onlooker:
    """Who is who in a view, and which actions are still to be placed in its picture."""

    def __init__(self, pack: ArenaPack, view: ArenaView, names: Sequence[str]) -> None:
        self.pack = pack
        self.view = view
        self.words = ArenaWords(pack, names)
        self.names = [clip(name, 150, 15) for name in names]
        self.characters = characters_of(pack)
        self.cards = cards_of(pack)
        self.waiting = view.question.who if view.question else -1  # the fighter it is about
        self.asked = self._asked()  # the fighter whose player decides, or -1
        self.best = max(view.scores) if view.over else 0.0
        self.open = dict.fromkeys(view.actions)  # actions still to be placed

    def _asked(self) -> int:
        question = self.view.question
        if question is None or self.view.instead:
            return -1
        return question.target if self.view.asking in ("React", "Snare") else question.who

    def player(self, fighter: FighterView) -> str:
        return "You" if fighter.owner == self.view.viewer else self.names[fighter.owner]

    def mark(self, fighter: FighterView) -> str:
        """What a variant sets a fighter apart by: its team, or the Champion's crown."""
        if self.view.variant == "brothers":
            return NUMERALS[fighter.side]
        return "crown" if fighter.champion else ""

    def won(self, fighter: FighterView) -> bool:
        """Is its player among the winners?"""
        return self.view.over and self.view.scores[fighter.owner] == self.best

    def take(self, action: str) -> tuple[str, Plain]:
        """An action, if it is open, and its hint; from then on it is placed."""
        if action not in self.open:
            return "", NOTHING
        del self.open[action]
        return action, said(self.words.hint(self.view, action))


NOTHING = Plain("")


@lru_cache(64)
def cards_of(pack: ArenaPack) -> dict[str, ActionCard]:
    """A pack's Action cards by their ids."""
    return {card.id: card for card in pack.cards}
