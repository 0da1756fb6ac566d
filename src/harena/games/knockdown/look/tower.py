"""A Knockdown Test by tower as a part of the picture: the crane, the cubes, and how the tower falls (KD-5.6).

Inside it all is in twentieths of a cube, y from the table up; tower.svg.j2 draws it as large as fits its box.
A page swings what has the key `crane`; everything else that moves is CSS in tower.svg.j2.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import cos, radians, sin
from pathlib import Path
from typing import NamedTuple

from harena.games.knockdown.rules.tower import FALLS, HALF, LIMIT, WIDTH, leans
from harena.games.knockdown.view import BrawlView
from harena.look.drawing import HOLE, Part, Pieces, Plain, filled, said
from harena.look.laying import Box

PIECES = Pieces(Path(__file__).parent, "tower.svg.j2")
HANGS = 30  # how far a cube hangs above its place
ABOVE = HANGS + WIDTH + 18  # room for crane and rail over the highest cube
BELOW = 26  # room for the table and the level
SIDE = 62  # to either side of the foot: as far as cubes that stand can reach, and the swing
LARGEST = 3.4  # pixels of the picture for a twentieth
HEAD = 40  # pixels for the words and the time above it
TIPS = 34  # degrees by which a tower leans over as one piece before it breaks
ROW = 5  # of them lie on the table, the others on those
STAYS = {"": 0, "stands": 1700, "falls": 2600, "late": 2000}  # milliseconds for which the end is shown
ENDS = {"": "", "stands": "It stands!", "falls": "It falls!", "late": "Too late!"}


class Fallen(NamedTuple):
    """Where a cube ends that falls, from its place: half way there, and on the table."""

    tilt: tuple[float, float, float]  # right, down, degrees
    rest: tuple[float, float, float]


def tower(view: BrawlView, box: Box, sheet: tuple[int, int]) -> list[Part]:
    """The test under way, or the one that has just ended, over the whole sheet; nothing if there is none."""
    if not view.tower:
        return []
    return Building(view, box, sheet).parts()


class Building:
    """Works out what is where for one view."""

    def __init__(self, view: BrawlView, box: Box, sheet: tuple[int, int]) -> None:
        self.view, self.box, self.sheet = view, box, sheet
        self.places = list(accumulate(view.tower))
        self.hangs = view.asking == "LetGo"
        self.end = "" if self.hangs else how_it_ended(view)
        high = WIDTH * view.tower_cubes + ABOVE + BELOW
        self.scale = round(min(box.w / (2 * SIDE), (box.h - HEAD) / high, LARGEST), 3)
        self.high = (box.h - HEAD) / self.scale - BELOW  # of the rail over the table

    def parts(self) -> list[Part]:
        box, scale = self.box, self.scale
        half = round(box.w / scale / 2, 1)
        ground = f"translate({box.x + box.w / 2:.1f} {box.y + box.h - BELOW * scale:.1f}) scale({scale})"
        return [
            *filled(PIECES.cut("opening", *self.sheet, box, HOLE, STAYS[self.end]), said(self._told())),
            PIECES.one("head", box, self._title(), LIMIT // 1000 if self.hangs else 0),
            *filled(PIECES.cut("scene", HOLE, half, round(self.high, 1)), Plain(ground)),
            PIECES.one("level", self._bubble()),
            *filled(PIECES.cut("column", self.end, HOLE), self._sway()),
            *self._cubes(),
            PIECES.one("column_end"),
            *(self._crane() if self.end in ("", "late") else []),
            PIECES.one("closing", box, self.end, ENDS[self.end]),
        ]

    def _title(self) -> str:
        view = self.view
        hung = min(len(view.tower) + 1, view.tower_cubes) if self.hangs else len(view.tower)
        return f"Cube {hung} of {view.tower_cubes}"

    def _told(self) -> str:
        """For anyone who hears the picture."""
        told = f"A tower of {len(self.view.tower)} of {self.view.tower_cubes} cubes"
        return f"{told}. {ENDS[self.end]}" if self.end else f"{told}: let the next one go over it."

    def _bubble(self) -> int:
        """Where the bubble of the level is, in hundredths to either side."""
        return max(-FALLS, min(FALLS, leaning(self.view.tower)))

    def _sway(self) -> Plain:
        """How far it goes to and fro, more the nearer it is to falling, as an angle of the whole tower."""
        top = 0.3 + 1.6 * min(FALLS, abs(leaning(self.view.tower))) / FALLS
        angle = 57.3 * top / (WIDTH * max(2, len(self.view.tower)))
        return Plain(f"--sway:{angle:.3f}deg;--settle:{2.2 * angle:.3f}deg")

    def _cubes(self) -> list[Part]:
        falls = fallen(self.view.tower) if self.end == "falls" else {}
        parts: list[Part] = []
        for number, x in enumerate(self.places):
            how = said("" if number not in falls else styled(falls[number]))
            at = Plain(f"{x} {-WIDTH * number - HALF}")
            piece = PIECES.cut("cube", self.view.tower_of, number, number in falls, HOLE, HOLE)
            parts += filled(piece, at, how)
        return parts

    def _crane(self) -> list[Part]:
        """Over the last cube, where the next one swings."""
        number = len(self.places)
        x, y = self.places[-1], -WIDTH * number - HALF - HANGS
        rope = self.high - WIDTH * (number + 1) - HANGS
        piece = PIECES.cut("crane", self.view.tower_of, number, round(rope, 1), HANGS, HOLE)
        return filled(piece, Plain(f"{x} {y}"))


def how_it_ended(view: BrawlView) -> str:
    """Of a test that is over: what became of the tower."""
    if not view.tower_stands:
        return "falls"
    return "stands" if len(view.tower) == view.tower_cubes else "late"


def leaning(tower: Sequence[int]) -> int:
    """How far it leans over its weakest joint: to the right, or below 0 to the left."""
    over = [int(one) for one in leans(list(tower))]
    return max(over, key=abs, default=0)


def fallen(tower: Sequence[int]) -> dict[int, Fallen]:
    """By number, the cubes that fall: all above the joint that gives way, to the side to which they lean."""
    over = [abs(int(one)) for one in leans(list(tower))]
    joint = over.index(max(over)) + 1
    side = 1 if leaning(tower) > 0 else -1
    places = list(accumulate(tower))
    edge = places[joint - 1] + side * HALF  # of the cube they stand on: they turn about it
    foot = max(side * place for place in places[:joint]) + HALF  # as far out as anything that stays
    found = {}
    for nth, number in enumerate(range(joint, len(tower))):
        tilt = tilted(places[number] - edge, WIDTH * nth + HALF, side * TIPS)
        row, place = divmod(nth, ROW)
        askew = (nth * 37 + 11) % 17 - 8  # degrees: no two lie alike
        out = foot + HALF + 2 + (WIDTH + 3) * place + HALF * row
        rest = (side * out - places[number], WIDTH * (number - row) - abs(askew) / 5)
        found[number] = Fallen(tilt, (*rest, side * 90.0 * (1 + nth % 3) + askew))
    return found


def tilted(right: float, up: float, degrees: float) -> tuple[float, float, float]:
    """How far something comes to the right and down that turns about a point beside and below it."""
    angle = radians(degrees)
    moved = right * cos(angle) + up * sin(angle) - right
    return (moved, up + right * sin(angle) - up * cos(angle), degrees)


def styled(cube: Fallen) -> str:
    """The same for the style sheet."""
    names = (("tilt", cube.tilt), ("rest", cube.rest))
    return ";".join(
        f"--{name}:translate({x:.1f}px,{y:.1f}px) rotate({turn:.0f}deg)" for name, (x, y, turn) in names
    )
