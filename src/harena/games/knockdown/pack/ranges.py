"""KD-1.3: how a pack says a range: "2", "1-3", "projectile", "fire", or nothing at all."""

from __future__ import annotations

import re
from typing import NamedTuple

from harena.games.knockdown.pack.content import FIRE, PROJECTILE, RANGE_NAMES, STEPS, UNLIMITED

DISTANCES = re.compile(r"([1-9])(?:-([1-9]))?")
CAN_BE = "a distance like '2', two like '1-3', 'projectile' or 'fire'; leave it out where there is no limit"


class Range(NamedTuple):
    kind: int
    near: int = 0
    far: int = 0


def range_of(text: str) -> Range | None:
    """What a text says; none if it says no range."""
    if not text:
        return Range(UNLIMITED)
    if text in (RANGE_NAMES[PROJECTILE], RANGE_NAMES[FIRE]):
        return Range(RANGE_NAMES.index(text))
    found = DISTANCES.fullmatch(text)
    if found is None:
        return None
    near = int(found[1])
    far = int(found[2] or near)
    return Range(STEPS, near, far) if near <= far else None
