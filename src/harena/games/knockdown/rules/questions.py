"""The questions of Knockdown as numbers: which of them waits is part of what a seat sees (features.py)."""

from __future__ import annotations

from typing import Final

PICK_FIGHTER: Final = 0
KEEP: Final = 1
KEEP_RECEIVED: Final = 2
FACE: Final = 3
DRAFT_CARD: Final = 4
ACT: Final = 5
COMBO: Final = 6
PAY: Final = 7
REACT: Final = 8
BLOCK: Final = 9
CALL: Final = 10
LET_GO: Final = 11
GO_TO: Final = 12
SHOVE: Final = 13
BURN: Final = 14
MEND: Final = 15
TAKE_ROW: Final = 16
DISCARD: Final = 17
STRIP: Final = 18
SHOW: Final = 19
SPEND: Final = 20
RELOAD: Final = 21
QUESTIONS: Final = 22
