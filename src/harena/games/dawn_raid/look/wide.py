"""The wide layout: a strip for each side, pot and battle between them, the deck along the bottom edge."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

from harena.games.dawn_raid.look.layout import (
    MINI_HIGH,
    MINI_WIDE,
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
from harena.look.chips import Chip, in_a_row
from harena.look.drawing import Pieces, Plain
from harena.look.laying import Box, where

WIDE, HIGH, EDGE, GAP = 1000, 760, 10, 8
STRIP_HIGH = 86
DECK_TOP, DECK_HIGH = 598, 152
POT_WIDE = 250
SHIELDS_WIDE = 164  # between attack and defence: the two scores
BANNER_WIDE = 230  # where type chips stand right of it


class WideSheet(Sheet):
    pieces: ClassVar[Pieces] = Pieces(Path(__file__).parent, "wide.svg.j2")
    name_size: ClassVar[float] = 28
    label_size: ClassVar[float] = 18
    label_beyond: ClassVar[float] = SHIELDS_WIDE / 2 - 12
    headline_size: ClassVar[float] = 38
    headline_room: ClassVar[float] = 280
    banner_size: ClassVar[float] = 26
    banner_room: ClassVar[float] = 230
    title_room: ClassVar[float] = 290
    title_size: ClassVar[float] = 18

    def plan(self, deck: int, hauls: int) -> Plan:
        return _plan(deck != NO_DECK)

    def name_room(self, decides: bool) -> float:
        return 256 if decides else 400

    def put_back(self, count: int, strip: Box) -> list[Plain]:
        return [where(684 - 40 * (count - place), strip.y + 30, 1) for place in range(count)]

    def forces(self, most: int, clash: Box) -> Forces:
        return _forces(most, clash)

    def chips(self, types: Offers, others: Offers, clash: Box) -> tuple[Chip, ...]:
        return _chips(types, others, clash)

    def deck(self, count: int, box: Box) -> Deck:
        return _deck(count, box)

    def hauls(self, skulls: Sequence[int], field: Box) -> list[Haul]:
        w = (field.w - GAP * (len(skulls) - 1) - 32) / len(skulls)
        boxes = [
            Box(field.x + 16 + place * (w + GAP), field.y + 96, w, field.h - 110)
            for place in range(len(skulls))
        ]
        return [_haul(box, count) for box, count in zip(boxes, skulls, strict=True)]


@lru_cache(2)
def _plan(deck_shown: bool) -> Plan:
    bottom = DECK_TOP if deck_shown else HIGH - EDGE + GAP
    near = Box(EDGE, bottom - GAP - STRIP_HIGH, WIDE - 2 * EDGE, STRIP_HIGH)
    far = Box(EDGE, EDGE, WIDE - 2 * EDGE, STRIP_HIGH)
    top = far.y + far.h + GAP
    field = Box(EDGE, top, WIDE - 2 * EDGE, near.y - GAP - top)
    pot = Box(field.x, field.y, POT_WIDE, field.h)
    clash = Box(pot.x + pot.w + GAP, field.y, field.w - pot.w - GAP, field.h)
    return Plan(
        size=(WIDE, HIGH),
        far=far,
        near=near,
        field=field,
        pot=pot,
        pot_inside=Box(pot.x + 14, pot.y + 56, pot.w - 24, pot.h - 66),
        clash=clash,
        deck=Box(EDGE, DECK_TOP, WIDE - 2 * EDGE, DECK_HIGH),
        rays=rays(clash),
        field_rays=rays(field),
    )


@lru_cache(64)
def _forces(most: int, clash: Box) -> Forces:
    room = (clash.y + 102, (clash.w - SHIELDS_WIDE - 42) / 2, clash.h - 170)
    return two_forces(most, room, clash.x + clash.w / 2, SHIELDS_WIDE)


@lru_cache(64)
def _deck(count: int, box: Box) -> Deck:
    rows = 2 if count > 15 else 1
    columns = max(1, math.ceil(count / rows))
    scale = round(min(box.h / rows / MINI_HIGH, (box.w - 40) / columns / MINI_WIDE, 1.7), 3)
    top = round(box.y + (box.h - rows * MINI_HIGH * scale) / 2, 1)
    return deck_rows(count, columns, scale, (box.x + 40, top))


@lru_cache(256)
def _chips(types: Offers, others: Offers, clash: Box) -> tuple[Chip, ...]:
    beside = Box(clash.x + BANNER_WIDE + 12, clash.y + 10, clash.w - BANNER_WIDE - 24, 46)
    below = Box(clash.x + 12, clash.y + clash.h - 58, clash.w - 24, 46)
    return (*in_a_row(types, beside), *in_a_row(others, below))


def _haul(box: Box, skulls: int) -> Haul:
    step = min(38.0, (box.w - 28) / max(skulls, 1))
    return Haul(
        box,
        box.w - 60,
        Box(box.x + 14, box.y + 136, box.w - 24, box.h - 146),
        tuple(round(box.x + 14 + step * place, 1) for place in range(skulls)),
    )
