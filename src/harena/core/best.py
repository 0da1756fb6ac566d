"""The best of several, for players in a hurry: any of those that are equally good."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from harena.core.dice import Dice

NONE: Final = -1


@final
@mypyc_attr(free_list_len=1)
class Best:
    """Takes one offer after the other and keeps the best; dice decide between equals, each as likely.

    Without that a bot would always take the first, and drift to one side of a board or turn on one seat.
    """

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.choice: i64 = NONE  # of the best offer; NONE before the first
        self.worth: i64 = 0
        self.equals: i64 = 0  # how many offers were as good as the best

    def offer(self, choice: i64, worth: i64) -> None:
        """Take it if it is better than what there was, or by the dice if it is as good."""
        if self.equals == 0 or worth > self.worth:
            self.choice = choice
            self.worth = worth
            self.equals = 1
        elif worth == self.worth:
            self.equals += 1
            if self.dice.below(self.equals) == 0:
                self.choice = choice
