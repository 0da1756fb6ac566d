"""The two sheets a picture is laid out on: where things stand, how large, and the templates that draw them.

All that is drawn asks its sheet; nothing else knows which layout it is for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from harena.core.hex import DIRECTIONS
from harena.core.picture import Layout
from harena.look.chips import TOUCH, Chip, Offered, filling, in_a_row, stacked
from harena.look.drawing import Part, Pieces, Plain
from harena.look.laying import Box, where
from harena.look.writing import wrap

CARD = Box(0, 0, 190, 220)  # an Action card
SLIM = Box(0, 0, 140, 220)  # the same where there is little room
REFERENCE = Box(0, 0, 239, 220)  # a fighter's reference card
HELD = Box(0, 0, 270, 37)  # a card as a short line
AIR = 7  # between two cards
HERE = Path(__file__).parent


class PromptLine(msgspec.Struct, frozen=True):
    """A line of the question, and how it is written."""

    text: str
    y: float
    size: float
    room: float


class Row(msgspec.Struct, frozen=True):
    """Cards of a form, where they lie, and how much room they take."""

    form: str
    places: tuple[Plain, ...]
    wide: float = 0.0


class PanelForm(msgspec.Struct, frozen=True, kw_only=True):
    """How a fighter's panel is filled. Rooms are for writing of the size beside them."""

    high: float
    name: tuple[float, float]
    player: tuple[float, float]
    health: tuple[float, float]  # from where to where
    track: tuple[float, float]  # the room of the health track, and of a space of it at most
    boxes: tuple[float, float]  # from where, and the step
    roomy: bool  # have the damage boxes their names?
    note: tuple[float, float]
    notes: int


class Sections(msgspec.Struct, frozen=True, kw_only=True):
    """All of a picture, before it is put together."""

    arena: list[Part]
    panels: list[Part]
    energies: list[Part]
    decision: list[Part]
    bottom: list[Part]
    fighters: int
    crowd: int  # the most Energy tokens in one space
    chips: float  # how high the chips are
    over: bool


class Sheet(ABC):
    """Where things stand."""

    wide: int
    arena: Box
    hex_size: float  # the edge of a hex in the largest arena
    wall: float  # how far the wall stands off; 0: it follows the hexes
    figure: float  # how large those in the arena are
    dice: Box  # where dice may fall: beside all hexes
    pile: tuple[float, float, float, float, int]  # the discard pile: corner, steps, and cards in a row
    long_roll: int  # dice from which a roll has two rows
    facings_around: bool  # are facings chosen around the fighter, or among the chips?
    track: tuple[float, float]  # where the spaces of the energy track begin and end
    hand: Box
    headline: tuple[float, float]  # of the result: its room and size
    outcome_left: float  # where the words of an outcome begin
    outcome_size: float
    pieces: Pieces
    panels: Pieces
    cards: Pieces

    @abstractmethod
    def panel(self, many: int) -> PanelForm:
        """The panels of so many fighters."""

    @abstractmethod
    def panel_place(self, number: int, many: int) -> Plain:
        """Where a fighter's panel stands."""

    @abstractmethod
    def energy_places(self, middle: float, step: float, many: int) -> list[tuple[float, float, float]]:
        """Where Energy tokens that share a space stand, and how large they are."""

    @abstractmethod
    def chips(self, offered: Sequence[Offered]) -> tuple[list[Chip], float]:
        """What can be chosen and is not placed elsewhere, and how high that is."""

    @abstractmethod
    def question(self, prompt: str, chips: Sequence[Chip]) -> list[PromptLine]:
        """The question in lines, where the picture says it."""

    @abstractmethod
    def cards_in_hand(self, many: int, others: int) -> Row:
        """The cards of a hand, beside so many cards of other fighters."""

    @abstractmethod
    def held_step(self, many: int) -> float:
        """How far apart the lines of so many cards of other fighters stand."""

    @abstractmethod
    def others(self, hand: int, many: int) -> Row:
        """Where the lines of other fighters' cards stand beside a hand."""

    @abstractmethod
    def references(self, many: int) -> Row:
        """Where reference cards lie."""

    @abstractmethod
    def outcome(self, place: int, many: int) -> Box:
        """Where it stands how a fighter came out of the game."""

    @abstractmethod
    def swiped(self, parts: list[Part], wide: float) -> list[Part]:
        """Cards that need so much room: swiped where there is less."""

    @abstractmethod
    def put_together(self, sections: Sections) -> tuple[int, list[Part]]:
        """How high the picture is, and its parts from back to front."""


def pieces_in(template: str) -> Pieces:
    return Pieces(HERE, template)


