"""The players' clocks, computed from the times of the entries alone."""

from __future__ import annotations

from collections.abc import Iterable

from harena.server.setup import ClockPlan

SECOND = 1000  # all times are in milliseconds
AFTER_RETURN = 4  # whoever comes back after running out gets this part of the bank anew


class Clock:
    """How long each seat has left, and which clocks run."""

    def __init__(self, plan: ClockPlan, seats: int) -> None:
        self.plan = plan
        self.bank = [plan.seconds * SECOND] * seats
        self.asked_at: dict[int, int] = {}  # by seat that decides: since when
        self.pauses: dict[int, int] = {}  # by seat that decides: how long the server itself keeps its answer
        self.answers: list[tuple[int, int]] = []  # of the seat that answered last: since when it was asked

    @property
    def runs(self) -> bool:
        return self.plan.kind != "none"

    def ask(self, seats: Iterable[int], at: int, pause: int = 0) -> None:
        """These seats decide from now on; whose clock ran already goes on."""
        seats = list(seats)
        self.pauses = {seat: self.pauses.get(seat, pause) for seat in seats}
        self.asked_at = {seat: self.asked_at.get(seat, at) for seat in seats}

    def since(self, seat: int) -> int:
        """When the clock of a seat that decides began to run: once its answer could be shown at all."""
        return self.asked_at[seat] + self.pauses.get(seat, 0)

    def answered(self, seat: int, at: int) -> None:
        """A seat has decided: what it took is gone, what the plan adds is there."""
        since = self.since(seat) if seat in self.asked_at else at
        if self.answers and self.answers[-1][0] != seat:
            self.answers.clear()  # nobody takes back past what another did
        self.answers.append((seat, self.asked_at.get(seat, at)))
        self.stop(seat)
        if self.plan.kind == "bank":
            self.bank[seat] += self.plan.increment * SECOND - max(0, at - since)

    def took_back(self, seat: int) -> None:
        """A decision is taken back: its clock goes on, and what the decision added is gone."""
        asked_at = self.asked_before(seat)
        self.answers = self.answers[:-1]
        if self.plan.kind == "bank":
            self.bank[seat] -= self.plan.increment * SECOND
        elif asked_at is not None:
            self.stop(seat)
            self.asked_at[seat] = asked_at

    def asked_before(self, seat: int) -> int | None:
        """Since when a seat was asked what it answered last, if nobody has answered since."""
        return self.answers[-1][1] if self.answers and self.answers[-1][0] == seat else None

    def is_too_late(self, seat: int, at: int) -> bool:
        """Is the time over that a seat had for its last answer? Then it is not asked again."""
        before = self.asked_before(seat)
        return self.plan.kind == "move" and before is not None and at >= before + self.bank[seat]

    def stop(self, seat: int) -> None:
        self.asked_at.pop(seat, None)
        self.pauses.pop(seat, None)

    def give_some(self, seat: int) -> None:
        """Whoever comes back has at least a little time."""
        self.bank[seat] = max(self.bank[seat], self.plan.seconds * SECOND // AFTER_RETURN)
        self.stop(seat)

    def shift(self, milliseconds: int) -> None:
        """Nobody's clock ran for so long."""
        self.asked_at = {seat: at + milliseconds for seat, at in self.asked_at.items()}
        self.answers = [(seat, at + milliseconds) for seat, at in self.answers]

    def deadline(self, seat: int) -> int | None:
        """When a seat's time is over, if its clock runs."""
        if not self.runs or seat not in self.asked_at:
            return None
        return self.since(seat) + self.bank[seat]

    def left(self, seat: int) -> int:
        """What a seat had left when its clock began to run."""
        return max(0, self.bank[seat])
