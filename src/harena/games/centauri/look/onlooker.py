"""A view with what has to be known to draw it: its pack, its words, who is who, and what can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

from harena.core.prose import genitive, listed
from harena.games.centauri.pack.content import NOBODY, ArenaPack
from harena.games.centauri.view import ArenaQuestion, ArenaView, ArmadaView, PlayerView
from harena.games.centauri.words.things import cards_of, scenario_of
from harena.games.centauri.words.words import ArenaWords
from harena.look import onlooker
from harena.look.badge import SEAT_LETTERS

NAME_ROOM = 160
NO_QUESTION = ArenaQuestion(who=NOBODY)


class Onlooker(onlooker.Onlooker[ArenaPack, ArenaView, ArenaWords]):
    """Who is who in a view, and which actions are still to be placed in its picture."""

    def __init__(self, pack: ArenaPack, view: ArenaView, names: Sequence[str]) -> None:
        super().__init__(ArenaWords(pack, names), view, NAME_ROOM)
        self.scenario = scenario_of(pack, view.scenario)
        self.cards = cards_of(pack)
        self.question = view.question or NO_QUESTION
        self.asked = NOBODY if view.over or view.instead else view.decider
        self.letters = letters_of(tuple(names))

    @cached_property
    def about(self) -> int:
        """The armada that the question is about, or the only one of whoever decides."""
        if self.asked < 0:
            return NOBODY
        if self.question.armada >= 0:
            return self.question.armada
        return self.asked if self.view.each == 1 else NOBODY

    @cached_property
    def open_mates(self) -> list[int]:
        """The seats of team-mates whose cards the viewer sees, while that matters."""
        view = self.view
        if not view.open_hands or view.viewer < 0 or view.over:
            return []
        return [seat for seat in range(view.viewer & 1, len(view.players), 2) if seat != view.viewer]

    def short(self, armada: int) -> str:
        """What stands on an armada: its player's letter, with a number where there are two."""
        each = self.view.each
        letter = self.letters[armada // each]
        return letter if each == 1 else f"{letter}{armada % each + 1}"

    def mat(self, seat: int) -> PlayerView:
        return self.view.players[seat]

    def mat_of(self, armada: int) -> PlayerView:
        return self.view.players[self.view.armadas[armada].owner]

    def fleet(self, seat: int) -> list[tuple[int, ArmadaView]]:
        """The armadas of a player, with their numbers."""
        return [(number, one) for number, one in enumerate(self.view.armadas) if one.owner == seat]

    def team(self, team: int) -> str:
        """The names of those who play together."""
        return listed([self.player(seat) for seat in range(len(self.view.players)) if seat & 1 == team])

    def of_armada(self, armada: int) -> str:
        """An armada in words: Ann's armada, your second armada."""
        owner = self.view.armadas[armada].owner
        whose = "your" if owner == self.view.viewer else genitive(self.names[owner])
        place = ("first ", "second ")[armada % self.view.each] if self.view.each > 1 else ""
        return f"{whose} {place}armada"


@lru_cache(256)
def letters_of(names: tuple[str, ...]) -> tuple[str, ...]:
    """A letter for each player: the first of the name where all differ, else that of the seat."""
    firsts = tuple(name[:1].upper() for name in names)
    if len(set(firsts)) == len(names) and all(one.isascii() and one.isalnum() for one in firsts):
        return firsts
    return tuple(SEAT_LETTERS[: len(names)])
