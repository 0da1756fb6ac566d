"""Both layouts of the picture show the same things, to be read and touched, in every setting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

import harena
from contract.sizes import SVG, numbers, outer, seen
from contract.test_sizes import FINGER, LETTERS, NEARLY, corner, inside, shown
from games.knockdown.test_picture import WICKED, attributes, positions
from harena.core.match import Match
from harena.core.picture import LAYOUTS, Layout
from kit.matches import every_eye

SETTINGS: dict[str, dict[str, Any]] = {
    "two boxes": {"pack": "abyss+standard", "names": WICKED},
    "closed hands": {"closed_hands": True, "picks": "katie,james", "wins": 1},
}


def moments(setting: str) -> Iterator[Match]:
    yield from positions(SETTINGS[setting], range(1), each=1)


def drawn(match: Match, seat: int, layout: Layout) -> ElementTree.Element:
    return ElementTree.fromstring(match.picture(seat, layout))


@pytest.mark.parametrize("setting", SETTINGS)
def test_both_layouts_show_the_same_things(setting: str) -> None:
    for match in moments(setting):
        for seat in every_eye(match):
            wide, tall = (sorted(attributes(drawn(match, seat, one), "data-key")) for one in LAYOUTS)
            assert wide == tall, match.view(seat).asking


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("setting", SETTINGS)
def test_all_can_be_read_and_touched_and_nothing_stands_off_the_sheet(setting: str, layout: Layout) -> None:
    for match in moments(setting):
        seat = max(match.seat, 0)
        root = drawn(match, seat, layout)
        pixels, where = shown(root, layout), match.view(seat).asking
        for one in seen(root):
            box = corner(one)
            assert box is None or inside(box, one.sheet), (where, ElementTree.tostring(one.node)[:200])
            if one.node.tag == f"{SVG}text" and (text := "".join(one.node.itertext()).strip()):
                assert one.letters * one.scale * pixels >= LETTERS[layout] * NEARLY, (where, text)
            if layout == "tall" and (action := one.node.get("data-action")):
                left, top, right, bottom = outer(one.node, one) or (0, 0, 0, 0)
                assert min(right - left, bottom - top) * pixels >= FINGER * NEARLY, (where, action)


def test_a_wide_picture_has_one_shape_and_a_tall_one_is_as_high_as_it_must_be() -> None:
    highs = set()
    for match in positions({"picks": "james,puppy"}, range(1), each=1):
        seat = max(match.seat, 0)
        assert numbers(drawn(match, seat, "wide").get("viewBox", "")) == [0, 0, 1000, 958]
        left, top, wide, high = numbers(drawn(match, seat, "tall").get("viewBox", ""))
        assert (left, top, wide) == (0, 0, 390)
        highs.add(high)
    assert len(highs) > 2


def test_on_a_phone_the_answer_to_an_attack_stands_before_the_row() -> None:
    asked = 0
    for match in positions({"picks": "james,puppy"}, range(2), each=1):
        if match.view(harena.SPECTATOR).asking != "Block":
            continue
        asked += 1
        keys = attributes(drawn(match, match.seat, "tall"), "data-key")
        assert keys.index("incoming") < keys.index("row")
    assert asked
