"""The hexes of an arena, and the arcs of a fighter who stands on one (CA-6.1)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from harena.core.bits import bit
from harena.core.hex import Hexagon

LINE: Final = 0  # straight ahead
CONE: Final = 1  # between the two directions beside straight ahead
FRONT: Final = 2  # the half of the board the fighter faces, the side line included (CA-6.1)
REAR: Final = 3  # the other half
ALL: Final = 4
ARC_NAMES: Final = ["line", "cone", "front", "rear", "all"]


def in_arc(arc: i64, facing: i64, q: i64, r: i64) -> bool:
    """Does the offset (q, r) lie in an arc of a fighter that faces that way?"""
    while facing > 0:  # turn the board until the fighter faces east
        turned = q + r
        r = -q
        q = turned
        facing -= 1
    ahead = 2 * q + r  # twice the way east
    if arc == LINE:
        return r == 0 and q > 0
    if arc == CONE:
        return (q >= 0 and q + r >= 0) if ahead > 0 else False
    if arc == FRONT:
        return ahead >= 0
    if arc == REAR:
        return ahead < 0
    return True


@final
class Hexes(Hexagon):
    """A hexagon with the front arcs of everyone who could stand there."""

    def __init__(self, radius: i64) -> None:
        super().__init__(radius)
        self.fronts: list[i64] = []  # front arc of a fighter on h facing f: f count + h
        facing: i64 = 0
        while facing < 6:
            h: i64 = 0
            while h < self.count:
                self.fronts.append(self.zone(h, facing, FRONT, 1, self.longest))
                h += 1
            facing += 1

    def front(self, h: i64, facing: i64) -> i64:
        """The hexes in the front arc of a fighter there (CA-6.1)."""
        return self.fronts[facing * self.count + h]

    def zone(self, h: i64, facing: i64, arc: i64, nearest: i64, farthest: i64) -> i64:
        """The hexes of an arc between two distances."""
        area: i64 = 0
        other: i64 = 0
        while other < self.count:
            steps = self.distance(h, other)
            in_range = steps > 0 and nearest <= steps <= farthest
            if in_range and in_arc(arc, facing, self.qs[other] - self.qs[h], self.rs[other] - self.rs[h]):
                area |= bit(other)
            other += 1
        return area
