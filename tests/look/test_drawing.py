"""Pictures in parts: kept by what they show, escaped, and the same as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from harena.look.drawing import HOLE, MOST_KEPT, Drawing, Part, Pieces, filled, said

WICKED = "<b>&\"' \0\x07\ud800\ufffe\uffff {{ name }} ü 魑 \U0001f600"
TEMPLATE = """
{% macro named(name, size) %}<text font-size="{{ size }}">{{ name }}</text>{% endmacro %}
{% macro two(first, last) %}<text>{{ first }}, then {{ last }}</text>{% endmacro %}
{% macro sword() %}<use href="#harena-icon-sword"/>{% endmacro %}
"""


@pytest.fixture
def pieces(tmp_path: Path) -> Pieces:
    (tmp_path / "some.svg.j2").write_text(TEMPLATE, "utf-8")
    return Pieces(tmp_path, "some.svg.j2")


def drawing(*parts: Part, title: str = "") -> Drawing:
    return Drawing((100, 50), title, "", parts)


def test_what_was_drawn_is_kept_and_no_more_than_so_much(pieces: Pieces) -> None:
    first = pieces.one("named", "Ann", 3)
    assert pieces.one("named", "Ann", 3) is first
    for size in range(2 * MOST_KEPT):
        pieces.one("named", "Bo", size)
    assert pieces.one.cache_info().currsize == MOST_KEPT


def test_what_is_written_differently_is_kept_apart(pieces: Pieces) -> None:
    drawn = [pieces.one("named", "Ann", size) for size in (1, 1.0, True)]
    assert [text.split('"')[1] for text in drawn] == ["1", "1.0", "True"]


def test_holes_are_filled_in_their_order(pieces: Pieces) -> None:
    piece = pieces.cut("two", HOLE, HOLE)
    assert "".join(filled(piece, said("A & B"), said("C"))) == "<text>A &amp; B, then C</text>"
    with pytest.raises(ValueError, match="zip"):
        filled(piece, said("A"))


def test_what_fills_a_hole_is_not_kept(pieces: Pieces) -> None:
    for name in ("Ann", "Bo"):
        text = "".join(filled(pieces.cut("named", HOLE, 3), said(name)))
        assert text == f'<text font-size="3">{name}</text>'


def test_no_text_makes_a_hole_or_breaks_the_picture(pieces: Pieces) -> None:
    (inside,) = pieces.cut("named", WICKED, 3)
    picture = drawing(inside, *filled(pieces.cut("named", HOLE, 3), said(WICKED)), title=WICKED)
    root = ElementTree.fromstring(picture.svg())
    words = [node.text for node in root.iter() if node.text and node.text.startswith("<b>")]
    assert words == ["<b>&\"'  {{ name }} ü 魑 \U0001f600"] * 3


def test_a_picture_as_json_is_the_picture(pieces: Pieces) -> None:
    picture = drawing(pieces.one("named", WICKED, 3), said(WICKED), pieces.one("sword"), title=WICKED)
    assert json.loads(picture.json()) == picture.svg()
    assert picture.json().isascii()


def test_a_picture_defines_what_it_refers_to_and_nothing_else(pieces: Pieces) -> None:
    assert "<symbol" not in drawing(pieces.one("named", "#harena-icon-", 3)).svg()
    svg = drawing(pieces.one("sword")).svg()
    assert svg.count("<symbol") == 1
    assert '<symbol id="harena-icon-sword"' in svg
