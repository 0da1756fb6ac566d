"""Who is still in the combat that goes on."""

from __future__ import annotations

from mypy_extensions import i64

from harena.core.bits import bit
from harena.games.centauri.pack.content import BOSS
from harena.games.centauri.state import FOE, Space


def opponent(game: Space) -> str:
    """What the combat is against, as events say it: a Raider or Boss, else it is between players."""
    if game.foe == 0:
        return "players"
    return "boss" if game.foe == BOSS else "raider"


def is_decided(game: Space) -> bool:
    """Does only one side remain?"""
    return len(game.order) == 0 or enemies_of(game, game.order[0]) == 0


def enemies_of(game: Space, number: i64) -> i64:
    """Those in the combat that an armada, or the foe, fights against."""
    enemies: i64 = 0
    for other in game.order:
        if other != number and fights_against(game, number, other):
            enemies |= bit(other)
    return enemies


def fights_against(game: Space, number: i64, other: i64) -> bool:
    if number == FOE or other == FOE:
        return True
    return game.armadas[number].team() != game.armadas[other].team()


def is_in(game: Space, number: i64) -> bool:
    """Is an armada, or the foe, still in the combat?"""
    return number in game.order


def take_out(game: Space, number: i64) -> None:
    """It is in the combat no more."""
    if number in game.order:
        game.order = game.order[:]
        game.order.remove(number)
