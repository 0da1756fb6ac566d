"""A field of hexes: any set of up to 62 of them, with all that games ask of one worked out once.

A hex is a number; a set of hexes is the bits of one number. Directions go round clockwise: east, south-east,
south-west, west, north-west, north-east. A hex has two coordinates: q grows to the east, r to the south-east.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from harena.core.bits import bit, low_bit

DIRECTIONS: Final = ["e", "se", "sw", "w", "nw", "ne"]
STEP_Q: Final[list[i64]] = [1, 0, -1, -1, 0, 1]
STEP_R: Final[list[i64]] = [0, 1, 1, 0, -1, -1]
ROW_LETTERS: Final = "abcdefghi"
LARGEST_RADIUS: Final = 4  # 61 hexes: as many as a set can hold
OFF: Final = -1  # in place of a hex or a direction: there is none
FAR: Final = 62  # the distance between hexes that no way connects


class Field:
    """Numbered hexes. Two are next to each other if their coordinates are, whatever shape the field has."""

    def __init__(self, names: list[str], qs: list[i64], rs: list[i64]) -> None:
        self.names = names
        self.qs = qs
        self.rs = rs
        self.count: i64 = len(names)
        self.neighbours: list[i64] = []  # of hex h in direction d: 6 h + d
        self.spreads: list[i64] = []  # the neighbours of eight hexes at a time: see `spread`
        self.distances: list[i64] = []  # from a to b: a count + b
        self.longest: i64 = 0  # the greatest distance between two hexes that a way connects
        self.within: list[i64] = []  # other hexes at most k away from h: k count + h
        self._work_out_neighbours()
        self._work_out_spreads()
        self._work_out_distances()
        self._work_out_within()

    def at(self, q: i64, r: i64) -> i64:
        """The hex at these coordinates, or OFF."""
        h: i64 = 0
        while h < self.count:
            if self.qs[h] == q and self.rs[h] == r:
                return h
            h += 1
        return OFF

    # --- near and far

    def neighbour(self, h: i64, direction: i64) -> i64:
        """The next hex that way, or OFF."""
        return self.neighbours[6 * h + direction]

    def distance(self, a: i64, b: i64) -> i64:
        """The fewest steps through the field; FAR where there is no way."""
        return self.distances[a * self.count + b]

    def near(self, h: i64, reach: i64) -> i64:
        """The other hexes at most so far away."""
        if reach > self.longest:
            reach = self.longest
        return self.within[reach * self.count + h]

    def farther(self, a: i64, h: i64) -> i64:
        """The neighbours of h that are farther from a than h is."""
        return self._beside(a, h, 1)

    def nearer(self, a: i64, h: i64) -> i64:
        """The neighbours of h that are nearer to a than h is."""
        return self._beside(a, h, -1)

    def _beside(self, a: i64, h: i64, more: i64) -> i64:
        far = self.distance(a, h) + more
        area: i64 = 0
        direction: i64 = 0
        while direction < 6:
            other = self.neighbour(h, direction)
            if other != OFF and self.distance(a, other) == far:
                area |= bit(other)
            direction += 1
        return area

    # --- moving

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

    def walk(self, h: i64, n: i64, free: i64) -> i64:
        """Where n steps over free hexes can end, h itself included."""
        area = bit(h)
        free |= area
        while n > 0:
            wider = area | (self.spread(area) & free)
            if wider == area:
                break
            area = wider
            n -= 1
        return area

    def walk_at_cost(self, h: i64, points: i64, to_enter: list[i64], to_leave: list[i64]) -> list[i64]:
        """By points spent: the hexes first reached with so many, h itself with none.

        `to_enter[k]` are the hexes that cost k points to enter, at least one; a hex in none of them cannot be
        entered. `to_leave[k]` are those that cost k more to leave; a hex in none of them costs nothing more.
        """
        reached: list[i64] = [0] * (points + 1)
        leaving: list[i64] = [0] * (points + 1)  # by points spent: those that can be left then
        reached[0] = bit(h)
        seen: i64 = 0
        spent: i64 = 0
        while spent <= points:
            fresh = reached[spent] & ~seen
            reached[spent] = fresh
            seen |= fresh
            self._leave_later(fresh, spent, leaving, to_leave)
            beside = self.spread(leaving[spent]) & ~seen
            cost: i64 = 1
            while cost < len(to_enter) and spent + cost <= points:
                reached[spent + cost] |= beside & to_enter[cost]
                cost += 1
            spent += 1
        return reached

    def _leave_later(self, fresh: i64, spent: i64, leaving: list[i64], to_leave: list[i64]) -> None:
        """Note when hexes that were just reached can be left again."""
        cost: i64 = 1
        while cost < len(to_leave):
            dear = fresh & to_leave[cost]
            fresh &= ~dear
            if spent + cost < len(leaving):
                leaving[spent + cost] |= dear
            cost += 1
        leaving[spent] |= fresh

    # --- straight lines

    def direction(self, a: i64, b: i64) -> i64:
        """The direction of the straight line from a to b; OFF where none of the six leads there."""
        q = self.qs[b] - self.qs[a]
        r = self.rs[b] - self.rs[a]
        if q == 0 and r == 0:
            return OFF
        if r == 0:
            return 0 if q > 0 else 3
        if q == 0:
            return 1 if r > 0 else 4
        if q + r == 0:
            return 2 if r > 0 else 5
        return OFF

    def ray(self, h: i64, direction: i64) -> i64:
        """The hexes straight on from h, as far as the field goes without a gap."""
        area: i64 = 0
        h = self.neighbour(h, direction)
        while h != OFF:
            area |= bit(h)
            h = self.neighbour(h, direction)
        return area

    def line(self, a: i64, b: i64) -> i64:
        """The hexes straight on from a up to b; none if no straight line without a gap leads there."""
        direction = self.direction(a, b)
        if direction == OFF:
            return 0
        area: i64 = 0
        h = self.neighbour(a, direction)
        while h != OFF:
            area |= bit(h)
            if h == b:
                return area
            h = self.neighbour(h, direction)
        return 0

    # --- worked out once

    def _work_out_neighbours(self) -> None:
        h: i64 = 0
        while h < self.count:
            d: i64 = 0
            while d < 6:
                self.neighbours.append(self.at(self.qs[h] + STEP_Q[d], self.rs[h] + STEP_R[d]))
                d += 1
            h += 1

    def _work_out_spreads(self) -> None:
        byte: i64 = 0
        while byte < 8:
            eight: i64 = 0
            while eight < 256:
                self.spreads.append(self._around(eight, 8 * byte))
                eight += 1
            byte += 1

    def _around(self, eight: i64, first: i64) -> i64:
        """The neighbours of some of the eight hexes that begin with the first."""
        area: i64 = 0
        k: i64 = 0
        while k < 8 and first + k < self.count:
            d: i64 = 0
            while (eight >> k) & 1 != 0 and d < 6:
                other = self.neighbours[6 * (first + k) + d]
                if other != OFF:
                    area |= bit(other)
                d += 1
            k += 1
        return area

    def _work_out_distances(self) -> None:
        """Wave after wave from every hex."""
        a: i64 = 0
        while a < self.count:
            counted: list[i64] = [FAR] * self.count
            seen: i64 = 0
            wave = bit(a)
            steps: i64 = 0
            while wave != 0:
                seen |= wave
                if steps > self.longest:
                    self.longest = steps
                rest = wave
                while rest != 0:
                    counted[low_bit(rest)] = steps
                    rest &= rest - 1
                wave = self.spread(wave) & ~seen
                steps += 1
            self.distances += counted
            a += 1

    def _work_out_within(self) -> None:
        k: i64 = 0
        while k <= self.longest:
            a: i64 = 0
            while a < self.count:
                area: i64 = 0
                b: i64 = 0
                while b < self.count:
                    if a != b and self.distance(a, b) <= k:
                        area |= bit(b)
                    b += 1
                self.within.append(area)
                a += 1
            k += 1


class Hexagon(Field):
    """A field with six equal sides: rows a, b, c … from top to bottom, numbered from left to right."""

    def __init__(self, radius: i64) -> None:
        self.radius: i64 = radius
        names: list[str] = []
        qs: list[i64] = []
        rs: list[i64] = []
        r: i64 = -radius
        while r <= radius:
            q: i64 = -radius if r >= 0 else -radius - r
            place: i64 = 1
            while q <= radius and q + r <= radius:
                names.append(f"{ROW_LETTERS[r + radius]}{place}")
                qs.append(q)
                rs.append(r)
                q += 1
                place += 1
            r += 1
        super().__init__(names, qs, rs)


def part_of(whole: Field, names: list[str]) -> Field:
    """A smaller field: some hexes of another one, with their names and places, in its order."""
    chosen = [h for h in range(whole.count) if whole.names[h] in names]
    return Field(
        [whole.names[h] for h in chosen], [whole.qs[h] for h in chosen], [whole.rs[h] for h in chosen]
    )


def without(whole: Field, gone: list[str]) -> Field:
    """The same hexes under the same numbers, but no way or line leads to those that are gone."""
    far: i64 = 1000  # beyond every field, and each by itself
    qs = [whole.qs[h] if whole.names[h] not in gone else far + 3 * h for h in range(whole.count)]
    rs = [whole.rs[h] if whole.names[h] not in gone else far + 7 * h for h in range(whole.count)]
    return Field(whole.names, qs, rs)
