"""The things of a pack one by one: all of them, with what they say and a picture each; and the figures."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any
from xml.etree import ElementTree

import pytest

from contract.sizes import SVG
from games.centauri.test_picture import by_key
from harena.games.centauri import GAME
from harena.games.centauri.look.exhibits import at_start

from .table import FROZEN, NEW_HOPE, make_pack
from .written import Written

KINDS = ("Scenarios", "Maps", "Action cards", "Tracks", "Raiders and Bosses", "Scanning Reports")


@pytest.mark.parametrize("name", GAME.pack_names())
def test_all_that_is_in_a_pack_is_shown_once(name: str) -> None:
    pack = GAME.pack(name)
    things = GAME.exhibits(pack)
    counted = Counter(one.kind for one in things)
    sizes = (len(pack.scenarios), len(pack.maps), len(pack.cards), 2, len(pack.foes) - 1, len(pack.reports))
    assert tuple(counted[kind] for kind in KINDS) == sizes
    assert sum(counted.values()) == sum(sizes)
    assert len({one.key for one in things}) == len(things)


@pytest.mark.parametrize("name", GAME.pack_names())
def test_each_thing_has_a_picture_with_all_its_words(name: str) -> None:
    for one in GAME.exhibits(GAME.pack(name)):
        root = ElementTree.fromstring(one.picture)
        assert one.name in "".join(root.itertext())
        shown = re.sub(r"<(title|desc|style)>.*?</\1>", "", one.picture, flags=re.DOTALL)
        assert "…" not in shown, one.name
        assert one.text
        assert all(label and text for label, text in one.facts)


@pytest.mark.rule("CN-1.10")
def test_a_map_shows_its_starts_modules_and_bosses() -> None:
    things: Any = {one.key: one for one in GAME.exhibits(GAME.pack())}
    keys = by_key(ElementTree.fromstring(things["map-home_run"].picture))
    assert {key for key in keys if key.startswith("boss-")} == {"boss-a3", "boss-g2"}
    assert len([key for key in keys if key.startswith("module-")]) == 10
    assert dict(things["map-home_run"].facts)["Starts"] == "d1 and d7"


@pytest.mark.rule("CN-4.8")
def test_trading_places_are_shown_where_a_scenario_trades() -> None:
    def no_trade(written: Written) -> None:
        del written.scenario(NEW_HOPE)["trade"]

    for pack, shown in ((FROZEN, 2), (make_pack(no_trade), 0)):
        scenario = next(one for one in pack.scenarios if one.id == NEW_HOPE)
        places = [at_start(scenario.map, scenario, place).trades for place in range(37)]
        assert sum(places) == shown


def test_the_figure_of_a_move_has_its_costs_and_that_of_a_combat_its_dice() -> None:
    figures = GAME.figures(GAME.pack())
    assert {"map-home-run", "map-interstellar", "map-new-hope", "sectors", "table", "move", "combat"} == set(
        figures
    )
    root = ElementTree.fromstring(figures["move"])
    assert "action-fly:c4" in by_key(root)
    sides = [key for key in by_key(ElementTree.fromstring(figures["combat"])) if key.startswith("side-")]
    assert len(sides) == 6
    kinds = "".join(ElementTree.fromstring(figures["sectors"]).itertext())
    for kind in ("Open Space: 1", "Nebula: 2", "Thick Nebula: 3", "Black Hole: 3", "Jumpgate: 1", "Dawn: 1"):
        assert kind in kinds
    assert root.tag == f"{SVG}svg"
