"""A board of hexes on a sheet: where each one lies, outlines around them, and several pieces in one hex.

Hexes stand on a corner, as `core/hex.py` counts them: east is a neighbour, north is not.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from harena.core.bits import members_of
from harena.core.hex import OFF, Field
from harena.look.laying import Box

SQRT3 = math.sqrt(3)
Point = tuple[float, float]
Place = tuple[float, float, float]  # from the middle of a hex: to the right, down; and how large


def around(x: float, y: float, far: float, turn: float = 30.0) -> list[Point]:
    """Six points around a middle, the first one turned so many degrees from east."""
    angles = [math.radians(turn + 60 * corner) for corner in range(6)]
    return [(x + far * math.cos(angle), y + far * math.sin(angle)) for angle in angles]


def outline(points: Iterable[Point]) -> str:
    """A closed path through points."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "z"


class HexBoard:
    """A field of hexes laid into a box: in its middle, and as large as fits."""

    def __init__(self, field: Field, box: Box, largest: float = math.inf) -> None:
        self.field = field
        across = [int(q) + int(r) / 2 for q, r in zip(field.qs, field.rs, strict=True)]
        down = [int(r) for r in field.rs]
        wide, high = max(across) - min(across) + 1, 1.5 * (max(down) - min(down)) + 2
        self.size = round(min(box.w / wide / SQRT3, box.h / high, largest), 2)  # of an edge
        middle_x, middle_y = (max(across) + min(across)) / 2, (max(down) + min(down)) / 2
        x, y = box.x + box.w / 2, box.y + box.h / 2
        self.middles = [
            (
                round(x + self.size * SQRT3 * (a - middle_x), 1),
                round(y + self.size * 1.5 * (d - middle_y), 1),
            )
            for a, d in zip(across, down, strict=True)
        ]

    def one(self, wider: float = -1) -> str:
        """One hex around 0, 0, so much wider than it is."""
        return outline(around(0, 0, self.size + wider))

    def floor(self, area: int, wider: float = -1) -> str:
        """All hexes of an area, one beside the other."""
        return "".join(outline(around(*self.middles[h], self.size + wider)) for h in members_of(area))

    def border(self, area: int) -> str:
        """The line around an area: the edges between it and everything else."""
        path = ""
        for h in members_of(area):
            corners = around(*self.middles[h], self.size)  # the first one is the south-eastern
            for direction in range(6):
                other = int(self.field.neighbour(h, direction))
                if other == OFF or not area >> other & 1:
                    (ax, ay), (bx, by) = corners[direction - 1], corners[direction]
                    path += f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}"
        return path


@lru_cache(256)
def crowd(count: int, size: float, radius: float) -> tuple[Place, ...]:
    """Where so many round pieces stand in a hex with edges of this size, as large as they fit.

    Up to six stand in a ring, more have one in their middle. A piece alone is as large as it is, by `radius`.
    """
    room = size * SQRT3 / 2 - 1  # the circle inside a hex
    if count <= 1:
        return ((0.0, 0.0, round(min(1.0, room / radius), 3)),) * count
    ring = count if count < 7 else count - 1
    turn = math.sin(math.pi / ring)
    piece = room * turn / (1 + turn)  # pieces that touch their neighbours and the edge
    scale = round(min(1.0, 0.96 * piece / radius), 3)
    first = 180.0 if ring == 2 else -90.0  # two stand side by side
    far = room - piece
    places = [
        (round(far * math.cos(angle), 1), round(far * math.sin(angle), 1), scale)
        for angle in (math.radians(first + 360 * place / ring) for place in range(ring))
    ]
    return (*places, *([(0.0, 0.0, scale)] if ring < count else []))
