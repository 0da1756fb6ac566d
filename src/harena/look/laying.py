"""Where things lie: boxes, and things in rows and grids that fill one."""

from __future__ import annotations

import math
from functools import lru_cache

import msgspec

from harena.look.drawing import Plain


class Box(msgspec.Struct, frozen=True):
    """A part of the sheet."""

    x: float
    y: float
    w: float
    h: float

    def within(self, edge: float) -> Box:
        """What is left inside an edge."""
        return Box(self.x + edge, self.y + edge, self.w - 2 * edge, self.h - 2 * edge)


@lru_cache(4096)
def where(x: float, y: float, scale: float) -> Plain:
    """How a thing is moved to its place, and how large it is there."""
    return Plain(f"translate({x:.1f} {y:.1f}) scale({scale:.3f})")


@lru_cache(256)
def row(count: int, w: float, h: float, box: Box, air: float = 7) -> tuple[Plain, ...]:
    """So many things of w by h side by side in the middle of a box: as large as they are, or smaller."""
    if not count:
        return ()
    needed = count * (w + air) - air
    scale = min(1.0, box.w / needed, box.h / h)
    step = (w + air) * scale
    left = box.x + (box.w - needed * scale) / 2
    top = box.y + (box.h - h * scale) / 2
    return tuple(
        where(round(left + place * step, 1), round(top, 1), round(scale, 3)) for place in range(count)
    )


@lru_cache(256)
def grid(count: int, w: float, h: float, box: Box, largest: float = 1.0) -> tuple[Plain, ...]:
    """So many things of w by h in rows from a box's upper left corner, as large as they fit."""
    columns, scale = _columns(count, w, h, box, largest)
    return tuple(
        where(
            round(box.x + place % columns * w * scale, 1),
            round(box.y + place // columns * h * scale, 1),
            scale,
        )
        for place in range(count)
    )


def _columns(count: int, w: float, h: float, box: Box, largest: float) -> tuple[int, float]:
    """How many columns, and how large, for so many things to fill a box."""
    best = (1, 0.0)
    for columns in range(1, max(count, 1) + 1):
        rows = math.ceil(count / columns) or 1
        scale = min(box.w / columns / w, box.h / rows / h, largest)
        if scale > best[1]:
            best = (columns, scale)
    if best[1] == largest:  # few things: as many side by side as there is room for
        best = (max(1, int(box.w // (w * largest))), largest)
    return best[0], round(best[1], 3)


def spaces(count: int, box: Box, gap: float = 4, widest: float = math.inf) -> tuple[Box, ...]:
    """The spaces of a track, side by side from the left of a box, none wider than so much."""
    step = min((box.w + gap) / max(count, 1), widest + gap)
    return tuple(
        Box(round(box.x + place * step, 1), box.y, round(step - gap, 1), box.h) for place in range(count)
    )
