"""Both layouts of every game, measured: letters to read, things to touch, and nothing off the sheet."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from xml.etree import ElementTree

import pytest

from contract.play import new_match, pick
from contract.sizes import SVG, Box, Seen, numbers, outer, placed, seen, shape
from harena.core.dice import fast_dice
from harena.core.game import AnyGame
from harena.core.picture import LAYOUTS, Layout
from harena.core.state import SPECTATOR

EVERY = 9  # decision of each game
GAMES = 3
PHONE = 390  # pixels: as wide as a tall picture is shown
TABLET = (741, 710)  # pixels: the room for a wide picture beside the choices, of 1024 by 768
LETTERS = {"wide": 10.0, "tall": 12.0}  # pixels
FINGER = 44.0  # pixels
NEARLY = 0.99  # of a pixel, where a size was rounded
AIR = 1.5  # units that an outline may stand out

Drawn = tuple[str, ElementTree.Element]


@cache
def pictures(game: AnyGame, layout: Layout) -> list[Drawn]:
    """Some positions of some games, through the eyes of who decides and of a spectator."""
    return list(drawn(game, layout))


def drawn(game: AnyGame, layout: Layout) -> Iterator[Drawn]:
    for seed in range(1, GAMES + 1):
        match, dice = new_match(game, seed), fast_dice(seed)
        while True:
            if match.over or match.state.made % EVERY == 0:
                for eyes in {max(match.seat, 0), SPECTATOR}:
                    where = f"seed {seed}, decision {match.state.made}, eyes {eyes}"
                    yield where, ElementTree.fromstring(match.picture(eyes, layout))
            if match.over:
                break
            match.play(pick(match.state, dice))


def shown(root: ElementTree.Element, layout: Layout) -> float:
    """Pixels a unit has where the picture is shown smallest."""
    _, _, wide, high = numbers(root.get("viewBox", ""))
    return PHONE / wide if layout == "tall" else min(TABLET[0] / wide, TABLET[1] / high)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_letters_can_be_read(game: AnyGame, layout: Layout) -> None:
    for where, root in pictures(game, layout):
        pixels = shown(root, layout)
        for one in seen(root):
            if one.node.tag == f"{SVG}text" and (text := "".join(one.node.itertext()).strip()):
                size = one.letters * one.scale * pixels
                assert size >= LETTERS[layout] * NEARLY, f"{where}: {text!r} has {size:.1f} pixels"


def test_what_can_be_chosen_on_a_phone_is_as_large_as_a_finger(game: AnyGame) -> None:
    for where, root in pictures(game, "tall"):
        pixels = shown(root, "tall")
        for one in seen(root):
            if action := one.node.get("data-action"):
                box = outer(one.node, one)
                assert box is not None, f"{where}: {action} has nothing to touch"
                size = min(box[2] - box[0], box[3] - box[1]) * pixels
                assert size >= FINGER * NEARLY, f"{where}: {action} has {size:.1f} pixels"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_nothing_stands_off_the_sheet(game: AnyGame, layout: Layout) -> None:
    for where, root in pictures(game, layout):
        for one in seen(root):
            box = corner(one)
            assert box is None or inside(box, one.sheet), f"{where}: {ElementTree.tostring(one.node)[:300]!r}"


def corner(one: Seen) -> Box | None:
    """The box of a shape, or the point at which writing begins."""
    if one.node.tag == f"{SVG}text":
        x, y = float(one.node.get("x", "0")), float(one.node.get("y", "0"))
        return placed((x, y, x, y), one.matrix)
    box = shape(one.node)
    return None if box is None else placed(box, one.matrix)


def inside(box: Box, sheet: Box) -> bool:
    low = box[0] >= sheet[0] - AIR and box[1] >= sheet[1] - AIR
    return low and box[2] <= sheet[2] + AIR and box[3] <= sheet[3] + AIR


def test_a_tall_picture_is_as_wide_as_a_phone_and_higher_than_wide_ones_are(game: AnyGame) -> None:
    for (where, tall), (_, wide) in zip(pictures(game, "tall"), pictures(game, "wide"), strict=True):
        (_, _, w, h), (_, _, wider, lower) = (numbers(one.get("viewBox", "")) for one in (tall, wide))
        assert w == PHONE, where
        assert h / w > lower / wider, where


def test_both_layouts_offer_the_same_actions(game: AnyGame) -> None:
    for (where, tall), (_, wide) in zip(pictures(game, "tall"), pictures(game, "wide"), strict=True):
        one, two = ([node.get("data-action") for node in root.iter()] for root in (tall, wide))
        assert sorted(filter(None, one)) == sorted(filter(None, two)), where


def test_what_is_measured_is_what_is_drawn() -> None:
    """The measuring itself, on a drawing whose sizes are known."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">'
        '<g transform="translate(10 5) scale(2)">'
        '<g data-action="a"><path d="M1 1h4v3l-2 2zM0 0a2 2 0 0 1 3-1"/></g><text font-size="7">x</text></g>'
        '<svg x="4" y="10" data-strip="300" width="90" height="20" viewBox="0 0 90 20">'
        '<rect x="250" width="40" height="9"/></svg></svg>'
    )
    root = ElementTree.fromstring(svg)
    by_name = {one.node.tag.removeprefix(SVG): one for one in seen(root)}
    assert by_name["text"].letters * by_name["text"].scale == 14
    (action,) = [one for one in seen(root) if one.node.get("data-action")]
    assert outer(action.node, action) == (10, 3, 20, 17)
    assert by_name["rect"].sheet == (4, 10, 304, 30)
    assert corner(by_name["rect"]) == (254, 10, 294, 19)
    assert inside((254, 10, 294, 19), by_name["rect"].sheet)
