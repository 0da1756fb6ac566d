"""Lists of tables: those to join and to watch, for everybody, and a browser's own."""

from __future__ import annotations

import contextlib
from typing import Any

import msgspec

from harena.core import registry
from harena.core.errors import HarenaError
from harena.core.joining import STANDARD
from harena.server.hub import Hub, now
from harena.server.live import LiveTable
from harena.server.setup import BOT, OPEN, is_shown, may_be_watched
from harena.server.table import RUNNING, WAITING

MOST_LISTED = 50
STILL_AWAITED = 60 * 60 * 1000  # milliseconds for which a table that all have left is shown as one to join
STILL_FRESH = 10 * 60 * 1000  # milliseconds for which a table that all have left is shown as one to watch


class Lists:
    """What a page that offers tables shows."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    async def public(self) -> dict[str, list[dict[str, Any]]]:
        """Tables to join, and tables to watch."""
        waiting = [summary(live) for live in await self.to_join()]
        return {"waiting": waiting, "running": [summary(live) for live in await self.to_watch()]}

    async def mine(self, player: str) -> list[dict[str, Any]]:
        """The tables at which a browser has a seat, those changed last first."""
        out: dict[str, dict[str, Any]] = {}
        for hold in await self.hub.store.held(player) if player else []:
            with contextlib.suppress(HarenaError):
                live = await self.hub.get(hold.table_id)
                if self.hub.seats_held(live, [hold]):
                    row = out.setdefault(live.table.id, {**summary(live), "yours": []})
                    row["yours"].append(hold.seat)
        return sorted(out.values(), key=lambda one: -one["changed_at"])

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
    can_begin = seated or all(seat.plan.kind == OPEN for seat in free)
    return table.status == WAITING and can_begin and (fresh or any(seat.here for seat in table.seats))
