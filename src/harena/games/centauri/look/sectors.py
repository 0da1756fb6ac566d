"""The sectors of a map on a sheet: where each lies, how its kind is drawn, and who stands where in it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from harena.core.prose import count, listed
from harena.games.centauri.look.sheets import Sheet
from harena.games.centauri.pack.building import FRAME
from harena.games.centauri.pack.content import BOSS, Scenario
from harena.games.centauri.view import SectorView
from harena.games.centauri.words.printed import KIND_TITLES, foe_title
from harena.look.hexes import HexBoard

PLACE_OF: Final = {name: place for place, name in enumerate(FRAME.names)}
LETTERS: Final = {
    "nebula": "N",
    "thick_nebula": "T",
    "black_hole": "H",
    "jumpgate": "J",
    "dawn": "D",
    "red_space": "R",
    "blue_space": "B",
    "red_nebula": "R",
    "blue_nebula": "B",
}  # open space has none
# Where armadas stand, by how many are in a sector: shares of its edge, to the right, and their radius.
ONE_ROW: Final = {1: ((0.0,), 0.41), 2: ((-0.38, 0.38), 0.34), 3: ((-0.55, 0.0, 0.55), 0.27)}
TWO_ROWS: Final = {4: ((-0.3, 0.3), 0.27), 5: ((-0.54, 0.0, 0.54), 0.26), 6: ((-0.54, 0.0, 0.54), 0.26)}
LOW, HIGH_ROW, LOW_ROW = -0.04, -0.35, 0.2


PAINTED: Final = 50  # the edge of a sector as it is painted in style.svg.j2


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """A sector where it lies."""

    name: str
    x: float
    y: float
    s: float  # of an edge
    scale: float  # of what is painted on it
    hex: str  # its outline around 0, 0


class Stand(msgspec.Struct, frozen=True):
    """Where something stands in a sector, and how large."""

    x: float
    y: float
    r: float


@lru_cache(8)
def spots(sheet: Sheet) -> dict[str, Spot]:
    """All sectors of the frame, by name."""
    board = HexBoard(FRAME, sheet.hexes)
    s = board.size
    return {
        name: Spot(name=name, x=x, y=y, s=s, scale=round(s / PAINTED, 3), hex=board.one())
        for name, (x, y) in zip(FRAME.names, board.middles, strict=True)
    }


@lru_cache(256)
def stands(many: int, s: float) -> tuple[Stand, ...]:
    """Where so many armadas stand in a sector."""
    if many in ONE_ROW:
        across, r = ONE_ROW[many]
        return tuple(Stand(round(x * s, 1), round(LOW * s, 1), round(r * s, 1)) for x in across)
    across, r = TWO_ROWS[max(4, min(many, 6))]
    found = [
        Stand(round(x * s, 1), round(y * s, 1), round(r * s, 1)) for y in (HIGH_ROW, LOW_ROW) for x in across
    ]
    return tuple(found[:many])


@lru_cache(256)
def shelves(many: int, armadas: int, s: float) -> tuple[Stand, ...]:
    """Where so many other things lie: in the middle of an empty sector, else in its upper corner."""
    if armadas == 0:
        r, y, step = (0.36, 0.0, 0.8) if many < 3 else (0.28, 0.0, 0.6)
    elif armadas < 4:
        r, y, step = (0.24, -0.62, 0.5) if many < 3 else (0.21, -0.6, 0.43)
    else:
        r, y, step = (0.2, -0.8, 0.42) if many < 3 else (0.19, -0.78, 0.34)
    first = -step * (many - 1) / 2
    return tuple(
        Stand(round((first + step * n) * s, 1), round(y * s, 1), round(r * s, 1)) for n in range(many)
    )


def in_words(sector: SectorView, colours: bool) -> str:
    """What a sector is, without who stands there; its colour where colours count."""
    told = [f"Sector {sector.name}: {KIND_TITLES[sector.kind]}."]
    if sector.closed:
        return f"{told[0]} Nobody may enter it."
    told.append(f"{count(sector.cost, 'movement point')} to enter.")
    if colours:
        told.append(f"Scanning colour: {sector.colour}.")
    if sector.peaceful:
        told.append("No combat between players here.")
    if sector.harmony:
        told.append("In harmony this round.")
    if sector.trades:
        told.append("Tokens can be traded here.")
    there = [foe_title(BOSS)] if sector.boss else [foe_title(sector.raider)] if sector.raider else []
    if sector.modules:
        there.append(count(sector.modules, "power module"))
    if sector.convoy:
        there.append("the Convoy")
    return " ".join(told) + (f" Here: {listed(there)}." if there else "")


@lru_cache(4096)
def described(sector: SectorView, base: str, colours: bool) -> str:
    """What a sector is, and whose Starbase stands in it."""
    return f"{in_words(sector, colours)}{f' The Starbase of {base}.' if base else ''}"


def shows_colours(scenario: Scenario) -> bool:
    """Do colours of sectors count in this scenario?"""
    return bool(scenario.colour_raises)
