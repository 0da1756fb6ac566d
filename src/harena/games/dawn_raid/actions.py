"""The actions of Dawn Raid: three named stretches of one flat range."""

from __future__ import annotations

from typing import Final

TYPE: Final = 0  # ranged, melee, psychic
USE_ROLE: Final = 3
NO_ROLE: Final = 4
END_RAID: Final = 5
CONTINUE: Final = 6
TAKE_OVER: Final = 7
BANK: Final = 8
