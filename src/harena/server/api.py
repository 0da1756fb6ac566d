"""The HTTP interface: opening tables, sitting down, records, and what a host watches."""

from __future__ import annotations

import contextlib
import functools
import logging
import re
import time
from collections import Counter
from typing import Any

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from harena.bots.registry import kind_of
from harena.core import registry
from harena.core.errors import HarenaError
from harena.core.options import fields
from harena.core.state import SPECTATOR
from harena.server import rulings
from harena.server.http import (
    SAFE_HEADERS,
    ProblemError,
    address_of,
    answer,
    give_cookie,
    in_short,
    is_foreign,
    player_of,
    problem,
    read_json,
)
from harena.server.hub import Hub, NoTableError, now
from harena.server.keys import hashed, new_key
from harena.server.limits import Buckets
from harena.server.live import LiveTable
from harena.server.metrics import METRICS
from harena.server.record import record_of
from harena.server.settings import Settings
from harena.server.setup import LEVELS, is_shown
from harena.server.sight import PARTS, sight
from harena.server.sitting import checked_key, sit, sit_request
from harena.server.socket import Session, may_look_on
from harena.server.store import Hold
from harena.server.table import RUNNING, WAITING

LOG = logging.getLogger("harena.server")
TABLE_ID = re.compile(r"[0-9a-f]{16}")
KEYS = "harena-key"  # the header with the keys of one's seats, commas between
MOST_KEYS = 8
MOST_LISTED = 50
STILL_AWAITED = 60 * 60 * 1000  # milliseconds for which a table that all have left is shown as one to join
STILL_FRESH = 10 * 60 * 1000  # milliseconds for which a table that all have left is shown as one to watch


