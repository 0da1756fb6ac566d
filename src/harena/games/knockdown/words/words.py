"""Knockdown in English: prompts, labels, hints, sentences, and the position as text."""

from __future__ import annotations

from typing import Any, ClassVar

from harena.core.glimpse import Glimpse
from harena.core.hinting import HintedWords
from harena.core.lesson import Lesson
from harena.core.telling import Teller
from harena.core.view import Told
from harena.games.knockdown.pack.content import BrawlPack
from harena.games.knockdown.view import BrawlView, Cast
from harena.games.knockdown.words.dangers import danger_of
from harena.games.knockdown.words.glimpses import glimpse_of
from harena.games.knockdown.words.hints import Hints
from harena.games.knockdown.words.labels import label_of
from harena.games.knockdown.words.lessons import lessons_for
from harena.games.knockdown.words.prompts import Prompts
from harena.games.knockdown.words.readout import describe
from harena.games.knockdown.words.told import BrawlTeller


class BrawlWords(HintedWords[BrawlPack, BrawlView, Hints]):
    """What is said at a table of Knockdown."""

    told_by: ClassVar[type[Teller[Any, Any]]] = BrawlTeller

    def teller_of(self, view: BrawlView) -> BrawlTeller:
        """Who is who in a view, as its viewer calls them."""
        return BrawlTeller(self.pack, self.names, view.cast, view.viewer)

    def glimpse(self, event: Told, cast: Cast) -> Glimpse:
        return glimpse_of(event, cast)

    def lessons(self, view: BrawlView) -> list[Lesson]:
        return lessons_for(self.pack, view)

    def prompt(self, view: BrawlView) -> str:
        if view.over:
            return f"The match is over: {self._result(view)}."
        if view.instead:
            return view.instead
        return Prompts(self.pack, view, self.teller_of(view)).prompt()

    def _result(self, view: BrawlView) -> str:
        winners = [seat for seat, score in enumerate(view.scores) if score == max(view.scores)]
        if len(winners) > 1:
            return "nobody wins"
        player = self.teller_of(view).player(winners[0])
        return f"{player} {'win' if winners[0] == view.viewer else 'wins'}"

    def label(self, view: BrawlView, action: str) -> str:
        return label_of(self.hints(view), action)

    def danger(self, view: BrawlView, action: str) -> str:
        return danger_of(self.hints(view), action)

    def hints_for(self, view: BrawlView) -> Hints:
        return Hints(self.pack, view, self.teller_of(view))

    def describe(self, view: BrawlView) -> str:
        lines = describe(self.pack, view, self.teller_of(view))
        return "\n".join([*lines, self.prompt(view)])
