"""A match that was played, opened at any of its moves."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import msgspec

from harena.core.match import Match
from harena.core.pack import Pack
from harena.core.record import Record
from harena.core.replaying import open_record, play_entry
from harena.core.state import State
from harena.core.view import Told
from harena.server.table import Table

EVERY = 32  # moves between two positions that are kept; from the nearest one it is played on
KEPT = 32  # reels a server keeps, the last ones asked for


class Reel:
    """All positions of a match, and what was heard on the way. Position n is the one after n moves.

    A reel is never changed, so any number of readers can look at it at once: of a match that has gone on
    there is a new one.
    """

    def __init__(self, match: Match, stops: Sequence[State]) -> None:
        """A match that nobody plays on, and its position after every so many moves."""
        self.match = match
        self.stops = stops

    def __len__(self) -> int:
        return len(self.match.played)

    def begins(self, played: list[tuple[int, int]]) -> bool:
        """Are these moves, as far as the reel goes, the same?"""
        return self.match.played == played[: len(self)]

    def at(self, move: int) -> Match:
        """The match as it stood at a move: to look at."""
        stop = move // EVERY
        state = self.stops[stop].copy()
        for _, action in self.match.played[stop * EVERY : move]:
            state.play(action)
        return self.match.at(state, move)

    def told(self, eyes: int) -> list[list[Told]]:
        """What was heard with each move, the set-up first."""
        heard: list[list[Told]] = [[] for _ in range(len(self) + 1)]
        for told in self.match.events(eyes):
            heard[told.move].append(told)
        return heard

    def lines(self, eyes: int) -> list[list[dict[str, Any]]]:
        """The same in sentences: of a game that goes on only what a table would still show."""
        match, sentences, cast = self.match, iter(self.match.story(eyes)), self.match.cast
        return [[line(match, told, cast, next(sentences)) for told in move] for move in self.told(eyes)]


def line(match: Match, told: Told, cast: Any, text: str) -> dict[str, Any]:
    """What was heard, in a sentence, with its rule and what the eye should catch of it."""
    glimpse = msgspec.to_builtins(match.words.glimpse(told, cast))
    return {"rule": told.rule, "text": text, **({"glimpse": glimpse} if glimpse else {})}


def reel_of(match: Match, earlier: Reel | None = None) -> Reel:
    """The reel of a match as it stands; what an earlier reel of it holds is not played again."""
    stops = list(earlier.stops) if earlier is not None else [_beginning(match)]
    state, move = stops[-1].copy(), (len(stops) - 1) * EVERY
    for _, action in match.played[move:]:
        state.play(action)
        move += 1
        if move % EVERY == 0:
            stops.append(state.copy())
    return Reel(match, stops)


def _beginning(match: Match) -> State:
    state: State = match.game.start(match.pack, match.options, match.seeds.dice())
    return state


def reel_of_record(record: Record, pack: Pack | None = None) -> Reel:
    """The whole reel of a record."""
    match = open_record(record, pack)
    stops = [match.state.copy()]
    for index, entry in enumerate(record.actions):
        play_entry(match, index, entry)
        if len(match.played) % EVERY == 0:
            stops.append(match.state.copy())
    return Reel(match, stops)


class Reels:
    """The reels that were looked at last, by table."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Reel] = OrderedDict()

    def forget(self, table_id: str) -> None:
        """A table is not what it was."""
        self._kept.pop(table_id, None)

    async def of(self, table: Table) -> Reel:
        """A table's reel, up to its last move."""
        assert table.match is not None
        match = table.match.at(table.match.state.copy(), len(table.match.played))  # the table plays on
        reel = self._kept.pop(table.id, None)
        if reel is None or not reel.begins(match.played):
            reel = await asyncio.to_thread(reel_of, match)
        elif len(reel) < len(match.played):
            reel = await asyncio.to_thread(reel_of, match, reel)
        self._kept[table.id] = reel
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return reel
