"""A match that was played, opened at any of its moves."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from typing import Any

import msgspec

from harena.core.match import Match, open_record, play_entry
from harena.core.options import write_options
from harena.core.pack import Pack
from harena.core.record import Record
from harena.core.state import State
from harena.core.view import Told
from harena.server.table import Table

EVERY = 32  # moves between two positions that are kept; from the nearest one it is played on
KEPT = 32  # reels a server keeps, the last ones asked for


class Reel:
    """All positions of a match, and what was heard on the way. Position n is the one after n moves."""

    def __init__(self, fresh: Match, screen: Match) -> None:
        """Two matches before their first action: one is played on, the other shows single positions."""
        self.match = fresh
        self.lock = threading.Lock()  # words remember what they saw last, so one reader at a time
        self._screen = screen
        self._stops: list[State] = [fresh.state.copy()]
        self._heard = [0, fresh.heard]  # before and after each move, the set-up being the first

    def __len__(self) -> int:
        return len(self.match.played)

    def follows(self, played: list[tuple[int, int]]) -> bool:
        """Has this reel, as far as it goes, the same moves?"""
        return self.match.played == played[: len(self)]

    def play_on(self, played: list[tuple[int, int]]) -> None:
        """Take what was played since."""
        for seat, action in played[len(self) :]:
            self.match.play(action, seat)
            self._note()

    def play_entries(self, entries: list[str]) -> None:
        """Play a record's actions."""
        for index, entry in enumerate(entries):
            play_entry(self.match, index, entry)
            self._note()

    def _note(self) -> None:
        self._heard.append(self.match.heard)
        if len(self) % EVERY == 0:
            self._stops.append(self.match.state.copy())

    def at(self, move: int) -> Match:
        """A match that stands at a move: to look at, while the lock is held."""
        stop = move // EVERY
        state = self._stops[stop].copy()
        for _, action in self.match.played[stop * EVERY : move]:
            state.play(action)
        self._screen.state = state
        return self._screen

    def told(self, eyes: int) -> list[list[Told]]:
        """What was heard with each move, the set-up first."""
        heard = self.match.events(eyes)
        return [heard[self._heard[move] : self._heard[move + 1]] for move in range(len(self) + 1)]

    def lines(self, eyes: int) -> list[list[dict[str, Any]]]:
        """The same in sentences: of a game that goes on only what a table would still show."""
        words, sentences = self.match.words, iter(self.match.story(eyes))
        return [[line(words, told, next(sentences)) for told in move] for move in self.told(eyes)]


def line(words: Any, told: Told, text: str) -> dict[str, Any]:
    """What was heard, in a sentence, with its rule and what the eye should catch of it."""
    effect = msgspec.to_builtins(words.effect(told))
    return {"rule": told.rule, "text": text, **({"effect": effect} if effect else {})}


def reel_of(match: Match) -> Reel:
    """The reel of a match, without its moves."""

    def fresh() -> Match:
        options = write_options(match.options)
        return Match(match.game, match.pack, options, match.seeds, match.names, match.practice)

    return Reel(fresh(), fresh())


def reel_of_record(record: Record, pack: Pack | None = None) -> Reel:
    """The whole reel of a record."""
    first = open_record(record, pack)
    reel = Reel(first, open_record(record, first.pack))
    reel.play_entries(record.actions)
    return reel


class Reels:
    """The reels that were looked at last, by table."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Reel] = OrderedDict()

    async def of(self, table: Table) -> Reel:
        """A table's reel, up to its last move."""
        assert table.match is not None
        played, reel = table.match.played[:], self._kept.pop(table.id, None)
        if reel is None or not reel.follows(played):
            reel = reel_of(table.match)
        self._kept[table.id] = reel
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        if len(reel) < len(played):
            await asyncio.to_thread(_play_on, reel, played)
        return reel


def _play_on(reel: Reel, played: list[tuple[int, int]]) -> None:
    with reel.lock:
        if reel.follows(played):
            reel.play_on(played)
