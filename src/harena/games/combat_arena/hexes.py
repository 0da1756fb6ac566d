"""The hexes of an arena: a hexagon of rows a, b, c … from top to bottom, numbered from left to right.

Directions go round clockwise: east, south-east, south-west, west, north-west, north-east.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from harena.core.bits import bit

DIRECTIONS: Final = ["e", "se", "sw", "w", "nw", "ne"]
STEP_Q: Final[list[i64]] = [1, 0, -1, -1, 0, 1]
STEP_R: Final[list[i64]] = [0, 1, 1, 0, -1, -1]
LARGEST_RADIUS: Final = 4  # 61 hexes: as many as a set can hold
OFF: Final = -1  # in place of a hex: off the arena

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


def away(n: i64) -> i64:
    """How far a number is from 0."""
    return n if n >= 0 else -n


@final
class Hexes:
    """Numbered hexes with everything the rules ask of them, worked out once."""

    def __init__(self, radius: i64) -> None:
        self.radius: i64 = radius
        self.names: list[str] = []
        self.qs: list[i64] = []
        self.rs: list[i64] = []
        r: i64 = -radius
        while r <= radius:
            q: i64 = -radius if r >= 0 else -radius - r
            place: i64 = 1
            while q <= radius and q + r <= radius:
                self.names.append(f"{'abcdefghi'[r + radius]}{place}")
                self.qs.append(q)
                self.rs.append(r)
                q += 1
                place += 1
            r += 1
        self.count: i64 = len(self.names)
        self.neighbours: list[i64] = []  # of hex h in direction d: 6 h + d
        self.distances: list[i64] = []  # from a to b: a count + b
        self.fronts: list[i64] = []  # front arc of a fighter on h facing f: f count + h
        self.within: list[i64] = []  # other hexes at most k away from h: k count + h
        self.spreads: list[i64] = []  # the neighbours of eight hexes at a time: see `spread`
        self._work_out_neighbours()
        self._work_out_distances()
        self._work_out_fronts()
        self._work_out_spreads()

    def at(self, q: i64, r: i64) -> i64:
        """The hex at these coordinates, or OFF."""
        h: i64 = 0
        while h < self.count:
            if self.qs[h] == q and self.rs[h] == r:
                return h
            h += 1
        return OFF

    def distance(self, a: i64, b: i64) -> i64:
        """CA-6.2: fewest hexes, straight through everything."""
        return self.distances[a * self.count + b]

    def neighbour(self, h: i64, direction: i64) -> i64:
        """The next hex that way, or OFF."""
        return self.neighbours[6 * h + direction]

    def front(self, h: i64, facing: i64) -> i64:
        """The hexes in the front arc of a fighter there (CA-6.1)."""
        return self.fronts[facing * self.count + h]

    def near(self, h: i64, reach: i64) -> i64:
        """The other hexes at most so far away."""
        if reach > 2 * self.radius:
            reach = 2 * self.radius
        return self.within[reach * self.count + h]

    def spread(self, area: i64) -> i64:
        """All hexes next to an area."""
        spreads = self.spreads
        out: i64 = 0
        byte: i64 = 0
        while area != 0:
            out |= spreads[byte | (area & 255)]
            area >>= 8
            byte += 256
        return out

    # --- worked out once

    def _work_out_neighbours(self) -> None:
        h: i64 = 0
        while h < self.count:
            d: i64 = 0
            while d < 6:
                self.neighbours.append(self.at(self.qs[h] + STEP_Q[d], self.rs[h] + STEP_R[d]))
                d += 1
            h += 1

    def _work_out_distances(self) -> None:
        a: i64 = 0
        while a < self.count:
            b: i64 = 0
            while b < self.count:
                q = self.qs[a] - self.qs[b]
                r = self.rs[a] - self.rs[b]
                self.distances.append((away(q) + away(r) + away(q + r)) // 2)
                b += 1
            a += 1
        k: i64 = 0
        while k <= 2 * self.radius:
            a = 0
            while a < self.count:
                area: i64 = 0
                b = 0
                while b < self.count:
                    if a != b and self.distance(a, b) <= k:
                        area |= bit(b)
                    b += 1
                self.within.append(area)
                a += 1
            k += 1

    def _work_out_fronts(self) -> None:
        facing: i64 = 0
        while facing < 6:
            h: i64 = 0
            while h < self.count:
                self.fronts.append(self.zone(h, facing, FRONT, 1, 2 * self.radius))
                h += 1
            facing += 1

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

    def _work_out_spreads(self) -> None:
        byte: i64 = 0
        while byte < 8:
            eight: i64 = 0
            while eight < 256:
                area: i64 = 0
                k: i64 = 0
                while k < 8:
                    h = byte * 8 + k
                    if (eight >> k) & 1 != 0 and h < self.count:
                        d: i64 = 0
                        while d < 6:
                            other = self.neighbours[6 * h + d]
                            if other != OFF:
                                area |= bit(other)
                            d += 1
                    k += 1
                self.spreads.append(area)
                eight += 1
            byte += 1
