"""Those who have the lists of tables before them: they are told when something in them changes."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from harena.server.http import ProblemError
from harena.server.lists import Lists
from harena.server.metrics import METRICS

TOGETHER = 0.4  # seconds: what happens within them is told at once
SEND_WITHIN = 30.0  # seconds; a client that takes longer is gone
AGAIN_LATER = 1013
MOST_SAID = 20  # messages of a client; nothing is asked of it, and nothing it says is listened to


class Guest:
    """One page with the lists."""

    def __init__(self, player: str) -> None:
        self.player = player  # the hash of its browser's secret; empty: it has none
        self.tables: set[str] = set()  # at which it has a seat
        self.sent: Any = None
        self.wake = asyncio.Event()
        self.wake.set()


class Lobby:
    """All guests."""

    def __init__(self, lists: Lists) -> None:
        self.lists = lists
        self.guests: set[Guest] = set()
        self._public: dict[str, list[dict[str, Any]]] = {}
        self._changes = 0  # in the lists for all
        self._looked_after = -1  # so many of them
        self._looking = asyncio.Lock()
        lists.hub.noticed = self.noticed

    def noticed(self, table_id: str, listed: bool) -> None:
        """Something has happened at a table; `listed`: it may show in the lists for all."""
        self._changes += listed
        for guest in self.guests:
            if listed or table_id in guest.tables:
                guest.wake.set()

    def holds_less(self, player: str) -> None:
        """A browser has another secret now; pages that came with the old one should come again."""
        for guest in self.guests:
            if guest.player == player:
                guest.wake.set()

    async def follow(self, websocket: WebSocket, player: str) -> None:
        """Send a page its lists until it goes."""
        await websocket.accept()
        guest = Guest(player)
        self.guests.add(guest)
        sender = asyncio.create_task(self._send_on(websocket, guest))
        try:
            await _wait_for_end(websocket)
        finally:
            self.guests.discard(guest)
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)

    async def _send_on(self, websocket: WebSocket, guest: Guest) -> None:
        with contextlib.suppress(TimeoutError, RuntimeError, WebSocketDisconnect, OSError):
            while True:
                await guest.wake.wait()
                guest.wake.clear()
                had = guest.tables
                lists = {**await self._for_all(), "mine": await self._mine(guest)}
                if had and not guest.tables:
                    await websocket.close(AGAIN_LATER)
                    return
                if (shape := _shape(lists)) != guest.sent:
                    guest.sent = shape
                    message = msgspec.json.encode({"type": "lists", **lists})
                    METRICS.count("bytes_sent", len(message))
                    async with asyncio.timeout(SEND_WITHIN):
                        await websocket.send_text(message.decode())
                await asyncio.sleep(TOGETHER)

    async def _for_all(self) -> dict[str, list[dict[str, Any]]]:
        """The lists for all, looked up once for all guests."""
        async with self._looking:
            if self._looked_after != self._changes:
                self._looked_after = self._changes
                self._public = await self.lists.public()
            return self._public

    async def _mine(self, guest: Guest) -> list[dict[str, Any]]:
        found = await self.lists.mine(guest.player)
        guest.tables = {one["id"] for one in found}
        return found


async def _wait_for_end(websocket: WebSocket) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, KeyError):
        for _ in range(MOST_SAID):
            await websocket.receive_text()
        raise ProblemError(400, "Nothing is asked of you here.")


def _shape(lists: dict[str, list[dict[str, Any]]]) -> list[Any]:
    """What a page shows of the lists: when a game was last played on is no news."""
    return [
        [(one["id"], one["status"], one["seats"], "yours" in one and one["asked"]) for one in tables]
        for tables in lists.values()
    ]
