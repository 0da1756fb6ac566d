"""Whose work comes next: by who waits for it, then in fair shares among addresses, then among tables."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

PLAYED, ASKED, WATCHED = range(3)  # a person plays and waits; somebody has asked; bots play and some look on
PATIENCE = 6.0  # seconds after which work waits no longer for what is more urgent
GUESS = 0.1  # seconds that work is taken to last until it is known


@dataclass(frozen=True)
class Claim:
    """What a piece of work is done for."""

    urgency: int = PLAYED
    addresses: frozenset[str] = frozenset()  # of those who wait for it
    table: str = ""


@dataclass(eq=False)
class Waiting:
    """Work that has not begun."""

    claim: Claim
    turn: asyncio.Future[str]  # the address that it is counted for
    since: float = field(default_factory=time.monotonic)


class Ledger:
    """How many seconds of work each has had. Whoever comes anew stands where the last one served stood.

    So nobody saves up a claim to come before all others for long, and whoever has had much waits for the
    rest.
    """

    def __init__(self) -> None:
        self._had: dict[str, float] = {}
        self._level = 0.0

    def had(self, name: str) -> float:
        return max(self._had.get(name, 0.0), self._level)

    def serve(self, name: str) -> None:
        """Its work begins."""
        self._level = self.had(name)
        self._had = {one: seconds for one, seconds in self._had.items() if seconds > self._level}
        self.charge(name, GUESS)

    def charge(self, name: str, seconds: float) -> None:
        self._had[name] = self.had(name) + seconds


class Shares:
    """A queue before a few workers."""

    def __init__(self, workers: int) -> None:
        self._free = workers
        self._waiting: list[Waiting] = []
        self._addresses = Ledger()
        self._tables = Ledger()

    @contextlib.asynccontextmanager
    async def turn(self, claim: Claim) -> AsyncIterator[None]:
        """Wait for a free worker; it is free again afterwards."""
        one = Waiting(claim, asyncio.get_running_loop().create_future())
        self._waiting.append(one)
        self._begin_next()
        try:
            address = await one.turn
        except asyncio.CancelledError:
            self._withdraw(one)
            raise
        began = time.monotonic()
        try:
            yield
        finally:
            more = time.monotonic() - began - GUESS
            self._addresses.charge(address, more)
            self._tables.charge(claim.table, more)
            self._free += 1
            self._begin_next()

    def _withdraw(self, one: Waiting) -> None:
        """Nobody waits for it any more; perhaps its turn had just come."""
        if one in self._waiting:
            self._waiting.remove(one)
        elif not one.turn.cancelled():
            self._free += 1
            self._begin_next()

    def _begin_next(self) -> None:
        while self._free and self._waiting:
            now = time.monotonic()
            one = min(self._waiting, key=lambda waiting: self._order(waiting, now))
            self._waiting.remove(one)
            if one.turn.done():  # cancelled just now
                continue
            address = self._counted_for(one.claim)
            self._addresses.serve(address)
            self._tables.serve(one.claim.table)
            self._free -= 1
            one.turn.set_result(address)

    def _order(self, one: Waiting, now: float) -> tuple[int, float, float, float]:
        urgency = PLAYED if now - one.since > PATIENCE else one.claim.urgency
        address = self._addresses.had(self._counted_for(one.claim))
        return urgency, address, self._tables.had(one.claim.table), one.since

    def _counted_for(self, claim: Claim) -> str:
        """Of several who wait the one who has had least: nobody is put back by others who look on."""
        return min(claim.addresses, key=lambda address: (self._addresses.had(address), address), default="")
