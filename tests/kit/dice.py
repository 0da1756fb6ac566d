"""Dice that show what a test says."""

from __future__ import annotations

from collections.abc import Iterable

from harena.core.dice import Dice


class Loaded(Dice):
    """Dice that show what the test says, and no more; "the third of five cards" is a 3 too."""

    def __init__(self, rolls: Iterable[int]) -> None:
        super().__init__()
        self.rolls = list(rolls)

    def below(self, n: int) -> int:
        self.drawn += 1
        if not self.rolls:
            raise AssertionError(f"a number from 1 to {n} is wanted, but the test says no more")
        roll = self.rolls.pop(0)
        assert 1 <= roll <= n, f"{roll} is said, but a number from 1 to {n} is wanted"
        return roll - 1

    def copy(self) -> Dice:
        same = Loaded(self.rolls)
        same.drawn = self.drawn
        return same
