"""The players' clocks, computed from the times of the entries alone."""

from __future__ import annotations

from collections.abc import Iterable

from harena.server.setup import ClockPlan

SECOND = 1000  # all times are in milliseconds
AFTER_RETURN = 4  # who comes back after running out gets this part of the bank anew


class Clock:
    """How long each seat has left, and which clocks run."""

    def __init__(self, plan: ClockPlan, seats: int) -> None:
        self.plan = plan
        self.bank = [plan.seconds * SECOND] * seats
        self.asked_at: dict[int, int] = {}  # by seat that decides: since when

    @property
    def runs(self) -> bool:
        return self.plan.kind != "none"

    def ask(self, seats: Iterable[int], at: int) -> None:
        """These seats decide from now on; whose clock ran already goes on."""
        self.asked_at = {seat: self.asked_at.get(seat, at) for seat in seats}

    def answered(self, seat: int, at: int) -> None:
        """A seat has decided: what it took is gone, what the plan adds is there."""
        since = self.asked_at.pop(seat, at)
        if self.plan.kind == "bank":
            self.bank[seat] += self.plan.increment * SECOND - max(0, at - since)

    def took_back(self, seat: int) -> None:
        """A decision is taken back: the clock goes on, and what the decision added is gone."""
        if self.plan.kind == "bank":
            self.bank[seat] -= self.plan.increment * SECOND

    def stop(self, seat: int) -> None:
        self.asked_at.pop(seat, None)

    def give_some(self, seat: int) -> None:
        """Who comes back has at least a little time."""
        self.bank[seat] = max(self.bank[seat], self.plan.seconds * SECOND // AFTER_RETURN)
        self.asked_at.pop(seat, None)

    def shift(self, milliseconds: int) -> None:
        """Nobody's clock ran for so long."""
        self.asked_at = {seat: at + milliseconds for seat, at in self.asked_at.items()}

    def deadline(self, seat: int) -> int | None:
        """When a seat's time is over, if its clock runs."""
        if not self.runs or seat not in self.asked_at:
            return None
        return self.asked_at[seat] + self.bank[seat]

    def left(self, seat: int) -> int:
        """What a seat had left when its clock began to run."""
        return max(0, self.bank[seat])
