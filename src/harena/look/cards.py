"""What cards of all games share: a frame with a coloured edge (card.svg.j2), and a name that fits on it."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from harena.look.writing import BOLD, clip, fit, wrap


class Heading(msgspec.Struct, frozen=True):
    """A card's name as it is written on its edge."""

    lines: tuple[str, ...]
    size: float


@lru_cache(4096)
def heading(name: str, room: float, size: float, least: float, lines: int = 1) -> Heading:
    """A name in so many lines, smaller where it must be, and never smaller than can be read."""
    wrapped = wrap(name, room, size * BOLD, lines)
    fitted = min((fit(line, room / BOLD, size) for line in wrapped), default=size)
    size = max(least, fitted)
    spare = 1.0  # a size that was rounded up is not worth an ellipsis
    return Heading(tuple(clip(line, room + spare, size * BOLD) for line in wrapped), size)
