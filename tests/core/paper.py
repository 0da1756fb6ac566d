"""Hexes drawn on paper and measured with a ruler: slow, and knowing nothing of the engine."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from functools import cache

Point = tuple[float, float]
Hex = tuple[int, int]  # its row, and its place there; each row is shifted by half a hex
SHEET = 9
CLOSE = 1e-6
EVERYWHERE = tuple((row, place) for row in range(SHEET) for place in range(SHEET))


@cache
def centre(one: Hex) -> Point:
    """Where the middle of a hex lies; neighbours are 1 apart, the second number grows downwards."""
    row, place = one
    return place + row / 2, row * math.sqrt(3) / 2


def arrow(direction: int) -> Point:
    """One step that way; 0 is east, and it goes round clockwise."""
    turn = direction * math.pi / 3
    return math.cos(turn), math.sin(turn)


@cache
def beyond(one: Hex, direction: int) -> Hex | None:
    """The next hex of the sheet that way."""
    (x, y), (across, down) = centre(one), arrow(direction)
    there = (x + across, y + down)
    return next((other for other in EVERYWHERE if math.dist(centre(other), there) < CLOSE), None)


@cache
def touching(one: Hex) -> frozenset[Hex]:
    return frozenset(other for other in EVERYWHERE if abs(math.dist(centre(one), centre(other)) - 1) < CLOSE)


def steps_from(one: Hex, field: Collection[Hex]) -> dict[Hex, int]:
    """Count the steps, wave after wave, over hexes of the field."""
    counted, wave, steps = {one: 0}, {one}, 0
    while wave:
        steps += 1
        wave = {other for here in wave for other in touching(here) if other in field} - set(counted)
        counted |= dict.fromkeys(wave, steps)
    return counted


def cheapest(one: Hex, enter: Mapping[Hex, int], leave: Mapping[Hex, int]) -> dict[Hex, int]:
    """The least cost of a way to each hex: again and again, until no way gets cheaper."""
    cost, cheaper = {one: 0}, True
    while cheaper:
        cheaper = False
        for here, spent in list(cost.items()):
            for other in touching(here):
                if other in enter and spent + leave.get(here, 0) + enter[other] < cost.get(other, 10**6):
                    cost[other] = spent + leave.get(here, 0) + enter[other]
                    cheaper = True
    return cost


def straight(one: Hex, direction: int, field: Collection[Hex]) -> list[Hex]:
    """The hexes of the field straight on, up to its edge or a gap."""
    found, here = [], beyond(one, direction)
    while here is not None and here in field:
        found.append(here)
        here = beyond(here, direction)
    return found
