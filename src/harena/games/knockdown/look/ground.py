"""The spaces of an arena on a sheet: where each lies, and what is painted on it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from harena.core.bits import count_bits
from harena.core.hex import Hexagon
from harena.games.knockdown.look.sheets import ARENA, Sheet
from harena.games.knockdown.pack.content import Arena
from harena.look.drawing import Kept, keep
from harena.look.hexes import SQRT3, HexBoard, around, outline

WHOLE: Final = Hexagon(2)  # arenas are parts of it and keep its numbers; a part's own field has lost the rest


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """A space where it lies."""

    name: str
    x: float
    y: float
    r: float  # of an edge
    hex: str  # its outline around 0, 0
    inner: str
    red: str  # the wound printed on it; empty: no corridor leads here
    bars: str
    start: int  # the seat that starts here, from 1; 0: none does
    edge: bool

    @property
    def words(self) -> str:
        """What is to be known of it."""
        told = [f"Space {self.name}."]
        if self.edge:
            told.append("At the edge.")
        if self.start:
            told.append(f"Seat {self.start} starts here.")
        if self.red:
            told.append(f"Corridor: anyone who comes through it suffers 1 {self.red} wound.")
        return " ".join(told)


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """An arena with nobody in it."""

    spots: dict[str, Spot]
    wall: Kept
    names: Kept
    lamps: Kept
    halves: tuple[str, str]  # of a space: its upper and its lower half
    whole: str


@lru_cache(64)
def ground(sheet: Sheet, arena: Arena) -> Ground:
    """An arena's spaces, worked out once."""
    board = HexBoard(WHOLE, sheet.hexes)
    r, spaces = board.size, int(arena.spaces)
    red, heavy = [int(space) for space in arena.red], int(arena.heavy)
    starts = [int(space) for space in arena.starts]
    spots = {}
    for space, (x, y) in enumerate(board.middles):
        if spaces >> space & 1:
            spots[WHOLE.names[space]] = Spot(
                name=WHOLE.names[space],
                x=x,
                y=y,
                r=r,
                hex=board.one(),
                inner=board.one(-5),
                red="" if space not in red else "heavy" if heavy >> space & 1 else "light",
                bars=_bars(r),
                start=starts.index(space) + 1 if space in starts else 0,
                edge=bool(int(arena.edge) >> space & 1),
            )
    return Ground(
        spots=spots,
        wall=ARENA.one("wall", board.border(spaces), _pits(board, spaces)),
        names=ARENA.one("names", tuple(spots.values()), sheet.text),
        lamps=ARENA.one("lamps", tuple(spots.values())),
        halves=_halves(r),
        whole=board.one(0),
    )


def _pits(board: HexBoard, spaces: int) -> tuple[tuple[str, str, str], ...]:
    """Where each space lies that is missing inside an arena: its middle, its outline, and a smaller one."""
    inside = [space for space in range(WHOLE.count) if count_bits(WHOLE.near(space, 1)) == 6]
    return tuple(
        (f"{x:.1f} {y:.1f}", board.one(), board.one(-board.size / 4))
        for space, (x, y) in enumerate(board.middles)
        if space in inside and not spaces >> space & 1
    )


def _bars(r: float) -> str:
    """Two bars across a red space: it is told without its colour."""
    bars = []
    for y in (-r * 0.6, r * 0.36):
        half = SQRT3 / 2 * r * min(1.0, 2 - 2 * (abs(y) + 2.5) / r) - 2  # where the bar is nearer to a corner
        bars.append(f"M{-half:.1f} {y:.1f}h{2 * half:.1f}")
    return "".join(bars)


def _halves(r: float) -> tuple[str, str]:
    """A hex cut in two across its middle."""
    corners = around(0, 0, r)  # from the south-eastern, clockwise
    east, west = (r * SQRT3 / 2, 0.0), (-r * SQRT3 / 2, 0.0)
    return outline([west, corners[3], corners[4], corners[5], east]), outline(
        [east, corners[0], corners[1], corners[2], west]
    )


@lru_cache(64)
def bare(sheet: Sheet, arena: Arena) -> Kept:
    """An arena by itself, for those who look it up."""
    on = ground(sheet, arena)
    spaces = "".join(ARENA.one("space", spot, "", spot.words) for spot in on.spots.values())
    return keep(spaces + str(on.wall) + str(on.names))
