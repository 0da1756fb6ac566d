"""The time of a server: it goes on evenly, whatever becomes of the machine's own clock."""

from __future__ import annotations

import time
from collections.abc import Callable

STALLED = 2.0  # seconds without a pulse after which this process did not run


class Timepiece:
    """Milliseconds since 1970, measured by a clock that nobody can set.

    The machine's own clock is looked at when the server begins, never again: it may be set while people play.
    """

    def __init__(
        self, steady: Callable[[], float] = time.monotonic, wall: Callable[[], float] = time.time
    ) -> None:
        self.steady = steady
        self.wall = wall
        self._zero = 0.0
        self.set(self.wall_now())

    def now(self) -> int:
        """The time."""
        return int(self._zero + self.steady() * 1000)

    def wall_now(self) -> int:
        """What the machine's own clock says."""
        return int(self.wall() * 1000)

    def set(self, at: float) -> None:
        """From now on it is this time."""
        self._zero = at - self.steady() * 1000


class Pulse:
    """Notices when this process did not run: it was stopped, or something kept everyone waiting."""

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._last = steady()
        self.missed = 0  # milliseconds in all

    def feel(self) -> int:
        """To be called often: for how many milliseconds this process has not run so far."""
        at = self._steady()
        if (gap := at - self._last) > STALLED:
            self.missed += round(gap * 1000)
        self._last = at
        return self.missed


TIME = Timepiece()  # of this process


def now() -> int:
    """Milliseconds since 1970, as this server counts them."""
    return TIME.now()
