"""The questions of Combat Arena, counted from 0: which one waits, for what a seat sees as numbers."""

from __future__ import annotations

from typing import Final

PICK_FIGHTER: Final = 0
TAKE_PLACE: Final = 1
FIRST_FACING: Final = 2
REDRAW: Final = 3
CHOOSE_ACTION: Final = 4
DISCARD_ANY: Final = 5
SHOW_TWO: Final = 6
RESOLVE_SHOWN: Final = 7
CHOOSE_KIND: Final = 8
CHOOSE_ENEMY: Final = 9
REACT: Final = 10
WALK: Final = 11
FACE: Final = 12
PUSH: Final = 13
SNARE: Final = 14
CHOOSE_TARGET: Final = 15
MEND: Final = 16
CHOOSE_BOX: Final = 17
USE_FATE: Final = 18
EXTRA_TURN: Final = 19
QUESTIONS: Final = 20

FROM_REAR: Final = 1  # an attack step's `what`: only from the target's rear arc