class WideSheet(Sheet):
    """The arena with the fighters beside it, then energy, the decision and the viewer's hand."""

    wide, high, edge, gap = 1000, 990, 10, 8
    arena = Box(10, 10, 660, 610)
    hex_size, wall, figure = 39.0, 7.0, 1.0
    dice = Box(546, 534, 116, 80)  # the corner of the last roll
    pile = (20.0, 512.0, 18.0, 25.0, 6)
    long_roll, facings_around = 4, True
    track = (54.0, 989.0)
    hand = Box(10, 760, 980, 220)
    headline = (560.0, 38.0)
    outcome_left, outcome_size = 84.0, 16.0
    pieces = pieces_in("picture.svg.j2")
    panels = pieces_in("panels.svg.j2")
    cards = pieces_in("cards.svg.j2")
    choices = Box(310, 703, 670, 46)
    text_left = 60

    def panel(self, many: int) -> PanelForm:
        high = (self.arena.h - self.gap * (many - 1)) / many
        large = high >= 280  # from here on more is written out
        return PanelForm(
            high=round(high, 1),
            name=(178, 20),
            player=(170, 15),
            health=(64, 38) if large else (53, 28),
            track=(234, 39),
            boxes=(114, 38) if large else (87, 26),
            roomy=high >= 190,
            note=(300, 14),  # letters come out a little narrower than reckoned
            notes=3 if large else 1,
        )

    def panel_place(self, number: int, many: int) -> Plain:
        return Plain(f"678 {round(self.edge + number * (self.panel(many).high + self.gap), 1)}")

    def energy_places(self, middle: float, step: float, many: int) -> list[tuple[float, float, float]]:
        apart = min(31.0, (step - 2) / many)
        left = middle - 3 - apart * (many - 1) / 2
        return [(round(left + place * apart, 1), 670, round(apart / 2, 1)) for place in range(many)]

    def chips(self, offered: Sequence[Offered]) -> tuple[list[Chip], float]:
        return in_a_row(offered, self.choices, 1), self.choices.h

    def question(self, prompt: str, chips: Sequence[Chip]) -> list[PromptLine]:
        room = (chips[0].x - 14 if chips else self.wide - 2 * self.edge) - self.text_left
        if len(lines := wrap(prompt, room, 18, 2)) == 1:
            return [PromptLine(lines[0], 732, 18, room)]
        lines = wrap(prompt, room, 16, 2)
        return [PromptLine(line, 722 + 20 * place, 16, room) for place, line in enumerate(lines)]

    def cards_in_hand(self, many: int, others: int) -> Row:
        box = self.hand
        if others:
            box = Box(box.x, box.y, box.w - HELD.w - self.gap, box.h)
        fits = many * (CARD.w + AIR) - AIR <= box.w
        form, card = ("card", CARD) if fits else ("slim_card", SLIM)
        return Row(form, cards_in_a_row(many, card, box))

    def held_step(self, many: int) -> float:
        return min(HELD.h + 3, self.hand.h / max(many, 1))

    def others(self, hand: int, many: int) -> Row:
        x, step = self.wide - self.edge - HELD.w, self.held_step(many)
        places = (where(x, round(self.hand.y + place * step, 1), 1) for place in range(many))
        return Row("held", tuple(places))

    def references(self, many: int) -> Row:
        return Row("reference", cards_in_a_row(many, REFERENCE, self.hand))

    def outcome(self, place: int, many: int) -> Box:
        w = (self.hand.w - 24 - self.gap * (many - 1)) / many
        return Box(round(self.edge + 12 + place * (w + self.gap), 1), 846, w, 122)

    def swiped(self, parts: list[Part], wide: float) -> list[Part]:
        return parts

    def put_together(self, sections: Sections) -> tuple[int, list[Part]]:
        of = sections
        return self.high, [*of.arena, *of.panels, *of.energies, *of.decision, *of.bottom]


def cards_in_a_row(many: int, card: Box, box: Box) -> tuple[Plain, ...]:
    """Where cards lie side by side in the middle of a box; they overlap where it is too narrow."""
    step = min(card.w + AIR, (box.w - card.w) / max(many - 1, 1))
    left = box.x + (box.w - card.w - step * (many - 1)) / 2
    return tuple(where(round(left + place * step, 1), box.y, 1) for place in range(many))


