"""The doors of a server: how many connections an address may hold, and how long it may keep silent."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, ClassVar

import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from harena.server.http import household
from harena.server.metrics import METRICS
from harena.server.settings import Settings

REQUEST_WITHIN = 20.0  # seconds from connecting to the end of the first request's headers
TOO_MANY = "Too many connections from your address; wait a moment."
BODY = msgspec.json.encode({"problem": TOO_MANY})
REFUSAL = b"HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\nconnection: close\r\n"


class Door(H11Protocol):
    """A connection before anything is known of it: it may say nothing at all, and there may be thousands."""

    most = 0  # of one address at a time; 0: as many as come
    inside: ClassVar[Counter[str]]  # by address: open ones that are no WebSockets
    guest = ""
    timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = household(self.client[0]) if self.client and self.most else ""
        if address and self.inside[address] >= self.most:
            METRICS.count("refused_sockets")
            transport.write(REFUSAL + f"content-length: {len(BODY)}\r\n\r\n".encode() + BODY)
            transport.close()
            return
        self.guest = address
        self.inside[address] += 1
        self.timer = self.loop.call_later(REQUEST_WITHIN, self._too_slow)

    def _too_slow(self) -> None:
        self.timer = None
        if self.cycle is None:
            METRICS.count("refused_silence")
            self.transport.abort()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._leave()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if self.guest:
            self.inside[self.guest] -= 1
            if not self.inside[self.guest]:
                del self.inside[self.guest]
            self.guest = ""


def make_doors(settings: Settings) -> type[Door]:
    """Doors that count together. Behind a proxy all come from one address, and the proxy counts."""

    class Doors(Door):
        most = 0 if settings.trust_proxy else settings.limits.sockets
        inside: ClassVar[Counter[str]] = Counter()

    return Doors
