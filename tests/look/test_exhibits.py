"""One thing alone: cut out of the sheet, with its text for those who cannot see it."""

from __future__ import annotations

from xml.etree import ElementTree

from harena.look.drawing import LOOK, Pieces, keep
from harena.look.exhibits import alone
from harena.look.laying import Box, spaces


def test_a_piece_is_moved_into_the_corner_of_a_picture_as_large_as_its_box() -> None:
    text = alone(keep("<circle r='3'/>"), Box(10, 20, 30, 40), "A <b>", "Says & does.", ".x{fill:red}")
    root = ElementTree.fromstring(text)
    assert root.get("viewBox") == "0 0 30 40"
    assert 'transform="translate(-10 -20)"' in text
    assert ".x{fill:red}" in text
    assert [node.text for node in root.iter() if node.tag.endswith("title")] == ["A <b>", "Says & does."]


def test_discs_dice_panels_and_tracks_are_there_for_every_game() -> None:
    assert Pieces(LOOK, "disc.svg.j2").one("disc", 5, "RA", 26, 18).count("harena-seat-5") == 1
    shapes = Pieces(LOOK, "shapes.svg.j2")
    assert "harena-icon-die-4" in shapes.one("die", 4, True)
    assert "harena-icon-check" not in shapes.one("die", 4, False)
    track = shapes.one("track", spaces(6, Box(0, 0, 120, 20)), 2)
    assert (track.count("h-gold"), track.count("h-paper")) == (2, 4)
    assert 'data-action="go"' in shapes.one("button", "go")
    ElementTree.fromstring(f"<g>{shapes.one('seat_panel', 3, Box(0, 0, 90, 50), True, False)}</g>")


def test_a_cards_frame_leaves_an_edge_all_around() -> None:
    frame = Pieces(LOOK, "card.svg.j2").one("frame", 160, 224, "#123456", 46, 5, 4)
    assert 'fill="#123456"' in frame
    assert "M5 46h150v169a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4z" in frame
