"""The picture: well-formed, clickable where the viewer may act, and holding only what the view holds."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

import harena
from harena.core.dice import fast_dice
from harena.core.match import Match
from harena.core.picture import Layout

WICKED = ["<b>&\"'", "W" * 40]
SVG = "{http://www.w3.org/2000/svg}"


def moments(games: int, names: list[str]) -> Iterator[tuple[Match, int]]:
    """Every decision of some random games, through every pair of eyes."""
    choices = fast_dice(3)
    for seed in range(games):
        match = harena.new("dawn_raid", seed=seed, names=names)
        while True:
            for seat in (0, 1, harena.SPECTATOR):
                yield match, seat
            if match.over:
                break
            match.play(match.state.nth(choices.below(match.state.count())))


@pytest.mark.parametrize("names", [["Ann", "Bo"], WICKED], ids=["plain", "wicked"])
@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_every_position_gives_well_formed_svg_with_the_viewers_actions(
    names: list[str], layout: Layout
) -> None:
    for match, seat in moments(3, names):
        root = ElementTree.fromstring(match.picture(seat, layout))
        assert root.tag == f"{SVG}svg"
        clickable = {node.get("data-action") for node in root.iter()} - {None}
        assert clickable == set(match.view(seat).actions)
        assert root.find(f"{SVG}title") is not None
        assert root.find(f"{SVG}desc") is not None


def test_a_card_is_drawn_once_and_only_if_the_viewer_sees_it() -> None:
    for match, seat in moments(3, ["Ann", "Bo"]):
        drawn = re.findall(r'data-key="card-([a-z0-9_]+)"', match.picture(seat))
        assert len(drawn) == len(set(drawn))
        view = match.view(seat)
        seen = {*view.pot, *view.attack, *view.defence}  # type: ignore[attr-defined]
        for side in view.sides:  # type: ignore[attr-defined]
            seen |= {*side.order, *side.put_back, *side.pile_cards}
        assert set(drawn) <= seen
        assert {*view.pot, *view.attack, *view.defence} <= set(drawn)  # type: ignore[attr-defined]


@pytest.mark.rule("DR-1.3")
def test_the_own_deck_is_drawn_in_order() -> None:
    match = harena.new("dawn_raid", seed=2)
    order = match.view(0).sides[0].order  # type: ignore[attr-defined]
    drawn = re.findall(r'data-key="card-([a-z0-9_]+)"', match.picture(0))
    assert [card for card in drawn if card in order] == order
    foreign = match.picture(1)
    assert not any(f'"card-{card}"' in foreign for card in order)


def test_names_are_escaped() -> None:
    svg = harena.new("dawn_raid", seed=2, names=["<script>alert(1)</script>", "Bo"]).picture(0)
    assert "<script" not in svg


def test_a_picture_is_quick_and_small() -> None:
    match = harena.new("dawn_raid", seed=4)
    for _ in range(12):
        match.play(match.legal()[-1])
    match.picture(0)
    started = time.process_time()
    for _ in range(50):
        svg = match.picture(0)
    assert (time.process_time() - started) / 50 < 0.003, "10 times what it takes on an idle machine"
    assert len(svg.encode()) < 60_000
