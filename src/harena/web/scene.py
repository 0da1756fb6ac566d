"""A picture of a game under way, for those who choose what to play."""

from __future__ import annotations

from functools import cache

from harena.core.dice import fast_dice
from harena.core.game import AnyGame
from harena.core.match import new
from harena.core.state import SPECTATOR

MOVES = 40  # enough for things to have happened, too few for a game to be over
SEED = 7


@cache
def scene(game: AnyGame) -> str:
    """The same position each time, some random moves into the game."""
    match, dice = new(game.name, seed=SEED), fast_dice(SEED)
    for _ in range(MOVES):
        if match.over:
            break
        open_now = match.legal()
        match.play(open_now[dice.below(len(open_now))])
    return match.picture(SPECTATOR)
