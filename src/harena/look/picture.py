"""What pictures of all games have in common: cards, boxes, chips, and writing that fits."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import msgspec

from harena.look.drawing import Plain

CARD_ROOM = 143  # for writing on a full card
NAME_SIZE, KIND_SIZE, TEXT_SIZE, TEXT_LINES = 17.0, 12.5, 10.5, 3
BOLD = 1.08  # how much wider bold letters are
MOST_LETTERS = 4096


class Fact(msgspec.Struct, frozen=True):
    """A number on a card with the icon that says of what; strong: it counts right now."""

    icon: str
    number: int
    strong: bool = False


class Face(msgspec.Struct, frozen=True, kw_only=True):
    """What is on a card, in any game."""

    key: str
    words: str  # all of it as a sentence or two, for hover and screen readers
    name: str
    kind: str  # a few words below the emblem
    edge: str  # the colour of the kind
    emblem: str
    badge: str  # the icon of the kind
    facts: tuple[Fact, ...]
    text: str = ""
    grand: bool = False  # stands out among others

    @property
    def name_lines(self) -> tuple[str, ...]:
        return wrap(self.name, CARD_ROOM, NAME_SIZE * BOLD, 2)

    @property
    def name_size(self) -> float:
        return min(fit(line, CARD_ROOM / BOLD, NAME_SIZE) for line in self.name_lines)

    @property
    def kind_size(self) -> float:
        return fit(self.kind, CARD_ROOM, KIND_SIZE)

    @property
    def text_lines(self) -> list[str]:
        lines = wrap(self.text, CARD_ROOM, TEXT_SIZE, TEXT_LINES)
        return [clip(line, CARD_ROOM, TEXT_SIZE) for line in lines]


class Box(msgspec.Struct, frozen=True):
    """A part of the sheet."""

    x: float
    y: float
    w: float
    h: float


@lru_cache(4096)
def where(x: float, y: float, scale: float) -> Plain:
    """How a thing is moved to its place, and how large it is there."""
    return Plain(f"translate({x:.1f} {y:.1f}) scale({scale:.3f})")


# --- writing that fits: SVG does not wrap, and the fonts are the reader's own, so this is an estimate


class _Ems(dict[str, float]):
    """About how wide each letter is, as a share of the font size; those met first are kept."""

    def __missing__(self, letter: str) -> float:
        em = _em(letter)
        if len(self) < MOST_LETTERS:
            self[letter] = em
        return em


def _em(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1
    if letter in "iljtfrI.,:;'|!()[] ":
        return 0.34
    return 0.9 if letter in "mwMW@%—…" else 0.68 if letter.isupper() else 0.56


_em_of = _Ems().__getitem__


@lru_cache(4096)
def _ems(text: str) -> float:
    return sum(map(_em_of, text))


def width(text: str, size: float) -> float:
    """About how wide a text comes out."""
    return size * _ems(text)


@lru_cache(4096)
def clip(text: str, room: float, size: float) -> str:
    """A text cut off with an ellipsis where it would outgrow its room."""
    if width(text, size) <= room:
        return text
    while text and width(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def fit(text: str, room: float, size: float) -> float:
    """The font size at which a text fits its room: the given one, or less if it must."""
    return round(size * min(1.0, room / max(width(text, size), 1)), 1)


@lru_cache(4096)
def wrap(text: str, room: float, size: float, lines: int) -> tuple[str, ...]:
    """A text in at most so many lines; the last one takes all that is left."""
    done: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and len(done) < lines - 1 and width(longer, size) > room:
            done.append(line)
            longer = word
        line = longer
    return (*done, line) if line else tuple(done)
