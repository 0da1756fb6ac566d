"""A real server in a thread of the tests, on a port of its own and a database of its own."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from harena.server.limits import Limits, Rate
from harena.server.serving import make_server as make_serving
from harena.server.settings import Settings

T = TypeVar("T")
PLENTY = Rate(1e9, 1e9)
NO_LIMITS = Limits(
    PLENTY,
    PLENTY,
    PLENTY,
    PLENTY,
    connections=10_000,
    counsels=PLENTY,
    sockets=10_000,
    files=PLENTY,
    sent=PLENTY,
    talk=PLENTY,
    table_talk=PLENTY,
    probes=PLENTY,
)


class RunningServer:
    """A server one can talk to, stop and start again over the same database."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.address = f"http://127.0.0.1:{settings.port}"
        self.start()

    def start(self) -> None:
        self._server = make_serving(self.settings)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        until = time.monotonic() + 90
        while not self._server.started:
            assert self._thread.is_alive(), "the server could not start"
            assert time.monotonic() < until
            time.sleep(0.01)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def fast_settings(folder: Path, **changed: Any) -> Settings:
    """A server whose bots answer at once and that limits nobody."""
    settings = Settings(
        database=f"sqlite:///{folder / 'tables.db'}",
        port=free_port(),
        pace=0.0,
        hidden_pace=0.0,
        limits=NO_LIMITS,
    )
    return replace(settings, **changed)


@pytest.fixture(autouse=True)
def _always_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test sees at once what it has changed in a folder of packs."""
    monkeypatch.setattr("harena.server.house.RESTS", 0.0)


@pytest.fixture(autouse=True)
def _nobody_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that asks too much is told so at once."""
    monkeypatch.setattr("harena.server.http.HELD_BACK", 0.0)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for the tests of a file: each opens tables of its own."""
    running = RunningServer(fast_settings(tmp_path_factory.mktemp("server")))
    yield running
    running.stop()


@pytest.fixture
def make_server(tmp_path: Path) -> Iterator[Callable[..., RunningServer]]:
    """Makes a server with settings of its own, for tests that stop it or count on its limits."""
    made = []

    def make(**changed: Any) -> RunningServer:
        made.append(RunningServer(fast_settings(tmp_path, **changed)))
        return made[-1]

    yield make
    for running in made:
        running.stop()


async def wait_until(fulfilled: Callable[[], bool], within: float = 45.0) -> None:
    async with asyncio.timeout(within):
        while not fulfilled():
            await asyncio.sleep(0.02)


def run(work: Coroutine[Any, Any, T], within: float = 60.0) -> T:
    """Run a conversation with a server, and fail rather than wait for ever."""

    async def limited() -> T:
        async with asyncio.timeout(within):
            return await work

    return asyncio.run(limited())


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """The address of a PostgreSQL that a file's tests share."""
    from server.database import NoPostgresError, running_postgres

    try:
        with running_postgres() as address:
            yield address
    except NoPostgresError as error:
        pytest.skip(f"{error}.")
