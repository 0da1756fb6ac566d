"""The actions of Centauri Arena: named stretches of one flat range, the same numbers in every position.

Cards are named by kind: all cards of a kind are alike.
"""

from __future__ import annotations

from typing import Final

FLY: Final = 0  # a sector to fly or flee to
PICK_UP: Final = 37
SPEND: Final = 38  # an Exploration token for a movement point
STAY: Final = 39
FINISH: Final = 40  # Upkeep is done
STARPORT: Final = 41
LAB: Final = 42
FIGHT: Final = 43
FLEE: Final = 44
YES: Final = 45
NO: Final = 46
REPAIR: Final = 47
DRAW: Final = 48
PASS: Final = 49
JOIN: Final = 50
TOKEN: Final = 51  # combat, exploration
SIDE: Final = 53  # the map's first or second start
ARMADA: Final = 64  # which one moves
TARGET: Final = 70  # six armadas, then the Raider or Boss
PLAY: Final = 80  # a kind of card
DISCARD: Final = 110  # a kind of card
NUMBER: Final = 140  # how many, from 0 to 9
SECTOR: Final = 150  # where something else is, or goes: a Raider, the Convoy
MOST_TRADED: Final = 9
