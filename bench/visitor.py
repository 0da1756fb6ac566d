"""Somebody who looks at pages while others play: one connection that is kept open, a request at a time."""

from __future__ import annotations

import http.client
import threading
import time
from urllib.parse import urlsplit

PAUSE = 0.05  # seconds between two requests
QUIET_REQUESTS = 40


class Visitor:
    """Asks over one kept connection, and notes how long each answer took.

    A server that waits for the system to send its second packet (no TCP_NODELAY) takes 40 ms and more for
    every answer here, however little it has to do. A connection of its own for each request hides that.
    """

    def __init__(self, address: str, path: str = "/api/mine") -> None:
        self.path = path
        self.delays: list[float] = []
        self.errors: list[str] = []
        where = urlsplit(address)
        assert where.hostname is not None
        self._connection = http.client.HTTPConnection(where.hostname, where.port, timeout=30)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._ask_on, daemon=True)

    def ask(self) -> float:
        """One request; the seconds to the end of its answer."""
        began = time.perf_counter()
        self._connection.request("GET", self.path)
        answer = self._connection.getresponse()
        answer.read()
        if answer.status != http.client.OK:
            self.errors.append(f"{self.path}: {answer.status}")
        return time.perf_counter() - began

    def quiet(self, requests: int = QUIET_REQUESTS) -> list[float]:
        """How long answers take while nobody else asks."""
        return sorted(self.ask() for _ in range(requests))

    def begin(self) -> None:
        self._thread.start()

    def _ask_on(self) -> None:
        while not self._stopping.wait(PAUSE):
            try:
                self.delays.append(self.ask())
            except (OSError, http.client.HTTPException) as error:
                self.errors.append(str(error) or type(error).__name__)
                self._connection.close()

    def end(self) -> list[float]:
        """How long answers took, the quickest first."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()
        self._connection.close()
        return sorted(self.delays)
