"""Clients that write down all they are told, come back when the server dies, and then ask the same again."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, WebSocketException

PEOPLE = ("person", "friend", "open", "device")
BIGGEST = 16 * 1024 * 1024
FEWEST = 5  # decisions that a server confirms before it is killed, however slow the machine is


def ask(address: str, path: str, body: Any = None) -> Any:
    """One HTTP request; plain data back."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


@dataclass
class Opened:
    """A table and the keys of its seats."""

    id: str
    keys: dict[int, str]
    invites: dict[str, str]


def open_table(address: str, game: str, seats: list[str], **more: Any) -> Opened:
    """A table at which all who were invited have sat down: each seat is a kind, or the level of a bot."""
    plans = [{"kind": one} if one in PEOPLE else {"kind": "bot", "bot": one} for one in seats]
    made = ask(address, "/api/tables", {"game": game, "seats": plans, **more})
    keys = {}
    for seat, invite in made["invites"].items():
        body = {"seat": int(seat), "name": f"P{seat}", "seed": f"seed {seat}", "invite": invite}
        keys[int(seat)] = ask(address, f"/api/tables/{made['id']}/sit", body)["key"]
    return Opened(made["id"], keys, made["invites"])


def live_address(address: str, table_id: str) -> str:
    return f"{address.replace('http', 'ws', 1)}/api/tables/{table_id}/live"


@dataclass
class Sent:
    """What was asked for, until it is answered."""

    request: str
    message: dict[str, Any]


@dataclass
class Told:
    """All that one client was told."""

    tables: list[dict[str, Any]] = field(default_factory=list)  # whole messages
    done: list[tuple[Sent, int]] = field(default_factory=list)
    refused: list[tuple[Sent, str]] = field(default_factory=list)
    byes: list[str] = field(default_factory=list)
    connections: int = 0


class Player:
    """Plays a seat at random, or only looks on, through whatever address it is given at the moment."""

    pause = 0.0  # seconds before each decision

    def __init__(self, address: Callable[[], str], table: Opened, seat: int | None, seed: int) -> None:
        self.address = address
        self.table = table
        self.seat = seat
        self.told = Told()
        self.over = False
        self.stopping = False
        self._dice = random.Random(seed)
        self._waiting: Sent | None = None
        self._count = 0

    async def play(self) -> None:
        """Until the game is over and everything is answered."""
        while not (self.over or self.stopping):
            with contextlib.suppress(OSError, WebSocketException, InvalidHandshake, TimeoutError):
                async with connect(
                    live_address(self.address(), self.table.id), max_size=BIGGEST, close_timeout=1, proxy=None
                ) as socket:
                    await self._talk(socket)
            await asyncio.sleep(0.03)

    async def _talk(self, socket: ClientConnection) -> None:
        keys = [] if self.seat is None else [self.table.keys[self.seat]]
        await socket.send(json.dumps({"type": "hello", "keys": keys, "parts": ["view", "choices"]}))
        self.told.connections += 1
        if self._waiting is not None:  # asked before the connection was lost: the same again
            await socket.send(json.dumps(self._waiting.message))
        async for frame in socket:
            self._hear(json.loads(frame))
            if self.over or self.stopping:
                return
            if self._waiting is None and (message := self._next()) is not None:
                await asyncio.sleep(self.pause)
                with contextlib.suppress(ConnectionClosed):  # what was said before the end is still heard
                    await socket.send(json.dumps(message))

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "table":
            self.told.tables.append(message)
        elif message["type"] == "bye":
            self.told.byes.append(message["text"])
        elif self._waiting is not None and message.get("request") == self._waiting.request:
            if message["type"] == "done":
                self.told.done.append((self._waiting, message["number"]))
            else:
                self.told.refused.append((self._waiting, message["text"]))
            self._waiting = None
        self.over = self._waiting is None and bool(self.told.tables) and self._sees_the_end()

    def _sees_the_end(self) -> bool:
        return bool(self.told.tables[-1]["table"]["status"] == "over")

    def _next(self) -> dict[str, Any] | None:
        """What to ask for in the position last seen, if anything."""
        table = self.told.tables[-1]["table"] if self.told.tables else {}
        if self.seat is None or not table.get("actions"):
            return None
        self._count += 1
        request = f"{self.seat}.{self._count}.{self._dice.randrange(10**9)}"
        chance = self._dice.random()
        if chance < 0.05:
            message = {"type": "say", "text": f"line {request}", "request": request}
        elif chance < 0.15 and table.get("take_back") == "":
            message = {"type": "take_back", "moves": table["moves"], "request": request}
        else:
            action = self._dice.choice(table["actions"])["action"]
            message = {"type": "act", "action": action, "moves": table["moves"], "request": request}
        self._waiting = Sent(request, message)
        return message


def confirmed(players: list[Player]) -> int:
    """How many of their decisions a server has confirmed."""
    return sum(len(player.told.done) for player in players)


async def played_on(players: list[Player], seconds: float) -> None:
    """So many seconds, in which some decisions were confirmed, unless all games are over."""
    enough = confirmed(players) + FEWEST
    await asyncio.sleep(seconds)
    async with asyncio.timeout(300):
        while confirmed(players) < enough and not all(player.over for player in players):
            await asyncio.sleep(0.02)


def problem_of(address: str, path: str, body: Any = None) -> tuple[int, str]:
    """The refusal of a request, with its status."""
    try:
        ask(address, path, body)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)["problem"]
    raise AssertionError(f"{path} was not refused")
