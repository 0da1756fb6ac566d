"""One look for pages, pictures, reports and terminal: colours, emblems, icons."""

from __future__ import annotations

from typing import Final, NamedTuple

PARCHMENT, INK = "#f7f0e0", "#22201c"


class SeatLook(NamedTuple):
    """How a seat is told from the others: by colour, and by a pattern where colours look alike."""

    name: str  # of the colour
    colour: str
    ink: str  # what is readable on it
    pattern: str  # drawn by seats.svg.j2
    shape: str  # the same where there is only text
    dashes: str  # the same for a line

    @property
    def mark(self) -> str:
        """What the pattern is drawn with."""
        return "#2a1d05" if self.ink == INK else "#fff"


# As many as a table has seats (`core.game.MOST_SEATS`). tests/look/test_seats.py measures how far they are
# apart, for eyes that lack one kind of cones too.
SEATS: Final = (
    SeatLook("crimson", "#c0392b", PARCHMENT, "solid", "■", "none"),
    SeatLook("azure", "#2a6fb0", PARCHMENT, "stripe", "▨", "7 4"),
    SeatLook("gold", "#c99a1c", INK, "dot", "░", "2 4"),
    SeatLook("jade", "#3fa281", INK, "cross-hatch", "▦", "9 3 2 3"),
    SeatLook("violet", "#4d2b88", PARCHMENT, "bar", "▤", "14 4"),
    SeatLook("sky", "#5db9ee", INK, "pale", "▥", "5 2"),
    SeatLook("wine", "#7b1831", PARCHMENT, "square", "▣", "9 3 2 3 2 3"),
    SeatLook("sage", "#bac685", INK, "check", "▚", "2 7"),
)

# Edges of cards by their kind. All of them carry white writing at 4.5:1 or better.
GILT, OLIVE, VIOLET, TEAL, IRON = "#8a5f12", "#5c5a45", "#6a3d7c", "#1f6e6a", "#4a5361"

EMBLEMS = (
    "chevron",
    "cross",
    "saltire",
    "roundel",
    "crown",
    "wing",
    "drop",
    "star",
    "eye",
    "fang",
    "flame",
    "wheel",
)
