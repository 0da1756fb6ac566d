"""The actions of Combat Arena: named stretches of one flat range, the same numbers in every position."""

from __future__ import annotations

from typing import Final

# A card's rows: 24 moves, 24 attacks, 24 specials, then what can be done instead.
MOVE_ROW: Final = 0
ATTACK_ROW: Final = 24
SPECIAL_ROW: Final = 48
UNIQUE: Final = 72
PASS: Final = 73
HAND_OVER: Final = 74
TWO_CARDS: Final = 75
YES: Final = 76
NO: Final = 77
KIND: Final = 78  # melee, ranged
FACING: Final = 80  # six directions
TARGET: Final = 86  # a fighter of the pack
PICK: Final = 94  # a fighter of the pack, to play
BOX: Final = 102  # melee, ranged, rule
CARD: Final = 110  # a card, to discard or to show
REACT: Final = 140  # a card, against an attack
NO_REACTION: Final = 164
HEX: Final = 170
