"""Delete all of mine: what a browser's secret holds is given up, and finished tables forget the name.

A table that waits loses its player, a game under way is resigned, and a game that is over keeps its moves and
its dice, since they are the others' too, but not the name, what was said under it, or the key.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from harena.core.errors import HarenaError
from harena.server import entry as kinds
from harena.server import rulings
from harena.server.api import Api
from harena.server.entry import Entry
from harena.server.http import COOKIE, ProblemError, address_of, answer, player_of, read_json
from harena.server.hub import NoTableError
from harena.server.keys import hashed, new_key
from harena.server.live import LiveTable
from harena.server.store import Hold
from harena.server.table import OVER, WAITING

SURE = "delete all of mine"  # what is sent by who means it
MOST = 10_000  # seats
NAME_GONE = "Somebody has taken their name off this table. Load the page again to look at it."


class Forgetting:
    """Answers for those who want nothing kept. `changed` hears of tables that were changed."""

    def __init__(self, api: Api, changed: Callable[[str], None]) -> None:
        self.api = api
        self.changed = changed

    def routes(self) -> list[BaseRoute]:
        return [Route("/api/yours/delete", self.delete, methods=["POST"])]

    async def delete(self, request: Request) -> Response:
        """All seats of this browser; the answer counts what became of them."""
        self.api.check(request, changes=True)
        if not self.api.counsels.take(address_of(request, self.api.settings), 3):
            raise ProblemError(429, "You have asked a lot just now; wait a moment.")
        if (await read_json(request, self.api.settings.limits.body)).get("sure") != SURE:
            raise ProblemError(400, f'To delete all of yours, send {{"sure": "{SURE}"}}.')
        player, done = player_of(request), {"stood_up": 0, "resigned": 0, "forgotten": 0, "left": 0}
        for hold in await self.api.hub.store.held(player, most=MOST) if player else []:
            if what := await self.let_go(hold):
                done[what] += 1
        if player:
            await self.api.hub.store.forget_player(player)
            self.api.lobby.holds_less(player)
        response = answer(done)
        response.delete_cookie(COOKIE, path="/")
        return response

    async def let_go(self, hold: Hold) -> str:
        """What becomes of one seat; nothing of one that somebody else has by now."""
        hub = self.api.hub
        try:
            live = await hub.get(hold.table_id)
        except NoTableError:
            return ""
        except HarenaError:  # it cannot be read: nobody plays there
            return "left"
        if not hub.seats_held(live, [hold]):
            return ""
        if live.table.status == WAITING:
            await hub.stand_up(live, hold.seat)
            await self.forget_name(live, hold)
            return "stood_up"
        was_over = live.table.status == OVER
        done = "forgotten" if was_over else "resigned"
        if not was_over:
            try:
                await hub.do(live, rulings.resign, hold.seat)
            except HarenaError:  # a bot plays there already, or it has just ended
                done = "left"
        if live.table.status == OVER:
            await self.forget_name(live, hold)
        await hub.store.let_go(hold)
        return done

    async def forget_name(self, live: LiveTable, hold: Hold) -> None:
        """Of a table that is over for this person; its dice can still be verified."""
        name = live.table.free_name(f"Player {hold.seat + 1}", hold.seat)
        async with live.lock:
            entries = await self.api.hub.store.entries(live.table.id)
            await self.api.hub.store.rewrite(live.table.id, nameless(entries, hold, name))
            self.api.hub.load_anew(live, NAME_GONE)
        self.changed(live.table.id)


def nameless(entries: list[Entry], hold: Hold, name: str) -> list[Entry]:
    """The entries that tell of a person, without what they tell; those of earlier holders stay."""
    changed, sitting = [], False
    for entry in entries:
        if entry.kind == kinds.OPENED:
            changed.append(msgspec.structs.replace(entry, more=_without_plan(entry.more, hold.seat)))
        elif entry.seat != hold.seat:
            continue
        elif entry.kind == kinds.SAT:
            sitting = entry.more.get("key") == hold.key
            if sitting:
                more = entry.more | {"key": hashed(new_key())}  # a seat that nobody can open is still taken
                changed.append(msgspec.structs.replace(entry, text=name, more=more))
        elif sitting and entry.kind in (kinds.CHAT, kinds.TEAM_CHAT):
            changed.append(msgspec.structs.replace(entry, text=""))
    return changed


def _without_plan(more: dict[str, Any], seat: int) -> dict[str, Any]:
    """How a table was opened, without the name that was planned for a seat."""
    seats = [dict(one) | {"name": ""} if at == seat else one for at, one in enumerate(more["setup"]["seats"])]
    return more | {"setup": more["setup"] | {"seats": seats}}
