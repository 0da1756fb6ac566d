"""What a player in a hurry does: quick choices, better than chance, for playing a game on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from harena.core.best import Best
from harena.core.bits import bit, low_bit
from harena.core.dice import Dice
from harena.games.centauri.actions import (
    DRAW,
    FIGHT,
    FINISH,
    FLEE,
    FLY,
    JOIN,
    LAB,
    NO,
    NUMBER,
    PASS,
    PICK_UP,
    PLAY,
    REPAIR,
    SECTOR,
    SPEND,
    STARPORT,
    STAY,
    TARGET,
    YES,
)
from harena.games.centauri.bots.aims import POINT, WHIM, aim_of
from harena.games.centauri.pack.content import BLAZE, CLOAK, POINTS

if TYPE_CHECKING:
    from harena.games.centauri.state import Space

HORIZON: Final = 24  # decisions that a search plays on by hunch
FOE: Final = 6  # in place of an armada
EXPANDING: Final = 4  # the phase in which the Convoy moves
ENCOUNTERING: Final = 3
LINGERING: Final = 50  # what staying has to be beaten by
RAIDER: Final = 80  # for each level of a Raider that waits where one goes
TOO_STRONG: Final = 250  # a Raider that may well destroy the armada
ENEMY: Final = 25  # for each point of Hull and Combat, twice, that enemies have more
LADEN: Final = 100  # meeting an enemy with a module on board


def quick_choice(game: Space, dice: Dice) -> i64:
    """An open action."""
    base = game.base
    if base == FLY:
        return fly(game, dice) if (game.mask >> STAY) & 1 != 0 else anything(game, dice)
    if base == FINISH:
        return keep_up(game, dice)
    if base == FIGHT:
        return decide(game, dice)
    if base == PASS:
        return buff(game, dice)
    if base == YES:
        return NO if game.phase == ENCOUNTERING and dice.below(2) == 0 else YES
    if base == TARGET:
        return aim_at(game, dice)
    if base == SECTOR and game.phase == EXPANDING:
        return lead_convoy(game, dice)
    return simple_choice(game, dice)


def simple_choice(game: Space, dice: Dice) -> i64:
    """Questions that need little thought."""
    base = game.base
    if base == REPAIR:
        return REPAIR if game.mask & 1 != 0 and game.players[game.seat].hull <= 6 else DRAW
    if base == NUMBER:
        return game.nth(game.count() - 1)
    if base == NO:
        player = game.players[game.seat]
        return JOIN if player.combat >= 4 and player.hull >= 7 else NO
    return anything(game, dice)


def anything(game: Space, dice: Dice) -> i64:
    return game.nth(dice.below(game.count()))


# --- Upkeep


def keep_up(game: Space, dice: Dice) -> i64:
    """Buy levels, then play a card, then be done."""
    if game.mask >> (LAB - FINISH) & 1 != 0 and game.players[game.seat].lab == 0:
        return LAB
    tracks = game.mask >> (STARPORT - FINISH)
    if tracks == 3:
        return STARPORT + dice.below(2)
    if tracks != 0:
        return STARPORT + low_bit(tracks)
    cards = game.mask2
    if game.players[game.seat].hull > game.pack.basics.hull - 3:
        cards &= ~game.pack.only_repair
    return PLAY + low_bit(cards) if cards != 0 else FINISH


# --- Movement


def fly(game: Space, dice: Dice) -> i64:
    """Toward what the armada makes for, past what is too strong."""
    if (game.mask >> PICK_UP) & 1 != 0:
        return PICK_UP
    armada = game.armadas[game.active]
    aim = aim_of(game, game.active, dice)
    if aim == armada.pos and dice.below(8) != 0:
        return STAY
    far = game.scenario.way(armada.pos, aim)
    if game.mask2 != 0 and far > armada.points and dice.below(3) == 0:
        card = card_to_fly_with(game)
        if card >= 0:
            return PLAY + card
    if (game.mask >> SPEND) & 1 != 0 and far == armada.points + 1:
        return SPEND
    return best_step(game, aim, dice)


def card_to_fly_with(game: Space) -> i64:
    """A kind of card that helps to get on; none: -1."""
    rest = game.mask2
    while rest != 0:
        card = game.pack.cards[low_bit(rest)]
        if card.does(POINTS) or card.does(CLOAK):
            return card.number
        rest &= rest - 1
    return -1


def best_step(game: Space, aim: i64, dice: Dice) -> i64:
    """Of all sectors in reach the one that brings the armada nearest to its aim at the least risk."""
    armada = game.armadas[game.active]
    best = Best(dice)
    risk = TOO_STRONG if game.raider_at(armada.pos) > 1 and game.players[armada.owner].hull < 6 else 0
    best.offer(STAY, -POINT * game.scenario.way(armada.pos, aim) - LINGERING - risk)
    rest = game.mask & (bit(PICK_UP) - 1)
    while rest != 0:
        sector = low_bit(rest)
        worth = -POINT * game.scenario.way(sector, aim) - dice.below(WHIM)
        best.offer(FLY + sector, worth - risk_at(game, game.active, sector))
        rest &= rest - 1
    return best.choice


def risk_at(game: Space, number: i64, sector: i64) -> i64:
    """What waits for an armada in a sector."""
    armada = game.armadas[number]
    player = game.players[armada.owner]
    level = game.raider_at(sector)
    risk: i64 = 0
    if level > 0:
        risk = (RAIDER if not game.scenario.convoy else RAIDER // 3) * level
        if 2 * level > player.hull:
            risk += TOO_STRONG
    if game.is_peaceful(sector):
        return risk
    stronger: i64 = 0
    for other in game.armadas:
        if other.team() != armada.team() and other.pos == sector and not other.back:
            enemy = game.players[other.owner]
            stronger += enemy.hull + 2 * enemy.combat
            risk += LADEN if armada.cargo else 0
    if stronger > 0:
        risk += ENEMY * (stronger - player.hull - 2 * player.combat)
    return risk


# --- combat


def decide(game: Space, dice: Dice) -> i64:
    """Flee when nearly destroyed, now and then."""
    if (game.mask >> (FLEE - FIGHT)) & 1 == 0:
        return FIGHT
    seat = game.seat
    hull = game.players[seat].hull
    enemies: i64 = 0
    laden = False
    for number in game.order:
        if number != FOE:
            armada = game.armadas[number]
            if armada.team() != (seat & 1):
                enemies += 1
            elif armada.owner == seat and armada.cargo:
                laden = True
    afraid = (hull <= 2 and laden) or (hull <= 3 and enemies > 1)
    return FLEE if afraid and dice.below(2) == 0 else FIGHT


def buff(game: Space, dice: Dice) -> i64:
    """Play a card half of the time, but do not blaze."""
    kinds = game.mask2
    rest = kinds
    while rest != 0:
        card = game.pack.cards[low_bit(rest)]
        if card.does(BLAZE):
            kinds &= ~bit(card.number)
        rest &= rest - 1
    if kinds == 0 or dice.below(2) == 0:
        return PASS
    best = Best(dice)
    while kinds != 0:
        best.offer(PLAY + low_bit(kinds), 0)
        kinds &= kinds - 1
    return best.choice


def aim_at(game: Space, dice: Dice) -> i64:
    """The enemy with the least Hull; where something else is named, anyone."""
    best = Best(dice)
    rest = game.mask
    while rest != 0:
        number = low_bit(rest)
        hull = game.foe_hull if number == FOE else game.player_of(number).hull
        best.offer(TARGET + number, -hull)
        rest &= rest - 1
    return best.choice


# --- the Convoy


def lead_convoy(game: Space, dice: Dice) -> i64:
    """The cheapest step."""
    best = Best(dice)
    rest = game.mask
    while rest != 0:
        sector = low_bit(rest)
        best.offer(SECTOR + sector, -game.map.costs[sector])
        rest &= rest - 1
    return best.choice
