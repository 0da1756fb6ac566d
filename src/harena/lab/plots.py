"""Where things stand in the drawings of a report, in percent of their width.

The drawings are SVG whose places are percentages, so they fill a wide page and a phone alike without
shrinking their letters, and take their colours from the page, so they follow it into the dark.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

import msgspec

STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5)
MOST_TICKS, MOST_BINS = 5, 36
INKS = 10  # how many colours the page has for the parts of a bar


class Scale(msgspec.Struct, frozen=True):
    """A stretch of numbers laid out from left to right."""

    low: float
    high: float
    ticks: list[float]

    def at(self, number: float) -> float:
        """Where a number stands, in percent of the width; what lies beyond stands at the edge."""
        place = (number - self.low) / (self.high - self.low)
        return round(100 * min(1.0, max(0.0, place)), 2)


def scale(numbers: Iterable[float], least: float = -math.inf, most: float = math.inf) -> Scale:
    """A scale with round ends that holds all numbers, within the limits."""
    shown = list(numbers)
    low, high = max(least, min(shown)), min(most, max(shown))
    step = next((step for step in STEPS if (high - low) / step <= MOST_TICKS - 1), STEPS[-1])
    first = math.floor(low / step + 1e-9)
    last = max(first + 1, math.ceil(high / step - 1e-9))
    ticks = [round(place * step, 6) for place in range(first, last + 1)]
    return Scale(ticks[0], ticks[-1], ticks)


class Column(msgspec.Struct, frozen=True):
    """One column of a histogram."""

    left: float
    width: float
    height: float
    words: str


class Histogram(msgspec.Struct, frozen=True):
    """A histogram with its middle half and its labels."""

    columns: list[Column]
    box: tuple[float, float, float]  # the quartiles
    labels: list[tuple[float, str]]


def histogram(counts: Counter[int], quartiles: tuple[float, float, float]) -> Histogram:
    """Columns of equal width for whole numbers."""
    low, high = min(counts), max(counts)
    width = max(1, math.ceil((high - low + 1) / MOST_BINS))
    bins = (high - low) // width + 1
    sums = [0] * bins
    for number, times in counts.items():
        sums[(number - low) // width] += times
    tallest, across = max(sums), bins * width

    def at(number: float) -> float:
        return round(100 * (number - low + 0.5) / across, 2)

    columns = [
        Column(
            round(100 * place / bins, 2),
            round(100 / bins, 2),
            round(100 * times / tallest, 2),
            f"{span(low + place * width, width)}: {times} games",
        )
        for place, times in enumerate(sums)
        if times
    ]
    labels = [(at(number), str(number)) for number in round_numbers(low, low + across - 1)]
    return Histogram(columns, (at(quartiles[0]), at(quartiles[1]), at(quartiles[2])), labels)


def span(first: int, width: int) -> str:
    return str(first) if width == 1 else f"{first} to {first + width - 1}"


def round_numbers(low: int, high: int) -> list[int]:
    """A few round whole numbers between two."""
    step = 1
    while (high - low) / step > MOST_TICKS:
        step = step * 5 // 2 if str(step).startswith("2") else step * 2  # 1, 2, 5, 10, 20, 50
    return list(range(-(-low // step) * step, high + 1, step))


class Part(msgspec.Struct, frozen=True):
    """A part of a bar."""

    left: float
    width: float
    ink: int
    words: str
    label: str


def stacked(shares: Iterable[tuple[str, float]]) -> list[Part]:
    """A whole bar of shares; those too narrow for a number carry none."""
    parts, left = [], 0.0
    for ink, (name, share) in enumerate(shares):
        width = 100 * share
        if width > 0:
            label = f"{width:.0f}" if width >= 9 else ""
            words = f"{name}: {width:.1f}%"
            parts.append(Part(round(left, 2), round(width, 2), ink % INKS, words, label))
        left += width
    return parts


def heat(rate: float, fair: float) -> float:
    """How strongly a cell glows, from -1 to 1; all of it at three tenths above the fair share: 65% of 50."""
    reach = min(fair, 1 - fair) * 0.3 or 0.15
    return round(max(-1.0, min(1.0, (rate - fair) / reach)), 3)
