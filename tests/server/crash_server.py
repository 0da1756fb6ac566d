"""Server processes that can be killed at any moment and are there again at once.

As a script it loads all that a server needs, then forks a server for every line of settings it is sent.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

PLENTY = 1e9
READY_WITHIN = 300.0  # seconds, on a machine that has much else to do
T = TypeVar("T")


class Nursery:
    """The process from which servers are forked."""

    def __init__(self, log: Path) -> None:
        self.log = log
        with log.open("ab") as out:
            self._process = subprocess.Popen(
                [sys.executable, __file__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=out,
                text=True,
            )
        self._children: list[ServerProcess] = []

    def start(self, **settings: Any) -> ServerProcess:
        """A new server; returns when it answers."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(settings), file=self._process.stdin, flush=True)
        started = ServerProcess(int(self._process.stdout.readline()), settings)
        self._children.append(started)
        started.wait_until_it_answers()
        return started

    def close(self) -> None:
        for child in self._children:
            child.kill()
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(20)


class ServerProcess:
    """One server process."""

    def __init__(self, pid: int, settings: dict[str, Any]) -> None:
        self.pid = pid
        self.address = f"http://127.0.0.1:{settings['port']}"
        self.settings = settings
        self._ended = False

    def wait_until_it_answers(self) -> None:
        until = time.monotonic() + READY_WITHIN
        while time.monotonic() < until:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.address}/healthz", timeout=5):
                return
            assert self.lives(), "the server could not start"
            time.sleep(0.02)
        raise AssertionError("the server does not answer")

    def lives(self) -> bool:
        if not self._ended:
            try:
                os.kill(self.pid, 0)
            except ProcessLookupError:
                self._ended = True
        return not self._ended

    def kill(self) -> None:
        """End it without warning, at whatever it is doing."""
        self._send(signal.SIGKILL)
        self.wait(10)

    def terminate(self) -> None:
        """Ask it to stop."""
        self._send(signal.SIGTERM)

    def _send(self, what: signal.Signals) -> None:
        if self.lives():
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, what)

    def wait(self, within: float) -> float:
        """How long it takes to end."""
        began = time.monotonic()
        while self.lives():
            assert time.monotonic() - began < within, "the server does not end"
            time.sleep(0.005)
        return time.monotonic() - began


def serve(pace: float = 0.0, hidden_pace: float = 0.0, dead: int = 0, **settings: Any) -> None:
    """In the forked process: serve until killed. `dead`: milliseconds after which others hold it for dead."""
    from harena.server import alive, turns
    from harena.server.limits import Limits, Rate
    from harena.server.serving import make_server
    from harena.server.settings import Settings

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if dead:
        alive.DEAD, alive.BEAT, turns.FALLBACK = dead, dead / 5000, dead / 3000
    plenty = Rate(PLENTY, PLENTY)
    limits = Limits(plenty, plenty, plenty, plenty, connections=10_000, talk=plenty, table_talk=plenty)
    make_server(Settings(pace=pace, hidden_pace=hidden_pace, limits=limits, **settings)).run()


def main() -> None:
    from harena.core import registry
    from harena.server import serving  # noqa: F401 - loaded before servers are forked

    for name in registry.names():
        registry.find(name).pack()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # so that killed servers do not linger
    for line in sys.stdin:
        if (pid := os.fork()) == 0:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(2, 1)
            serve(**json.loads(line))
            os._exit(0)
        print(pid, flush=True)


@contextlib.contextmanager
def nursery(folder: Path) -> Iterator[Nursery]:
    """A nursery for one test."""
    made = Nursery(folder / "server.log")
    try:
        yield made
    finally:
        made.close()


if __name__ == "__main__":
    main()
