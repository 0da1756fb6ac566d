"""The doors of a server: how many connections an address may hold, how long it may keep silent, and which
requests are turned away before anything of their body is read.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, ClassVar

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from harena.server.http import SAFE_HEADERS, household
from harena.server.metrics import METRICS
from harena.server.records import BIGGEST
from harena.server.settings import Settings

REQUEST_WITHIN = 20.0  # seconds from its first byte, or from connecting, to the end of a request's headers
LINGER = 5.0  # seconds in which somebody who was turned away can still read why
BIGGEST_HEAD = 64 * 1024  # bytes of a request's headers
TAKES_A_BODY = b"POST"
TOO_MANY = "Too many connections from your address; wait a moment."
NO_CHUNKS = "A body must come whole, with a content-length; chunks are not taken here."
TWO_LENGTHS = "A request has either a content-length or a transfer-encoding, never both."
NOT_HTTP = "This request is not valid HTTP."
EARLY = "A WebSocket sends nothing until it is accepted; wait for the answer."


class TurnedAwayError(h11.RemoteProtocolError):
    """A request that is understood, and whose body is not read."""


class Ear(h11.Connection):
    """Hears a request's headers before any of its body is taken apart: bytes that come in thousands of small
    chunks cost a hundred times what they cost their sender.
    """

    def __init__(self, check: Callable[[h11.Request], None]) -> None:
        super().__init__(h11.SERVER, BIGGEST_HEAD)
        self.check = check
        self.trouble = NOT_HTTP
        self.status = HTTPStatus.BAD_REQUEST

    def next_event(self) -> Any:
        try:
            event = super().next_event()
            if isinstance(event, h11.Request):
                self.check(event)
        except h11.RemoteProtocolError as error:
            self.trouble = str(error) if isinstance(error, TurnedAwayError) else NOT_HTTP
            self.status = HTTPStatus(error.error_status_hint)
            raise
        return event


def check_body(request: h11.Request, most: int) -> None:
    """Refuse a body in chunks, one that nobody asked for, and one that is larger than any that is taken."""
    given = dict(request.headers)
    if b"transfer-encoding" in given:
        if b"content-length" in given:
            raise TurnedAwayError(TWO_LENGTHS, HTTPStatus.BAD_REQUEST)
        raise TurnedAwayError(NO_CHUNKS, HTTPStatus.LENGTH_REQUIRED)
    length = int(given.get(b"content-length", b"0"))  # h11 has seen that it is a number, and only one
    if length and request.method != TAKES_A_BODY:
        raise TurnedAwayError(f"A {request.method.decode()} has no body here.", HTTPStatus.BAD_REQUEST)
    if length > most:
        raise TurnedAwayError(f"A request has at most {most} bytes.", HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


def refusal(status: HTTPStatus, text: str) -> bytes:
    """An answer that is sent past the application."""
    body = msgspec.json.encode({"problem": text})
    headers = {
        "content-type": "application/json",
        "content-length": str(len(body)),
        "connection": "close",
        **SAFE_HEADERS,
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {status.value} {status.phrase}\r\n{head}\r\n".encode() + body


class Door(H11Protocol):
    """A connection before anything is known of it: it may say nothing at all, and there may be thousands."""

    most = 0  # of one address at a time; 0: as many as come
    largest = BIGGEST  # bytes of a body
    inside: ClassVar[Counter[str]]  # by address: open ones that are no WebSockets
    guest = ""
    timer: asyncio.TimerHandle | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.ear = self.conn = Ear(self.listen_to)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        send_at_once(transport)
        address = household(self.client[0]) if self.client and self.most else ""
        if address and self.inside[address] >= self.most:
            METRICS.count("refused_sockets")
            transport.write(refusal(HTTPStatus.TOO_MANY_REQUESTS, TOO_MANY))
            transport.close()
            return
        self.guest = address
        self.inside[address] += 1
        self._await_request()

    # --- waiting for a request

    def data_received(self, data: bytes) -> None:
        if self.timer is None and self._is_idle():
            self._await_request()
        super().data_received(data)

    def listen_to(self, request: h11.Request) -> None:
        """The headers of a request are whole."""
        self._stop_waiting()
        check_body(request, self.largest)

    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _await_request(self) -> None:
        self.timer = self.loop.call_later(REQUEST_WITHIN, self._too_slow)

    def _stop_waiting(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _too_slow(self) -> None:
        self.timer = None
        METRICS.count("refused_silence")
        self.transport.abort()

    # --- turning away

    def send_400_response(self, msg: str) -> None:
        """Called by uvicorn for what its ear does not take."""
        METRICS.count("refused_http")
        self._turn_away()

    def _turn_away(self) -> None:
        """Say what is wrong, read nothing more, and close when that can have been read."""
        self._stop_waiting()
        self._unset_keepalive_if_required()
        if not self._is_idle() or self.transport.is_closing():
            self.transport.abort()
            return
        self.transport.write(refusal(self.ear.status, self.ear.trouble))
        self.transport.pause_reading()
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.timer = self.loop.call_later(LINGER, self.transport.abort)

    def shutdown(self) -> None:
        """The server ends: whoever waits for an answer may still get it."""
        if self._is_idle():
            self.transport.close()
        else:
            self.cycle.keep_alive = False

    # --- leaving

    def handle_websocket_upgrade(self, event: Any) -> None:
        if self.ear.trailing_data[0]:  # uvicorn would lose it, and both sides then wait for the other
            METRICS.count("refused_frames")
            self.ear.trouble = EARLY
            self._turn_away()
            return
        self._leave()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        self._stop_waiting()
        if self.guest:
            self.inside[self.guest] -= 1
            if not self.inside[self.guest]:
                del self.inside[self.guest]
            self.guest = ""


def send_at_once(transport: asyncio.BaseTransport) -> None:
    """Answers go out as they are written: else the system holds the second half of one back until the first
    was acknowledged, which takes 40 ms. It holds for the WebSocket that a connection becomes, too.
    """
    line = transport.get_extra_info("socket")
    if line is not None and line.family in (socket.AF_INET, socket.AF_INET6):
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def make_doors(settings: Settings) -> type[Door]:
    """Doors that count together. Behind a proxy all come from one address, and the proxy counts."""

    class Doors(Door):
        most = 0 if settings.trust_proxy else settings.limits.sockets
        largest = max(settings.limits.body, BIGGEST)
        inside: ClassVar[Counter[str]] = Counter()

    return Doors
