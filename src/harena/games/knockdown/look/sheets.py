"""The two sheets a picture is laid out on: where its sections stand, and how large things are in them.

Sections are drawn around a corner of their own; a sheet puts them beside or below each other.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

import msgspec

from harena.core.picture import Layout
from harena.games.knockdown.look.faces import Form
from harena.look.chips import Chip, Offered, in_a_row, stacked
from harena.look.drawing import Part, Pieces, Plain
from harena.look.laying import Box, where
from harena.look.sections import Section, moved
from harena.look.writing import clip, wrap

HERE = Path(__file__).parent


class Sections(msgspec.Struct, frozen=True, kw_only=True):
    """All of a picture, before it is put together."""

    near: Section  # the panel of the viewer's own fighter
    far: Section
    arena: Section
    cards: Section  # the Row, or what is drafted
    below: Section  # Special Attacks, a block, the end
    decision: Section
    answers: bool  # what is below answers an attack: a reader of a long picture sees it first


class Corners(msgspec.Struct, frozen=True, kw_only=True):
    """What stands in the corners of the arena, and how large."""

    round: tuple[float, float, float]  # left, top line, size
    deck: tuple[float, float, float]  # left, top, scale
    discard: tuple[float, float, float]
    roll: tuple[float, float, float]
    dice: Box  # where they fall


class PromptLine(msgspec.Struct, frozen=True):
    """A line of the question."""

    text: str
    y: float
    size: float


class Sheet(ABC):
    """Where things stand."""

    wide: ClassVar[int]
    text: ClassVar[float]  # size of small letters
    arena: ClassVar[Box]
    hexes: ClassVar[Box]  # where they lie in it
    figure: ClassVar[float]  # radius of a fighter
    corners: ClassVar[Corners]
    tower_place: ClassVar[Box]  # on the whole sheet, over everything else
    panel: ClassVar[Box]
    panels: ClassVar[Pieces]
    card: ClassVar[Form]
    columns: ClassVar[int]  # cards side by side
    incoming: ClassVar[Box]  # the attack that may be blocked
    gap: ClassVar[float] = 6
    name_room: ClassVar[tuple[float, float]]  # of a fighter in its panel, and the size of its letters
    player_room: ClassVar[tuple[float, float]]
    headline: ClassVar[tuple[float, float]]  # of the result: its room and size

    @abstractmethod
    def skill(self, many: int) -> Form:
        """How each of so many Skills is drawn."""

    @abstractmethod
    def special(self, many: int) -> Form:
        """How each of so many Special Attacks is drawn."""

    @abstractmethod
    def fighters_beside(self, many: int) -> int:
        """How many of so many fighters' sheets stand side by side."""

    @abstractmethod
    def reference(self, many: int) -> Form:
        """How each of them is drawn, and how high it may be."""

    @abstractmethod
    def way(self, many: int) -> Form:
        """How each of so many ways to block is drawn."""

    @abstractmethod
    def chips(self, offered: Sequence[Offered]) -> tuple[list[Chip], float]:
        """What can be chosen and is not placed elsewhere, and how high that is."""

    @abstractmethod
    def question(self, prompt: str, chips: Sequence[Chip]) -> list[PromptLine]:
        """The question in lines, where the picture says it."""

    @abstractmethod
    def put_together(self, sections: Sections) -> tuple[int, list[Part]]:
        """How high the picture is, and its parts from back to front."""

    @property
    def row_wide(self) -> float:
        """As wide as cards stand side by side."""
        return self.wide - 2 * self.edge

    edge: ClassVar[float]


def pieces_in(template: str) -> Pieces:
    return Pieces(HERE, template)


ARENA: Final = pieces_in("arena.svg.j2")
CARDS: Final = pieces_in("cards.svg.j2")
PARTS: Final = pieces_in("parts.svg.j2")
BLOCKS: Final = pieces_in("blocks.svg.j2")


