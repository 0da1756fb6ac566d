"""A picture of a game under way, for those who choose what to play."""

from __future__ import annotations

from functools import cache

from harena.core.dice import fast_dice
from harena.core.game import AnyGame
from harena.core.match import Match, new

NAMES = ("Ada", "Bruno", "Chloe", "Darius", "Edda", "Farid", "Greta", "Hugo")
MOVES = range(15, 70)  # enough for things to have happened, too few for most games to be over
SEED = 7


@cache
def scene(game: AnyGame) -> str:
    """The same position each time: of a random game the one with the most to see for the first player."""
    match, dice = under_way(game), fast_dice(SEED)
    best = ""
    for move in range(MOVES.stop):
        if match.over:
            break
        if move in MOVES and match.state.seat == 0:
            best = max(best, match.picture(0), key=richness)
        open_now = match.legal()
        match.play(open_now[dice.below(len(open_now))])
    return best or match.picture(0)


def under_way(game: AnyGame) -> Match:
    """A new match in the first setting in which the game is measured, which is a large one."""
    options = dict(next(iter(game.measured_with.values())))
    seats = new(game.name, seed=SEED, **options).state.seats
    return new(game.name, seed=SEED, names=NAMES[:seats], **options)


def richness(picture: str) -> tuple[int, int]:
    """How much there is to do, and to see."""
    return picture.count("data-action="), len(picture)
