"""A table of two teams over real sockets, and pages that keep every byte they are sent."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from harena.core.state import SPECTATOR
from harena.server.sight import PARTS
from server.players import BIGGEST, live_address

WORD = "xylophone"
PLAN = [{"kind": "person"}, *[{"kind": "friend"}] * 3]
SETUP = {"game": "combat_arena", "seats": PLAN, "options": {"variant": "brothers"}, "grace": 0}


class Team:
    """A table of two teams over real sockets: who holds which seat, and how they come back to it."""

    def __init__(self, address: str) -> None:
        self.address = address
        made = json.loads(self.http("/api/tables", SETUP))
        self.id = made["id"]
        self.keys: list[str] = []
        self.cookies: list[str] = []
        self.take_seats(made["invites"])

    def take_seats(self, invites: dict[str, str]) -> None:
        for seat, invite in invites.items():
            body = {"seat": int(seat), "name": f"P{seat}", "seed": f"seed {seat}", "invite": invite}
            with urllib.request.urlopen(self.asking(f"/api/tables/{self.id}/sit", body)) as answer:
                self.cookies.append(answer.headers["set-cookie"].partition(";")[0])
                self.keys.append(json.load(answer)["key"])

    def asking(self, path: str, body: Any = None, **headers: str) -> urllib.request.Request:
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        return urllib.request.Request(self.address + path, data, headers)

    def http(self, path: str, body: Any = None, **headers: str) -> bytes:
        """What is sent over HTTP, refusals too."""
        try:
            with urllib.request.urlopen(self.asking(path, body, **headers)) as answer:
                sent: bytes = str(answer.headers).encode() + answer.read() if body is None else answer.read()
        except urllib.error.HTTPError as refused:
            with refused:
                sent = refused.read()
        return sent

    async def come(self, stack: AsyncExitStack, *seats: int) -> Page:
        address = live_address(self.address, self.id)
        socket = await stack.enter_async_context(connect(address, max_size=BIGGEST, proxy=None))
        page = Page(socket)
        await page.send(type="hello", keys=[self.keys[seat] for seat in seats], parts=PARTS)
        await page.until(lambda told: told["type"] == "table")
        return page

    def everything_over_http(self, seat: int | None) -> bytes:
        """All that a visitor can ask for about a table, or about all."""
        own: dict[str, str] = {}
        if seat is not None:
            own = {"cookie": self.cookies[seat], "harena-key": self.keys[seat]}
        table = f"/api/tables/{self.id}"
        paths = ["/api/tables", "/api/mine", "/metrics", table, f"{table}/record", f"/t/{self.id}", "/"]
        paths += [f"{table}/replay{move}?eyes={eyes}" for move in ("", "/1") for eyes in (SPECTATOR, 0)]
        paths += [f"/t/{self.id}/replay", f"{table}/counsel?move=0"]
        return b"\n".join(self.http(path, **own) for path in paths)


class Page:
    """One connection, with every frame it was sent."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[str] = []

    @property
    def heard(self) -> bool:
        return any(WORD in frame for frame in self.frames)

    @property
    def table(self) -> dict[str, Any]:
        """As it was last shown."""
        tables = (json.loads(frame).get("table") for frame in reversed(self.frames))
        return next(table for table in tables if table)

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def until(self, fulfilled: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while True:
            self.frames.append(str(await self.socket.recv()))
            told: dict[str, Any] = json.loads(self.frames[-1])
            if fulfilled(told):
                return told

    async def ask(self, **message: Any) -> dict[str, Any]:
        """The answer to a message."""
        mark = f"m{len(self.frames)}"
        await self.send(**message, request=mark)
        return await self.until(lambda told: told.get("request") == mark)

    async def at(self, number: int) -> dict[str, Any]:
        """The table once it has so many entries."""
        told = await self.until(lambda told: told["type"] == "table" and told["table"]["number"] >= number)
        table: dict[str, Any] = told["table"]
        return table

    async def look(self, eyes: int) -> None:
        await self.send(type="look", seat=eyes)
        await self.until(lambda told: told["type"] == "table" and told["table"]["eyes"] == eyes)

    async def describe(self) -> None:
        await self.send(type="describe")
        await self.until(lambda told: told["type"] == "described")


async def whisper(page: Page, text: str = f"go left, {WORD}") -> int:
    """Say something to the team; how many entries the table has then."""
    answer = await page.ask(type="say", text=text, to="team")
    assert answer["type"] == "done", answer
    return int(answer["number"]) + 1