class TallSheet(Sheet):
    """Two columns of fighters, the arena as wide as the screen, then what to choose, the hand, and energy."""

    wide = 390
    arena = Box(0, 0, 390, 362)
    hex_size, wall, figure = 24.48, 0.0, 0.6  # nine hexes side by side
    dice = Box(307, 318, 81, 43)  # below the right corner, beside a fighter there
    pile = (5.0, 318.0, 10.0, 12.0, 7)
    long_roll, facings_around = 5, False
    track = (4.0, 386.0)
    hand = Box(0, 0, 390, 204)
    headline = (250.0, 22.0)
    outcome_left, outcome_size = 46.0, 12.5
    pieces = pieces_in("tall.svg.j2")
    panels = pieces_in("tall_panels.svg.j2")
    cards = pieces_in("cards.svg.j2")
    gap, panel_wide, panel_high = 4, 191, 104
    card_scale, held_in_column = 0.88, 5
    compass = ("nw", "ne", "w", "e", "sw", "se")  # as the directions lie, in two columns

    def panel(self, many: int) -> PanelForm:
        return PanelForm(
            high=self.panel_high,
            name=(150, 14),
            player=(80, 12),
            health=(40, 20),
            track=(136, 28),
            boxes=(64, 22),
            roomy=False,
            note=(180, 12),
            notes=1,
        )

    def panel_place(self, number: int, many: int) -> Plain:
        x = 2 + number % 2 * (self.panel_wide + self.gap)
        return Plain(f"{x} {2 + number // 2 * (self.panel_high + self.gap)}")

    def energy_places(self, middle: float, step: float, many: int) -> list[tuple[float, float, float]]:
        """One below the other."""
        return [(round(middle, 1), 36 + 28 * place, 13) for place in range(many)]

    def chips(self, offered: Sequence[Offered]) -> tuple[list[Chip], float]:
        """In rows, short ones side by side; a facing lies where it looks."""
        if any(one.action.startswith("facing:") for one in offered):
            return self._facings(offered)
        return stacked(offered, self._chip_row(0), self.gap)

    def _chip_row(self, number: int) -> Box:
        return Box(3, number * (TOUCH + self.gap), self.wide - 6, TOUCH)

    def _facings(self, offered: Sequence[Offered]) -> tuple[list[Chip], float]:
        """Two columns, west and east, of three rows."""
        chips = []
        for one in offered:
            facing = one.action.removeprefix("facing:")
            row, column = divmod(self.compass.index(facing), 2)
            turned = Offered(one.action, one.label, "ahead", 90 + 60 * DIRECTIONS.index(facing))
            whole = self._chip_row(row)
            half = (whole.w - self.gap) / 2
            chips += filling([turned], Box(whole.x + column * (half + self.gap), whole.y, half, whole.h))
        return chips, 3 * (TOUCH + self.gap)

    def question(self, prompt: str, chips: Sequence[Chip]) -> list[PromptLine]:
        """The page around a tall picture says it, above all that can be chosen."""
        return []

    def cards_in_hand(self, many: int, others: int) -> Row:
        return self._in_a_row("card", many, CARD, others)

    def held_step(self, many: int) -> float:
        return HELD.h + 3

    def others(self, hand: int, many: int) -> Row:
        """In columns after the hand."""
        scale, most = self.card_scale, self.held_in_column
        left, step = 2 + hand * (CARD.w + AIR) * scale, (HELD.w + AIR) * scale
        places = (
            where(
                round(left + place // most * step, 1),
                round(2 + place % most * self.held_step(many) * scale, 1),
                scale,
            )
            for place in range(many)
        )
        return Row("held", tuple(places), left + -(-many // most) * step if many else 0)

    def references(self, many: int) -> Row:
        return self._in_a_row("reference", many, REFERENCE, 0)

    def _in_a_row(self, form: str, many: int, card: Box, others: int) -> Row:
        """In the middle if they all fit, else from the left."""
        step = (card.w + AIR) * self.card_scale
        left = 2 if others else max(2, (self.wide - many * step + AIR * self.card_scale) / 2)
        places = (where(round(left + place * step, 1), 2, self.card_scale) for place in range(many))
        return Row(form, tuple(places), 4 + many * step)

    def outcome(self, place: int, many: int) -> Box:
        w = (self.wide - 4 - self.gap) / 2
        return Box(2 + place % 2 * (w + self.gap), 50 + place // 2 * (70 + self.gap), w, 70)

    def swiped(self, parts: list[Part], wide: float) -> list[Part]:
        if wide <= self.wide + AIR:
            return parts
        w, h = self.wide, self.hand.h
        strip = f'<svg data-strip="{round(wide)}" width="{w}" height="{h:g}" viewBox="0 0 {w} {h:g}">'
        return [Plain(strip), *parts, Plain("</svg>")]

    def put_together(self, sections: Sections) -> tuple[int, list[Part]]:
        """One section below the other."""
        of = sections
        rows = (of.fighters + 1) // 2
        result = 54 + rows * (70 + self.gap)
        heights = [
            (of.panels, rows * (self.panel_high + self.gap)),
            (of.arena, self.arena.h),
            (of.decision, of.chips),
            (of.bottom, result if of.over else self.hand.h),
            (of.energies, 24 + 28 * max(of.crowd, 1)),
        ]
        y, parts = 0.0, list[Part]()
        for section, high in heights:
            parts += (Plain(f'<g transform="translate(0 {y:g})">'), *section, Plain("</g>"))
            y += high + self.gap if high else 0
        return round(y), parts


WIDE: Final = WideSheet()
TALL: Final = TallSheet()
SHEETS: Final[dict[Layout, Sheet]] = {"wide": WIDE, "tall": TALL}
