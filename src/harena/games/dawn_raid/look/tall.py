"""The tall layout, for a phone: one thing below the other, as long as it needs. A unit is a pixel there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

from harena.games.dawn_raid.look.layout import (
    MINI_HIGH,
    NO_DECK,
    Deck,
    Forces,
    Haul,
    Offers,
    Plan,
    Sheet,
    deck_rows,
    rays,
    two_forces,
)
from harena.look.chips import TOUCH, Chip, filling
from harena.look.drawing import HOLE, Part, Pieces, Plain, filled, said
from harena.look.laying import Box, where
from harena.look.writing import clip, wrap

WIDE, EDGE, GAP = 390, 6, 6
FULL = WIDE - 2 * EDGE
STRIP_HIGH = 82
CHIPS_TOP, CARDS_TOP, CARDS_HIGH = 66, 146, 258  # in the battle
CLASH_HIGH = CARDS_TOP + CARDS_HIGH + 8
POT_HIGH, POT_LEFT = 100, 96  # its cards stand right of its name
DECK_COLUMNS, DECK_SCALE, DECK_LEFT = 6, 0.93, 24
HEADLINE_HIGH, HAUL_HIGH = 58, 168
PROMPT_SIZE = 15.0


class TallSheet(Sheet):
    pieces: ClassVar[Pieces] = Pieces(Path(__file__).parent, "tall.svg.j2")
    name_size: ClassVar[float] = 18
    label_size: ClassVar[float] = 14
    label_beyond: ClassVar[float] = 0
    headline_size: ClassVar[float] = 24
    headline_room: ClassVar[float] = 150
    banner_size: ClassVar[float] = 17
    banner_room: ClassVar[float] = 105
    title_room: ClassVar[float] = 130
    title_size: ClassVar[float] = 13

    def plan(self, deck: int, hauls: int) -> Plan:
        return _plan(deck, hauls)

    def name_room(self, decides: bool) -> float:
        return 130

    def put_back(self, count: int, strip: Box) -> list[Plain]:
        right = strip.x + strip.w - 8
        return [where(right - 25 * (count - place), strip.y + 49, 0.64) for place in range(count)]

    def forces(self, most: int, clash: Box) -> Forces:
        return _forces(most, clash)

    def chips(self, types: Offers, others: Offers, clash: Box) -> tuple[Chip, ...]:
        return _chips((*types, *others), clash)

    def idle(self, prompt: str, clash: Box) -> list[Part]:
        box = _chips_box(clash)
        lines = [clip(line, box.w, PROMPT_SIZE) for line in wrap(prompt, box.w, PROMPT_SIZE, 2)]
        first = box.y + TOUCH / 2 + 5 - 9 * (len(lines) - 1)
        parts: list[Part] = []
        for place, line in enumerate(lines):
            parts += filled(self.pieces.cut("idle", WIDE / 2, first + 18 * place, HOLE), said(line))
        return parts

    def deck(self, count: int, box: Box) -> Deck:
        return _deck(count, box)

    def hauls(self, skulls: Sequence[int], field: Box) -> list[Haul]:
        step = HAUL_HIGH + GAP
        boxes = [
            Box(field.x + 8, field.y + HEADLINE_HIGH + place * step, field.w - 16, HAUL_HIGH)
            for place in range(len(skulls))
        ]
        return [_haul(box, count) for box, count in zip(boxes, skulls, strict=True)]


@lru_cache(128)
def _plan(deck: int, hauls: int) -> Plan:
    far = Box(EDGE, EDGE, FULL, STRIP_HIGH)
    top = far.y + far.h + GAP
    clash = Box(EDGE, top, FULL, CLASH_HIGH)
    pot = Box(EDGE, clash.y + clash.h + GAP, FULL, POT_HIGH)
    bottom = pot.y + pot.h if not hauls else top + HEADLINE_HIGH + hauls * (HAUL_HIGH + GAP) + 2
    near = Box(EDGE, bottom + GAP, FULL, STRIP_HIGH)
    end = near.y + near.h + GAP
    rows = 0 if deck == NO_DECK else max(1, math.ceil(deck / DECK_COLUMNS))
    field = Box(EDGE, top, FULL, bottom - top)
    own = Box(EDGE, end, FULL, math.ceil(rows * MINI_HIGH * DECK_SCALE))
    return Plan(
        size=(WIDE, int(own.y + own.h + (GAP if rows else 0))),
        far=far,
        near=near,
        field=field,
        pot=pot,
        pot_inside=Box(pot.x + POT_LEFT, pot.y + 8, pot.w - POT_LEFT - 6, pot.h - 12),
        clash=clash,
        deck=own,
        rays=rays(clash),
        field_rays=rays(field),
    )


@lru_cache(256)
def _chips(offers: Offers, clash: Box) -> tuple[Chip, ...]:
    return tuple(filling(offers, _chips_box(clash)))


def _chips_box(clash: Box) -> Box:
    return Box(clash.x + 6, clash.y + CHIPS_TOP, clash.w - 12, TOUCH)


@lru_cache(64)
def _forces(most: int, clash: Box) -> Forces:
    room = (clash.y + CARDS_TOP, (clash.w - 8) / 2 - 1, CARDS_HIGH)
    return two_forces(most, room, clash.x + clash.w / 2, 6)


@lru_cache(64)
def _deck(count: int, box: Box) -> Deck:
    return deck_rows(count, DECK_COLUMNS, DECK_SCALE, (box.x + DECK_LEFT, box.y))


def _haul(box: Box, skulls: int) -> Haul:
    step = min(28.0, (box.w - 24) / max(skulls, 1))
    return Haul(
        box,
        box.w - 60,
        Box(box.x + 12, box.y + 90, box.w - 20, box.h - 96),
        tuple(round(box.x + 12 + step * place, 1) for place in range(skulls)),
    )
