"""Tables taken up from their entries, a little at a time: however long a game was, others have their turn."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence

from harena.server.entry import DamagedError
from harena.server.metrics import METRICS
from harena.server.store import GoneError, Kept, Store
from harena.server.table import Table, following

LOG = logging.getLogger("harena.server")
SLICE = 0.001  # seconds for which entries are followed before whoever waits has a turn
RESTS = 60.0  # seconds for which a damaged table is not read again
MOST_DAMAGED = 1_000  # remembered at a time


class Loader:
    """Plays tables again. All loadings take turns, so many at once cost the others no more than one."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._turn = asyncio.Lock()
        self._damaged: OrderedDict[str, tuple[float, DamagedError]] = OrderedDict()

    async def table(self, kept: Kept, bodies: Sequence[bytes] | None = None) -> Table:
        """A table as its entries tell it; they are read unless they are given."""
        self._check(kept.id)
        try:
            if bodies is None:
                bodies = (await self.store.bodies([kept.id])).get(kept.id, [])
            if not bodies and await self.store.find(kept.id) is None:
                raise GoneError
            table = await self.store.begun(kept, bodies)
            await self._follow(following(table, bodies))
        except DamagedError as error:
            self.note(kept.id, error)
            raise
        self._damaged.pop(kept.id, None)
        return table

    async def _follow(self, steps: Iterator[None]) -> None:
        going_on = True
        while going_on:
            async with self._turn:
                going_on = _go_on(steps)
            await asyncio.sleep(0)

    def note(self, table_id: str, error: DamagedError) -> None:
        """A table is damaged: the host is told once, and nobody reads it again and again."""
        if table_id not in self._damaged:
            METRICS.count("tables_damaged")
            LOG.error("table %s: %s", table_id, error, exc_info=error, extra={"table": table_id})
        self._damaged[table_id] = (time.monotonic(), error)
        self._damaged.move_to_end(table_id)
        while len(self._damaged) > MOST_DAMAGED:
            self._damaged.popitem(last=False)

    def _check(self, table_id: str) -> None:
        """Somebody may have mended it meanwhile, but not just now."""
        at, error = self._damaged.get(table_id, (0.0, None))
        if error is not None and time.monotonic() - at < RESTS:
            raise error.with_traceback(None)


def _go_on(steps: Iterator[None]) -> bool:
    """Take steps until the time is up; false if there are no more."""
    until = time.monotonic() + SLICE
    return any(time.monotonic() >= until for _ in steps)
