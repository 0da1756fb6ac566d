"""People's hands at measured questions: when each was shown what swings, and how far away it is."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from statistics import median

from harena.core.match import Match
from harena.core.swing import LONGEST

KEPT = 5  # round trips, of which the middle one counts
MOST_LAG = 400  # milliseconds
LEEWAY = 100  # milliseconds by which a page's clock and ours may differ


class Trips:
    """How long messages take to a page and back."""

    def __init__(self) -> None:
        self._sent: dict[int, int] = {}
        self._took: deque[int] = deque(maxlen=KEPT)
        self._count = 0

    def begin(self, at: int) -> int:
        """A message goes out whose answer will be timed; its number."""
        self._count += 1
        self._sent = {**dict(list(self._sent.items())[1 - KEPT :]), self._count: at}
        return self._count

    def end(self, number: int, at: int) -> None:
        """The answer has come."""
        sent = self._sent.pop(number, None)
        if sent is not None:
            self._took.append(max(0, at - sent))

    @property
    def lag(self) -> int:
        """Milliseconds there and back, as a rule; never more than is believed."""
        return min(MOST_LAG, round(median(self._took))) if self._took else 0


@dataclass(frozen=True)
class Hand:
    """A hand that may let go: since when it swings before it, its lag, and when its message came.

    A message may wait for its turn at the table: that time is not the hand's.
    """

    since: int
    lag: int = 0
    arrived: int | None = None  # none: only now

    def is_early(self, at: int) -> bool:
        """Does a message come while there is still time to get ready?"""
        return (at if self.arrived is None else self.arrived) + LEEWAY < self.since

    def believed(self, ms: int, at: int) -> int:
        """The time that is entered for one that a page gives."""
        passed = (at if self.arrived is None else self.arrived) - self.since - self.lag
        return min(max(ms, passed - LEEWAY, 0), max(passed + LEEWAY, 0), LONGEST)

    def late_at(self, match: Match) -> int:
        """When it is too late, whatever a page may still say."""
        return self.since + max(0, match.swing().limit - match.test_took()) + self.lag + LEEWAY
