"""Lists of tables: those to join and to watch, for everybody, and a browser's own."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterable
from typing import Any

import msgspec

from harena.core import registry
from harena.core.errors import HarenaError
from harena.core.joining import STANDARD
from harena.server.entry import DamagedError
from harena.server.hub import Hub, now
from harena.server.live import LiveTable
from harena.server.metrics import METRICS
from harena.server.setup import BOT, OPEN, ClockPlan, is_shown, may_be_watched
from harena.server.store import Hold, Kept
from harena.server.table import RUNNING, WAITING

LOG = logging.getLogger("harena.server")
MOST_LISTED = 50
STILL_AWAITED = 60 * 60 * 1000  # milliseconds for which a table that all have left is shown as one to join
STILL_FRESH = 10 * 60 * 1000  # milliseconds for which a table that all have left is shown as one to watch


class Lists:
    """What a page that offers tables shows."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    async def public(self) -> dict[str, list[dict[str, Any]]]:
        """Tables to join, and tables to watch."""
        return {"waiting": summaries(await self.to_join()), "running": summaries(await self.to_watch())}

    async def mine(self, player: str) -> list[dict[str, Any]]:
        """The tables at which a browser has a seat, those changed last first."""
        out: dict[str, dict[str, Any]] = {}
        for hold in await self.hub.store.held(player) if player else []:
            row = await self._held(hold)
            if row is not None:
                out.setdefault(hold.table_id, {**row, "yours": []})["yours"].append(hold.seat)
        return sorted(out.values(), key=lambda one: -one["changed_at"])

    async def _held(self, hold: Hold) -> dict[str, Any] | None:
        """The table of a seat that a browser holds; one that is damaged says so."""
        try:
            live = await self.hub.get(hold.table_id)
            return summary(live) if self.hub.seats_held(live, [hold]) else None
        except DamagedError as damage:
            kept = await self.hub.store.find(hold.table_id)
            return None if kept is None else damaged(kept, str(damage))
        except HarenaError:
            return None

    async def newest(self, status: str) -> list[LiveTable]:
        """The tables shown to all that were last to begin, or to be opened."""
        out = []
        for one in await self.hub.store.listed(status, MOST_LISTED):
            with contextlib.suppress(HarenaError):  # deleted just now, or of other rules
                out.append(self.hub.live.get(one.id) or await self.hub.get(one.id))
        return out

    async def to_join(self) -> list[LiveTable]:
        """Tables that wait for players, and at which somebody waits, or did not long ago."""
        known = [*await self.newest(WAITING), *self.hub.live.values()]
        found = {live.table.id: live for live in known if is_shown(live.table.setup) and is_awaited(live)}
        return sorted(found.values(), key=lambda live: -live.table.changed_at)[:MOST_LISTED]

    async def to_watch(self) -> list[LiveTable]:
        """Games under way at which somebody is, or was a moment ago; also old ones, if they are played on."""
        known = [*await self.newest(RUNNING), *self.hub.live.values()]
        found = {
            live.table.id: live for live in known if may_be_watched(live.table.setup) and is_lively(live)
        }
        return sorted(found.values(), key=lambda live: -live.table.changed_at)[:MOST_LISTED]


def summary(live: LiveTable) -> dict[str, Any]:
    """A table in a list."""
    table = live.table
    return {
        "id": table.id,
        "game": table.setup.game,
        "title": registry.find(table.setup.game).title,
        "pack": table.pack.title if table.kit.name != STANDARD else "",
        "status": table.status,
        "seats": [{"name": seat.name, "kind": seat.plan.kind, "taken": seat.taken} for seat in table.seats],
        "asked": table.asked(),
        "clock": msgspec.to_builtins(table.setup.clock),
        "spectators": may_be_watched(table.setup),
        "guided": table.setup.guided,
        "changed_at": table.changed_at,
        "scores": table.scores,
        "trouble": "",
    }


def summaries(tables: Iterable[LiveTable]) -> list[dict[str, Any]]:
    """Tables in a list; one that cannot be told of is left out, and takes no other with it."""
    out = []
    for live in tables:
        try:
            out.append(summary(live))
        except Exception:
            METRICS.count("errors")
            LOG.exception("a table could not be listed", extra={"table": live.table.id})
    return out


def damaged(kept: Kept, why: str) -> dict[str, Any]:
    """A damaged table in a list of one's own."""
    known = kept.game in registry.names()
    return {
        "id": kept.id,
        "game": kept.game,
        "title": registry.find(kept.game).title if known else kept.game,
        "pack": "",
        "status": kept.status,
        "seats": [],
        "asked": [],
        "clock": msgspec.to_builtins(ClockPlan()),
        "spectators": False,
        "guided": False,
        "changed_at": kept.changed_at,
        "scores": [],
        "trouble": why,
    }


def is_lively(live: LiveTable) -> bool:
    """Is a game under way, and somebody at it, or was until a moment ago?"""
    table = live.table
    fresh = now() - table.changed_at < STILL_FRESH
    return table.status == RUNNING and (fresh or any(seat.here for seat in table.seats))


def is_awaited(live: LiveTable) -> bool:
    """Does somebody wait for players here, or did until not long ago?"""
    table = live.table
    fresh = now() - table.changed_at < STILL_AWAITED
    free = [seat for seat in table.seats if not seat.taken]
    seated = any(seat.taken and seat.plan.kind != BOT for seat in table.seats)
    left = table.number > 1 and not seated  # those who waited for anybody have stopped
    can_begin = seated or (not left and all(seat.plan.kind == OPEN for seat in free))
    return table.status == WAITING and can_begin and (fresh or any(seat.here for seat in table.seats))
