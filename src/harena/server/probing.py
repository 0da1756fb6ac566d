"""Is all well? Many may ask at once, and again and again: it is looked at once for all of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

HOLDS = 1.0  # seconds for which an answer counts


class Probe:
    """Something that is tried for whoever asks, at most once a second."""

    def __init__(self, attempt: Callable[[], Awaitable[object]]) -> None:
        self.attempt = attempt
        self._trying: asyncio.Future[object] | None = None
        self._again_at = 0.0

    async def ask(self) -> None:
        """Raises what was wrong at the last look, if anything was."""
        if self._trying is None or (self._trying.done() and time.monotonic() >= self._again_at):
            self._trying = asyncio.ensure_future(self.attempt())
            self._again_at = time.monotonic() + HOLDS
        await asyncio.shield(self._trying)
