"""Writes OpenSpiel's playthroughs anew: `make playthroughs`. Only after a change that is meant.

What a seat sees as numbers is left out: the tests of features look at it. Long lines are cut, with a mark
that tells whether the rest is the same. They are played with the packs of the golden records.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from unittest.mock import patch

from open_spiel.python.algorithms import generate_playthrough

from harena.core import registry
from harena.rl import spiel

TESTS = Path(__file__).parent.parent
HERE = TESTS / "rl" / "playthroughs"
LONGEST_LINE = 160
SEED = 18


def game_string(name: str) -> str:
    """A small setting of a game."""
    settings = {"pack": f"golden/{name}/pack", **registry.find(name).short}
    spiel.register(name)
    return f"{spiel.PREFIX}{name}({','.join(f'{key}={value}' for key, value in settings.items())})"


def played(name: str) -> str:
    """A playthrough; the folder of the tests must be the current one, for the pack's sake."""
    with patch.object(generate_playthrough, "_format_tensor", return_value=[]):  # writing them takes long
        whole: str = generate_playthrough.playthrough(game_string(name), [], seed=SEED)
    lines = [shortened(line) for line in whole.splitlines() if "Tensor" not in line]
    return "\n".join(lines) + "\n"


def shortened(line: str) -> str:
    if len(line) <= LONGEST_LINE:
        return line
    mark = hashlib.blake2b(line.encode(), digest_size=8).hexdigest()
    return f"{line[: LONGEST_LINE - 20]} ... {mark}"


def main() -> None:
    os.chdir(TESTS)
    for name in registry.installed():
        (HERE / f"{name}.txt").write_text(played(name), encoding="utf-8")


if __name__ == "__main__":
    main()
