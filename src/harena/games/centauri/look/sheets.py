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
from harena.look.chips import Chip, Offered, in_a_row, stacked
from harena.look.drawing import Part, Pieces, Plain
from harena.look.laying import Box
from harena.look.sections import Section, moved
from harena.look.writing import clip, wrap

HERE: Final = Path(__file__).parent


def pieces_in(template: str) -> Pieces:
    return Pieces(HERE, template)


MAP: Final = pieces_in("map.svg.j2")
PANELS: Final = pieces_in("panels.svg.j2")
BATTLE: Final = pieces_in("battle.svg.j2")
CARDS: Final = pieces_in("cards.svg.j2")
TABLES: Final = pieces_in("tables.svg.j2")
PARTS: Final = pieces_in("parts.svg.j2")


class Sections(msgspec.Struct, frozen=True, kw_only=True):
    """All of a picture, before it is put together."""

    map: Section
    scores: Section  # of both teams
    panels: list[Section]  # by seat
    battle: Section
    tracks: Section
    legend: Section
    hand: Section
    mates: Section  # open hands of team-mates
    decision: Section
    first: bool  # the battle is what a reader of a long picture should see first
    near: int


class Corners(msgspec.Struct, frozen=True, kw_only=True):
    """What stands in the corners of the map: where, the size of a title or pile, that of letters."""

    round: tuple[float, float, float, float]
    title: float  # room for the scenario's name
    report: tuple[float, float, float, float]
    deck: tuple[float, float, float, float]
    dice: Box


class PanelForm(msgspec.Struct, frozen=True, kw_only=True):
    """The measures of a player's panel."""

    w: float
    h: float
    text: float
    name: float  # size of its letters
    number: float  # size of an attribute
    icon: float
    large: bool  # all is written out
    tops: tuple[float, float, float, float, float, float]  # attributes, Hull, tracks, goods, armadas, cards
    lines: int  # for cards that everybody has seen
    line: float


class CardForm(msgspec.Struct, frozen=True, kw_only=True):
    """The measures of an Action card."""

    w: float
    h: float
    head: float
    name: float
    least: float
    text: float
    step: float
    pad: float = 8
    inline: bool = False  # the phase stands before the text, not over it


class BattleForm(msgspec.Struct, frozen=True, kw_only=True):
    """The measures of a combat: its sides are lanes one below the other, or columns side by side."""

    w: float
    head: float
    cell: tuple[float, float]  # of one who fights: how wide at most, how high
    lanes: bool
    text: float
    r: float  # of an armada
    blow: tuple[float, float]  # the room in which the last attack is told
    die: float  # how large its dice are


class MatesForm(msgspec.Struct, frozen=True, kw_only=True):
    """The measures of the open hands of team-mates."""

    text: float
    line: float  # how high each is
    r: float  # of the player's token
    left: float  # where the name begins
    name: float  # room for it
    flows: bool  # cards follow a short name at once, or all begin where its room ends
    indent: float  # of further lines


class PromptLine(msgspec.Struct, frozen=True):
    """A line of the question."""

    text: str
    y: float
    size: float


class Sheet(ABC):
    """Where things stand."""

    wide: ClassVar[int]
    edge: ClassVar[float]
    gap: ClassVar[float]
    text: ClassVar[float]  # size of small letters
    map: ClassVar[Box]
    hexes: ClassVar[Box]  # where they lie in it
    finger: ClassVar[float]  # radius of what can be chosen, at least
    corners: ClassVar[Corners]
    battle: ClassVar[BattleForm]
    score: ClassVar[Box]  # of one team
    ladder: ClassVar[Box]  # both tracks with all their levels
    legend: ClassVar[Box]
    legend_columns: ClassVar[int]
    hand_high: ClassVar[float]
    mates: ClassVar[MatesForm]
    headline: ClassVar[tuple[float, float]]  # of the result: its room and size
    outcome: ClassVar[Box]

    @property
    def row_wide(self) -> float:
        return self.wide - 2 * self.edge

    @abstractmethod
    def panel(self, rows: int, each: int) -> PanelForm:
        """A panel where so many players are in a team, each with so many armadas."""

    @abstractmethod
    def card(self, many: int, mates: int = 0) -> CardForm:
        """How each of so many cards in hand is drawn, where so many team-mates show theirs."""

    @abstractmethod
    def chips(self, offered: Sequence[Offered]) -> tuple[list[Chip], float]:
        """What can be chosen and is not placed elsewhere, and how high that is."""

    @abstractmethod
    def question(self, prompt: str, chips: Sequence[Chip]) -> list[PromptLine]:
        """The question in lines, where the picture says it."""

    @abstractmethod
    def swiped(self, parts: list[Part], wide: float) -> list[Part]:
        """Cards that need so much room: swiped where there is less."""

    @abstractmethod
    def put_together(self, sections: Sections) -> tuple[int, list[Part]]:
        """How high the picture is, and its parts from back to front."""