class Api:
    """All that can be asked of a server."""

    def __init__(self, hub: Hub, settings: Settings) -> None:
        self.hub = hub
        self.settings = settings
        limits = settings.limits
        self.requests = Buckets(limits.requests)
        self.misses = Buckets(limits.misses)
        self.opened = Buckets(limits.tables)
        self.counsels = Buckets(limits.counsels)
        self.connections: Counter[str] = Counter()
        self.began = time.monotonic()

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/healthz", self.healthz),
            Route("/metrics", self.metrics),
            Route("/api/games", self.games),
            Route("/api/tables", self.tables),
            Route("/api/tables", self.open_table, methods=["POST"]),
            Route("/api/mine", self.mine),
            Route("/api/tables/{id}", self.table),
            Route("/api/tables/{id}/sit", self.sit, methods=["POST"]),
            Route("/api/tables/{id}/stand_up", self.stand_up, methods=["POST"]),
            Route("/api/tables/{id}/record", self.record),
            WebSocketRoute("/api/tables/{id}/live", self.live),
        ]

    # --- for everyone

    async def games(self, request: Request) -> Response:
        """The games, with their options."""
        self.check(request)
        return answer([game_facts(name) for name in registry.names()])

    async def tables(self, request: Request) -> Response:
        """Tables to join, and tables to watch."""
        self.check(request)
        waiting = [summary(live) for live in await self.to_join()]
        return answer({"waiting": waiting, "running": [summary(live) for live in await self.to_watch()]})

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
        found = {live.table.id: live for live in known if live.table.setup.spectators and is_lively(live)}
        return sorted(found.values(), key=lambda live: -live.table.changed_at)[:MOST_LISTED]

    async def open_table(self, request: Request) -> Response:
        """A new table. The answer holds the invitations: keep them, they are not told again."""
        self.check(request, changes=True)
        if not self.opened.take(address_of(request, self.settings)):
            raise ProblemError(429, "You have opened many tables just now; wait a little.")
        plain = await read_json(request, self.settings.limits.body)
        key = checked_key(plain.pop("key", ""))
        return answer(await self.hub.open_table(plain, key), 201)

    async def table(self, request: Request) -> Response:
        """A table as a spectator sees it."""
        live = await self.find(request)
        if not may_look_on(live) and not await self.held(request, live):
            raise ProblemError(403, "This table is not open to spectators.")
        return answer(sight(live.table, SPECTATOR, PARTS[:1], now()))

    async def sit(self, request: Request) -> Response:
        """Take a seat. The answer holds the key of the seat."""
        self.check(request, changes=True)
        live = await self.find(request)
        asked = sit_request(await read_json(request, self.settings.limits.body))
        try:
            key = await sit(self.hub, live, asked)
        except rulings.RefusedError:
            self.miss(request)
            raise
        response = answer({"key": key, "seat": asked.seat})
        await self.remember(request, response, Hold(live.table.id, asked.seat, hashed(key)))
        return response

    async def stand_up(self, request: Request) -> Response:
        """Give a seat up again before the game has begun."""
        self.check(request, changes=True)
        live = await self.find(request)
        body = await read_json(request, self.settings.limits.body)
        seat, key = body.get("seat"), body.get("key")
        mine = await self.held(request, live) | self.hub.seats_of(live, [key] if isinstance(key, str) else [])
        if not isinstance(seat, int) or isinstance(seat, bool) or seat not in mine:
            self.miss(request)
            raise ProblemError(403, "That is not your seat.")
        await self.hub.stand_up(live, seat)
        return answer({"done": True})

    async def record(self, request: Request) -> Response:
        """The record of a finished game, with the server's seed."""
        live = await self.find(request)
        if not may_look_on(live) and not await self.held(request, live):
            raise ProblemError(403, "This table is not open to spectators.")
        body = msgspec.json.format(msgspec.json.encode(record_of(live.table)), indent=1)
        name = f"{live.table.setup.game}-{live.table.id}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        return Response(body, headers=headers, media_type="application/json")

    async def mine(self, request: Request) -> Response:
        """The tables at which this browser has a seat."""
        self.check(request)
        player = player_of(request)
        holds = await self.hub.store.held(player) if player else []
        out: dict[str, dict[str, Any]] = {}
        for hold in holds:
            with contextlib.suppress(HarenaError):
                live = await self.hub.get(hold.table_id)
                if self.hub.seats_held(live, [hold]):
                    row = out.setdefault(live.table.id, {**summary(live), "yours": []})
                    row["yours"].append(hold.seat)
        return answer(sorted(out.values(), key=lambda one: -one["changed_at"]))

    # --- the live connection

    async def live(self, websocket: WebSocket) -> None:
        """Follow a table, and play at it."""
        address = address_of(websocket, self.settings)
        if is_foreign(websocket, self.settings):
            METRICS.count("refused_origin")
            await deny(websocket, ProblemError(403, "Pages of another site cannot connect."))
            return
        if self.connections[address] >= self.settings.limits.connections or not self.requests.take(address):
            METRICS.count("refused_connections")
            await deny(websocket, ProblemError(429, "Too many connections from your address; wait a moment."))
            return
        self.connections[address] += 1
        try:
            table = await self.find(websocket)
            holds = await self.holds(websocket, table)
            miss = functools.partial(self.miss, websocket)
            await Session(websocket, self.hub, self.settings.limits, miss).talk(table, holds)
        except HarenaError as error:
            await deny(websocket, error)
        finally:
            self.connections[address] -= 1
            if not self.connections[address]:
                del self.connections[address]

    # --- for the host

    async def healthz(self, request: Request) -> Response:
        """Is the server alive, and does its database answer?"""
        if self.hub.closing:
            return PlainTextResponse("closing\n", 503)
        try:
            await self.hub.store.servers()
        except Exception:
            LOG.exception("the database does not answer")
            return PlainTextResponse("the database does not answer\n", 503)
        return PlainTextResponse("ok\n")

    async def metrics(self, request: Request) -> Response:
        """Figures in Prometheus' format."""
        METRICS.gauges["tables_in_memory"] = len(self.hub.live)
        METRICS.gauges["watchers"] = sum(len(live.watchers) for live in self.hub.live.values())
        METRICS.gauges["uptime_seconds"] = round(time.monotonic() - self.began, 1)
        for status, count in (await self.hub.store.count()).items():
            METRICS.gauges[f"tables_{status}"] = count
        return PlainTextResponse(METRICS.text(), headers={"cache-control": "no-store"})

    # --- who asks

    def check(self, request: HTTPConnection, changes: bool = False) -> None:
        """Refuse who asks too much, and pages of other sites that would change something."""
        if not self.requests.take(address_of(request, self.settings)):
            METRICS.count("refused_requests")
            raise ProblemError(429, "Too many requests from your address; wait a moment.")
        if changes and is_foreign(request, self.settings):
            METRICS.count("refused_origin")
            raise ProblemError(403, "Pages of another site cannot do this.")

    async def find(self, request: HTTPConnection) -> LiveTable:
        """The table in the address."""
        self.check(request)
        table_id = request.path_params["id"]
        if not self.misses.has(address_of(request, self.settings)):
            METRICS.count("refused_guesses")
            raise ProblemError(429, "Too many tables that are not there; wait a moment.")
        if not TABLE_ID.fullmatch(table_id):
            self.miss(request)
            raise NoTableError("There is no such table.")
        try:
            return await self.hub.get(table_id)
        except NoTableError:
            self.miss(request)
            raise

    def miss(self, request: HTTPConnection) -> None:
        """Someone has guessed wrong: that is allowed now and then, not a million times."""
        METRICS.count("misses")
        if not self.misses.take(address_of(request, self.settings)):
            raise ProblemError(429, "Too many wrong guesses from your address; wait a moment.")

    async def held(self, request: HTTPConnection, live: LiveTable) -> frozenset[int]:
        """The seats of a table that are held by the browser's cookie, or by the keys in the header."""
        keys = [key for key in request.headers.get(KEYS, "").split(",")[:MOST_KEYS] if key]
        by_key = self.hub.seats_of(live, keys)
        if keys and not by_key:
            self.miss(request)
        return by_key | self.hub.seats_held(live, await self.holds(request, live))

    async def holds(self, request: HTTPConnection, live: LiveTable) -> list[Hold]:
        """The seats of a table that this browser has taken; others may have them by now."""
        player = player_of(request)
        return await self.hub.store.held(player, live.table.id) if player else []

    async def remember(self, request: Request, response: Response, hold: Hold) -> None:
        """Let this browser find the table again."""
        player = player_of(request)
        if not player:
            secret = new_key()
            player = hashed(secret)
            give_cookie(response, secret, request, self.settings)
        await self.hub.store.hold(player, hold)