class WideSheet(Sheet):
    """The arena between the two fighters, below it the Row, the Special Attacks of both, and the question."""

    wide, edge, text = 1000, 8, 14.0
    high = 958
    arena = Box(0, 0, 456, 430)
    hexes = Box(12, 10, 432, 410)
    figure = 27.0
    corners = Corners(
        round=(14, 32, 20),
        deck=(382, 14, 1.0),
        discard=(14, 362, 1.0),
        roll=(446, 422, 0.78),
        dice=Box(360, 342, 88, 80),
    )
    tower_place = Box(210, 24, 580, 850)
    panel = Box(0, 0, 258, 430)
    panels = pieces_in("panels.svg.j2")
    card = Form(
        w=241.5,
        h=150,
        head=34,
        name=18,
        least=14,
        text=14,
        step=15,
        lines=4,
        cube=22,
        pip=10.5,
        foot=22,
        ko=44,
    )
    columns = 4
    incoming = Box(0, 0, 240, 262)
    name_room, player_room = (112, 21), (160, 15)
    headline = (560, 36)
    top, row_top, below_top, decision_top = 8, 444, 600, 898

    def skill(self, many: int) -> Form:
        w = min(241.5, (self.row_wide - self.gap * (many - 1)) / max(many, 1))
        return Form(w=round(w, 1), h=self.card.h, head=34, name=18, least=14, text=14, step=15.5)

    def special(self, many: int) -> Form:
        rows = -(-many // 2)
        if rows < 3:
            return Form(
                w=241.5,
                h=133,
                head=26,
                name=16,
                least=14,
                text=14,
                step=14.6,
                lines=4,
                cube=20,
                pip=10,
                foot=19,
                coin=10,
            )
        return Form(
            w=241.5,
            h=88,
            head=24,
            name=16,
            least=14,
            text=13.5,
            step=14,
            lines=4,
            cube=20,
            pip=10,
            foot=0,
            coin=10,
            facts=False,
        )

    def fighters_beside(self, many: int) -> int:
        rows = 1 if many < 6 else 2 if many < 13 else max(3, -(-many // 8))
        return -(-many // rows)

    def reference(self, many: int) -> Form:
        columns = self.fighters_beside(many)
        w = min(400.0, (self.row_wide - self.gap * (columns - 1)) / columns)
        h = (self.decision_top - self.row_top) / -(-many // columns) - self.gap
        text, step = (14.5, 17.5) if many < 4 else (13.5, 15 if many == 5 else 16)
        head, name = (50, 20) if many < 5 else (44, 17)
        return Form(
            w=round(w, 1), h=round(h, 1), head=head, name=name, least=14, text=text, step=step, pad=9, coin=9
        )

    def way(self, many: int) -> Form:
        large = many < 5  # in a single row
        columns = max(3, many if large else -(-many // 2))
        w = round((self.row_wide - self.incoming.w - self.gap * columns) / columns, 1)
        if large:
            return Form(w=w, h=200, head=36, name=19, least=14, text=16, step=24, cube=36, coin=11)
        return Form(w=w, h=128, head=30, name=17, least=14, text=14, step=17, cube=22, coin=9)

    def chips(self, offered: Sequence[Offered]) -> tuple[list[Chip], float]:
        return in_a_row(offered, Box(300, 3, 674, 46), 1), 0

    def question(self, prompt: str, chips: Sequence[Chip]) -> list[PromptLine]:
        room = (chips[0].x - 14 if chips else self.row_wide - 10) - 50
        if len(lines := wrap(prompt, room, 18, 2)) == 1:
            return [PromptLine(lines[0], 32, 18)]
        lines = wrap(prompt, room, 16, 2)
        return [PromptLine(clip(line, room, 16), 22 + 20 * n, 16) for n, line in enumerate(lines)]

    @property
    def arena_place(self) -> Box:
        """Where the arena is in the whole picture."""
        return Box(self.edge + self.panel.w + self.gap, self.top, self.arena.w, self.arena.h)

    @property
    def block_place(self) -> Box:
        """Where a question of blocking is."""
        return Box(self.edge, self.below_top, self.row_wide, self.incoming.h)

    def put_together(self, sections: Sections) -> tuple[int, list[Part]]:
        middle = self.arena_place.x
        right = middle + self.arena.w + self.gap
        return self.high, [
            *moved(sections.near, self.edge, self.top),
            *moved(sections.arena, middle, self.top),
            *moved(sections.far, right, self.top),
            *moved(sections.cards, self.edge, self.row_top),
            *moved(sections.below, self.edge, self.below_top),
            *moved(sections.decision, self.edge, self.decision_top),
        ]


class TallSheet(Sheet):
    """Both fighters side by side, the arena as wide as the screen, what to choose, the Row, the Specials."""

    wide, edge, text = 390, 2, 12.0
    arena = Box(0, 0, 390, 360)
    hexes = Box(2, 2, 386, 356)
    figure = 23.0
    corners = Corners(
        round=(4, 18, 16),
        deck=(330, 4, 0.78),
        discard=(4, 310, 0.78),
        roll=(386, 356, 0.62),
        dice=Box(318, 312, 70, 44),
    )
    tower_place = Box(3, 3, 384, 520)
    panel = Box(0, 0, 191, 214)
    panels = pieces_in("tall_panels.svg.j2")
    card = Form(
        w=191,
        h=134,
        head=28,
        name=15,
        least=12,
        text=12,
        step=14,
        lines=4,
        pad=8,
        cube=19,
        pip=8.5,
        foot=19,
        ko=33,
    )
    columns = 2
    incoming = Box(0, 0, 386, 116)
    gap = 4
    name_room, player_room = (96, 14), (90, 12)
    headline = (250, 22)

    def skill(self, many: int) -> Form:
        return Form(w=386, h=84, head=28, name=15, least=12, text=13, step=16, pad=8)

    def special(self, many: int) -> Form:
        return Form(
            w=191,
            h=132,
            head=26,
            name=14,
            least=12,
            text=12,
            step=14,
            lines=4,
            pad=8,
            cube=18,
            pip=8.5,
            foot=18,
            ko=33,
            coin=8.5,
        )

    def fighters_beside(self, many: int) -> int:
        return 1 if many < 7 else 2

    def reference(self, many: int) -> Form:
        columns = self.fighters_beside(many)
        w, h = (386, 420) if columns == 1 else (191, 200)
        return Form(w=w, h=h, head=44, name=18, least=12, text=12.5, step=15, pad=9, coin=8.5)

    def way(self, many: int) -> Form:
        return Form(w=191, h=108, head=26, name=14, least=12, text=12, step=14, pad=8, cube=18, coin=8.5)

    def chips(self, offered: Sequence[Offered]) -> tuple[list[Chip], float]:
        return stacked(offered, Box(3, 0, self.wide - 6, 0), self.gap)

    def question(self, prompt: str, chips: Sequence[Chip]) -> list[PromptLine]:
        """The page around a tall picture says it, above all that can be chosen."""
        return []

    def put_together(self, sections: Sections) -> tuple[int, list[Part]]:
        parts = [*moved(sections.near, 2, 2), *moved(sections.far, 197, 2)]
        y = 2 + self.panel.h + self.gap
        of = sections
        rest = (of.below, of.cards) if of.answers else (of.cards, of.below)
        for section in (of.arena, of.decision, *rest):
            if section.parts:
                parts += moved(section, 0 if section is sections.arena else self.edge, y)
                y += section.high + self.gap if section.high else 0
        return round(y), parts


def in_columns(
    count: int, form: Form, columns: int, gap: float, top: float = 0, left: float = 0
) -> list[Plain]:
    """Where so many cards stand, in columns from the left."""
    return [
        where(
            round(left + place % columns * (form.w + gap), 1),
            round(top + place // columns * (form.h + gap), 1),
            1,
        )
        for place in range(count)
    ]


WIDE: Final = WideSheet()
TALL: Final = TallSheet()
SHEETS: Final[dict[Layout, Sheet]] = {"wide": WIDE, "tall": TALL}
