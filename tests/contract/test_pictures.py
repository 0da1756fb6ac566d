"""Pictures are put together from parts that are kept: whatever was drawn before, a view looks the same."""

from __future__ import annotations

import hashlib
import itertools
import json
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from contract.play import new_match, pick
from harena.core.dice import fast_dice
from harena.core.game import AnyGame
from harena.core.picture import LAYOUTS, Layout
from harena.core.state import SPECTATOR

EVERY = 9  # decision of each game
GAMES = 6
TESTS = Path(__file__).parents[1]  # where the example game is made known
DRAWN_ELSEWHERE = """
import hashlib, pickle, sys
sys.path.insert(0, sys.argv[1])
import conftest
from harena.core import registry
game, sketches = pickle.load(sys.stdin.buffer)
found = registry.find(game)
pack = found.pack()
for sketch in reversed(sketches):
    print(hashlib.sha256(found.draw(pack, *sketch).svg().encode()).hexdigest())
"""


def sketches(game: AnyGame) -> Iterator[tuple[Any, list[str], Layout]]:
    """What is seen in some games, by everybody, wide and tall by turns; each has players of other names."""
    layouts = itertools.cycle(LAYOUTS)
    for seed in range(1, GAMES + 1):
        match, dice = new_match(game, seed), fast_dice(seed)
        names = [f"<{seed}> {chr(65 + seat) * 3 * seed}" for seat in range(match.state.seats)]
        while True:
            if match.over or match.state.made % EVERY == 0:
                for eyes in (*range(len(names)), SPECTATOR):
                    yield match.view(eyes), names, next(layouts)
            if match.over:
                break
            match.play(pick(match.state, dice))


def test_a_view_looks_the_same_whatever_was_drawn_before(game: AnyGame) -> None:
    seen = list(sketches(game))
    pack = game.pack()
    here = [hashlib.sha256(game.draw(pack, *sketch).svg().encode()).hexdigest() for sketch in seen]
    asked = pickle.dumps((game.name, seen))
    command = [sys.executable, "-P", "-c", DRAWN_ELSEWHERE, str(TESTS)]
    elsewhere = subprocess.run(command, input=asked, capture_output=True, check=True).stdout.decode().split()
    assert len(here) > 10 * GAMES
    assert here == elsewhere[::-1]


def test_a_picture_as_json_is_the_picture(game: AnyGame) -> None:
    pack = game.pack()
    for sketch in list(sketches(game))[::7]:
        assert json.loads(game.draw(pack, *sketch).json()) == game.draw(pack, *sketch).svg()
