"""The HTTP interface: opening tables, sitting down, records, and what a host watches."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from harena.bots.registry import LEVELS, kind_of
from harena.core import registry
from harena.core.errors import HarenaError
from harena.core.game import AnyGame
from harena.core.options import fields
from harena.core.state import SPECTATOR
from harena.server import rulings
from harena.server.entry import DamagedError
from harena.server.hosts import is_operator
from harena.server.house import House
from harena.server.http import (
    SAFE_HEADERS,
    TOO_MUCH,
    ProblemError,
    address_of,
    answer,
    give_cookie,
    hold_back,
    in_short,
    is_foreign,
    player_of,
    problem,
    read_json,
)
from harena.server.hub import ALL, Hub, NoTableError, now
from harena.server.keys import hashed, new_key
from harena.server.limits import Buckets
from harena.server.lists import Lists
from harena.server.live import LiveTable
from harena.server.lobby import Lobby
from harena.server.metrics import METRICS
from harena.server.probing import Probe
from harena.server.record import record_of
from harena.server.settings import Settings
from harena.server.sight import PARTS, sight
from harena.server.sitting import WRONG, checked_key, sit, sit_request, state_of
from harena.server.socket import Caller, Session, may_look_on
from harena.server.store import GoneError, Hold
from harena.server.table import OVER, RUNNING, WAITING
from harena.server.trace import HEADER, REQUEST
from harena.server.trouble import TroubleError
from harena.server.voices import Voices

LOG = logging.getLogger("harena.server")
TABLE_ID = re.compile(r"[0-9a-f]{16}")
FOR_THE_HOST = "Figures are for the host: ask on the machine itself, or with the token of --metrics-token."
KEYS = "harena-key"  # the header with the keys of one's seats, commas between
MOST_KEYS = 8
SEEN = "harena-seen"  # the header with the highest `number` that one has been told of a table
LARGE_FILE = 16 * 1024  # bytes; a file of so many counts as two
TOO_MANY = "Too many requests from your address; wait a moment."
OLD_COOKIES = 60.0  # seconds for which a secret that was replaced still finds what it found before


class Api:
    """All that can be asked of a server."""

    def __init__(self, hub: Hub, settings: Settings) -> None:
        self.hub = hub
        self.settings = settings
        self.lists = Lists(hub)
        self.lobby = Lobby(self.lists)
        limits = settings.limits
        self.requests = Buckets(limits.requests)
        self.misses = Buckets(limits.misses)
        self.opened = Buckets(limits.tables)
        self.counsels = Buckets(limits.counsels)
        self.voices = Voices(limits)
        self.files = Buckets(limits.files)
        self.sent = Buckets(limits.sent)
        self.connections: Counter[str] = Counter()
        self.began = time.monotonic()
        self.probes = Buckets(limits.probes)
        self._read, self._write = Probe(lambda: hub.store.servers()), Probe(lambda: hub.store.probe())
        self._games: tuple[object, bytes] = (None, b"")  # what they were made from, and the answer

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/healthz", self.healthz),
            Route("/readyz", self.readyz),
            Route("/metrics", self.metrics),
            Route("/api/games", self.games),
            Route("/api/tables", self.tables),
            Route("/api/tables", self.open_table, methods=["POST"]),
            Route("/api/mine", self.mine),
            WebSocketRoute("/api/lists", self.follow_lists),
            Route("/api/tables/{id}", self.table),
            Route("/api/tables/{id}/sit", self.sit, methods=["POST"]),
            Route("/api/tables/{id}/invitation", self.invitation, methods=["POST"]),
            Route("/api/tables/{id}/stand_up", self.stand_up, methods=["POST"]),
            Route("/api/tables/{id}/record", self.record),
            WebSocketRoute("/api/tables/{id}/live", self.live),
        ]

    # --- for everyone

    async def games(self, request: Request) -> Response:
        """The games, with their options."""
        self.check(request)
        house, names = self.hub.library.house, registry.names()
        house.look()
        made_from = house.changes, [registry.find(name) for name in names]
        if self._games[0] != made_from:
            facts = [game_facts(name) | packs_offered(name, house) for name in names]
            self._games = made_from, msgspec.json.encode(facts)
        return answer(msgspec.Raw(self._games[1]))

    async def tables(self, request: Request) -> Response:
        """Tables to join, and tables to watch."""
        self.check(request)
        return answer(await self.lists.public())

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
        late = {"late": True} if live.table.seats[asked.seat].late else {}
        response = answer({"key": key, "seat": asked.seat, **late})
        await self.remember(request, response, Hold(live.table.id, asked.seat, hashed(key)))
        return response

    async def invitation(self, request: Request) -> Response:
        """Whether an invitation is good, before anyone sits down by it; posted, as it is a secret."""
        self.check(request, changes=True)
        live = await self.find(request)
        state = state_of(live, await read_json(request, self.settings.limits.body))
        if state == WRONG:
            self.miss(request)
        return answer({"state": state, "begun": live.table.match is not None})

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
        return answer(await self.lists.mine(player_of(request)))

    # --- the live connection

    async def live(self, websocket: WebSocket) -> None:
        """Follow a table, and play at it."""

        async def talk() -> None:
            table = await self.find(websocket)
            begun = table.table.match is not None  # before it is seen which seats this browser holds
            holds = await self.holds(websocket, table)
            address = address_of(websocket, self.settings)
            miss, heed = partial(self.miss, websocket), partial(self.voices.listen, address)
            caller = Caller(address, self.sent.of(address), miss, heed, begun)
            await Session(websocket, self.hub, self.settings.limits, caller).talk(table, holds)

        await self.let_in(websocket, talk)

    async def follow_lists(self, websocket: WebSocket) -> None:
        """Be sent the lists of tables whenever they change."""
        await self.let_in(websocket, lambda: self.lobby.follow(websocket, player_of(websocket)))

    async def let_in(self, websocket: WebSocket, talk: Callable[[], Awaitable[None]]) -> None:
        """A live connection, unless it comes from another site's page or is one too many."""
        address = address_of(websocket, self.settings)
        if is_foreign(websocket, self.settings):
            METRICS.count("refused_origin")
            await deny(websocket, ProblemError(403, "Pages of other sites cannot connect."))
            return
        if self.connections[address] >= self.settings.limits.connections or not self.requests.take(address):
            METRICS.count("refused_connections")
            await deny(websocket, ProblemError(429, "Too many connections from your address; wait a moment."))
            return
        self.connections[address] += 1
        try:
            await talk()
        except HarenaError as error:
            await deny(websocket, error)
        finally:
            self.connections[address] -= 1
            if not self.connections[address]:
                del self.connections[address]

    # --- for the host

    async def healthz(self, request: Request) -> Response:
        """Is the server alive, and does its database answer?"""
        return await self.tried(request, self._read, "ok", "the database does not answer")

    async def readyz(self, request: Request) -> Response:
        """Can the server take what players do? It tries a write."""
        return await self.tried(request, self._write, "ready", "the database cannot be written")

    async def tried(self, request: Request, probe: Probe, good: str, bad: str) -> Response:
        """What a probe says: counted apart, so that a host who looks at pages too can always ask."""
        if not self.probes.take(address_of(request, self.settings)):
            METRICS.count("refused_probes")
            raise ProblemError(TOO_MUCH, TOO_MANY)
        if self.hub.closing:
            return PlainTextResponse("closing\n", 503)
        try:
            await probe.ask()
        except TroubleError as error:
            return PlainTextResponse(f"{error}\n", 503)
        except Exception:
            LOG.exception(bad)
            return PlainTextResponse(f"{bad}\n", 503)
        return PlainTextResponse(f"{good}\n")

    async def metrics(self, request: Request) -> Response:
        """Figures in Prometheus' format, for the operator alone: they tell how many play, and when."""
        if not is_operator(request, self.settings):
            raise ProblemError(403, FOR_THE_HOST)
        METRICS.gauges["tables_in_memory"] = len(self.hub.live)
        METRICS.gauges["watchers"] = sum(len(live.watchers) for live in self.hub.live.values())
        METRICS.gauges["uptime_seconds"] = round(time.monotonic() - self.began, 1)
        try:
            counted = await self.hub.store.count()
        except TroubleError:  # a host wants to see the rest all the more
            counted = {}
        for status in (WAITING, RUNNING, OVER) if counted else ():
            METRICS.gauges[f"tables_{status}"] = counted.get(status, 0)
        return PlainTextResponse(METRICS.text(), headers={"cache-control": "no-store"})

    # --- who asks

    def check(self, request: HTTPConnection, changes: bool = False) -> None:
        """Refuse who asks too much, and pages of other sites that would change something."""
        if not self.requests.take(address_of(request, self.settings)):
            METRICS.count("refused_requests")
            raise ProblemError(429, TOO_MANY)
        if changes and is_foreign(request, self.settings):
            METRICS.count("refused_origin")
            raise ProblemError(403, "Pages of other sites cannot do this.")

    def check_file(self, request: HTTPConnection, size: int) -> None:
        """Files are many to a page and cheap to send, so they are counted apart, and by their size."""
        if not self.files.take(address_of(request, self.settings), 1 + size // LARGE_FILE):
            METRICS.count("refused_files")
            raise ProblemError(429, TOO_MANY)

    async def find(self, request: HTTPConnection) -> LiveTable:
        """The table in the address."""
        self.check(request)
        table_id = request.path_params["id"]
        if not self.misses.has(address_of(request, self.settings)):
            METRICS.count("refused_guesses")
            raise ProblemError(429, "Too many requests for tables that do not exist; wait a moment.")
        if not TABLE_ID.fullmatch(table_id):
            self.miss(request)
            raise NoTableError("There is no such table.")
        try:
            live = await self.hub.look_at(table_id)
        except NoTableError:
            self.miss(request)
            raise
        await self.hub.read_up(live, seen_by(request))
        return live

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
        """Let this browser find the table again, by a new secret of the server's: the one it came with may
        have been put there by somebody else, who would then hold the seat too.
        """
        before = player_of(request)
        if before and hold in await self.hub.store.held(before, hold.table_id):
            return  # it has only asked again
        secret = new_key()
        give_cookie(response, secret, request, self.settings)
        await self.hub.store.hold(hashed(secret), hold, before)
        if before:
            self.hub.start(self.forget(before))

    async def forget(self, player: str) -> None:
        """What a browser held by its old secret it holds by the new one; other tabs have that by now, too."""
        await asyncio.sleep(OLD_COOKIES)
        await self.hub.store.forget_player(player)
        self.lobby.holds_less(player)


def seen_by(request: HTTPConnection) -> int:
    """The number that whoever asks has seen; anyone who does not say it may have seen everything.

    On a live connection the hello says it.
    """
    if request.scope["type"] == "websocket":
        return 0
    said = request.headers.get(SEEN, "")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 10 else ALL


def game_facts(name: str) -> dict[str, Any]:
    """What a page needs to offer a game."""
    return _facts(registry.find(name))


@functools.cache
def _facts(game: AnyGame) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "seats": game.seats(game.options()),
        "options": [msgspec.to_builtins(field) for field in fields(game.options)],
        "bots": {level: kind_of(level).about for level in LEVELS},
    }


