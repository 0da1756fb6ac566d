"""Eight seats are told apart by colour and by pattern, by any eye, on any ground."""

from __future__ import annotations

import math
import re
from itertools import combinations
from pathlib import Path

import pytest

from harena.core.game import MOST_SEATS
from harena.look import SEATS, SeatLook, drawing
from harena.look.badge import SEAT_LETTERS, badge
from harena.look.seat_css import seat_css

SOURCE = Path(drawing.__file__).parents[1]
Colour = tuple[float, float, float]

# What eyes see that lack one kind of cones, in linear RGB (Machado, Oliveira and Fernandes, 2009).
EYES: dict[str, tuple[Colour, Colour, Colour]] = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
APART = 0.1  # in Oklab: five times what a trained eye just tells apart side by side
READABLE = 4.5  # WCAG, for text
GROUNDS = ("#f7f0e0", "#fffaf0", "#ecdcb9", "#171a21", "#22262f", "#2b303b")  # of pages, light and dark


def linear(colour: str) -> Colour:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return red, green, blue


def times(rows: tuple[Colour, Colour, Colour], colour: Colour) -> Colour:
    one, two, three = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in rows)
    return one, two, three


def oklab(colour: Colour) -> Colour:
    """Where a colour stands for the eye: equal distances look equally far."""
    red, green, blue = (min(1.0, max(0.0, part)) for part in colour)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def contrast(one: str, other: str) -> float:
    dark, light = sorted(
        0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in (linear(one), linear(other))
    )
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("eye", EYES)
def test_any_two_colours_are_apart_for_every_eye(eye: str) -> None:
    seen = {seat.name: oklab(times(EYES[eye], linear(seat.colour))) for seat in SEATS}
    near = {(a, b): math.dist(seen[a], seen[b]) for a, b in combinations(seen, 2)}
    assert {pair: far for pair, far in near.items() if far < APART} == {}


@pytest.mark.parametrize("seat", SEATS, ids=lambda seat: seat.name)
def test_letters_on_a_seats_colour_can_be_read(seat: SeatLook) -> None:
    assert contrast(seat.colour, seat.ink) >= READABLE


@pytest.mark.parametrize("seat", SEATS, ids=lambda seat: seat.name)
def test_a_seats_colour_never_sinks_into_the_ground(seat: SeatLook) -> None:
    assert min(contrast(seat.colour, ground) for ground in GROUNDS) > 1.25


def test_every_seat_has_a_pattern_a_shape_and_a_line_of_its_own() -> None:
    assert len(SEATS) == len(SEAT_LETTERS) == MOST_SEATS
    for part in ("name", "colour", "pattern", "shape", "dashes"):
        assert len({getattr(seat, part) for seat in SEATS}) == MOST_SEATS, part
    assert len({badge(seat)[0] for seat in range(MOST_SEATS)}) == MOST_SEATS


def test_a_picture_finds_every_seats_pattern_and_no_two_are_drawn_alike() -> None:
    drawn = drawing.definitions(f"harena-seat-{seat}" for seat in range(MOST_SEATS))
    found = re.findall(r'<pattern id="harena-seat-(\d)"[^>]*><path[^>]*/>(.*?)</pattern>', drawn)
    assert [number for number, _ in found] == [str(seat) for seat in range(MOST_SEATS)]
    assert len({marks for _, marks in found}) == MOST_SEATS
    assert [number for number, marks in found if not marks] == ["0"]  # the solid one


def test_pages_have_a_class_for_every_seat() -> None:
    rules = re.findall(
        r"\.seat-(\d) \{ --seat: (#\w{6}); --seat-dashes: ([^;]+); --seat-line: [^;]+; --seat-paint: url",
        seat_css(),
    )
    assert rules == [(str(number), seat.colour, seat.dashes) for number, seat in enumerate(SEATS)]


def test_the_colours_are_written_in_one_place() -> None:
    """Nor does any page go round after four seats."""
    shown = [path for path in SOURCE.rglob("*") if path.suffix in (".py", ".js", ".css", ".j2")]
    again = [
        path.name
        for path in shown
        if path.parent.name != "pictures"
        and path != SOURCE / "look" / "__init__.py"
        and any(seat.colour in path.read_text(encoding="utf-8") for seat in SEATS)
    ]
    assert again == []
    assert [
        path.name for path in shown if re.search(r"seat\S* ?% ?\d", path.read_text(encoding="utf-8"))
    ] == []
