"""The things of a pack one by one: all of them, with what they say and a picture each; and the figures."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

import harena

KINDS = {"standard": (3, 36, 12, 1), "abyss": (2, 36, 12, 1), "abyss+standard": (5, 72, 24, 2)}


@pytest.mark.parametrize("pack", KINDS)
def test_all_that_is_in_a_pack_is_shown_once(pack: str) -> None:
    game: Any = harena.game("knockdown")
    things = game.exhibits(game.pack(pack))
    kinds = [one.kind for one in things]
    counted = tuple(kinds.count(kind) for kind in ("Fighters", "Attack cards", "Skills", "Arenas"))
    assert counted == KINDS[pack]
    assert len({(one.kind, one.key) for one in things}) == len(things)


@pytest.mark.parametrize("pack", ["standard", "abyss"])
def test_each_thing_has_a_picture_with_all_its_words(pack: str) -> None:
    game: Any = harena.game("knockdown")
    for one in game.exhibits(game.pack(pack)):
        root = ElementTree.fromstring(one.picture)
        written = "".join(root.itertext())
        assert one.name in written
        shown = re.sub(r"<(title|desc|style)>.*?</\1>", "", one.picture, flags=re.DOTALL)
        assert "…" not in shown, one.name
        assert one.text
        assert all(label and text for label, text in one.facts)


def test_the_facts_of_a_card_are_its_own() -> None:
    game: Any = harena.game("knockdown")
    things = {one.key: dict(one.facts) for one in game.exhibits(game.pack())}
    assert things["haymaker"] == {
        "Symbol": "Power",
        "Type": "Strike",
        "Range": "range 1",
        "Wounds": "1 light and 1 heavy wound",
        "Effect": "The opponent moves 1 space directly away.",
        "K.O.": "you may call a Knockdown Test",
    }
    assert things["thrown_crate"]["Effect"] == "-"
    assert things["nest"]["Starting spaces"] == "c1 and c5"
    assert "heavy" in things["nest"]["Corridors"]


def test_the_range_figure_lights_what_the_rule_says() -> None:
    game: Any = harena.game("knockdown")
    figures = game.figures(game.pack())
    assert set(figures) >= {"table", "range", "block"}
    lit = re.findall(r'class="lights" data-key="lamp-(\w\d)"', figures["range"])
    field = game.pack().arenas[0].field
    here = field.names.index("b2")
    assert sorted(lit) == sorted(
        name for space, name in enumerate(field.names) if field.distance(here, space) == 2
    )
