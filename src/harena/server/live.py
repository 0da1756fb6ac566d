"""A table in memory, with those who look on."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from typing import Any, NamedTuple

import msgspec

from harena.core.match import Match
from harena.core.picture import Layout
from harena.core.state import SPECTATOR
from harena.server import entry as kinds
from harena.server.entry import Entry
from harena.server.hands import Hand, Trips
from harena.server.onlookers import Mark, Onlookers, Words, hears, may_talk
from harena.server.painting import Painters, Redrawing, Sketch, UnpaintedError, painted
from harena.server.shares import PLAYED, WATCHED, Claim
from harena.server.sight import CHANGES, PICTURE, VIEW, Looks, log_lines, shown, sight, talk_since
from harena.server.story import heard
from harena.server.table import Said, Table
from harena.server.talk import heard_by

RECOUNTED = 1.0  # seconds in which those who come and go to look on are told of together
REDRAWN = 3  # times that a picture is asked for anew because the table has gone on, before it is drawn here
MOST_REPLIES = 64  # that wait for one client; one that lets more pile up is dropped
GLANCE = 60.0  # seconds for which somebody who has asked for a table over HTTP counts as one who looks on


class Viewpoint(NamedTuple):
    """How a watcher looks at a table: those who look alike are sent the same."""

    eyes: int
    parts: frozenset[str]
    layout: Layout
    before: int  # the version of the table whose picture they have; below 0: none


class Watcher:
    """One connection to a table. It is owed the newest sight, never a queue of old ones.

    So a client that stalls costs the others nothing, and gets the table as it is when it goes on.
    """

    def __init__(
        self, seats: frozenset[int], parts: frozenset[str], layout: Layout = "wide", address: str = ""
    ) -> None:
        self.seats = seats  # that it holds; empty: it only looks on
        self.address = address  # where it comes from
        self.parts = parts
        self.layout: Layout = layout  # of its pictures
        self.eyes = min(seats) if len(seats) == 1 else SPECTATOR
        self.replies: deque[bytes] = deque()
        self.wake = asyncio.Event()
        self.sent = -1  # the version of the table it was sent last
        self.heard = 0  # how many lines of the log it was sent
        self.pictured = -1  # the version of the table whose picture it has, if it wants changes
        self.talk: list[Said] = []  # the chat it has, if it wants changes
        self.since_start = False  # had the game begun before it was seen which seats it holds?
        self.counted = 0  # how many others look on, as it was told last
        self.overheard = 0  # the next line of theirs that it has not heard
        self.overflowed = False
        self.trips = Trips()

    @property
    def viewpoint(self) -> Viewpoint:
        return Viewpoint(self.eyes, self.parts, self.layout, self.pictured)

    def reply(self, message: dict[str, Any]) -> None:
        """An answer for this client alone."""
        if len(self.replies) >= MOST_REPLIES:
            self.overflowed = True
        else:
            self.replies.append(msgspec.json.encode(message))
        self.wake.set()

    def dismiss(self, why: str, version: int) -> None:
        """The table is not there any more: a last word instead of what it looks like."""
        self.sent = version
        self.reply({"type": "bye", "text": why})
        self.overflowed = True

    def look_as(self, seat: int) -> None:
        """See through another of your own seats, as on a shared device, or as a spectator."""
        if seat == self.eyes:
            return  # it has all that these eyes see, or is about to get it
        self.eyes, self.sent, self.heard, self.pictured = seat, -1, 0, -1
        self.wake.set()

    def lay_out(self, layout: Layout) -> None:
        """Its screen was turned, or has a different size now."""
        if layout != self.layout:
            self.layout, self.sent, self.pictured = layout, -1, -1
            self.wake.set()

    def lose(self, seat: int) -> None:
        """A seat was given up: what comes next there is another's."""
        if seat in self.seats:
            self.seats -= {seat}
            self.look_as(min(self.seats) if len(self.seats) == 1 else SPECTATOR)

    def hand_over(self, table: Table, asked_before: list[int]) -> None:
        """On a shared device a decision goes from one seat to another: neither sees through the other's eyes.

        What the one who decided would see next is not even sent, until somebody says who looks now.
        """
        if len(self.seats) < 2 or self.eyes not in asked_before:
            return
        asked = [seat for seat in table.asked() if seat in self.seats and not table.seats[seat].bot]
        if asked and self.eyes not in asked:
            self.look_as(SPECTATOR)


