"""What nobody needs any more leaves the database by itself: old tables, and the chat of finished ones."""

from __future__ import annotations

import asyncio
import logging

from harena.server import entry as kinds
from harena.server.alive import now
from harena.server.entry import DamagedError, read_entry
from harena.server.hub import Hub
from harena.server.keeping import entered_at
from harena.server.metrics import METRICS
from harena.server.settings import Keep
from harena.server.store import Kept, StillUsedError
from harena.server.table import OVER, RUNNING, WAITING
from harena.server.trouble import TroubleError

LOG = logging.getLogger("harena.server")
EVERY = 60 * 60.0  # seconds between two looks
FIRST = 5 * 60.0  # seconds until the first: a server that starts has other things to do
BETWEEN = 0.01  # seconds between two tables, in which others write
MOST = 10_000  # tables at one look
TOGETHER = 20  # tables whose entries are read at once
TALK_FORGOTTEN = "talk_forgotten"  # in the database: of games that ended before this time


class Pruner:
    """Looks now and then what can go. Several processes may do so at once."""

    def __init__(self, hub: Hub, keep: Keep) -> None:
        self.hub = hub
        self.keep = keep

    async def prune_on(self) -> None:
        """As long as the server runs."""
        await asyncio.sleep(FIRST)
        while True:
            try:
                await self.prune()
            except TroubleError:
                pass  # the store has told the host
            except Exception:
                METRICS.count("errors")
                LOG.exception("old tables could not be deleted")
            await asyncio.sleep(EVERY)

    async def prune(self) -> tuple[int, int]:
        """How many tables went, and at how many others what was said was forgotten."""
        kept = {OVER: self.keep.finished, RUNNING: self.keep.running, WAITING: self.keep.waiting}
        deleted = sum([await self._delete_old(status, kept[status]) for status in kept if kept[status]])
        quiet = await self._forget_talk() if self.keep.chat else 0
        if deleted or quiet:
            METRICS.count("tables_pruned", deleted)
            LOG.info("%s old tables deleted, the chat of %s forgotten", deleted, quiet)
        return deleted, quiet

    async def _delete_old(self, status: str, seconds: int) -> int:
        before = now() - seconds * 1000
        store, deleted = self.hub.store, 0
        found = await store.all_tables(status, before=before, most=MOST)
        last = await store.last_entries([kept.id for kept in found])
        for kept in found:
            number = last[kept.id][0] if kept.id in last else -1
            if entered_at(kept, last) < before and await self._deleted(kept, number):
                deleted += 1
        return deleted

    async def _deleted(self, kept: Kept, last: int) -> bool:
        """Delete a table, unless somebody looks at it here, or has just come back to it."""
        live = self.hub.live.get(kept.id)
        if live is not None and live.watchers:
            return False
        try:
            await self.hub.store.delete(kept.id, last)
        except StillUsedError:
            return False
        self.hub.let_go_of(kept.id)
        await asyncio.sleep(BETWEEN)
        return True

    async def _forget_talk(self) -> int:
        """What was said at games that ended long ago; each is looked at once."""
        store, until = self.hub.store, now() - self.keep.chat * 1000
        since = int(await store.remembered(TALK_FORGOTTEN) or 0)
        ended = await store.changed_between(OVER, since, until, MOST)
        quiet = 0
        for first in range(0, len(ended), TOGETHER):
            some = ended[first : first + TOGETHER]
            for table_id, bodies in (await store.bodies([kept.id for kept in some])).items():
                quiet += await self._silence(table_id, bodies)
            await store.remember(TALK_FORGOTTEN, str(some[-1].changed_at))
            await asyncio.sleep(BETWEEN)
        return quiet

    async def _silence(self, table_id: str, bodies: list[bytes]) -> bool:
        """Empty the lines of chat; the entries stay, so that all others keep their numbers."""
        try:
            entries = [read_entry(number, body) for number, body in enumerate(bodies)]
        except DamagedError:
            return False
        talk = [one for one in entries if one.kind in (kinds.CHAT, kinds.TEAM_CHAT) and one.text]
        if talk:
            await self.hub.store.empty(table_id, talk)
        return bool(talk)
