"""How much one may ask for: buckets that fill slowly and are emptied by asking."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass

MOST_ADDRESSES = 20_000  # remembered at a time; the longest unseen are forgotten


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many a second in the long run."""

    burst: float
    per_second: float


class Bucket:
    """What one connection or address may still ask for."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self.left = rate.burst
        self.at = time.monotonic()

    def take(self, amount: float = 1.0) -> bool:
        """Take from the bucket, if there is enough in it."""
        now = time.monotonic()
        self.left = min(self.rate.burst, self.left + (now - self.at) * self.rate.per_second)
        self.at = now
        if self.left < amount:
            return False
        self.left -= amount
        return True

    def spend(self, amount: float) -> None:
        """Take what could not be known before; what is missing then has to come back first."""
        self.take(0.0)
        self.left -= amount

    @property
    def is_empty(self) -> bool:
        return not self.take(0.0)


class Buckets:
    """A bucket for each address."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._by_address: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, amount: float = 1.0) -> bool:
        return self.of(address).take(amount)

    def has(self, address: str, amount: float = 1.0) -> bool:
        """Could so much be taken?"""
        bucket = self.of(address)
        return bucket.take(0.0) and bucket.left >= amount

    def of(self, address: str) -> Bucket:
        bucket = self._by_address.pop(address, None) or Bucket(self.rate)
        self._by_address[address] = bucket
        while len(self._by_address) > MOST_ADDRESSES:
            self._by_address.popitem(last=False)
        return bucket


@dataclass(frozen=True)
class Limits:
    """All limits of a server."""

    messages: Rate = Rate(40, 15)  # of one connection
    requests: Rate = Rate(200, 50)  # of one address over HTTP
    misses: Rate = Rate(30, 0.5)  # of one address: tables that are not there, keys that do not fit
    tables: Rate = Rate(30, 0.5)  # opened by one address
    connections: int = 60  # WebSockets of one address at a time
    watchers: int = 120  # of one table at a time
    frame: int = 8 * 1024  # bytes of one message to the server
    strikes: int = 8  # refused messages of a kind that no page sends, before the connection is closed
    body: int = 32 * 1024  # bytes of one HTTP request
    sockets: int = 200  # other connections of one address at a time, silent ones included
    files: Rate = Rate(2000, 200)  # of one address: scripts and style, a large one counts as several
    counsels: Rate = Rate(20, 0.5)  # of one address: questions to a bot; a line over a game counts as 3
    sent: Rate = Rate(8000, 1000)  # kilobytes to one address over all its live connections
    talk: Rate = Rate(60, 2)  # lines of one address, at all tables; a long one counts as up to 5
    table_talk: Rate = Rate(40, 2)  # lines at one table
    probes: Rate = Rate(200, 50)  # of one address: /healthz and /readyz
