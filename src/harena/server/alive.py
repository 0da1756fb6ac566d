"""Which server processes live, and what time it is for all of them.

Each gives signs of life in the database they share. Nobody's own clock decides whether another lives: what
counts is whether its sign has changed from one look to the next. The time is the database's, as the first
process found it; it goes on evenly even if somebody sets that clock.
"""

from __future__ import annotations

import contextlib
import logging
import secrets

from harena.server import times
from harena.server.store import Store
from harena.server.times import Timepiece
from harena.server.times import now as now

LOG = logging.getLogger("harena.server")
BEAT = 5.0  # seconds between two signs of life
DEAD = 20_000  # milliseconds without one
FORGOTTEN = 7 * 86_400_000  # milliseconds after which a dead process is not even remembered
LAST = "last"  # in place of a server's name: when one closed in good order
AHEAD = "ahead"  # in place of one: by how much the servers' time is ahead of the database's clock
JUMP = 1000  # milliseconds between two looks at the database's clock that no waiting explains
A_DAY = 86_400_000  # milliseconds: a clock that was further ahead than that was wrong
EASED = 4  # a small difference is taken back by this part of it at a time


class Alive:
    """This process among those that serve the same tables."""

    def __init__(self, store: Store, clock: Timepiece | None = None) -> None:
        self.store = store
        self.clock = clock or times.TIME
        self.name = secrets.token_hex(6)
        self._seen: dict[str, int] = {}  # server processes, and the time of their last signs
        self._silent: dict[str, int] = {}  # and for how long it has not changed, as far as was looked
        self._looked_at = self.clock.steady()
        self._looked = 0  # the same as a time
        self._living: set[str] = set()  # those that lived at the last look
        self._away = (0, 0)  # since when and until when no server was there
        self._pair = (0.0, 0)  # the last look at the database's clock: milliseconds here, and there

    async def begin(self) -> None:
        """Give the first sign of life, and find out for how long nobody gave one."""
        at, seen = await self._database_time(), await self.store.servers()
        ahead = seen.pop(AHEAD, 0)
        if not self.store.is_postgres or not self._find_living(seen, at + ahead):
            last = max(seen.values(), default=0)
            ahead = last - at if 0 < last - at < A_DAY else 0  # time never runs backwards at a table
            self._away = (last, at + ahead) if seen else (0, 0)
            if self.store.is_postgres:
                await self.store.beat(AHEAD, ahead)
        self.clock.set(at + ahead)
        for name in seen:
            if name != LAST and seen[name] < self.clock.now() - FORGOTTEN:
                await self.store.forget_server(name)
        await self.beat()

    async def beat(self) -> bool:
        """Give a sign of life. Has another process died since the last one?"""
        if self.store.is_postgres:
            await self._agree_on_time()
        await self.store.beat(self.name, self.clock.now())
        self._look(await self.store.servers())
        before, self._living = self._living, {name for name in self._seen if self.lives(name)}
        return bool(before - self._living)

    async def end(self) -> None:
        """This process closes in good order."""
        with contextlib.suppress(Exception):
            await self.store.forget_server(self.name)
            await self.store.beat(LAST, self.clock.now())

    def lives(self, name: str, since: int = 0) -> bool:
        """Does a server process live that did something at a time? An embedded file has one at a time."""
        if name == self.name or not self.store.is_postgres:
            return name == self.name
        if name not in self._seen:  # perhaps it began after the last look
            return bool(name) and since > self._looked - JUMP
        return self._silent[name] < DEAD

    def is_silent(self, name: str) -> bool:
        """Has a process that may still live missed signs of life? Perhaps it stands still."""
        return self.lives(name) and self._silent.get(name, 0) >= 1500 * BEAT

    def cut_off(self, name: str, since: int) -> int:
        """For how many milliseconds after a time a dead process has let nobody do anything."""
        if name not in self._seen:
            return 0
        return max(0, self.clock.now() - max(self._seen[name], since))

    def missed(self, since: int) -> int:
        """For how many milliseconds after a time no server was there, before this one began."""
        left, back = self._away
        return max(0, back - max(left, since))

    def _find_living(self, seen: dict[str, int], at: int) -> set[str]:
        return {name for name, sign in seen.items() if name != LAST and at - sign < DEAD}

    def _look(self, seen: dict[str, int]) -> None:
        """Whose sign has not changed is silent; time in which this process did not look counts for nobody."""
        passed = min(self.clock.steady() - self._looked_at, 2 * BEAT)
        self._looked_at, self._looked = self.clock.steady(), self.clock.now()
        signs = {name: at for name, at in seen.items() if name not in (LAST, AHEAD)}
        silent = {}
        for name, at in signs.items():
            if name not in self._seen:
                silent[name] = max(0, self.clock.now() - at)
            else:
                silent[name] = self._silent[name] + round(passed * 1000) if at == self._seen[name] else 0
        self._seen, self._silent = signs, silent

    # --- the time that all share

    async def _database_time(self) -> int:
        """The database's clock; an embedded file has the machine's."""
        if not self.store.is_postgres:
            return self.clock.wall_now()
        asked = self.clock.steady()
        at = await self.store.clock()
        answered = self.clock.steady()
        self._pair = (answered * 1000, at + round((answered - asked) * 500))
        return self._pair[1]

    async def _agree_on_time(self) -> None:
        """Follow the others, and the database's clock; but if that was set, go on evenly and tell them."""
        before_here, before = self._pair
        at = await self._database_time()
        here = self._pair[0]
        was_set = bool(before) and abs((here - before_here) - (at - before)) > JUMP
        ahead = (await self.store.servers()).get(AHEAD, 0)
        mine = self.clock.now() - at
        if abs(mine - ahead) <= JUMP:
            self.clock.set(self.clock.now() + (ahead - mine) / EASED)
        elif was_set:
            LOG.warning("the database's clock was set; tables go on evenly", extra={"ms": mine - ahead})
            await self.store.beat(AHEAD, mine)
        else:
            self.clock.set(at + ahead)
