"""Where an armada is going on purpose: what hunches and judgement have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from harena.core.best import Best
from harena.core.bits import low_bit
from harena.core.dice import Dice
from harena.core.hex import OFF

if TYPE_CHECKING:
    from harena.games.centauri.state import Space

POINT: Final = 100  # a movement point, in the numbers by which aims are compared
WHIM: Final = 40  # by which they vary
IN_HARMONY: Final = 1000  # more than any way
CROWDED: Final = 300  # a module that a team-mate stands at
CARRIER: Final = 300  # prey that has a module on board
HULL: Final = 50  # a point of Hull that prey has more than the hunter
HUNTER: Final = 5  # Hull that a hunter needs


def aim_of(game: Space, number: i64, dice: Dice) -> i64:
    """The sector that an armada makes for."""
    if game.scenario.convoy:
        return raider_to_hunt(game, number, dice)
    armada = game.armadas[number]
    if armada.cargo:
        return where_to_deliver(game, number, dice)
    if game.scenario.one_module:
        return game.map.hole  # where the next one appears
    if not game.carries(armada.owner):
        module = module_to_fetch(game, number, dice)
        if module != OFF:
            return module
    prey = prey_of(game, number, dice)
    return prey if prey != OFF else game.homes[armada.team()]


def where_to_deliver(game: Space, number: i64, dice: Dice) -> i64:
    """Its Starbase, or a sector in harmony, which is worth more: whichever is still reached, or nearest."""
    armada = game.armadas[number]
    home = game.homes[armada.team()]
    best = Best(dice)
    best.offer(home, -POINT * game.scenario.way(armada.pos, home) - dice.below(WHIM))
    rest = game.harmony
    while rest != 0:
        sector = low_bit(rest)
        far = game.scenario.way(armada.pos, sector)
        worth = IN_HARMONY if far <= armada.points else POINT
        best.offer(sector, worth - POINT * far - dice.below(WHIM))
        rest &= rest - 1
    return best.choice


def module_to_fetch(game: Space, number: i64, dice: Dice) -> i64:
    """The module with the shortest way there and, counted half, home; OFF: there is none to be had."""
    armada = game.armadas[number]
    home = game.homes[armada.team()]
    best = Best(dice)
    for sector in game.modules:
        if game.foe_at(sector) > 0:
            continue
        far = POINT * game.scenario.way(armada.pos, sector) + POINT * game.scenario.way(sector, home) // 2
        best.offer(sector, -far - crowd(game, number, sector) - dice.below(WHIM))
    return best.choice


def crowd(game: Space, number: i64, sector: i64) -> i64:
    """Is a team-mate at a module already?"""
    other: i64 = 0
    while other < len(game.armadas):
        mate = game.armadas[other]
        if other != number and mate.pos == sector and mate.team() == game.armadas[number].team():
            return CROWDED
        other += 1
    return 0


def prey_of(game: Space, number: i64, dice: Dice) -> i64:
    """The sector of an enemy worth hunting; OFF: there is none."""
    armada = game.armadas[number]
    hull = game.players[armada.owner].hull
    if hull < HUNTER:
        return OFF
    best = Best(dice)
    for other in game.armadas:
        if other.team() == armada.team() or other.back or game.is_peaceful(other.pos):
            continue
        worth = -POINT * game.scenario.way(armada.pos, other.pos) + (CARRIER if other.cargo else 0)
        best.offer(other.pos, worth - HULL * (game.players[other.owner].hull - hull) - dice.below(WHIM))
    return best.choice


def raider_to_hunt(game: Space, number: i64, dice: Dice) -> i64:
    """The nearest Raider that one armada can beat, or a place to trade tokens."""
    armada = game.armadas[number]
    player = game.players[armada.owner]
    best = Best(dice)
    level: i64 = 1
    while level < 3:
        rest = game.raiders[level]
        while rest != 0:
            sector = low_bit(rest)
            far = POINT * (game.scenario.way(armada.pos, sector) + level)
            best.offer(sector, -far - dice.below(WHIM))
            rest &= rest - 1
        level += 1
    rest = game.map.trades
    while rest != 0:
        sector = low_bit(rest)
        if player.combat_tokens + player.exploration_tokens > 1 or best.choice == OFF:
            best.offer(sector, -POINT * game.scenario.way(armada.pos, sector) - dice.below(WHIM))
        rest &= rest - 1
    return best.choice if best.choice != OFF else game.homes[armada.team()]
