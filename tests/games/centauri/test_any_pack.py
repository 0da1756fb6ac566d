"""Packs with anything that a pack may say are drawn too: on both sheets, at the terminal, one by one."""

from __future__ import annotations

import re
from collections import Counter
from io import StringIO
from xml.etree import ElementTree

import pytest
from rich.cells import cell_len
from rich.console import Console

from contract.sizes import SVG, seen
from contract.test_sizes import LETTERS, NEARLY, corner, inside, shown
from harena.core.dice import fast_dice
from harena.core.picture import LAYOUTS
from harena.core.state import OVER
from harena.games.centauri import GAME

from .random_pack import random_pack
from .test_picture import PLAYERS, attributes

EVERY = 23  # decision
SEEDS = range(6)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_with_any_pack_is_drawn_with_all_its_actions(seed: int) -> None:
    pack = random_pack(seed)
    state = GAME.start(pack, GAME.options(players=2 + 2 * (seed % 3), max_rounds=4), fast_dice(seed))
    choices, names, looked = fast_dice(seed), PLAYERS[: state.seats], 0
    while state.seat != OVER:
        if state.made % EVERY == 0:
            looked += 1
            view = GAME.view(state, state.seat)
            for layout in LAYOUTS:
                root = ElementTree.fromstring(GAME.draw(pack, view, names, layout).svg())
                assert Counter(attributes(root, "data-action")) == Counter(view.actions), view.asking
                pixels = shown(root, layout)
                for one in seen(root):
                    box = corner(one)
                    assert box is None or inside(box, one.sheet), ElementTree.tostring(one.node)[:200]
                    if one.node.tag == f"{SVG}text" and "".join(one.node.itertext()).strip():
                        assert one.letters * one.scale * pixels >= LETTERS[layout] * NEARLY
            console = Console(width=80, file=StringIO(), color_system=None)
            lines = console.render_lines(GAME.screen(pack, view, names), pad=False)
            assert all(cell_len("".join(part.text for part in line)) <= 80 for line in lines)
            assert len(lines) <= 20
        state.play(state.nth(choices.below(state.count())))
    assert looked > 2


@pytest.mark.parametrize("seed", SEEDS)
def test_all_of_any_pack_is_shown_one_by_one(seed: int) -> None:
    for one in GAME.exhibits(random_pack(seed)):
        ElementTree.fromstring(one.picture)
        if one.kind == "Action cards":
            drawn = re.sub(r"<(title|desc|style)>.*?</\1>", "", one.picture, flags=re.DOTALL)
            assert "…" not in drawn, one.text
