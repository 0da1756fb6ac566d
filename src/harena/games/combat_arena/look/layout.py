"""The arena's hexes on a sheet: where each lies, what is painted on it, and the wall around them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from harena.games.combat_arena.look.sheets import Sheet
from harena.games.combat_arena.pack.content import ArenaPack
from harena.look.drawing import Plain
from harena.look.laying import Box

ROW_LETTERS = 9  # rows of the largest arena
SQRT3 = math.sqrt(3)


class Spot(msgspec.Struct, frozen=True):
    """A place in the arena that matters."""

    x: float
    y: float
    words: str


class Ground(msgspec.Struct, frozen=True):
    """An arena with nobody in it."""

    floor: str
    wall: str
    hex: str  # one hex around 0, 0
    snares: tuple[Spot, ...]
    starts: tuple[Spot, ...]
    names: tuple[Spot, ...]
    bolts: str
    dice: Box
    scale: float  # of what is painted on the floor


def size_of(sheet: Sheet, pack: ArenaPack) -> float:
    """The edge of a hex: the arena fills its box whatever its radius."""
    return round(sheet.hex_size * ROW_LETTERS / (2 * int(pack.field.radius) + 1), 2)


def middle(sheet: Sheet) -> tuple[float, float]:
    """The middle of the arena."""
    return sheet.arena.x + sheet.arena.w / 2, sheet.arena.y + sheet.arena.h / 2


@lru_cache(64)
def places(sheet: Sheet, pack: ArenaPack) -> dict[str, tuple[float, float]]:
    """The middle of each hex of a pack's arena by its name."""
    field, size = pack.field, size_of(sheet, pack)
    middle_x, middle_y = middle(sheet)
    hexes = zip(field.names, map(int, field.qs), map(int, field.rs), strict=True)
    return {
        name: (round(middle_x + size * SQRT3 * (q + r / 2), 1), round(middle_y + size * 1.5 * r, 1))
        for name, q, r in hexes
    }


@lru_cache(64)
def written_places(sheet: Sheet, pack: ArenaPack) -> dict[str, Plain]:
    """The same as they stand in a picture."""
    return {name: Plain(f"{x} {y}") for name, (x, y) in places(sheet, pack).items()}


def around(x: float, y: float, far: float, turn: float = 30.0) -> list[tuple[float, float]]:
    """Six points around a middle, the first one turned so many degrees from east."""
    angles = [math.radians(turn + 60 * corner) for corner in range(6)]
    return [(x + far * math.cos(angle), y + far * math.sin(angle)) for angle in angles]


def outline(points: Iterable[tuple[float, float]]) -> str:
    """A closed path through points."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "z"


@lru_cache(64)
def hex_outline(sheet: Sheet, pack: ArenaPack, wider: float = -1) -> str:
    """One hex around 0, 0, so much wider than it is."""
    return outline(around(0, 0, size_of(sheet, pack) + wider))


@lru_cache(64)
def snares(pack: ArenaPack, board_id: str) -> frozenset[str]:
    """The hexes of a board with an arc-snare."""
    board = next(board for board in pack.boards if board.id == board_id)
    return frozenset(name for place, name in enumerate(pack.field.names) if board.snares >> place & 1)


@lru_cache(64)
def ground(sheet: Sheet, pack: ArenaPack, board_id: str) -> Ground:
    """A board of a pack, worked out once."""
    board = next(board for board in pack.boards if board.id == board_id)
    at, size = places(sheet, pack), size_of(sheet, pack)
    names = pack.field.names
    caught = [name for name in names if name in snares(pack, board_id)]
    starts = [name for place, name in enumerate(names) if board.starts >> place & 1]
    floor = [name for name in names if name not in caught]
    return Ground(
        floor="".join(outline(around(*at[name], size - 1)) for name in floor),
        wall=_wall(sheet, pack),
        hex=hex_outline(sheet, pack),
        snares=tuple(
            Spot(*at[name], f"Arc-snare {name}: nobody walks in; anyone pushed in may be lost.")
            for name in caught
        ),
        starts=tuple(Spot(*at[name], f"Starting hex {name}") for name in starts),
        names=tuple(Spot(*at[name], name) for name in floor),
        bolts=_bolts(size),
        dice=sheet.dice,
        scale=sheet.figure,
    )


def _wall(sheet: Sheet, pack: ArenaPack) -> str:
    """A straight wall around the arena where there is room, else one that follows its hexes."""
    size = size_of(sheet, pack)
    if sheet.wall:
        far = (1.5 * int(pack.field.radius) + 1) * size * 2 / SQRT3 + sheet.wall
        return outline(around(*middle(sheet), far, 0))
    return "".join(outline(around(x, y, size - 1)) for x, y in places(sheet, pack).values())


def _bolts(size: float) -> str:
    """Jagged arcs from the corners of an arc-snare to its middle."""
    path = []
    for corner in range(6):
        angle = math.radians(30 + 60 * corner)
        for far, off, draw in ((0.88, 0.0, "M"), (0.62, 0.22, "L"), (0.52, -0.2, "L"), (0.26, 0.06, "L")):
            x, y = size * far * math.cos(angle + off), size * far * math.sin(angle + off)
            path.append(f"{draw}{x:.1f} {y:.1f}")
    return "".join(path)