class LiveTable:
    """A table that this process has in memory."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()  # one entry at a time
        self.watchers: set[Watcher] = set()
        self.version = 0  # raised by everything that is worth sending
        self.used_at = 0.0
        self.stalled = 0  # milliseconds in which this process did not run, as far as they were given back
        self.gone = False  # deleted, or damaged: nothing more is done here
        self.asked_for_at = -GLANCE  # by somebody over HTTP
        self.thinking: dict[int, asyncio.Task[None]] = {}  # by seat: the bot at work
        self.timer: asyncio.TimerHandle | None = None
        self.leaving: dict[int, asyncio.TimerHandle] = {}  # by seat: gone just now
        self.onlookers = Onlookers()
        self.recounting: asyncio.TimerHandle | None = None
        self._sights: dict[Viewpoint, bytes] = {}
        self._pictures: dict[tuple[int, Layout, int], asyncio.Future[bytes]] = {}  # as JSON
        self._looks: Looks | None = None
        self._told: dict[int, msgspec.Raw] = {}  # by eyes: the whole log
        self._shown: dict[int, tuple[int, int]] = {}  # by seat: which move's swing it was shown, when

    def apply(self, entry: Entry) -> None:
        """Follow an entry, and let all who look on know."""
        before, begun = self.table.asked(), self.table.match is not None
        self.table.apply(entry)
        if not begun and self.table.match is not None:
            self.onlookers.recount(self.table, self.watchers)
        for watcher in self.watchers:
            watcher.hand_over(self.table, before)
            if entry.kind == kinds.STOOD_UP:
                watcher.lose(entry.seat)
        if entry.kind == kinds.TOOK_BACK and self.table.match is not None:
            for watcher in self.watchers:
                watcher.heard = min(watcher.heard, heard(self.table))
        self.changed()

    def changed(self) -> None:
        self.version += 1
        self._told.clear()
        self._forget()
        for watcher in self.watchers:
            watcher.wake.set()

    def recount_soon(self) -> None:
        """Somebody who looks on has come or gone: told to all, with others who do so in this moment."""
        if self.recounting is None:
            self.recounting = asyncio.get_running_loop().call_later(RECOUNTED, self._recount)

    def _recount(self) -> None:
        self.recounting = None
        if self.onlookers.recount(self.table, self.watchers):
            for watcher in self.watchers:
                watcher.wake.set()

    def remark(self, at: int, said: Words, mark: Mark) -> None:
        """Somebody who looks on says this to the others."""
        self.onlookers.remark(at, said, mark)
        for watcher in self.watchers:
            if hears(self.table, watcher):
                watcher.wake.set()

    def _forget(self) -> None:
        """What was made to be sent: it is old, or nobody is owed it any more, and pictures are large."""
        self._sights.clear()
        self._pictures.clear()
        self._looks = None

    def hand(self, seat: int, watcher: Watcher | None = None, arrived: int | None = None) -> Hand:
        """The hand of a seat at the measured question that waits: timed from when it was first shown.

        Time to get ready is not counted.
        """
        moves, at = self._shown.get(seat, (-1, 0))
        asked_at = self.table.clock.asked_at.get(seat, self.table.changed_at)
        since = max(at, asked_at) if moves == self.table.moves else asked_at
        lags = [one.trips.lag for one in self.watchers if seat in one.seats]
        lag = watcher.trips.lag if watcher is not None else max(lags, default=0)
        return Hand(since + self._ready(seat), lag, arrived)

    def _ready(self, seat: int) -> int:
        """The milliseconds that a seat has to get ready before it may let go; a bot needs none."""
        match = self.table.match
        if match is None or not self.table.measured or self.table.seats[seat].bot:
            return 0
        return match.swing().ready

    def show_swing(self, watcher: Watcher, at: int) -> int:
        """What swings goes out to a watcher: the number of the trip to time, or 0 if it is not asked."""
        eyes = watcher.eyes
        if not self.table.measured or eyes not in watcher.seats or eyes not in self.table.asked():
            return 0
        if self._shown.get(eyes, (-1, 0))[0] != self.table.moves:
            self._shown[eyes] = (self.table.moves, at)
        return watcher.trips.begin(at)

    def looks(self, match: Match) -> Looks:
        """The match as it stands, as all see it."""
        if self._looks is None:
            self._looks = Looks(match)
        return self._looks

    def message(self, watcher: Watcher, now: int) -> bytes:
        """The newest sight for a watcher, with the part of the log it has not heard."""
        viewpoint = watcher.viewpoint
        if viewpoint not in self._sights:
            self._sights[viewpoint] = msgspec.json.encode(self._sight(viewpoint, now))
        match = self.table.match
        log: dict[str, Any] = {"from": watcher.heard, "lines": []}
        if match is not None:
            log["lines"] = self._lines(match, watcher)
            watcher.heard = heard(self.table)
        watcher.sent = self.version
        table = self._sights[viewpoint]
        if self.table.measured:  # never kept: its time goes on
            table = table[:-1] + b',"swing":' + msgspec.json.encode(self._swing(now)) + b"}"
        told: dict[str, Any] = {"type": "table", "yours": sorted(watcher.seats)}
        told |= {"table": msgspec.Raw(table), "log": log}
        if may_talk(self.table, watcher):
            told["talk"] = True
        if CHANGES in watcher.parts:
            said = heard_by(self.table, watcher.eyes)
            told["chat"] = talk_since(watcher.talk, said)
            watcher.talk = said
            watcher.pictured = self.version if PICTURE in watcher.parts else -1
        message = msgspec.json.encode(told)
        if all(one.sent == self.version for one in self.watchers):
            self._forget()
        return message

    def _lines(self, match: Match, watcher: Watcher) -> Any:
        """The part of the log that a watcher has not heard; the whole of a long game is told only once."""
        if watcher.heard:
            return log_lines(self.table, watcher.eyes, watcher.heard, self.looks(match))
        if watcher.eyes not in self._told:
            lines = log_lines(self.table, watcher.eyes, 0, self.looks(match))
            self._told[watcher.eyes] = msgspec.Raw(msgspec.json.encode(lines))
        return self._told[watcher.eyes]

    def _sight(self, viewpoint: Viewpoint, now: int) -> dict[str, Any]:
        match = self.table.match
        looks = self.looks(match) if match is not None else None
        seen = sight(self.table, viewpoint.eyes, viewpoint.parts - {PICTURE, VIEW}, now, looks)
        if VIEW in viewpoint.parts and looks is not None:
            seen["view"] = looks.view(viewpoint.eyes)  # it goes to JSON as it is
        if PICTURE in viewpoint.parts and match is not None:
            picture = self._picture(match, viewpoint)
            seen["picture" if picture.startswith(b'"') else "changes"] = msgspec.Raw(picture)
        return seen

    def _swing(self, now: int) -> dict[str, Any]:
        """What swings, how much of the test's time was left when it began, and for how long it does so."""
        match = self.table.match
        assert match is not None
        swing, seat = match.swing(), match.seat
        shown = self._shown.get(seat, (-1, 0))
        begun = shown[0] == self.table.moves
        passed = now - self.hand(seat).since if begun else -self._ready(seat)
        left = max(0, swing.limit - match.test_took())
        return {**msgspec.to_builtins(swing), "left": left, "passed": passed}

    def _picture(self, match: Match, viewpoint: Viewpoint) -> bytes:
        """The one that was drawn for these eyes; if there is none it is drawn here, to the same bytes."""
        drawn = self._pictures.get((viewpoint.eyes, viewpoint.layout, viewpoint.before))
        if drawn is None or not drawn.done() or drawn.cancelled() or drawn.exception() is not None:
            return painted(self._sketch(match, viewpoint.eyes, viewpoint.layout))
        return drawn.result()

    def _sketch(self, match: Match, eyes: int, layout: Layout) -> Sketch:
        return self.table.kit, shown(self.table, eyes, self.looks(match).view(eyes)), match.names, layout

    async def draw(self, watcher: Watcher, painters: Painters) -> None:
        """Have the picture drawn that a watcher is owed: once for all who see the same."""
        for _ in range(REDRAWN):
            viewpoint, version, match = watcher.viewpoint, self.version, self.table.match
            if PICTURE not in viewpoint.parts or viewpoint in self._sights or match is None:
                return
            wanted = viewpoint.eyes, viewpoint.layout, viewpoint.before
            if wanted not in self._pictures:
                drawing = self._have_drawn(match, viewpoint, painters)
                if drawing is None:
                    return
                self._pictures[wanted] = drawing
            with contextlib.suppress(UnpaintedError):
                await asyncio.shield(self._pictures[wanted])
            if (watcher.viewpoint, self.version) == (viewpoint, version):
                return

    async def postcard(self, painters: Painters) -> bytes:
        """What a spectator sees just now, drawn once for a link; as JSON."""
        assert self.table.match is not None
        sketch = self._sketch(self.table.match, SPECTATOR, "wide")
        if drawing := painters.draw(sketch):
            with contextlib.suppress(UnpaintedError):
                return await drawing
        return painted(sketch)

    def _have_drawn(
        self, match: Match, viewpoint: Viewpoint, painters: Painters
    ) -> asyncio.Future[bytes] | None:
        sketch = self._sketch(match, viewpoint.eyes, viewpoint.layout)
        if CHANGES not in viewpoint.parts:
            return painters.draw(sketch)
        place = (self.table.id, viewpoint.eyes, viewpoint.layout)
        return painters.draw(sketch, Redrawing(place, self.version, viewpoint.before))

    def is_followed(self) -> bool:
        """Does anybody see what happens here? Bots that play for nobody would keep others waiting."""
        if self.watchers or time.monotonic() - self.asked_for_at < GLANCE:
            return True
        return any(seat.here for seat in self.table.seats)  # perhaps through another process

    def claim(self) -> Claim:
        """Who waits for a bot of this table: those who play themselves, else all who look on."""
        seats = self.table.seats
        players = [one for one in self.watchers if any(not seats[seat].bot for seat in one.seats)]
        addresses = frozenset(one.address for one in players or self.watchers)
        return Claim(PLAYED if players else WATCHED, addresses, self.table.id)

    def present(self) -> set[int]:
        """The seats whose holders have this table open here."""
        return {seat for watcher in self.watchers for seat in watcher.seats}
