"""Which server processes live: each gives signs of life in the database they share."""

from __future__ import annotations

import contextlib
import secrets
import time

from harena.server.store import Store

BEAT = 5.0  # seconds between two signs of life
DEAD = 15_000  # milliseconds without one
FORGOTTEN = 7 * 86_400_000  # milliseconds after which a dead process is not even remembered
LAST = "last"  # in place of a server's name: when one closed in good order


def now() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1000)


class Alive:
    """This process among those that serve the same tables."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.name = secrets.token_hex(6)
        self._seen: dict[str, int] = {}  # server processes, and when they were last seen
        self._living: set[str] = set()  # those that lived at the last look
        self._away = (0, 0)  # since when and until when no server was there

    async def begin(self) -> None:
        """Give the first sign of life, and find out for how long nobody gave one."""
        seen, at = await self.store.servers(), now()
        if seen and (not self.store.is_postgres or not self._find_living(seen)):
            self._away = (max(seen.values()), at)
        for name in seen:
            if name != LAST and seen[name] < at - FORGOTTEN:
                await self.store.forget_server(name)
        await self.beat()

    async def beat(self) -> bool:
        """Give a sign of life. Has another process died since the last one?"""
        await self.store.beat(self.name)
        self._seen = await self.store.servers()
        before, self._living = self._living, self._find_living(self._seen)
        return bool(before - self._living)

    async def end(self) -> None:
        """This process closes in good order."""
        with contextlib.suppress(Exception):
            await self.store.forget_server(self.name)
            await self.store.beat(LAST)

    def lives(self, name: str) -> bool:
        """Does a server process live? An embedded file has one at a time."""
        if name == self.name or not self.store.is_postgres:
            return name == self.name
        return now() - self._seen.get(name, 0) < DEAD

    def missed(self, since: int) -> int:
        """For how many milliseconds after a time no server was there, before this one began."""
        left, back = self._away
        return max(0, back - max(left, since))

    def _find_living(self, seen: dict[str, int]) -> set[str]:
        return {name for name, at in seen.items() if name != LAST and now() - at < DEAD}
