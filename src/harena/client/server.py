"""A server, as one asks it over HTTP: games, tables, seats, records."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import secrets
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlsplit

import msgspec

from harena.client.errors import NoAnswerError, ProblemError
from harena.client.live import Live
from harena.client.sight import Sight
from harena.core.errors import HarenaError
from harena.core.record import Record, parse_record

TIMEOUT = 30.0  # seconds for one request
SECRET_BYTES = 16
KEY_HEADER = "harena-key"
ATTEMPTS = 4  # at what can safely be asked again
WAIT = 0.5  # seconds after the first of them, and longer after each further one
FAULT = 500  # from this status on an answer may be better later


class Opened(msgspec.Struct, frozen=True):
    """A new table: its id, the promise of its dice, and by seat the secrets that allow to sit down."""

    id: str
    promise: str
    invites: dict[int, str] = {}


class Place(msgspec.Struct, frozen=True):
    """A seat that was taken, with the key that holds it: a secret of whoever sits there."""

    id: str
    seat: int
    key: str


@contextlib.asynccontextmanager
async def connect(address: str) -> AsyncIterator[Server]:
    """A server by its address, like `http://127.0.0.1:8421`; refused in a sentence if none answers there."""
    server = Server(address)
    await server.games()
    yield server


class Server:
    """Asks a server for things, each in one request."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise HarenaError(f"A server's address looks like http://127.0.0.1:8421, not {address[:80]!r}.")
        self.address = f"{parts.scheme}://{parts.netloc}"

    # --- asking

    async def games(self) -> list[dict[str, Any]]:
        """The games, each with its options and its bots."""
        games: list[dict[str, Any]] = await self._ask("/api/games")
        return games

    async def tables(self) -> dict[str, list[dict[str, Any]]]:
        """Tables to join (`waiting`) and to watch (`running`)."""
        tables: dict[str, list[dict[str, Any]]] = await self._ask("/api/tables")
        return tables

    async def open_table(
        self,
        game: str,
        seats: Sequence[str | Mapping[str, Any]] = ("person", "friend"),
        *,
        options: Mapping[str, Any] | None = None,
        clock: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> Opened:
        """A new table. A seat is `person`, `friend`, `open`, `device`, `bot:easy`, or what the API takes."""
        setup = {"game": game, "seats": [_seat(seat) for seat in seats], "options": options or {}, **more}
        if clock is not None:
            setup["clock"] = clock
        answer = await self._ask_on("/api/tables", setup | {"key": secrets.token_urlsafe(SECRET_BYTES)})
        return msgspec.convert(answer, Opened, strict=False)

    async def sit(
        self, table_id: str, seat: int, name: str = "", invite: str = "", seed: str | None = None
    ) -> Place:
        """Take a seat; `seed` is your part of the dice, a random one if you give none."""
        seed = secrets.token_hex(SECRET_BYTES) if seed is None else seed
        key = secrets.token_urlsafe(SECRET_BYTES)
        body = {"seat": seat, "name": name, "seed": seed, "invite": invite, "key": key}
        await self._ask_on(f"{_path(table_id)}/sit", body)
        return Place(table_id, seat, key)

    async def stand_up(self, place: Place) -> None:
        """Give a seat up again before the game has begun."""
        await self._ask(f"{_path(place.id)}/stand_up", {"seat": place.seat, "key": place.key})

    async def table(self, table_id: str, key: str = "") -> Sight:
        """A table as a spectator sees it; one that is closed to them needs the key of a seat."""
        return msgspec.convert(_decoded(await self._fetch(_path(table_id), key=key), self.address), Sight)

    async def record(self, table_id: str, key: str = "") -> Record:
        """The record of a finished game, for `harena.verify`; of a closed table with the key of a seat."""
        return parse_record(await self._fetch(f"{_path(table_id)}/record", key=key))

    def live(
        self, table_id: str, keys: str | Sequence[str] = (), parts: Sequence[str] = ("view",), **how: Any
    ) -> Live:
        """A live connection: `async with server.live(id, key) as live`. Without keys one looks on."""
        address = f"ws{self.address.removeprefix('http')}{_path(table_id)}/live"
        return Live(address, [keys] if isinstance(keys, str) else list(keys), list(parts), **how)

    # --- how it is asked

    async def _ask_on(self, path: str, body: Mapping[str, Any]) -> Any:
        """Ask again where no answer came: the key in the body makes sure that nothing is done twice."""
        for attempt in range(1, ATTEMPTS):
            try:
                return await self._ask(path, body)
            except (NoAnswerError, ProblemError) as error:
                if isinstance(error, ProblemError) and error.status < FAULT:
                    raise
            await asyncio.sleep(WAIT * attempt)
        return await self._ask(path, body)

    async def _ask(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        return _decoded(await self._fetch(path, body), self.address)

    async def _fetch(self, path: str, body: Mapping[str, Any] | None = None, key: str = "") -> bytes:
        return await asyncio.to_thread(self._fetch_now, path, body, key)

    def _fetch_now(self, path: str, body: Mapping[str, Any] | None, key: str = "") -> bytes:
        request = urllib.request.Request(f"{self.address}{path}", headers={KEY_HEADER: key} if key else {})
        if body is not None:
            request.data = msgspec.json.encode(body)
            request.add_header("content-type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
                content: bytes = response.read()
                return content
        except urllib.error.HTTPError as error:
            with error:
                raise ProblemError(error.code, _problem(error)) from None
        except (OSError, ValueError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            raise NoAnswerError(f"{self.address} does not answer: {reason}.") from None


def _decoded(answer: bytes, address: str) -> Any:
    try:
        return msgspec.json.decode(answer)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise NoAnswerError(f"{address} is not a Harena server.") from None


def _problem(error: urllib.error.HTTPError) -> str:
    """The sentence in an answer that is no success."""
    try:
        return str(msgspec.json.decode(error.read())["problem"])
    except (msgspec.DecodeError, UnicodeDecodeError, OSError, KeyError, TypeError):
        return f"The server answers {error.code} {error.reason}."


def _path(table_id: str) -> str:
    return f"/api/tables/{quote(table_id, safe='')}"


def _seat(seat: str | Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(seat, str):
        return dict(seat)
    kind, _, level = seat.partition(":")
    return {"kind": kind, "bot": level} if level else {"kind": kind}
