"""What a layout of Dawn Raid's picture says: where everything stands. wide.py and tall.py are the two."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import msgspec

from harena.games.dawn_raid.look.faces import FORMS
from harena.look.chips import Chip, Offered
from harena.look.drawing import Part, Pieces, Plain
from harena.look.laying import Box, grid, where

Offers = tuple[Offered, ...]
NO_DECK = -1  # instead of a number of cards: the viewer has none to show
TOKEN_WIDE, TOKEN_HIGH, TOKEN_LARGEST = 40, 50, 1.6  # with a little air
MINI_WIDE, MINI_HIGH = 62, 79
MOST_PUT_BACK = 4  # shown beside a deck; more are counted


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The large parts of a sheet."""

    size: tuple[int, int]
    far: Box  # the side at the top
    near: Box
    field: Box  # between them
    pot: Box
    pot_inside: Box  # for its cards
    clash: Box
    deck: Box  # the viewer's own
    rays: str  # of dawn, in the clash
    field_rays: str


class Force(msgspec.Struct, frozen=True):
    """Where attack or defence lies: all of it, and each card."""

    box: Box
    places: tuple[Plain, ...]


class Forces(msgspec.Struct, frozen=True):
    """Where attack and defence lie, and in which form their cards are."""

    attack: Force
    defence: Force
    form: str


class Deck(msgspec.Struct, frozen=True):
    """Where the cards of a deck lie: the tops of its rows, how large its cards are, and each card."""

    tops: tuple[float, ...]
    scale: float
    places: tuple[Plain, ...]


class Haul(msgspec.Struct, frozen=True):
    """Where a victory pile is turned over at the end."""

    box: Box
    name_room: float
    inside: Box  # for its cards
    skulls: tuple[float, ...]  # where each stands from left to right


class Sheet(ABC):
    """A layout. Its pieces have the same names and the same holes in both."""

    pieces: ClassVar[Pieces]
    name_size: ClassVar[float]
    label_size: ClassVar[float]  # of who attacks and who defends
    label_beyond: ClassVar[float]  # how far it may reach beyond the cards
    headline_size: ClassVar[float]
    headline_room: ClassVar[float]  # for a winner's name
    banner_size: ClassVar[float]
    banner_room: ClassVar[float]  # for a name
    title_room: ClassVar[float]  # for a deck's title
    title_size: ClassVar[float]

    @abstractmethod
    def plan(self, deck: int, hauls: int) -> Plan:
        """The sheet, with so many cards in the viewer's deck, or so many victory piles at the end."""

    @abstractmethod
    def name_room(self, decides: bool) -> float:
        """For a player's name in the strip of a side."""

    @abstractmethod
    def put_back(self, count: int, strip: Box) -> list[Plain]:
        """Where cards lie that everybody saw go to the back of a deck."""

    @abstractmethod
    def forces(self, most: int, clash: Box) -> Forces:
        """Attack and defence, when the larger one has so many cards."""

    @abstractmethod
    def chips(self, types: Offers, others: Offers, clash: Box) -> tuple[Chip, ...]:
        """What can be chosen: a raid's types, and everything else."""

    def idle(self, prompt: str, clash: Box) -> list[Part]:
        """What stands where the chips would, while there are none."""
        return []

    @abstractmethod
    def deck(self, count: int, box: Box) -> Deck:
        """The viewer's own deck."""

    @abstractmethod
    def hauls(self, skulls: Sequence[int], field: Box) -> list[Haul]:
        """The victory piles at the end, each with so many skulls."""


def two_forces(most: int, room: tuple[float, float, float], middle: float, apart: float) -> Forces:
    """One upright card on each side of the middle, or broad ones in a column; room: top, width, height."""
    top, w, h = room
    form = "upright" if most < 2 else "broad"
    wide, high = FORMS[form]
    rows = max(1, most)
    scale = round(min(w / wide, h / (rows * high + 8 * (rows - 1)), 1.5), 3)
    tall = (rows * high + 8 * (rows - 1)) * scale
    y = round(top + (h - tall) / 2, 1)
    forces = []
    for x in (round(middle - apart / 2 - wide * scale, 1), round(middle + apart / 2, 1)):
        tops = [round(y + place * (high + 8) * scale, 1) for place in range(rows)]
        box = Box(x, y, round(wide * scale, 1), round(tall, 1))
        forces.append(Force(box, tuple(where(x, top, scale) for top in tops)))
    return Forces(forces[0], forces[1], form)


def deck_rows(count: int, columns: int, scale: float, corner: tuple[float, float]) -> Deck:
    """So many cards in rows from a corner."""
    x, y = corner
    places = tuple(
        where(
            round(x + place % columns * MINI_WIDE * scale, 1),
            round(y + place // columns * MINI_HIGH * scale, 1),
            scale,
        )
        for place in range(count)
    )
    tops = tuple(round(y + row * MINI_HIGH * scale, 1) for row in range(math.ceil(count / columns)))
    return Deck(tops, scale, places)


def tokens(count: int, box: Box) -> tuple[Plain, ...]:
    """Where so many tokens lie that fill a box."""
    return grid(count, TOKEN_WIDE, TOKEN_HIGH, box, TOKEN_LARGEST)


def rays(box: Box) -> str:
    """The rays of dawn: wedges that rise from the middle of a box's lower edge."""
    far = max(box.w, box.h)
    corners = [math.pi * step / 22 for step in range(1, 22)]
    points = [(box.w / 2 + far * math.cos(angle), box.h - far * math.sin(angle)) for angle in corners]
    return "".join(
        f"M{box.w / 2:.0f} {box.h:.0f}L{a[0]:.0f} {a[1]:.0f}L{b[0]:.0f} {b[1]:.0f}z"
        for a, b in zip(points[::2], points[1::2], strict=False)
    )