def packs_offered(name: str, house: House) -> dict[str, Any]:
    """What a table of a game can be played with, and whether packs can be mixed."""
    game = registry.find(name)
    return {"packs": msgspec.to_builtins(house.offered(game)), "joins": game.joins()}


async def deny(websocket: WebSocket, error: HarenaError) -> None:
    """Refuse a connection in a sentence: as an HTTP answer if it was not accepted yet, else as goodbye."""
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # it is closed already
        if websocket.application_state is WebSocketState.CONNECTING:
            await websocket.send_denial_response(await on_error(websocket, error))
        else:
            bye = msgspec.json.encode({"type": "bye", "text": in_short(str(error))})
            await websocket.send_text(bye.decode())
            await websocket.close(1013 if isinstance(error, TroubleError) else 1008)  # 1013: come again


async def on_error(request: HTTPConnection, error: Exception) -> Response:
    """Every refusal is a sentence with a fitting status."""
    if isinstance(error, ProblemError):
        if error.status == TOO_MUCH:
            await hold_back()
        return problem(error.status, str(error))
    if isinstance(error, TroubleError):
        return problem(503, str(error))
    if isinstance(error, NoTableError | GoneError):
        return problem(404, str(error))
    if isinstance(error, DamagedError):
        return problem(422, str(error))
    if isinstance(error, rulings.RefusedError):
        return problem(409, str(error))
    if isinstance(error, HarenaError):
        return problem(400, str(error))
    LOG.error("a request failed", exc_info=error, extra={"request": REQUEST.get()})
    METRICS.count("errors")
    response = problem(500, "Something went wrong here; it has been noted.")
    response.headers.update(
        SAFE_HEADERS | {HEADER: REQUEST.get()}
    )  # this one is sent past what puts them on all others
    return response
