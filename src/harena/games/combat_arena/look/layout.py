"""Where things stand in the picture of Combat Arena: the sheet, its hexes, and what is put on it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from harena.games.combat_arena.pack.content import ArenaPack
from harena.look.drawing import Plain
from harena.look.picture import BOLD, Box, where, width

# The sheet: the arena with the fighters beside it, then energy, the decision and the viewer's hand.
WIDE, HIGH, EDGE, GAP = 1000, 990, 10, 8
FULL_WIDE = WIDE - 2 * EDGE
ARENA_WIDE, ARENA_HIGH = 660, 610
PANEL_X = EDGE + ARENA_WIDE + GAP
PANEL_WIDE = WIDE - EDGE - PANEL_X
TRACK_TOP, TRACK_LEFT = 628, 54
HAND_TOP, HAND_HIGH = 760, 220
CARD_WIDE, CARD_HIGH = 190, 220  # five of them fill the width
SLIM_WIDE, MOST_WIDE_ONES = 122, 6  # a larger hand has slim cards
SHEET_WIDE, SHEET_HIGH = 239, 220  # four of them do
LIST_WIDE = 270  # the hands of the viewer's other fighters

DICE = Box(546, 534, 116, 80)  # where dice may fall: the corner of the last roll, beside all hexes

ROW_LETTERS = 9  # rows of the largest arena
SIZE_AT_LARGEST = 39.0
CENTRE_X, CENTRE_Y = EDGE + ARENA_WIDE / 2, EDGE + ARENA_HIGH / 2
SQRT3 = math.sqrt(3)
CHIP_SIZE, CHIP_GAP = 20, 10


class Spot(msgspec.Struct, frozen=True):
    """A place in the arena that matters."""

    x: float
    y: float
    words: str


class Chip(msgspec.Struct, frozen=True):
    """Something to click: an action open to the viewer."""

    action: str
    label: str
    icon: str
    x: float
    w: float
    scale: float


class Band(msgspec.Struct, frozen=True):
    """A stretch of the energy track that gives the same number of Initiative cards."""

    level: int
    spaces: int
    x: float
    w: float


class Space(msgspec.Struct, frozen=True):
    """A space of the health track."""

    x: float
    w: float
    kind: str  # free, marker, covered or bottom


class Ground(msgspec.Struct, frozen=True):
    """An arena with nobody in it."""

    floor: str
    wall: str
    hex: str  # one hex around 0, 0
    snares: tuple[Spot, ...]
    starts: tuple[Spot, ...]
    names: tuple[Spot, ...]
    bolts: str
    dice: Box = DICE


def size_of(pack: ArenaPack) -> float:
    """The edge of a hex: the arena fills its box whatever its radius."""
    return round(SIZE_AT_LARGEST * ROW_LETTERS / (2 * int(pack.field.radius) + 1), 1)


@lru_cache(64)
def places(pack: ArenaPack) -> dict[str, tuple[float, float]]:
    """The middle of each hex of a pack's arena by its name."""
    field, size = pack.field, size_of(pack)
    hexes = zip(field.names, map(int, field.qs), map(int, field.rs), strict=True)
    return {
        name: (round(CENTRE_X + size * SQRT3 * (q + r / 2), 1), round(CENTRE_Y + size * 1.5 * r, 1))
        for name, q, r in hexes
    }


@lru_cache(64)
def written_places(pack: ArenaPack) -> dict[str, Plain]:
    """The same as they stand in a picture."""
    return {name: Plain(f"{x} {y}") for name, (x, y) in places(pack).items()}


def around(x: float, y: float, far: float, turn: float = 30.0) -> list[tuple[float, float]]:
    """Six points around a middle, the first one turned so many degrees from east."""
    angles = [math.radians(turn + 60 * corner) for corner in range(6)]
    return [(x + far * math.cos(angle), y + far * math.sin(angle)) for angle in angles]


def outline(points: Iterable[tuple[float, float]]) -> str:
    """A closed path through points."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "z"


@lru_cache(64)
def hex_outline(pack: ArenaPack) -> str:
    """One hex around 0, 0."""
    return outline(around(0, 0, size_of(pack) - 1))


@lru_cache(64)
def snares(pack: ArenaPack, board_id: str) -> frozenset[str]:
    """The hexes of a board with an arc-snare."""
    board = next(board for board in pack.boards if board.id == board_id)
    return frozenset(name for place, name in enumerate(pack.field.names) if board.snares >> place & 1)


@lru_cache(64)
def ground(pack: ArenaPack, board_id: str) -> Ground:
    """A board of a pack, worked out once."""
    board = next(board for board in pack.boards if board.id == board_id)
    at, size = places(pack), size_of(pack)
    names = pack.field.names
    caught = [name for name in names if name in snares(pack, board_id)]
    starts = [name for place, name in enumerate(names) if board.starts >> place & 1]
    floor = [name for name in names if name not in caught]
    far = (1.5 * int(pack.field.radius) + 1) * size * 2 / SQRT3 + 7
    return Ground(
        floor="".join(outline(around(*at[name], size - 1)) for name in floor),
        wall=outline(around(CENTRE_X, CENTRE_Y, far, 0)),
        hex=hex_outline(pack),
        snares=tuple(
            Spot(*at[name], f"Arc-snare {name}: nobody walks in; anyone pushed in may be lost.")
            for name in caught
        ),
        starts=tuple(Spot(*at[name], f"Starting hex {name}") for name in starts),
        names=tuple(Spot(*at[name], name) for name in floor),
        bolts=_bolts(size),
    )


def _bolts(size: float) -> str:
    """Jagged arcs from the corners of an arc-snare to its middle."""
    path = []
    for corner in range(6):
        angle = math.radians(30 + 60 * corner)
        for far, off, draw in ((0.88, 0.0, "M"), (0.62, 0.22, "L"), (0.52, -0.2, "L"), (0.26, 0.06, "L")):
            x, y = size * far * math.cos(angle + off), size * far * math.sin(angle + off)
            path.append(f"{draw}{x:.1f} {y:.1f}")
    return "".join(path)


def lay_chips(made: list[tuple[str, str, str]], left: float, right: float) -> list[Chip]:
    """Chips side by side up to a right edge; made of action, label and icon."""
    wides = [round(width(label, CHIP_SIZE * BOLD) + 64) for _, label, _ in made]
    needed = sum(wides) + CHIP_GAP * (len(wides) - 1)
    scale = round(min(1.0, (right - left) / max(needed, 1)), 3)
    x = right - needed * scale
    chips = []
    for (action, label, icon), w in zip(made, wides, strict=True):
        chips.append(Chip(action, label, icon, round(x, 1), w, scale))
        x += (w + CHIP_GAP) * scale
    return chips


@lru_cache(256)
def lay_out(count: int, w: float, h: float, box: Box) -> tuple[Plain, ...]:
    """Where so many cards lie side by side in the middle of a box, and how large."""
    if not count:
        return ()
    air = 7
    scale = min(1.0, (box.w + air) / (count * (w + air)), box.h / h)
    step = (w + air) * scale
    left = box.x + (box.w - count * step + air * scale) / 2
    top = box.y + (box.h - h * scale) / 2
    return tuple(
        where(round(left + place * step, 1), round(top, 1), round(scale, 3)) for place in range(count)
    )
