"""Both layouts of the picture: letters that can be read, chips that can be touched, nothing off the sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

import harena
from games.dawn_raid.test_picture import WICKED, moments
from harena.core import registry
from harena.core.match import Match
from harena.core.picture import Layout
from harena.look.writing import width

SVG = "{http://www.w3.org/2000/svg}"
SHOWN_AT = {"wide": 0.68, "tall": 1.0}  # pixels a unit: beside the choices on 1024 by 768, and on a phone
READABLE = {"wide": 10.0, "tall": 12.0}
FINGER = 44.0
BOTH = pytest.mark.parametrize("layout", ["wide", "tall"])
Seen = tuple[float, float, float, ElementTree.Element]  # x, y, scale


def things(node: ElementTree.Element, x: float = 0, y: float = 0, scale: float = 1) -> Iterator[Seen]:
    """Everything in a picture with where it is and how large: our pictures only move and scale."""
    how = node.get("transform", "")
    if moved := re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", how):
        x, y = x + scale * float(moved[1]), y + scale * float(moved[2])
    if scaled := re.search(r"scale\(([\d.]+)\)", how):
        scale *= float(scaled[1])
    yield x, y, scale, node
    for child in node:
        yield from things(child, x, y, scale)


def drawn(match: Match, seat: int, layout: Layout) -> ElementTree.Element:
    return ElementTree.fromstring(match.picture(seat, layout))


@BOTH
def test_letters_can_be_read(layout: Layout) -> None:
    for match, seat in moments(2, WICKED):
        for _, _, scale, node in things(drawn(match, seat, layout)):
            if node.tag == f"{SVG}text":
                size = float(node.get("font-size", "0")) * scale * SHOWN_AT[layout]
                assert size >= READABLE[layout], "".join(node.itertext())


def test_what_can_be_chosen_on_a_phone_is_as_large_as_a_finger() -> None:
    for match, seat in moments(2, ["Ann", "Bo"]):
        for _, _, scale, node in things(drawn(match, seat, "tall")):
            if node.get("data-action"):
                face = node.find(f"{SVG}rect")
                assert face is not None
                assert min(float(face.get(side, "0")) for side in ("width", "height")) * scale >= FINGER


def test_on_a_phone_what_can_be_chosen_stands_in_the_upper_half_of_its_screen() -> None:
    for match, seat in moments(1, ["Ann", "Bo"]):
        for _, y, _, node in things(drawn(match, seat, "tall")):
            assert not node.get("data-action") or y + FINGER <= 844 / 2


@BOTH
def test_nothing_stands_off_the_sheet(layout: Layout) -> None:
    for match, seat in moments(2, WICKED):
        root = drawn(match, seat, layout)
        wide, high = (float(side) for side in root.get("viewBox", "").split()[2:])
        for x, y, _, node in things(root):
            if node.get("data-key"):
                assert 0 <= x <= wide
                assert 0 <= y <= high


def test_both_layouts_show_the_same_things() -> None:
    for match, seat in moments(2, ["Ann", "Bo"]):
        wide, tall = (
            sorted(re.findall(r'data-key="([^"]+)"', match.picture(seat, layout)))
            for layout in ("wide", "tall")
        )
        assert wide == tall


def test_a_tall_picture_is_as_wide_as_a_phone_and_as_high_as_its_deck() -> None:
    match = harena.new("dawn_raid", seed=2)
    high = [drawn(match, seat, "tall").get("viewBox", "") for seat in (0, harena.SPECTATOR)]
    assert high == ["0 0 390 1080", "0 0 390 706"]


def test_on_a_printed_card_no_line_is_wider_than_the_paper() -> None:
    game = registry.find("dawn_raid")
    for exhibit in game.exhibits(game.pack()):
        for *_, node in things(ElementTree.fromstring(exhibit.picture)):
            if node.tag == f"{SVG}text":
                assert width("".join(node.itertext()), float(node.get("font-size", "0"))) <= 152, exhibit.name
