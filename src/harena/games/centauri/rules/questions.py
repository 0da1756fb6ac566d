"""The questions of Centauri Arena as numbers: which of them waits is in what a seat sees (features.py)."""

from __future__ import annotations

from typing import Final

PICK_SIDE: Final = 0
SPREAD: Final = 1
UPKEEP: Final = 2
DROP_CARD: Final = 3
CHOOSE_TOKEN: Final = 4
MOVEMENT: Final = 5
BUFF: Final = 6
NAME_BLAZE: Final = 7
TRADE: Final = 8
CONVOY_STEP: Final = 9
ORDERS: Final = 10  # from here on they are about one armada, the `n` of their step
FLY: Final = 11
EVADE_AGAIN: Final = 12
PUSH_WHAT: Final = 13
PUSH_TO: Final = 14
SWAP_WITH: Final = 15
DECIDE: Final = 16
FLEE_TO: Final = 17
ENGAGE: Final = 18
SPEND_DIE: Final = 19
REROLL: Final = 20
JOIN_BOSS: Final = 21
REGROUP: Final = 22
QUESTIONS: Final = 23
