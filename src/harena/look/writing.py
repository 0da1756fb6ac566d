"""Writing that fits: SVG does not wrap, and the fonts are the reader's own, so all widths are estimates."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

BOLD = 1.08  # how much wider bold letters are
MOST_LETTERS = 4096


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
    for gap, word in _words(text, room, size):
        longer = f"{line}{gap}{word}" if line else word
        if line and len(done) < lines - 1 and width(longer, size) > room:
            done.append(line)
            longer = word
        line = longer
    return (*done, line) if line else tuple(done)


def _words(text: str, room: float, size: float) -> list[tuple[str, str]]:
    """Words with what stands before them; one that is wider than a line is broken at its hyphens."""
    out: list[tuple[str, str]] = []
    for word in text.split():
        parts = re.split(r"(?<=-)(?=.)", word) if width(word, size) > room else [word]
        out += [(" " if place == 0 else "", part) for place, part in enumerate(parts)]
    return out
