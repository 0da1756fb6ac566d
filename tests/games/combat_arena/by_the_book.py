"""Distance, arcs, walks and pushes once more, slowly: hexes drawn on paper and measured with a ruler.

It knows the names of the hexes, rows a, b, c … from top to bottom and numbers from left to right, and nothing
of the engine.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from functools import cache
from itertools import pairwise

ROWS = "abcdefghi"
DIRECTIONS = ("e", "se", "sw", "w", "nw", "ne")
CLOSE = 1e-6
Point = tuple[float, float]


def row_length(row: int) -> int:
    """The hexagon of 61: five hexes in the first row, nine in the middle one."""
    return 9 - abs(row - 4)


HEXES = tuple(f"{ROWS[row]}{place + 1}" for row in range(9) for place in range(row_length(row)))


@cache
def centre(hex: str) -> Point:
    """Where the middle of a hex lies on paper; neighbours are 1 apart, the second number grows downwards."""
    row, place = ROWS.index(hex[0]), int(hex[1:])
    return place - (row_length(row) + 1) / 2, (row - 4) * math.sqrt(3) / 2


def arrow(facing: str) -> Point:
    """The way a facing points, one hex long."""
    turn = DIRECTIONS.index(facing) * math.pi / 3
    return math.cos(turn), math.sin(turn)


@cache
def hex_at(x: float, y: float) -> str | None:
    return next((hex for hex in HEXES if math.dist(centre(hex), (x, y)) < 0.01), None)


@cache
def beyond(hex: str, facing: str) -> str | None:
    """The next hex that way, None beyond the wall."""
    (x, y), (across, down) = centre(hex), arrow(facing)
    return hex_at(round(x + across, 6), round(y + down, 6))


@cache
def neighbours(hex: str) -> tuple[str, ...]:
    return tuple(other for other in HEXES if abs(math.dist(centre(hex), centre(other)) - 1) < CLOSE)


@cache
def distances_from(hex: str) -> dict[str, int]:
    """CA-6.2: count the hexes, wave after wave, through everything."""
    counted, wave = {hex: 0}, [hex]
    while wave:
        wave = sorted({other for one in wave for other in neighbours(one)} - set(counted))
        steps = max(counted.values()) + 1
        counted |= dict.fromkeys(wave, steps)
    return counted


def in_front(hex: str, facing: str, other: str) -> bool:
    """CA-6.1: is it in the half of the board that the arrow points to, the side line included?"""
    (x, y), (u, v), (across, down) = centre(hex), centre(other), arrow(facing)
    return (u - x) * across + (v - y) * down > -CLOSE


def between_the_slopes(hex: str, facing: str, other: str) -> bool:
    """At most 60 degrees off straight ahead."""
    (x, y), (u, v), (across, down) = centre(hex), centre(other), arrow(facing)
    return (u - x) * across + (v - y) * down > math.dist((x, y), (u, v)) * 0.5 - CLOSE


def walks(start: str, n: int, closed: Collection[str]) -> Iterator[tuple[str, ...]]:
    """CA-4.1: every walk of up to n hexes, none of them closed; the first hex is where it starts."""
    yield (start,)
    if n > 0:
        for first in neighbours(start):
            if first not in closed:
                for rest in walks(first, n - 1, closed):
                    yield (start, *rest)


def towards(one: str, other: str) -> str:
    """The facing from a hex to its neighbour."""
    return next(facing for facing in DIRECTIONS if beyond(one, facing) == other)


def endings(start: str, facing: str, n: int, icon: str, closed: Collection[str]) -> set[tuple[str, str]]:
    """CA-4.2: where a move can end, and how the fighter then faces."""
    found: set[tuple[str, str]] = set()
    for walk in walks(start, n, closed):
        if icon == "free":
            found |= {(walk[-1], any_facing) for any_facing in DIRECTIONS}
        elif len(walk) == 1:
            found.add((start, facing))
        else:
            left, last = list(pairwise(walk))[-1]
            found.add((last, towards(left, last) if icon == "ahead" else towards(last, left)))
    return found


def straight(pusher: str, target: str) -> str | None:
    """The facing that leads from one straight to the other."""
    for facing in DIRECTIONS:
        hex: str | None = pusher
        while hex is not None and hex != target:
            hex = beyond(hex, facing)
        if hex == target:
            return facing
    return None


def pushes(pusher: str, target: str, snares: Collection[str], others: Collection[str]) -> set[str]:
    """CA-6.3 to CA-6.5: what a push can come to: "slammed", "snared in …" or "pushed to …"."""
    ahead = straight(pusher, target)
    if ahead is not None:
        hexes = {beyond(target, ahead)}
    else:
        away = distances_from(pusher)
        farthest = max(away[hex] for hex in neighbours(target))
        farther = {hex for hex in neighbours(target) if away[hex] == farthest > away[target]}
        hexes = set(farther) or {None}
    return {outcome(hex, snares, others) for hex in hexes}


def outcome(hex: str | None, snares: Collection[str], others: Collection[str]) -> str:
    if hex is None or hex in others:
        return "slammed"
    return f"snared in {hex}" if hex in snares else f"pushed to {hex}"
