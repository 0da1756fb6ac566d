"""Writes the golden records anew: `make golden`. Only after a change of rules that is meant.

They are played with packs kept beside them, so that balancing a game's own pack leaves them alone.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Sequence
from pathlib import Path

from contract.play import options_for, pick
from harena.core import registry
from harena.core.dice import fast_dice
from harena.core.fair import FairSeeds
from harena.core.game import AnyGame
from harena.core.match import Match
from harena.core.record import FastSeed, Seeds
from kit.kept import JOINED, KEPT, PACK, pack_beside

EACH = 6  # records of each game
EACH_JOINED = 3  # where boxes to be joined are kept


def seeds_for(number: int, seats: int) -> Seeds:
    """Fast and fair dice by turns, the same whenever this is run."""
    if number % 2 == 0:
        return FastSeed(number)
    secret = hashlib.sha256(f"golden {number}".encode()).hexdigest()
    return FairSeeds(secret, [f"player {seat}" for seat in range(seats)])


def main() -> None:
    for name in registry.names():
        game = registry.find(name)
        folder = KEPT / name
        if not folder.exists():
            shutil.copytree(game.folder / "content" / "standard", folder / PACK)
        keep(game, [folder / f"{number}.json" for number in range(EACH)])
        if (folder / JOINED).is_dir():
            keep(game, [folder / JOINED / f"{number}.json" for number in range(EACH_JOINED)])


def keep(game: AnyGame, paths: Sequence[Path]) -> None:
    """Play a match for each of these records, with what is kept beside it."""
    for number, path in enumerate(paths):
        options = options_for(game, number * 5)
        seats = game.seats(game.options(**options))
        match = Match(game, pack_beside(path), options, seeds_for(number, seats))
        choices = fast_dice(number)
        while not match.over:
            match.play(pick(match.state, choices))
        match.save(path)


if __name__ == "__main__":
    main()
