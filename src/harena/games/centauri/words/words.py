"""Centauri Arena in English: prompts, labels, hints, sentences, and the position as text."""

from __future__ import annotations

from typing import Any, ClassVar

from harena.core.glimpse import Glimpse
from harena.core.hinting import HintedWords
from harena.core.lesson import Lesson
from harena.core.telling import Teller
from harena.core.view import Told
from harena.games.centauri.pack.content import ArenaPack
from harena.games.centauri.view import ArenaView, Cast
from harena.games.centauri.words.dangers import danger_of
from harena.games.centauri.words.glimpses import glimpse_of
from harena.games.centauri.words.hints import Hints
from harena.games.centauri.words.labels import label_of
from harena.games.centauri.words.lessons import lessons_for
from harena.games.centauri.words.prompts import Prompts
from harena.games.centauri.words.readout import describe
from harena.games.centauri.words.told import ArenaTeller


class ArenaWords(HintedWords[ArenaPack, ArenaView, Hints]):
    """What is said at a table of Centauri Arena."""

    told_by: ClassVar[type[Teller[Any, Any]]] = ArenaTeller

    def teller_of(self, view: ArenaView) -> ArenaTeller:
        """Who is who in a view, as its viewer calls them."""
        return ArenaTeller(self.pack, self.names, view.cast, view.viewer)

    def glimpse(self, event: Told, cast: Cast) -> Glimpse:
        return glimpse_of(event, cast)

    def lessons(self, view: ArenaView) -> list[Lesson]:
        return lessons_for(view)

    def prompt(self, view: ArenaView) -> str:
        if view.over:
            return f"The game is over: {self._result(view)}."
        if view.instead:
            return view.instead
        return Prompts(self.pack, view, self.teller_of(view)).prompt()

    def _result(self, view: ArenaView) -> str:
        if view.scores[0] == view.scores[1]:
            return "nobody wins"
        return self.teller_of(view).team_does(0 if view.scores[0] > view.scores[1] else 1, "win", "wins")

    def label(self, view: ArenaView, action: str) -> str:
        return label_of(self.hints(view), action)

    def danger(self, view: ArenaView, action: str) -> str:
        return danger_of(self.hints(view), action)

    def hints_for(self, view: ArenaView) -> Hints:
        return Hints(self.pack, view, self.teller_of(view))

    def describe(self, view: ArenaView) -> str:
        lines = describe(self.pack, view, self.teller_of(view))
        return "\n".join([*lines, self.prompt(view)])
