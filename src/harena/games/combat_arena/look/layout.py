"""The arena's hexes on a sheet: where each lies, what is painted on it, and the wall around them."""

from __future__ import annotations

import math
from functools import lru_cache

import msgspec

from harena.core.bits import full
from harena.games.combat_arena.look.sheets import Sheet
from harena.games.combat_arena.pack.content import ArenaPack
from harena.look.drawing import Plain
from harena.look.hexes import SQRT3, HexBoard, around, outline
from harena.look.laying import Box

ROW_LETTERS = 9  # rows of the largest arena


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


@lru_cache(64)
def hexes(sheet: Sheet, pack: ArenaPack) -> HexBoard:
    """The hexes of a pack's arena: it fills its box whatever its radius."""
    rows = 2 * int(pack.field.radius) + 1
    return HexBoard(pack.field, sheet.arena, round(sheet.hex_size * ROW_LETTERS / rows, 2))


def middle(sheet: Sheet) -> tuple[float, float]:
    """The middle of the arena."""
    return sheet.arena.x + sheet.arena.w / 2, sheet.arena.y + sheet.arena.h / 2


@lru_cache(64)
def places(sheet: Sheet, pack: ArenaPack) -> dict[str, tuple[float, float]]:
    """The middle of each hex of a pack's arena by its name."""
    return dict(zip(pack.field.names, hexes(sheet, pack).middles, strict=True))


@lru_cache(64)
def written_places(sheet: Sheet, pack: ArenaPack) -> dict[str, Plain]:
    """The same as they stand in a picture."""
    return {name: Plain(f"{x} {y}") for name, (x, y) in places(sheet, pack).items()}


@lru_cache(64)
def hex_outline(sheet: Sheet, pack: ArenaPack, wider: float = -1) -> str:
    """One hex around 0, 0, so much wider than it is."""
    return hexes(sheet, pack).one(wider)


@lru_cache(64)
def snares(pack: ArenaPack, board_id: str) -> frozenset[str]:
    """The hexes of a board with an arc-snare."""
    board = next(board for board in pack.boards if board.id == board_id)
    return frozenset(name for place, name in enumerate(pack.field.names) if board.snares >> place & 1)


@lru_cache(64)
def ground(sheet: Sheet, pack: ArenaPack, board_id: str) -> Ground:
    """A board of a pack, worked out once."""
    board = next(board for board in pack.boards if board.id == board_id)
    at, laid = places(sheet, pack), hexes(sheet, pack)
    names = pack.field.names
    caught = [name for name in names if name in snares(pack, board_id)]
    starts = [name for place, name in enumerate(names) if board.starts >> place & 1]
    floor = [name for name in names if name not in caught]
    return Ground(
        floor=laid.floor(full(int(pack.field.count)) & ~int(board.snares)),
        wall=_wall(sheet, pack),
        hex=hex_outline(sheet, pack),
        snares=tuple(
            Spot(*at[name], f"Arc-snare {name}: nobody walks in; anyone pushed in may be lost.")
            for name in caught
        ),
        starts=tuple(Spot(*at[name], f"Starting hex {name}") for name in starts),
        names=tuple(Spot(*at[name], name) for name in floor),
        bolts=_bolts(laid.size),
        dice=sheet.dice,
        scale=sheet.figure,
    )


def _wall(sheet: Sheet, pack: ArenaPack) -> str:
    """A straight wall around the arena where there is room, else one that follows its hexes."""
    laid = hexes(sheet, pack)
    if sheet.wall:
        far = (1.5 * int(pack.field.radius) + 1) * laid.size * 2 / SQRT3 + sheet.wall
        return outline(around(*middle(sheet), far, 0))
    return laid.floor(full(int(pack.field.count)))


def _bolts(size: float) -> str:
    """Jagged arcs from the corners of an arc-snare to its middle."""
    path = []
    for corner in range(6):
        angle = math.radians(30 + 60 * corner)
        for far, off, draw in ((0.88, 0.0, "M"), (0.62, 0.22, "L"), (0.52, -0.2, "L"), (0.26, 0.06, "L")):
            x, y = size * far * math.cos(angle + off), size * far * math.sin(angle + off)
            path.append(f"{draw}{x:.1f} {y:.1f}")
    return "".join(path)
