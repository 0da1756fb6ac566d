"""How Python itself runs while a server does: no long pauses, and no long waits of one thread for another."""

from __future__ import annotations

import asyncio
import gc
import sys

SWEEP_EVERY = 60.0  # seconds between two looks through everything for what nothing refers to any more
YOUNG, MIDDLE, NEVER = (
    2_000,
    20,
    1_000_000,
)  # when Python looks by itself: through what is new, not through all
SWITCH = 0.0005  # seconds that a thread waits for another that computes; the database's has most to wait for


class Pace:
    """With five hundred tables Python's own look through everything takes a quarter of a second, and comes
    when many act. Here it comes once a minute, and leaves out what was there when the server began.
    """

    def __init__(self) -> None:
        self._sweeping: asyncio.Task[None] | None = None
        self._before = (gc.get_threshold(), sys.getswitchinterval())

    def begin(self) -> None:
        """From now on this process is a server."""
        self._before = (gc.get_threshold(), sys.getswitchinterval())
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, MIDDLE, NEVER)
        sys.setswitchinterval(SWITCH)
        self._sweeping = asyncio.create_task(self._sweep_on())

    async def _sweep_on(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            gc.collect()

    def end(self) -> None:
        """As it was before."""
        if self._sweeping is not None:
            self._sweeping.cancel()
            self._sweeping = None
            gc.unfreeze()
            gc.set_threshold(*self._before[0])
            sys.setswitchinterval(self._before[1])