def game_facts(name: str) -> dict[str, Any]:
    """What a page needs to offer a game."""
    game = registry.find(name)
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "seats": game.seats(game.options()),
        "options": [msgspec.to_builtins(field) for field in fields(game.options)],
        "bots": {level: kind_of(level).about for level in LEVELS},
    }


def summary(live: LiveTable) -> dict[str, Any]:
    """A table in a list."""
    table = live.table
    return {
        "id": table.id,
        "game": table.setup.game,
        "title": registry.find(table.setup.game).title,
        "status": table.status,
        "seats": [{"name": seat.name, "kind": seat.plan.kind, "taken": seat.taken} for seat in table.seats],
        "asked": table.asked(),
        "clock": msgspec.to_builtins(table.setup.clock),
        "spectators": table.setup.spectators,
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
    return table.status == WAITING and (fresh or any(seat.here for seat in table.seats))


async def deny(websocket: WebSocket, error: HarenaError) -> None:
    """Refuse a connection in a sentence: as an HTTP answer if it was not accepted yet, else as goodbye."""
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # it is closed already
        if websocket.application_state is WebSocketState.CONNECTING:
            await websocket.send_denial_response(await on_error(websocket, error))
        else:
            bye = msgspec.json.encode({"type": "bye", "text": in_short(str(error))})
            await websocket.send_text(bye.decode())
            await websocket.close(1008)


async def on_error(request: HTTPConnection, error: Exception) -> Response:
    """Every refusal is a sentence with a fitting status."""
    if isinstance(error, ProblemError):
        return problem(error.status, str(error))
    if isinstance(error, NoTableError):
        return problem(404, str(error))
    if isinstance(error, rulings.RefusedError):
        return problem(409, str(error))
    if isinstance(error, HarenaError):
        return problem(400, str(error))
    LOG.error("a request failed", exc_info=error)
    METRICS.count("errors")
    response = problem(500, "Something went wrong here; it has been noted.")
    response.headers.update(SAFE_HEADERS)  # this one is sent past what puts them on all others
    return response
