"""Players at boardgame.io's own server: they speak its protocol and look to the load tool like ours."""

from __future__ import annotations

import asyncio
import json
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from harena.core.errors import HarenaError

GAME = "duel"
HAND = 5  # cards one can choose from
OPEN, PING, PONG, JOIN, EVENT = "0", "2", "3", "40", "42"  # of engine.io 4 and socket.io 5


@dataclass(frozen=True)
class Seen:
    """The newest state, as far as a scripted player needs it."""

    moves: int = -1
    actions: list[str] = field(default_factory=list)
    over: bool = False

    @property
    def open_actions(self) -> list[str]:
        return self.actions


class Guest:
    """One player at one match."""

    def __init__(self, address: str, match: str, player: str, credentials: str) -> None:
        self.address = address
        self.match, self.player, self.credentials = match, player, credentials
        self.sight = Seen()
        self.moved_at = 0.0
        self.connections = 0
        self.got = 0  # bytes
        self._news = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None

    async def come(self) -> None:
        """Connect, and wait for the state."""
        self._task = asyncio.create_task(self._follow())
        await self.until(lambda sight: sight.moves >= 0)

    async def _follow(self) -> None:
        where = f"{self.address.replace('http', 'ws', 1)}/socket.io/?EIO=4&transport=websocket"
        async with connect(where, max_size=1 << 24, proxy=None) as socket:
            self.connections += 1
            self._socket = socket
            async for frame in socket:
                at = time.perf_counter()
                assert isinstance(frame, str)
                self.got += len(frame)
                await self._hear(socket, frame, at)

    async def _hear(self, socket: ClientConnection, frame: str, at: float) -> None:
        if frame == PING:
            await socket.send(PONG)
        elif frame.startswith(EVENT):
            self._see(json.loads(frame.partition(",")[2]), at)
        elif frame.startswith(JOIN):
            await self._emit("sync", self.match, self.player, self.credentials, 2)
        elif frame.startswith(OPEN):
            await socket.send(f"{JOIN}/{GAME},")

    def _see(self, told: list[Any], at: float) -> None:
        kind = told[0]
        if kind not in ("sync", "update") or told[1] != self.match:
            return
        state = told[2]["state"] if kind == "sync" else told[2]
        mine = state["ctx"]["currentPlayer"] == self.player
        actions = [str(number) for number in range(HAND)] if mine else []
        if state["_stateID"] != self.sight.moves:
            self.moved_at = at
        self.sight = Seen(state["_stateID"], actions, "gameover" in state["ctx"])
        self._news.set()
        self._news = asyncio.Event()

    async def _emit(self, *words: Any) -> None:
        assert self._socket is not None
        await self._socket.send(f"{EVENT}/{GAME},{json.dumps(words)}")

    async def act(self, action: str, *, moves: int) -> None:
        """Play a card."""
        move = {"type": "play", "args": [int(action)], "playerID": self.player}
        made = {"type": "MAKE_MOVE", "payload": {**move, "credentials": self.credentials}}
        await self._emit("update", made, moves, self.match, self.player)

    async def until(self, fulfilled: Callable[[Seen], object]) -> Seen:
        while not fulfilled(self.sight):
            if self._task is not None and self._task.done():
                raise HarenaError("The connection was closed.")
            await asyncio.wait_for(self._news.wait(), 30)
        return self.sight

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


async def seat_two(address: str) -> list[Guest]:
    """A match with both seats taken, and both players connected to it."""
    match = (await asyncio.to_thread(ask, f"{address}/games/{GAME}/create", {"numPlayers": 2}))["matchID"]
    guests = []
    for player in ("0", "1"):
        body = {"playerID": player, "playerName": f"Player {player}"}
        joined = await asyncio.to_thread(ask, f"{address}/games/{GAME}/{match}/join", body)
        guests.append(Guest(address, match, player, joined["playerCredentials"]))
    for guest in guests:
        await guest.come()
    return guests


def ask(address: str, body: dict[str, Any]) -> Any:
    """One request of boardgame.io's lobby."""
    wanted = urllib.request.Request(address, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(wanted, timeout=30) as answer:
        return json.load(answer)
