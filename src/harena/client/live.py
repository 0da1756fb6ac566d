"""A live connection to one table, which comes back by itself and does everything exactly once."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.http11 import Response

from harena.client.errors import NoAnswerError, RefusedError
from harena.client.sight import Line, Sight, decoder
from harena.core.errors import HarenaError
from harena.core.picture import Layout, layout_named

BIGGEST = 16 * 1024 * 1024  # bytes of one message from the server
FIRST_WAIT, LONGEST_WAIT = 0.1, 5.0  # seconds between two attempts to connect
PATIENCE = 60.0  # seconds without a connection before it is given up
PER_SECOND, AT_ONCE = 12.0, 30  # messages: a little less than a server allows
WILL_NOT_BEHAVE = 1008  # the close code of a server that does not want to be asked again
BUSY = 500  # from this HTTP status on it may be better later


@dataclass
class Waiting:
    """Something that was asked for and not answered yet."""

    message: bytes
    answer: asyncio.Future[int]


class Live:
    """What happens at a table as it happens, and the means to take part."""

    def __init__(
        self,
        address: str,
        keys: Sequence[str] = (),
        parts: Sequence[str] = ("view",),
        *,
        layout: Layout = "wide",
        patience: float = PATIENCE,
        per_second: float = PER_SECOND,
    ) -> None:
        self.address = address
        self.yours: list[int] = []  # the seats that the keys hold
        self.log: list[Line] = []
        self.connections = 0  # how often it was connected
        self.seen = 0  # the highest number that was told of this table, through whichever server
        self.moved_at = 0.0  # when the present position was first seen here, by time.perf_counter()
        self._hello = {
            "type": "hello",
            "keys": keys,
            "parts": [*parts, "changes"],
            "layout": layout_named(layout),
        }
        self._patience = patience
        self._spacing = 1 / per_second
        self._free_at = 0.0
        self._sight: Sight | None = None
        self._last: Sight | None = None  # over this connection: what comes next may tell only what changes
        self._count = 0  # of sights so far
        self._news = asyncio.Event()  # a new one for every sight
        self._waiting: dict[str, Waiting] = {}
        self._eyes: int | None = None
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Live:
        self._task = asyncio.create_task(self._follow())
        try:
            await self._next(0)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave the table; the seat stays yours."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # --- seeing

    @property
    def sight(self) -> Sight:
        """The table as it was last shown."""
        if self._sight is None:
            raise HarenaError("Nothing has been seen of this table: `async with` the live connection first.")
        return self._sight

    async def __aiter__(self) -> AsyncIterator[Sight]:
        """The table now, and whenever it has changed; whoever is slow sees only the newest."""
        seen = 0
        while True:
            await self._next(seen)
            seen = self._count
            yield self.sight

    async def until(self, fulfilled: Callable[[Sight], object]) -> Sight:
        """Wait for a sight of which something is true."""
        async for sight in self:
            if fulfilled(sight):
                return sight
        raise AssertionError("sights never end")

    async def _next(self, seen: int) -> None:
        while self._count == seen:
            if self._task is None or self._task.done():
                self._say_why_it_ended()
            await self._news.wait()

    def _say_why_it_ended(self) -> None:
        error = None
        if self._task is not None and not self._task.cancelled():
            error = self._task.exception()
        raise error or HarenaError("The connection was closed.")

    # --- taking part

    async def act(self, action: str, *, seat: int | None = None, moves: int | None = None) -> int:
        """Take an action in the position last seen; the number of its entry once it is safely kept."""
        return await self._ask("act", seat, action=action, moves=self._moves(moves))

    async def let_go(self, ms: int, *, seat: int | None = None, moves: int | None = None) -> int:
        """Let go at a measured question (`sight.swing`), so many milliseconds after it was shown."""
        return await self._ask("let_go", seat, ms=ms, moves=self._moves(moves))

    async def take_back(self, *, seat: int | None = None, moves: int | None = None) -> int:
        """Take the last action back."""
        return await self._ask("take_back", seat, moves=self._moves(moves))

    async def say(self, text: str, *, to: str = "table", seat: int | None = None, name: str = "") -> int:
        """A line of chat: to the table, or to your own team, which is all who can read it.

        Whoever looks on without a seat says it to "onlookers", by a name.
        """
        if to == "team" and seat is None and len(self.yours) > 1:  # never to the team of whoever is asked
            if self.sight.eyes not in self.yours:
                raise RefusedError("You hold several seats; say which of them speaks to its team.")
            seat = self.sight.eyes
        whom = ({"to": to} if to != "table" else {}) | ({"name": name} if name else {})
        return await self._ask("say", seat, text=text, **whom)

    async def wish_pace(self, pace: str, *, seat: int | None = None) -> int:
        """Wish bots to decide slow, normal, fast or at_once; the slowest wish of a table's people counts."""
        return await self._ask("pace", seat, pace=pace)

    async def start(self, *, seat: int | None = None) -> int:
        """Begin without those who have not come: bots play their seats until they do."""
        return await self._ask("start", seat)

    async def resign(self, *, seat: int | None = None) -> int:
        """Give up."""
        return await self._ask("resign", seat)

    async def return_to_seat(self, *, seat: int | None = None) -> int:
        """Take the seat back from the bot that plays for you."""
        return await self._ask("return", seat)

    async def agree(self, leaver: int, *, seat: int | None = None) -> int:
        """Agree that a bot plays for a seat whose player has been gone for long."""
        return await self._ask("agree", seat, leaver=leaver)

    async def rematch(self, *, seat: int | None = None) -> int:
        """Wish to play again; when all do, `sight.rematch` is the id of the new table."""
        return await self._ask("rematch", seat)

    async def look(self, seat: int) -> Sight:
        """See through another of your seats, or as a spectator (-2)."""
        if seat != -2 and seat not in self.yours:
            raise RefusedError("That is not your seat.")
        self._eyes = seat
        await self._send(_look(seat))
        return await self.until(lambda sight: sight.eyes == seat)

    async def lay_out(self, layout: Layout) -> Sight:
        """Have pictures drawn for a wide or a tall screen from now on; the table as it is then."""
        if layout_named(layout) == self._hello["layout"]:
            return self.sight  # the server has nothing new to send
        self._hello["layout"] = layout
        seen = self._count
        await self._send(msgspec.json.encode({"type": "layout", "layout": layout}))
        await self._next(seen)
        return self.sight

    def _moves(self, moves: int | None) -> int:
        return self.sight.moves if moves is None else moves

    async def _ask(self, kind: str, seat: int | None, **more: Any) -> int:
        """Send a message with a mark of its own, and again with the same mark if the connection is lost."""
        if self._task is None or self._task.done():
            self._say_why_it_ended()
        if seat is None and len(self.yours) > 1:  # sent again later, it must be for the same seat
            seat = next((one for one in self.sight.asked if one in self.yours), None)
        request = secrets.token_hex(8)
        message = msgspec.json.encode({"type": kind, "seat": seat, "request": request, **more})
        waiting = Waiting(message, asyncio.get_running_loop().create_future())
        self._waiting[request] = waiting
        try:
            await self._send(message)
            return await waiting.answer
        finally:
            self._waiting.pop(request, None)

    async def _send(self, message: bytes) -> None:
        """Send, no faster than a server allows; what is lost is sent again once connected."""
        now = time.monotonic()
        self._free_at = max(self._free_at, now - AT_ONCE * self._spacing) + self._spacing
        if self._free_at > now:
            await asyncio.sleep(self._free_at - now)
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(message, text=True)

    # --- the connection

    async def _follow(self) -> None:
        """Stay connected until left."""
        try:
            await self._connect_on()
        except asyncio.CancelledError:
            self._fail(HarenaError("The connection was closed."))
            raise
        except HarenaError as error:
            self._fail(error)
            raise
        finally:
            self._news.set()

    async def _connect_on(self) -> None:
        wait, lost_at = FIRST_WAIT, time.monotonic()
        while True:
            before = self.connections
            try:
                await self._talk()
            except InvalidStatus as error:
                if error.response.status_code < BUSY:
                    raise RefusedError(_why(error.response)) from None
            except msgspec.DecodeError:
                raise NoAnswerError(f"{self.address} is not a table of Harena.") from None
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
                pass
            if self.connections != before:
                wait, lost_at = FIRST_WAIT, time.monotonic()
            if time.monotonic() - lost_at > self._patience:
                raise NoAnswerError(f"The server has not answered for {self._patience:g} seconds.")
            await asyncio.sleep(wait * (0.5 + secrets.randbelow(1000) / 1000))  # not all at the same moment
            wait = min(2 * wait, LONGEST_WAIT)

    async def _talk(self) -> None:
        """One connection, from hello to its end."""
        async with connect(self.address, max_size=BIGGEST) as socket:
            await socket.send(msgspec.json.encode({**self._hello, "seen": self.seen}), text=True)
            if self._eyes is not None:
                await socket.send(_look(self._eyes), text=True)
            self.log.clear()
            self._last = None
            self.connections += 1
            self._socket = socket
            try:
                for waiting in list(self._waiting.values()):
                    await socket.send(waiting.message, text=True)
                await self._hear(socket)
            finally:
                self._socket = None

    async def _hear(self, socket: ClientConnection) -> None:
        bye = ""
        try:
            async for frame in socket:
                at = time.perf_counter()
                told = decoder.decode(frame)
                if told.table is not None:
                    self.log[told.log.start :] = told.log.lines
                    self._last = told.after(self._last)
                    self._see(self._last, told.yours, at)
                elif told.type == "ping":  # it is timed
                    await socket.send(msgspec.json.encode({"type": "pong", "number": told.number}), text=True)
                elif told.type == "bye":
                    bye = told.text
                elif told.type in ("done", "refused"):
                    self._answered(told.request, told.number, told.text)
        except ConnectionClosed:
            if bye and socket.close_code == WILL_NOT_BEHAVE:
                raise RefusedError(bye) from None

    def _see(self, sight: Sight, yours: list[int], at: float) -> None:
        if self._sight is None or self._sight.moves != sight.moves:
            self.moved_at = at
        self._sight, self.yours = sight, yours
        self.seen = max(self.seen, sight.number)
        self._count += 1
        self._news.set()
        self._news = asyncio.Event()

    def _answered(self, request: str, number: int, text: str) -> None:
        """A message without a mark is about the one that waits longest: they are answered in order."""
        waiting = self._waiting.get(request or next(iter(self._waiting), ""))
        if waiting is None or waiting.answer.done():
            return
        if text:
            waiting.answer.set_exception(RefusedError(text))
        else:
            self.seen = max(self.seen, number + 1)
            waiting.answer.set_result(number)

    def _fail(self, error: HarenaError) -> None:
        for waiting in self._waiting.values():
            if not waiting.answer.done():
                waiting.answer.set_exception(error)


def _why(response: Response) -> str:
    """The sentence with which a server refuses a connection."""
    try:
        return str(msgspec.json.decode(response.body or b"")["problem"])
    except (msgspec.DecodeError, UnicodeDecodeError, KeyError, TypeError):
        return f"The server refuses the connection: {response.status_code} {response.reason_phrase}."


def _look(seat: int) -> bytes:
    return msgspec.json.encode({"type": "look", "seat": seat})
