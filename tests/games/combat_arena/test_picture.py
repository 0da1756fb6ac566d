"""The picture: well-formed, clickable where the viewer may act, and holding only what the view holds."""

from __future__ import annotations

import math
import re
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

import harena
from contract.sizes import SVG, outer, seen
from harena.core.dice import fast_dice
from harena.core.match import Match
from harena.core.picture import LAYOUTS, Layout
from harena.games.combat_arena.look.faces import BOX_ROOM, SMALLEST, sheet_of
from harena.games.combat_arena.look.layout import places
from harena.games.combat_arena.look.sheets import SHEETS
from harena.look.writing import width
from kit.matches import by_question, every_eye

WICKED = ["<b>&\"'", "W" * 40, "]]>&amp;{{ view }}", "魑" * 40]
VARIANTS: dict[str, dict[str, Any]] = {
    "two": {"players": 2},
    "three": {"players": 3, "board": "pinwheel"},
    "four": {"players": 4, "set_up": "given"},
    "shared": {"players": 2, "fighters": 4},
    "brothers": {"players": 4, "variant": "brothers"},
    "kingslayer": {"players": 4, "variant": "kingslayer"},
    "challengers": {"players": 2, "fighters": 4, "variant": "kingslayer"},
    "single_combat": {"players": 2, "variant": "single_combat"},
}
FIGHTER = re.compile(r"fighter-(?!.*-)")
CARD_KEY = re.compile(r'data-key="card-([a-z0-9_]+)"')


def positions(options: dict[str, Any], seeds: range, each: int = 6) -> Iterator[Match]:
    return by_question("combat_arena", options, seeds, each, then_every=100)


def keys(root: ElementTree.Element, name: str) -> list[str]:
    return [value for node in root.iter() if (value := node.get(name)) is not None]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_position_shows_the_viewers_actions_and_no_others(variant: str, layout: Layout) -> None:
    for match in positions(VARIANTS[variant], range(2)):
        for seat in every_eye(match):
            view: Any = match.view(seat)
            root = ElementTree.fromstring(match.picture(seat, layout))
            assert root.tag == f"{SVG}svg"
            assert Counter(keys(root, "data-action")) == Counter(view.actions)
            drawn = keys(root, "data-key")
            assert len(drawn) == len(set(drawn)), [key for key, n in Counter(drawn).items() if n > 1]
            assert root.find(f"{SVG}title") is not None
            assert root.find(f"{SVG}desc") is not None


@pytest.mark.parametrize("variant", ["four", "challengers", "kingslayer"])
def test_no_card_of_a_foreign_hand_is_drawn(variant: str) -> None:
    for match in positions(VARIANTS[variant], range(3)):
        for seat in every_eye(match):
            view: Any = match.view(seat)
            own = {card for fighter in view.fighters for card in fighter.hand}
            drawn = set(CARD_KEY.findall(match.picture(seat)))
            assert drawn <= own | set(view.discard)
            if not view.over:
                assert drawn == own | set(view.discard)


def test_a_spectator_sees_no_hand() -> None:
    match = harena.new("combat_arena", seed=5, players=4, set_up="given")
    assert not CARD_KEY.findall(match.picture(harena.SPECTATOR))
    assert len(CARD_KEY.findall(match.picture(0))) == 5


def test_everything_that_can_be_clicked_says_what_it_does() -> None:
    for match in positions(VARIANTS["four"], range(1)):
        root = ElementTree.fromstring(match.picture(match.state.seat if not match.over else 0))
        for node in root.iter():
            if node.get("data-action") is not None:
                title = node.find(f"{SVG}title")
                assert title is not None, node.get("data-action")
                assert title.text, node.get("data-action")
                assert node.get("tabindex") == "0"


def test_fighters_stand_where_the_view_says() -> None:
    for match in positions(VARIANTS["four"], range(1)):
        view: Any = match.view(0)
        drawn = set(re.findall(r'data-key="fighter-([a-z0-9_]+)"', match.picture(0)))
        assert drawn == {fighter.character for fighter in view.fighters if fighter.hex}


def test_energy_spaces_are_counted_as_in_the_rulebook() -> None:
    match = harena.new("combat_arena", seed=1, players=2, set_up="given")
    text = match.picture(0)
    assert text.count("energy space 7, 3 Initiative cards") == 2


def test_names_are_escaped_and_clipped() -> None:
    for match in positions({"players": 4, "names": WICKED}, range(2)):
        for seat in every_eye(match):
            svg = match.picture(seat)
            ElementTree.fromstring(svg)
            assert "<b>" not in svg


