"""Those who look on without a seat: how many there are, and what they say among themselves.

It is kept in this process's memory alone, never among the entries: no crowd can use up what a table may hold.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, Protocol

import msgspec

from harena.server.rulings import RefusedError, checked_line, checked_name
from harena.server.table import OVER, Table

ONLOOKERS = "onlookers"  # to whom a line goes
KEPT_REMARKS = 60  # the newest lines
TOO_EARLY = "You can talk to others who look on once the game has begun."
COME_ANEW = "Connect again to talk to others who look on: you were here before the game began."
HAS_SEAT = "You have a seat at this table; those who look on talk among themselves."
NO_NAME = "Say who you are: a line of yours needs a name."
PLAYERS_NAME = "A player at this table has this name; choose another."

Words = tuple[str, str]  # by what name, and what
Mark = tuple[str, str]  # the address that a message came from, and its mark


class Aside(Protocol):
    """What is to be known here of one who is connected to a table."""

    seats: frozenset[int]
    since_start: bool  # had the game begun before it was seen which seats the browser holds?
    counted: int  # how many others look on, as it was told last
    overheard: int  # the number of the next line


class Remark(msgspec.Struct, frozen=True):
    """A line of somebody who looks on."""

    number: int
    at: int
    name: str
    text: str


class Onlookers:
    """Those who look on at one table."""

    def __init__(self) -> None:
        self.count = 0
        self.said = 0  # lines in all
        self._remarks: deque[Remark] = deque(maxlen=KEPT_REMARKS)
        self._heard: deque[tuple[Words, Mark]] = deque(maxlen=KEPT_REMARKS)

    def recount(self, table: Table, watchers: Iterable[Aside]) -> bool:
        """Count anew; is it another number than before?"""
        before, self.count = self.count, sum(looks_on(table, one) for one in watchers)
        return self.count != before

    def knows(self, said: Words, mark: Mark) -> bool:
        """Was this message heard before? It is sent again where its answer was lost."""
        return mark[1] != "" and (said, mark) in self._heard

    def remark(self, at: int, said: Words, mark: Mark) -> None:
        """Somebody has said this."""
        self._remarks.append(Remark(self.said, at, *said))
        self._heard.append((said, mark))
        self.said += 1

    def owed(self, table: Table, one: Aside) -> bool:
        """Is there anything that this one has not been told?"""
        return one.counted != self.others(table, one) or bool(self._unheard(table, one))

    def others(self, table: Table, one: Aside) -> int:
        """How many look on beside this one; it may not be counted itself yet."""
        return max(0, self.count - looks_on(table, one))

    def news(self, table: Table, one: Aside) -> dict[str, Any]:
        """What is new to this one: drop the lines with numbers of `from` on, then add these."""
        lines = self._unheard(table, one)
        one.counted = self.others(table, one)
        told: dict[str, Any] = {"type": ONLOOKERS, "count": one.counted, "from": one.overheard}
        if lines:
            one.overheard = self.said
        return told | {"lines": msgspec.to_builtins(lines)}

    def _unheard(self, table: Table, one: Aside) -> list[Remark]:
        if one.overheard >= self.said or not hears(table, one):
            return []
        return [remark for remark in self._remarks if remark.number >= one.overheard]


def looks_on(table: Table, one: Aside) -> bool:
    """Does it look on at a game, without a seat? Before that, whoever comes may be about to sit down."""
    return table.match is not None and not one.seats


def may_talk(table: Table, one: Aside) -> bool:
    """A browser may have taken its seat in another window since it was connected here, but only before the
    game began: whoever was there by then comes anew.
    """
    return looks_on(table, one) and one.since_start


def hears(table: Table, one: Aside) -> bool:
    """May it read what those who look on say? Who plays may not, until nothing can be played on."""
    ended = table.status == OVER and (not table.setup.practice or table.rematch != "")
    return ended or may_talk(table, one)


def checked_remark(table: Table, one: Aside, name: str, text: str) -> Words:
    """The name and the line as they may stand on a page, or a sentence that says why not."""
    if one.seats:
        raise RefusedError(HAS_SEAT)
    if not may_talk(table, one):
        raise RefusedError(COME_ANEW if looks_on(table, one) else TOO_EARLY)
    name = checked_name(name)
    if not name:
        raise RefusedError(NO_NAME)
    if name.casefold() in {taken.casefold() for taken in table.names}:
        raise RefusedError(PLAYERS_NAME)
    return name, checked_line(text)
