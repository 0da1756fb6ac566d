"""A view of the arena with what has to be known to draw it: its pack, its words, and what can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from harena.games.combat_arena.pack.content import ActionCard, ArenaPack
from harena.games.combat_arena.view import ArenaView, FighterView
from harena.games.combat_arena.words.position import characters_of
from harena.games.combat_arena.words.words import NUMERALS, ArenaWords
from harena.look import onlooker

NAME_ROOM = 150


class Onlooker(onlooker.Onlooker[ArenaPack, ArenaView, ArenaWords]):
    """Who is who in a view, and which actions are still to be placed in its picture."""

    def __init__(self, pack: ArenaPack, view: ArenaView, names: Sequence[str]) -> None:
        super().__init__(ArenaWords(pack, names), view, NAME_ROOM)
        self.characters = characters_of(pack)
        self.cards = cards_of(pack)
        self.waiting = view.question.who if view.question else -1  # the fighter it is about
        self.asked = self._asked()  # the fighter whose player decides, or -1

    def _asked(self) -> int:
        question = self.view.question
        if question is None or self.view.instead:
            return -1
        return question.target if self.view.asking in ("React", "Snare") else question.who

    def mark(self, fighter: FighterView) -> str:
        """What a variant sets a fighter apart by: its team, or the Champion's crown."""
        if self.view.variant == "brothers":
            return NUMERALS[fighter.side]
        return "crown" if fighter.champion else ""


@lru_cache(64)
def cards_of(pack: ArenaPack) -> dict[str, ActionCard]:
    """A pack's Action cards by their ids."""
    return {card.id: card for card in pack.cards}