class WideSheet(Sheet):
    """The map, the teams in two columns beside it; a combat or the tracks; the question; the hand."""

    wide, edge, gap, text = 1000, 8, 6, 14.0
    high, most_high = 974, 983  # with more its letters would be smaller than 12 pixels on 1440 by 900
    map = Box(0, 0, 584, 556)
    hexes = Box(8, 12, 568, 532)
    finger = 0.0
    corners = Corners(
        round=(14, 28, 19, 14),
        title=122,
        report=(570, 26, 0, 14),
        deck=(14, 496, 46, 14),
        dice=Box(470, 486, 106, 64),
    )
    battle = BattleForm(w=984, head=36, cell=(172, 56), lanes=True, text=14, r=18, blow=(250, 126), die=0.62)
    score = Box(0, 0, 194, 46)
    ladder = Box(0, 0, 640, 168)
    legend = Box(0, 0, 338, 168)
    legend_columns = 2
    hand_high = 164.0
    mates = MatesForm(text=14, line=21, r=9.5, left=26, name=124, flows=False, indent=150)
    headline = (560, 34)
    outcome = Box(0, 68, 484, 90)
    top, below_top, decision_top, hand_top = 8, 570, 744, 802

    def panel(self, rows: int, each: int) -> PanelForm:
        h = round((506 - self.gap * (rows - 1)) / rows, 1)
        if rows == 1:
            tops = (40.0, 88.0, 116.0, 234.0, 336.0, 462.0)
            form = (14.0, 18.0, 21.0, 20.0, True, tops, 2, 17.0)
        elif rows == 2:
            tops = (34.0, 66.0, 90.0, 146.0, 172.0, 214.0)
            form = (14.0, 17.0, 18.0, 17.0, False, tops, 2, 16.0)
        else:
            tops = (27.0, 48.0, 65.0, 113.0, 130.0, 159.0)
            form = (14.0, 16.0, 17.0, 16.0, False, tops, 1, 16.0)
        text, name, number, icon, large, tops, lines, line = form
        return PanelForm(
            w=194,
            h=h,
            text=text,
            name=name,
            number=number,
            icon=icon,
            large=large,
            tops=tops,
            lines=lines,
            line=line,
        )

    def card(self, many: int, mates: int = 0) -> CardForm:
        """Lower where team-mates' hands stand below: a higher picture would have smaller letters."""
        w = min(200.0, (self.row_wide - self.gap * (many - 1)) / max(many, 1))
        narrow, low = w < 160, mates > 0
        return CardForm(
            w=round(w, 1),
            h=(164, 146, 126)[mates],
            head=(44, 44, 36)[mates] if narrow else (34, 34, 28)[mates],
            name=16 if narrow or low else 17,
            least=14,
            text=14,
            step=(16, 15, 14.5)[mates] if not narrow else (15, 15, 14.5)[mates],
            pad=6 if narrow or low else 9,
            inline=narrow or low,
        )

    def chips(self, offered: Sequence[Offered]) -> tuple[list[Chip], float]:
        return in_a_row(offered, Box(330, 3, 644, 46), 1), 0

    def question(self, prompt: str, chips: Sequence[Chip]) -> list[PromptLine]:
        room = (chips[0].x - 14 if chips else self.row_wide - 10) - 56
        if len(lines := wrap(prompt, room, 18, 2)) == 1:
            return [PromptLine(lines[0], 32, 18), PromptLine("", 32, 18)]
        lines = (*wrap(prompt, room, 15, 2), "")[:2]  # always two: names make no more of a picture
        return [PromptLine(clip(line, room, 15), 22 + 20 * n, 15) for n, line in enumerate(lines)]

    def swiped(self, parts: list[Part], wide: float) -> list[Part]:
        return parts

    def put_together(self, sections: Sections) -> tuple[int, list[Part]]:
        of, left = sections, self.edge + self.map.w + self.gap
        parts = [*moved(of.map, self.edge, self.top), *moved(of.scores, left, self.top)]
        rows = len(of.panels) // 2
        step = self.panel(rows, 1).h + self.gap
        for seat, panel in enumerate(of.panels):
            x = left + (seat & 1) * (self.score.w + self.gap)
            parts += moved(panel, x, self.top + self.score.h + 4 + seat // 2 * step)
        if of.battle.parts:
            parts += moved(of.battle, self.edge, self.below_top)
        else:
            parts += moved(of.tracks, self.edge, self.below_top)
            parts += moved(of.legend, self.edge + self.ladder.w + self.gap, self.below_top)
        parts += moved(of.decision, self.edge, self.decision_top)
        parts += moved(of.hand, self.edge, self.hand_top)
        if not of.mates.parts:
            return self.high, parts
        lowest = self.most_high - self.edge - of.mates.high
        y = max(lowest, self.hand_top + of.hand.high + 5)
        return round(y + of.mates.high + self.edge), [*parts, *moved(of.mates, self.edge, y)]


class TallSheet(Sheet):
    """The score, the map as wide as the screen, what to choose, the hand, the tracks, and the panels.

    A combat comes before the map.
    """

    wide, edge, gap, text = 390, 2, 5, 12.0
    map = Box(0, 0, 390, 366)
    hexes = Box(2, 8, 386, 350)
    finger = 22.0
    corners = Corners(
        round=(6, 18, 14, 12),
        title=84,
        report=(384, 17, 0, 12),
        deck=(6, 332, 26, 12),
        dice=Box(312, 322, 74, 40),
    )
    battle = BattleForm(w=386, head=48, cell=(178, 50), lanes=False, text=12, r=15, blow=(378, 62), die=0.56)
    score = Box(0, 0, 190.5, 40)
    ladder = Box(0, 0, 386, 196)
    legend = Box(0, 0, 386, 150)
    legend_columns = 2
    hand_high = 148.0
    mates = MatesForm(text=12, line=22, r=8, left=20, name=130, flows=True, indent=6)
    headline = (250, 22)
    outcome = Box(0, 44, 386, 70)

    def panel(self, rows: int, each: int) -> PanelForm:
        tops = (26.0, 50.0, 68.0, 117.0, 136.0, 149.0 + 17 * each)
        high = tops[5] + 7
        return PanelForm(
            w=190.5,
            h=high,
            text=12,
            name=14,
            number=15,
            icon=14,
            large=False,
            tops=tops,
            lines=1,
            line=14,
        )

    def card(self, many: int, mates: int = 0) -> CardForm:
        w = 191.0 if many == 2 else 158.0
        return CardForm(w=w, h=146, head=32, name=15, least=12, text=12.5, step=15)

    def chips(self, offered: Sequence[Offered]) -> tuple[list[Chip], float]:
        return stacked(offered, Box(1, 0, self.wide - 6, 0), self.gap)

    def question(self, prompt: str, chips: Sequence[Chip]) -> list[PromptLine]:
        """The page around a tall picture says it, above all that can be chosen."""
        return []

    def swiped(self, parts: list[Part], wide: float) -> list[Part]:
        if wide <= self.row_wide + 1:
            return parts
        w, h = self.wide - self.edge, self.hand_high
        strip = f'<svg data-strip="{round(wide)}" width="{w:g}" height="{h:g}" viewBox="0 0 {w:g} {h:g}">'
        return [Plain(strip), *parts, Plain("</svg>")]

    def put_together(self, sections: Sections) -> tuple[int, list[Part]]:
        of = sections
        parts = moved(of.scores, self.edge, 2)
        y = 2 + self.score.h + self.gap
        answers = (of.battle, of.decision, of.hand, of.mates, of.map) if of.first else ()
        for section in answers or (of.map, of.decision, of.battle, of.hand, of.mates):
            if section.parts:
                parts += moved(section, 0 if section is of.map else self.edge, y)
                y += section.high + self.gap if section.high else 0
        parts += moved(of.tracks, self.edge, y)
        y += of.tracks.high + self.gap if of.tracks.high else 0
        first = of.near // 2
        rows = [first, *(row for row in range(len(of.panels) // 2) if row != first)]
        for row in rows:
            for team in (0, 1):
                x = self.edge + team * (self.score.w + self.gap)
                parts += moved(of.panels[2 * row + team], x, y)
            y += of.panels[2 * row].high + self.gap
        parts += moved(of.legend, self.edge, y)
        return round(y + of.legend.high + self.gap), parts


WIDE: Final = WideSheet()
TALL: Final = TallSheet()
SHEETS: Final[dict[Layout, Sheet]] = {"wide": WIDE, "tall": TALL}
