"""Things in rows and grids stay in their box and lie beside each other; so do chips."""

from __future__ import annotations

import re

import pytest

from harena.look.chips import HIGH, SIZE, TOUCH, Chip, Offered, drawn, filling, in_a_row
from harena.look.drawing import Plain
from harena.look.laying import Box, grid, row, spaces
from harena.look.writing import BOLD, width

BOX = Box(10, 20, 300, 90)
W, H = 40.0, 50.0
COUNTS = pytest.mark.parametrize("count", [0, 1, 2, 7, 30, 61])


def at(place: str) -> tuple[float, float, float]:
    x, y, scale = (float(number) for number in re.findall(r"-?[\d.]+", place))
    return x, y, scale


def boxes(places: tuple[Plain, ...]) -> list[Box]:
    return [Box(x, y, W * scale, H * scale) for x, y, scale in map(at, places)]


def apart(one: Box, other: Box) -> bool:
    return (
        one.x + one.w <= other.x + 0.1
        or other.x + other.w <= one.x + 0.1
        or one.y + one.h <= other.y + 0.1
        or other.y + other.h <= one.y + 0.1
    )


def in_box(it: Box) -> bool:
    return (
        it.x >= BOX.x - 0.1
        and it.y >= BOX.y - 0.1
        and it.x + it.w <= BOX.x + BOX.w + 0.2
        and it.y + it.h <= BOX.y + BOX.h + 0.2
    )


@COUNTS
def test_a_row_and_a_grid_hold_all_their_things_apart_from_each_other(count: int) -> None:
    for laid in (boxes(row(count, W, H, BOX)), boxes(grid(count, W, H, BOX, 1.6))):
        assert len(laid) == count
        assert all(map(in_box, laid))
        assert all(apart(one, other) for place, one in enumerate(laid) for other in laid[:place])


def test_a_row_stands_in_the_middle_and_is_never_larger_than_life() -> None:
    (x, _, scale), *_, (last, _, _) = map(at, row(3, W, H, BOX))
    assert scale == 1
    assert x - BOX.x == pytest.approx(BOX.x + BOX.w - last - W, abs=0.2)


def test_a_grid_uses_the_room_it_has() -> None:
    assert at(grid(4, W, H, BOX, 1.6)[0])[2] == 1.6
    assert at(grid(30, W, H, BOX, 1.6)[0])[2] > 0.5


def test_the_spaces_of_a_track_fill_its_box_unless_they_would_be_too_wide() -> None:
    laid = spaces(6, BOX, gap=4)
    assert [laid[0].x, round(laid[-1].x + laid[-1].w)] == [BOX.x, BOX.x + BOX.w]
    assert all(apart(one, other) for place, one in enumerate(laid) for other in laid[:place])
    assert {space.w for space in spaces(3, BOX, widest=40)} == {40}
    assert spaces(0, BOX) == ()


def test_what_is_inside_an_edge() -> None:
    assert BOX.within(5) == Box(15, 25, 290, 80)


OFFERED = [
    Offered("raid:end", "End the raid", "cup"),
    Offered("raid:bank", "Bank the pot and continue", "medal"),
]


def ends(chip: Chip) -> tuple[float, float]:
    x, _, scale = at(chip.place)
    return x, x + chip.w * scale


def test_chips_in_a_row_are_as_wide_as_their_words_and_shrink_together() -> None:
    one, two = in_a_row(OFFERED, Box(0, 0, 900, 46))
    assert (one.h, one.size) == (HIGH, SIZE)
    assert two.w > width(two.lines[0], SIZE * BOLD)
    assert ends(one)[1] < ends(two)[0]
    squeezed = in_a_row(OFFERED, Box(0, 0, 200, 46))
    assert ends(squeezed[-1])[1] <= 201
    assert len({at(chip.place)[2] for chip in squeezed}) == 1


@pytest.mark.parametrize("align", [0, 0.5, 1])
def test_chips_stand_left_in_the_middle_or_right(align: float) -> None:
    chips = in_a_row(OFFERED, Box(100, 0, 900, 46), align)
    left, right = ends(chips[0])[0] - 100, 1000 - ends(chips[-1])[1]
    assert left * (1 - align) == pytest.approx(right * align, abs=1)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_chips_that_fill_a_phone_are_large_enough_for_a_finger_and_for_reading(count: int) -> None:
    chips = filling([*OFFERED, OFFERED[0]][:count], Box(12, 0, 366, 48))
    assert [ends(chips[0])[0], round(ends(chips[-1])[1])] == [12, 378]
    for chip in chips:
        assert min(chip.w, chip.h) >= 44
        assert chip.h == TOUCH
        assert chip.size >= 13
        assert all(width(line, chip.size * BOLD) <= chip.w - 40 for line in chip.lines)


def test_a_chip_is_a_button_that_says_what_it_does() -> None:
    text = "".join(drawn(filling(OFFERED, Box(0, 0, 300, 48))[0], "You take <4> cards."))
    assert 'data-action="raid:end"' in text
    assert 'data-key="action-raid:end"' in text
    assert 'role="button" tabindex="0"' in text
    assert "<title>You take &lt;4&gt; cards.</title>" in text
