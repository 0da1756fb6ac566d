"""An arena drawn on paper and measured with a ruler: distances, lines, walks. It knows nothing of the engine.

Spaces have names: rows a, b, c … from top to bottom, numbered from left to right; neighbours are 1 apart.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable

ROWS = "abcde"
CLOSE = 1e-6
Point = tuple[float, float]


def row_length(row: int) -> int:
    """The hexagon of 19: three spaces in the first row, five in the middle one."""
    return 5 - abs(row - 2)


ALL = tuple(f"{ROWS[row]}{place + 1}" for row in range(5) for place in range(row_length(row)))


def centre(space: str) -> Point:
    """Where the middle of a space lies on paper; the second number grows downwards."""
    row, place = ROWS.index(space[0]), int(space[1:])
    return place - (row_length(row) + 1) / 2, (row - 2) * math.sqrt(3) / 2


def apart(one: str, other: str) -> float:
    return math.dist(centre(one), centre(other))


def straight(one: str, other: str) -> bool:
    """KD-1.10: is the other straight along one of the six directions?"""
    if one == other:
        return False
    (x, y), (u, v) = centre(one), centre(other)
    sixths = math.atan2(v - y, u - x) / (math.pi / 3)
    return abs(sixths - round(sixths)) < CLOSE


class Paper:
    """The spaces an arena has."""

    def __init__(self, spaces: Iterable[str] = ALL) -> None:
        self.spaces = frozenset(spaces)
        self.beside = {
            one: {other for other in self.spaces if abs(apart(one, other) - 1) < CLOSE} for one in self.spaces
        }
        self.steps = {one: self._steps_from(one) for one in self.spaces}

    def _steps_from(self, start: str) -> dict[str, int]:
        counted, wave, steps = {start: 0}, {start}, 0
        while wave:
            steps += 1
            wave = {other for one in wave for other in self.beside[one]} - set(counted)
            counted |= dict.fromkeys(wave, steps)
        return counted

    def distance(self, one: str, other: str) -> int:
        """KD-1.3: the fewest steps through the arena; a number beyond all where there is no way."""
        return self.steps[one].get(other, 99)

    def at_edge(self, space: str) -> bool:
        """KD-1.10."""
        return len(self.beside[space]) < 6

    def walks(self, start: str, n: int, closed: Collection[str]) -> dict[str, int]:
        """Where up to n steps can end without a closed space, and how many steps that takes."""
        found, wave = {start: 0}, {start}
        for steps in range(1, n + 1):
            wave = {other for one in wave for other in self.beside[one]} - set(found) - set(closed)
            found |= dict.fromkeys(wave, steps)
        return found

    def within(self, start: str, n: int) -> set[str]:
        """All spaces up to n steps away, the first one included."""
        return {space for space in self.spaces if self.distance(start, space) <= n}

    def one_step(self, of: str, mover: str, away: bool) -> set[str]:
        """KD-4.10: where one step directly away from a space, or toward it, can lead."""
        now = self.distance(of, mover)
        if not away and now == 1:
            return set()
        if straight(of, mover):
            (x, y), (u, v) = centre(of), centre(mover)
            length = math.dist((x, y), (u, v)) * (1 if away else -1)
            aim = (u + (u - x) / length, v + (v - y) / length)
            return {space for space in self.beside[mover] if math.dist(centre(space), aim) < CLOSE}
        wanted = now + 1 if away else now - 1
        return {space for space in self.beside[mover] if self.distance(of, space) == wanted}
