"""What can be seen of a hand that is closed while one of its cards is asked for."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from contract.sizes import SVG
from harena.core.picture import LAYOUTS, Layout
from harena.games.knockdown import GAME

from .brawl import FOE, JAMES, KATIE, ME, Bout, put
from .scene import NAMES


def stripped(closed: bool) -> Bout:
    """Katie chokes James and chooses a card of his hand: he holds one Dash and two Power cards."""
    james = put(JAMES, "c3", hand="dash power power")
    bout = Bout(put(KATIE, "c2"), james, "chokehold", closed_hands=closed).then([])
    return bout.play("attack:chokehold")


def choices(bout: Bout, layout: Layout) -> dict[str, tuple[str, list[str]]]:
    """By action: the beginning of the title of a symbol that can be chosen, and what is written on it."""
    root = ElementTree.fromstring(GAME.draw(bout.pack, bout.view(ME), NAMES, layout).svg())
    cells = {node.get("data-action", ""): node for node in root.iter() if node.get("data-action")}
    return {
        action: (
            (node.findtext(f"{SVG}title") or "").partition(".")[0],
            ["".join(text.itertext()) for text in node.iter(f"{SVG}text")],
        )
        for action, node in cells.items()
        if action.startswith("symbol:")
    }


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_card_to_choose_from_a_closed_hand_has_no_number(layout: Layout) -> None:
    bout = stripped(closed=True)
    assert (bout.asking, bout.view(ME).fighters[FOE].symbols) == ("Strip", {})
    found = choices(bout, layout)
    assert {action: title for action, (title, _) in found.items()} == {
        "symbol:dash": "A Dash card in hand",
        "symbol:power": "A Power card in hand",
    }
    assert [written for _, written in found.values() if "".join(written).strip()] == []


@pytest.mark.parametrize("layout", LAYOUTS)
def test_of_an_open_hand_everybody_sees_how_many_they_are(layout: Layout) -> None:
    found = choices(stripped(closed=False), layout)
    assert found["symbol:dash"][0].startswith("1 Dash card in hand: ")
    assert found["symbol:power"][0].startswith("2 Power cards in hand: ")
    assert [written for _, written in found.values()] == [["1"], ["2"]]
