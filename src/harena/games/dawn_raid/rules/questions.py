"""The questions of Dawn Raid, counted from 0: which one waits, for what a seat sees as numbers."""

from __future__ import annotations

from typing import Final

NAME_TYPE: Final = 0
CHOOSE_ROLE: Final = 1
ATTACKER_WON: Final = 2
DEFENDER_WON: Final = 3
QUESTIONS: Final = 4
