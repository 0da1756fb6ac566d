"""Clocks that a test sets, and a database that is only a dictionary."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from harena.server import times
from harena.server.hub import Hub
from harena.server.live import LiveTable
from harena.server.store import make_store
from harena.server.thinking import Thinkers
from harena.server.times import Timepiece

HOUR = 3600.0
START = 1_900_000_000.0  # seconds since 1970


class SetClock:
    """A machine's clocks: the one that nobody can set goes on only when the test says so."""

    def __init__(self, wall: float = START, steady: float = 100.0) -> None:
        self.wall = wall
        self.steady = steady
        self.time = Timepiece(lambda: self.steady, lambda: self.wall)

    def wait(self, seconds: float) -> None:
        """Time passes."""
        self.wall += seconds
        self.steady += seconds


class Shelf:
    """Stands for PostgreSQL: signs of life, and a clock of its own."""

    is_postgres = True

    def __init__(self, machine: SetClock) -> None:
        self.machine = machine
        self.signs: dict[str, int] = {}

    async def clock(self) -> int:
        return int(self.machine.wall * 1000)

    async def beat(self, name: str, at: int) -> None:
        self.signs[name] = at

    async def servers(self) -> dict[str, int]:
        return dict(self.signs)

    async def forget_server(self, name: str) -> None:
        self.signs.pop(name, None)


@contextlib.asynccontextmanager
async def hub_with(
    folder: Path, monkeypatch: pytest.MonkeyPatch, clock: SetClock, **settings: object
) -> AsyncIterator[Hub]:
    """A hub of a process of its own, over a file, by these clocks."""
    monkeypatch.setattr(times, "TIME", clock.time)
    store = make_store(f"sqlite:///{folder / 'tables.db'}")
    await store.open()
    hub = Hub(store, Thinkers(1, 0.0, 0.0))
    await hub.open()
    try:
        yield hub
    finally:
        await hub.close()
        await store.close()


async def begun(hub: Hub, seconds: int, kind: str = "move") -> LiveTable:
    """A game of two people with a clock, whoever runs out of time loses."""
    from harena.server.sitting import sit, sit_request

    plan = {
        "game": "dawn_raid",
        "seats": [{"kind": "person"}, {"kind": "friend"}],
        "clock": {"kind": kind, "seconds": seconds, "increment": 0},
        "out_of_time": "loses",
    }
    opened = await hub.open_table(plan)
    live = await hub.get(opened.id)
    for seat, invite in opened.invites.items():
        await sit(hub, live, sit_request({"seat": int(seat), "name": "", "seed": "", "invite": invite}))
    return live
