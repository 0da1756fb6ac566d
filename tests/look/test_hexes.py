"""Boards of hexes: in the picture, with several pieces in one hex, and in rows of text."""

from __future__ import annotations

import math
import re

import pytest
from rich.text import Text

from harena.core.bits import full
from harena.core.hex import Field, Hexagon, part_of
from harena.look.hex_rows import hex_rows
from harena.look.hexes import SQRT3, HexBoard, around, crowd, outline
from harena.look.laying import Box

BOX = Box(10, 20, 400, 300)
CLOVER = Field(["a", "b", "c"], [0, 5, 0], [0, 0, 2])  # three hexes that nowhere touch
FIELDS = pytest.mark.parametrize(
    "field",
    [Hexagon(1), Hexagon(4), CLOVER, part_of(Hexagon(3), ["a1", "a2", "b1", "g4"])],
    ids=["small", "large", "apart", "holes"],
)


@FIELDS
def test_a_board_fills_its_box_and_lies_in_its_middle(field: Field) -> None:
    board = HexBoard(field, BOX)
    corners = [corner for middle in board.middles for corner in around(*middle, board.size)]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    assert left - BOX.x == pytest.approx(BOX.x + BOX.w - right, abs=1)
    assert top - BOX.y == pytest.approx(BOX.y + BOX.h - bottom, abs=1)
    assert min(left - BOX.x, top - BOX.y) == pytest.approx(0, abs=1)


@FIELDS
def test_neighbours_share_an_edge_and_others_keep_away(field: Field) -> None:
    board = HexBoard(field, BOX)
    for a in range(field.count):
        for b in range(a):
            far = math.dist(board.middles[a], board.middles[b])
            if field.distance(a, b) == 1:
                assert far == pytest.approx(board.size * SQRT3, abs=0.3)
            else:
                assert far > board.size * SQRT3 + 1


def test_a_board_can_be_kept_from_growing() -> None:
    assert HexBoard(Hexagon(1), BOX, largest=20).size == 20


def test_east_is_to_the_right_and_south_east_below() -> None:
    field = Hexagon(1)
    middles = dict(zip(field.names, HexBoard(field, BOX).middles, strict=True))
    (x, y), (east, level), (_, below) = middles["b2"], middles["b3"], middles["c2"]
    assert (east > x, level == y, below > y) == (True, True, True)


def test_the_line_around_an_area_has_its_outer_edges_alone() -> None:
    field = Hexagon(1)
    board = HexBoard(field, BOX)
    assert board.border(1).count("M") == 6
    assert board.border(full(7)).count("M") == 18
    assert board.border(0) == ""
    numbers = [float(one) for one in re.findall(r"-?[\d.]+", board.border(full(7)))]
    lines = [
        (tuple(numbers[at : at + 2]), tuple(numbers[at + 2 : at + 4])) for at in range(0, len(numbers), 4)
    ]
    for line in lines:
        assert math.dist(*line) == pytest.approx(board.size, abs=0.3)
    middle = board.middles[field.names.index("b2")]
    assert min(math.dist(end, middle) for line in lines for end in line) > 1.9 * board.size - 0.3


def test_floor_and_one_hex() -> None:
    board = HexBoard(Hexagon(1), BOX)
    assert board.floor(0b101).count("z") == 2
    assert board.one(0) == outline(around(0, 0, board.size))


@pytest.mark.parametrize("count", range(13))
def test_pieces_in_one_hex_neither_overlap_nor_leave_it(count: int) -> None:
    size, radius = 40.0, 26.0
    places = crowd(count, size, radius)
    assert len(places) == count
    for number, (x, y, scale) in enumerate(places):
        assert math.hypot(x, y) + radius * scale <= size * SQRT3 / 2
        for x2, y2, scale2 in places[:number]:
            assert math.hypot(x - x2, y - y2) >= radius * (scale + scale2)
    assert len({scale for *_, scale in places}) <= 1


def test_a_piece_alone_stands_in_the_middle_as_large_as_it_is() -> None:
    assert crowd(1, 40, 26) == ((0, 0, 1),)
    assert crowd(1, 20, 26)[0][2] < 1


# --- rows of text


def shown(h: int) -> tuple[Text, bool]:
    return Text(f" {h} "), False


def test_rows_are_staggered_as_hexes_are() -> None:
    field = Hexagon(1)
    rows = [row.plain for row in hex_rows(field, shown, lambda h: field.names[h][0])]
    assert rows == ["a     0   1 ", "b   2   3   4 ", "c     5   6 "]


def test_marked_hexes_stand_in_brackets_that_neighbours_share() -> None:
    field = Hexagon(1)
    rows = hex_rows(field, lambda h: (Text(f" {h} "), h in (0, 1, 3)), lambda h: field.names[h][0])
    assert [row.plain for row in rows] == ["a   [ 0 | 1 ]", "b   2 [ 3 ] 4 ", "c     5   6 "]


def test_a_field_with_holes_keeps_its_places() -> None:
    ring = part_of(Hexagon(1), ["a1", "a2", "b1", "b3", "c1", "c2"])
    assert [row.plain for row in hex_rows(ring, shown, lambda h: "-")] == [
        "-     0   1 ",
        "-   2       3 ",
        "-     4   5 ",
    ]
    marked = hex_rows(ring, lambda h: (Text(f" {h} "), True), lambda h: "-")
    assert marked[1].plain == "- [ 2 ]   [ 3 ]"
