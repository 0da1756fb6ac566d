"""Writes what a seat knows as small numbers, one row for each game of a batch.

The same calls in describing mode give the layout: every number that is written has a name and a place.
"""

from __future__ import annotations

from typing import Final, NamedTuple, Optional, final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from harena.core.bits import low_bit

LARGEST: Final[i64] = 255  # a number is a byte


class Note(NamedTuple):
    """What one call writes: its group, its name and meaning, how many numbers, and how large they get."""

    group: str
    what: str  # "name: meaning"
    kind: str
    place: int
    size: int
    most: int


@final
class Pen:
    """A place in a row that moves on with everything written. It wipes only what it wrote before.

    Each call says what it writes in a constant text, "name: meaning", which costs nothing. Writing and
    marking are spelled out in each of them: a method for both would take a seventh of a row's time.
    """

    def __init__(self, rows: i64, width: i64) -> None:
        self.rows: i64 = rows
        self.width: i64 = width
        self.paper: vec[u8] = zeros(rows * width)
        self.marks: vec[i32] = places(rows * (width + 1))  # by row: how many were written, then which
        self.at: i64 = 0
        self.mark: i64 = 0
        self.first: i64 = 0
        self.describing: bool = False
        self.notes: Optional[list[Note]] = None  # what was described so far
        self.heading: str = ""

    def begin(self, row: i64) -> None:
        """Wipe what was written in a row before, and go to its beginning."""
        paper = self.paper
        marks = self.marks
        first = row * (self.width + 1)
        i = first + i64(marks[first])
        while i > first:
            paper[i64(marks[i])] = 0
            i -= 1
        self.first = first
        self.mark = first
        self.at = row * self.width

    def end(self) -> None:
        """The row is written; how much, is remembered."""
        self.marks[self.first] = i32(self.mark - self.first)

    def group(self, name: str, number: i64 = 0) -> None:
        """What comes now belongs together; several of a kind are numbered from 1."""
        if self.describing:
            self.heading = name if number == 0 else f"{name} {number}"

    def number(self, n: i64, most: i64, what: str) -> None:
        """A number from 0 to `most`, at most 255; what lies outside is cut off."""
        if self.describing:
            self.note("number", 1, most, what)
        place = self.at
        self.at = place + 1
        if n > 0:
            mark = self.mark + 1
            self.mark = mark
            self.paper[place] = u8(n if n < most else most)
            self.marks[mark] = i32(place)

    def flag(self, yes: bool, what: str) -> None:
        """Is it so?"""
        if self.describing:
            self.note("flag", 1, 1, what)
        place = self.at
        self.at = place + 1
        if yes:
            mark = self.mark + 1
            self.mark = mark
            self.paper[place] = 1
            self.marks[mark] = i32(place)

    def one_of(self, n: i64, size: i64, what: str) -> None:
        """One of so many; none of them if it lies outside."""
        if self.describing:
            self.note("one of", size, 1, what)
        at = self.at
        self.at = at + size
        if 0 <= n < size:
            place = at + n
            mark = self.mark + 1
            self.mark = mark
            self.paper[place] = 1
            self.marks[mark] = i32(place)

    def members(self, members: i64, size: i64, what: str) -> None:
        """A set."""
        if self.describing:
            self.note("set", size, 1, what)
        if members != 0:
            self.mark_all(self.at, members)
        self.at += size

    def numbers(self, size: i64, most: i64, what: str) -> i64:
        """A list of so many numbers, which are then put into their places; where the list begins."""
        if self.describing:
            self.note("numbers", size, most, what)
        begins = self.at
        self.at += size
        return begins

    def put(self, place: i64, n: i64) -> None:
        """One number of a list, from 0 to 255; what lies outside is cut off."""
        if n > 0:
            mark = self.mark + 1
            self.mark = mark
            self.paper[place] = u8(n if n < LARGEST else LARGEST)
            self.marks[mark] = i32(place)

    def put_in_order(self, begins: i64, cards: list[i64], start: i64, n: i64) -> None:
        """The cards of a list from some place on, each in its place: the first of them is the nth."""
        paper = self.paper
        marks = self.marks
        mark = self.mark
        size: i64 = len(cards)
        while start < size:
            place = begins + cards[start]
            mark += 1
            paper[place] = u8(n)
            marks[mark] = i32(place)
            start += 1
            n += 1
        self.mark = mark

    def mark_all(self, start: i64, members: i64) -> None:
        """A 1 for each member of a set, from some place on. Much is written here: the paper is held on to."""
        paper = self.paper
        marks = self.marks
        mark = self.mark
        while members != 0:
            place = start + low_bit(members)
            members &= members - 1
            mark += 1
            paper[place] = 1
            marks[mark] = i32(place)
        self.mark = mark

    def note(self, kind: str, size: i64, most: i64, what: str) -> None:
        notes = self.notes
        if notes is not None:
            notes.append(Note(self.heading, what, kind, self.at, size, most))


def describing_pen(width: i64) -> Pen:
    """A pen that notes what it writes, for a layout that is at most so wide."""
    pen = Pen(1, width)
    pen.describing = True
    pen.notes = []
    return pen


def zeros(n: i64) -> vec[u8]:
    return vec[u8]([0] * n)


def places(n: i64) -> vec[i32]:
    return vec[i32]([0] * n)


def floats(n: i64) -> vec[float]:
    return vec[float]([0.0] * n)
