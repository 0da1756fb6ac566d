"""One look for pages, pictures, reports and terminal: colours, emblems, icons."""

from __future__ import annotations

SAND, PARCHMENT, BRONZE, EMBER = "#e9d8b4", "#f7f0e0", "#9a6b2f", "#c8452c"
NIGHT, SLATE, INK = "#171a21", "#2b303b", "#22201c"

SEAT_COLOURS = ("#c0392b", "#2a6fb0", "#c99a1c", "#2d8a63")
SEAT_COLOUR_NAMES = ("crimson", "azure", "gold", "jade")
SEAT_PATTERNS = ("solid", "stripe", "dot", "cross-hatch")  # for eyes that do not tell the colours apart

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

ICONS = (
    "sword",
    "crosshair",
    "psyche",
    "boot",
    "shield",
    "bolt",
    "heart",
    "skull",
    "die-1",
    "die-2",
    "die-3",
    "die-4",
    "die-5",
    "die-6",
    "eye",
    "hourglass",
    "hand",
    "card-back",
    "crown",
    "ranks",
    "medal",
    "swift",
    "cannon",
    "cup",
    "back",
    "check",
    "cancel",
    "star",
    "compass",
    "ahead",
    "drop",
)