def test_a_picture_at_the_end_names_the_winner() -> None:
    *_, match = positions({"players": 2, "names": ["Ann", "Bo"]}, range(1), each=0)
    view: Any = match.view(harena.SPECTATOR)
    winner = match.names[view.scores.index(1.0)]
    assert f"{winner} wins" in match.picture(harena.SPECTATOR)
    assert "You win" in match.picture(view.scores.index(1.0))


def test_a_picture_is_small() -> None:
    options = {"players": 4, "variant": "kingslayer"}
    drawn = [match.picture(match.state.seat) for match in positions(options, range(2), 20) if not match.over]
    assert max(len(svg.encode()) for svg in drawn) < 90_000


def took(match: Match) -> float:
    """Seconds of processor time for the picture of who decides, at best."""
    tries = []
    for _ in range(3):
        started = time.process_time()
        match.picture(match.state.seat)
        tries.append(time.process_time() - started)
    return min(tries)


def test_a_picture_of_any_decision_is_quick() -> None:
    for match in positions({"players": 4}, range(2), each=40):
        if not match.over:
            assert took(match) < 0.006, f"{match.view(0).asking}: 5 times the slowest on an idle machine"


def test_a_reference_card_says_every_name_whole() -> None:
    game = harena.game("combat_arena")
    pack = game.pack()
    for number, character in enumerate(pack.characters):
        sheet = sheet_of(pack, number)
        boxes = [box for box in (character.melee, character.ranged, character.rule) if box is not None]
        assert [" ".join(name) for name in sheet.names] == [box.name for box in boxes]
        assert all(width(part, SMALLEST) <= BOX_ROOM + 1 for name in sheet.names for part in name)
        assert sheet.title == character.title
    fighters = [one for one in game.exhibits(pack) if one.kind == "Fighters"]
    for one in fighters:
        shown = re.sub(r"<(title|desc)>.*?</\1>", "", one.picture, flags=re.DOTALL)
        assert "…" not in shown, one.name


@pytest.mark.parametrize("variant", ["brothers", "challengers"])
def test_every_variant_can_be_read_and_touched_on_a_phone(variant: str) -> None:
    for match in positions(VARIANTS[variant], range(1), each=2):
        for seat in every_eye(match):
            root = ElementTree.fromstring(match.picture(seat, "tall"))
            for one in seen(root):
                if one.node.tag == f"{SVG}text":
                    assert one.letters * one.scale >= 11.99, "".join(one.node.itertext())
                if action := one.node.get("data-action"):
                    left, top, right, bottom = outer(one.node, one) or (0, 0, 0, 0)
                    assert min(right - left, bottom - top) >= 44, action


def test_facings_lie_on_a_phone_where_they_look() -> None:
    match = harena.new("combat_arena", seed=3, players=2, set_up="given")
    dice = fast_dice(4)
    while len(facings := [one for one in match.legal() if one.startswith("facing:")]) < 6:
        match.play(match.state.nth(dice.below(match.state.count())))
    chips = {
        action: outer(one.node, one) or (0, 0, 0, 0)
        for one in seen(ElementTree.fromstring(match.picture(match.seat, "tall")))
        if (action := one.node.get("data-action"))
    }
    west, east, north_west, south_west = (chips[f"facing:{way}"] for way in ("w", "e", "nw", "sw"))
    assert len(facings) == 6
    assert west[2] <= east[0]
    assert north_west[3] <= west[1] < west[3] <= south_west[1]


def test_a_hand_that_is_wider_than_a_phone_is_a_strip() -> None:
    match = harena.new("combat_arena", seed=5, players=4, set_up="given")
    (strip,) = re.findall(r'<svg data-strip="(\d+)" width="390"', match.picture(0, "tall"))
    assert int(strip) > 5 * 160
    assert "data-strip" not in match.picture(0)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_fighter_on_any_hex_stands_beside_the_place_for_dice(layout: Layout) -> None:
    """Wherever it looks: its nose reaches as far to one side as to another."""
    reach = 0.0
    for match in positions(VARIANTS["four"], range(3)):
        for one in seen(ElementTree.fromstring(match.picture(0, layout))):
            if FIGHTER.match(one.node.get("data-key", "")) and (box := outer(one.node, one)):
                x, y = one.matrix[4:]
                reach = max(reach, x - box[0], y - box[1], box[2] - x, box[3] - y)
    sheet = SHEETS[layout]
    dice, pack = sheet.dice, harena.game("combat_arena").pack()
    assert reach > 0
    for name, (x, y) in places(sheet, pack).items():
        across = max(dice.x - x, x - dice.x - dice.w, 0)
        down = max(dice.y - y, y - dice.y - dice.h, 0)
        assert math.hypot(across, down) >= reach, name
