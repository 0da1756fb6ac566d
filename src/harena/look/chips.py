"""Actions to click, as chips with an icon and a few words: in a row, or filling the width of a phone."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from harena.look.drawing import HOLE, LOOK, Part, Pieces, filled, said
from harena.look.laying import Box, where
from harena.look.writing import BOLD, clip, width, wrap

SIZE, HIGH, GAP = 20.0, 46, 10
BESIDE = 64  # what a chip needs beside its words: the icon, and its round ends
TOUCH = 48  # how high a chip is where fingers choose
TOUCH_SIZES, TOUCH_BESIDE = (16.0, 14.0, 13.0), 46
PIECES = Pieces(LOOK, "chips.svg.j2")


class Offered(msgspec.Struct, frozen=True):
    """An action to be shown as a chip."""

    action: str
    label: str
    icon: str
    turn: int = 0  # of the icon, in degrees


class Chip(msgspec.Struct, frozen=True):
    """A chip where it stands."""

    action: str
    icon: str
    lines: tuple[str, ...]
    size: float
    w: float
    h: float
    place: str
    x: float
    turn: int = 0  # of its icon, in degrees


def in_a_row(offered: Sequence[Offered], box: Box, align: float = 0.5) -> list[Chip]:
    """Chips as wide as their words, all smaller where they need more room; align 0 is left, 1 is right."""
    wides = [round(width(one.label, SIZE * BOLD) + BESIDE) for one in offered]
    needed = sum(wides) + GAP * (len(wides) - 1)
    scale = round(min(1.0, box.w / max(needed, 1)), 3)
    x = box.x + (box.w - needed * scale) * align
    chips = []
    for one, w in zip(offered, wides, strict=True):
        place = where(round(x, 1), box.y, scale)
        chips.append(Chip(one.action, one.icon, (one.label,), SIZE, w, HIGH, place, x, one.turn))
        x += (w + GAP) * scale
    return chips


def filling(offered: Sequence[Offered], box: Box, gap: float = 6) -> list[Chip]:
    """Chips of one width that share a box, large enough for a finger; their words may take two lines."""
    count = max(1, len(offered))
    w = round((box.w - gap * (count - 1)) / count, 1)
    room = w - TOUCH_BESIDE
    chips = []
    for place, one in enumerate(offered):
        lines, size = _in_two_lines(one.label, room)
        x = round(box.x + place * (w + gap), 1)
        chips.append(Chip(one.action, one.icon, lines, size, w, TOUCH, where(x, box.y, 1), x, one.turn))
    return chips


def stacked(offered: Sequence[Offered], box: Box, gap: float = 6) -> tuple[list[Chip], float]:
    """Chips that fill a box's width row by row, short ones side by side; and how high they are together."""
    rows: list[list[Offered]] = []
    for one in offered:
        together = [one, *(rows[-1] if rows else [])]
        if not rows or max(map(_needed, together)) * len(together) > box.w:
            rows.append([])
        rows[-1].append(one)
    chips = [
        chip
        for number, row in enumerate(rows)
        for chip in filling(row, Box(box.x, box.y + number * (TOUCH + gap), box.w, TOUCH))
    ]
    return chips, len(rows) * (TOUCH + gap)


def _needed(offered: Offered) -> float:
    """About the room that a chip needs whose words stand in two lines."""
    return 0.6 * width(offered.label, TOUCH_SIZES[0] * BOLD) + TOUCH_BESIDE


def _in_two_lines(label: str, room: float) -> tuple[tuple[str, ...], float]:
    for size in TOUCH_SIZES:
        lines = wrap(label, room, size * BOLD, 2)
        if all(width(line, size * BOLD) <= room for line in lines):
            break
    return tuple(clip(line, room, size * BOLD) for line in lines), size


def drawn(chip: Chip, hint: str) -> list[Part]:
    """A chip, and what it does."""
    return filled(PIECES.cut("chip", chip, HOLE), said(hint))
