"""Whose turn it is: clocks that run out, and bots that decide."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from harena.core.errors import HarenaError
from harena.core.match import Match
from harena.server import alive, rulings
from harena.server.alive import now
from harena.server.live import LiveTable
from harena.server.metrics import METRICS
from harena.server.packs import with_content
from harena.server.rulings import RefusedError
from harena.server.table import REPLACED, STUCK
from harena.server.trouble import TroubleError

if TYPE_CHECKING:
    from harena.server.hub import Hub

LOG = logging.getLogger("harena.server")
FALLBACK = 6.0  # seconds after which a bot's move is made here if the process that should has not
SEEN_BY = 3  # signs of life after which it shows that a process stands still
AGAIN_AFTER = 1.0  # seconds before something is tried anew that failed
FAILED_AGAIN_AFTER = 15.0  # seconds before a bot is asked again that failed, and its stand-in, too


class BotFailedError(Exception):
    """Neither a seat's bot nor a stand-in could decide."""


class Turns:
    """Sees to it that no table waits for a bot, or for someone whose time is over."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    def schedule(self, live: LiveTable, mine: bool) -> None:
        """Set the next clock, and let bots think whose decision it is."""
        if self._ends(live):
            return
        self._set_clock(live)
        if not live.is_followed():
            return  # whoever looks next starts it again
        for seat in live.table.asked():
            if live.table.seats[seat].bot and seat not in live.thinking:
                task = self.hub.start(self._think(live, seat, 0.0 if mine else FALLBACK))
                live.thinking[seat] = task
                task.add_done_callback(partial(self._thought, live, seat))

    def _thought(self, live: LiveTable, seat: int, task: asyncio.Task[None]) -> None:
        """A bot has done its work for now, unless it was asked again at this very moment."""
        live.thinking.pop(seat, None)
        if not task.cancelled() and task.exception() is None:
            self.schedule(live, mine=not self.hub.store.is_postgres)

    def _set_clock(self, live: LiveTable) -> None:
        self.stop_clock(live)
        table = live.table
        people = [seat for seat in table.asked() if not table.seats[seat].bot]
        ends = [
            (end + self._elsewhere(live, seat), seat)
            for seat in people
            if (end := table.clock.deadline(seat)) is not None
        ]
        if table.measured and table.match is not None:
            ends += [(_late_at(live, table.match, seat), seat) for seat in people]
        if ends:
            end, seat = min(ends)
            loop = asyncio.get_running_loop()
            wait = max(0.0, (end - now()) / 1000) + 0.05
            live.timer = loop.call_later(wait, self._time_is_over, live, seat)

    def _elsewhere(self, live: LiveTable, seat: int) -> int:
        """Whoever is connected through another process is that one's to look after: it may have stood still.

        Milliseconds until it is clear that it does not do so.
        """
        one = live.table.seats[seat]
        there = one.here and one.server != self.hub.name and seat not in live.present()
        waits = there and self.hub.alive.lives(one.server, one.here_since)
        return round(SEEN_BY * alive.BEAT * 1000) if waits else 0

    def stop_clock(self, live: LiveTable) -> None:
        """No clock of this table is watched any more."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None

    def stop(self, live: LiveTable) -> None:
        """Nothing waits at this table any more."""
        self.stop_clock(live)
        for task in live.thinking.values():
            task.cancel()

    def _time_is_over(self, live: LiveTable, seat: int) -> None:
        live.timer = None
        self.hub.start(self._run_out(live, seat))

    async def _run_out(self, live: LiveTable, seat: int) -> None:
        try:
            await self.hub.settle(live)
            if self.hub.alive.is_silent(live.table.seats[seat].server):
                await asyncio.sleep(AGAIN_AFTER)  # it comes back and gives the time back, or it is dead
                self._set_clock(live)
                return
            match = live.table.match
            if live.table.measured and match is not None and now() >= _late_at(live, match, seat):
                await self.hub.enter_quietly(live, rulings.too_late, seat, live.hand(seat))
            await self.hub.enter_quietly(live, rulings.run_out, seat)
        except TroubleError:  # the clock stays run out
            await asyncio.sleep(AGAIN_AFTER)
        except HarenaError:  # the database did not take it
            LOG.exception("a clock could not be stopped", extra={"table": live.table.id})
            await asyncio.sleep(AGAIN_AFTER)
        if not self._ends(live) and live.timer is None:
            self._set_clock(live)

    async def _think(self, live: LiveTable, seat: int, delay: float) -> None:
        """Let a bot decide, no sooner than an eye can follow, and at a pace that tells nothing."""
        await asyncio.sleep(delay)
        while self._decides(live, seat):
            moves = live.table.moves
            try:
                await self.hub.do(live, rulings.bot_acts, seat, await self._decision(live, seat), moves)
            except RefusedError:
                continue  # the table has gone on meanwhile: look again
            except TroubleError:  # the store has told the host
                await asyncio.sleep(AGAIN_AFTER)
            except BotFailedError:  # all have been told
                await asyncio.sleep(FAILED_AGAIN_AFTER)
            except Exception:
                METRICS.count("errors")
                LOG.exception("a bot's move could not be entered", extra={"table": live.table.id})
                await asyncio.sleep(AGAIN_AFTER)

    def _decides(self, live: LiveTable, seat: int) -> bool:
        """Is it a bot's turn at a seat, and is there anybody who would see what it does?"""
        asked = seat in live.table.asked() and bool(live.table.seats[seat].bot)
        return asked and live.is_followed() and not self._ends(live)

    def _ends(self, live: LiveTable) -> bool:
        return self.hub.closing or live.gone

    async def _decision(self, live: LiveTable, seat: int) -> str:
        """What the bot of a seat does, or a stand-in for one that fails; never a move at random."""
        table = live.table
        for bot in ("", "", table.setup.stand_in):
            try:
                action = await self.hub.thinkers.decide(table, seat, live.claim(), bot)
            except Exception:
                METRICS.count("errors")
                LOG.exception("a bot could not decide", extra={"table": table.id})
                table.kit = with_content(table.kit)  # perhaps a pack has changed on the disk
            else:
                self._tell(live, seat, REPLACED if bot else "")
                return action
        self._tell(live, seat, STUCK)
        raise BotFailedError

    def _tell(self, live: LiveTable, seat: int, failing: str) -> None:
        """All who look on hear that a bot fails, and that it does so no more."""
        if live.table.seats[seat].failing != failing:
            live.table.seats[seat].failing = failing
            live.changed()


def _late_at(live: LiveTable, match: Match, seat: int) -> int:
    """When it is entered here that a seat let go too late.

    Whoever is connected through another process was shown what swings there: that one knows best, and first.
    """
    elsewhere = 0 if seat in live.present() else round(FALLBACK * 1000)
    return live.hand(seat).late_at(match) + elsewhere
