"""What a player in a hurry does: quick choices, better than chance, for playing a game on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from harena.core.best import NONE, Best
from harena.core.bits import bit, count_bits, full, low_bit
from harena.core.dice import Dice, random_bit
from harena.core.hex import OFF
from harena.games.combat_arena.actions import (
    ATTACK_ROW,
    FACING,
    HEX,
    KIND,
    MOVE_ROW,
    NO,
    NO_REACTION,
    REACT,
    SPECIAL_ROW,
    TARGET,
    UNIQUE,
    YES,
)
from harena.games.combat_arena.bots.judgement import menace, menace_at
from harena.games.combat_arena.pack.content import CARDS, MELEE, RANGED, SAFE, ActionCard
from harena.games.combat_arena.rules.fighter import Fighter

if TYPE_CHECKING:
    from harena.games.combat_arena.state import Arena

WHIM: Final = 10  # one choice in so many is made at random

# How many decisions a search plays on by these choices before it estimates. Against greedy, 400 iterations
# won as often with 8 as with 16 in duels, less among four; 30 were no better there and take twice as long.
HORIZON: Final = 16


def quick_choice(game: Arena, dice: Dice) -> i64:
    """An open action."""
    base = game.base
    if dice.below(WHIM) == 0:
        return game.nth(dice.below(game.count()))
    if base == MOVE_ROW:
        return choose_row(game, dice)
    if base == HEX:
        return choose_hex(game, dice)
    if base == FACING:
        return choose_facing(game, dice)
    if base == REACT:
        return choose_reaction(game, dice)
    if base == TARGET:
        return choose_target(game, dice)
    if base == KIND:
        return choose_kind(game)
    if base == NO:
        return give_cards(game, dice)
    if base == YES:
        return YES
    return game.nth(dice.below(game.count()))


def choose_row(game: Arena, dice: Dice) -> i64:
    """The strongest attack if there is one, mostly, or the Unique; else a Special or a Move."""
    specials = game.mask2 & full(CARDS)
    attack = strongest_attack(game)
    luck = dice.below(16)
    if luck < 6 and game.mask2 & bit(UNIQUE - SPECIAL_ROW) != 0:
        return UNIQUE
    if attack >= 0 and luck < 15:
        return attack
    if specials != 0 and (attack >= 0 or luck < 8):
        return SPECIAL_ROW + random_bit(specials, dice)
    moves = game.mask & full(CARDS)
    if moves == 0:
        return game.nth(dice.below(game.count()))
    return MOVE_ROW + cheapest_move(game, moves)


def strongest_attack(game: Arena) -> i64:
    """The Attack, or the Special that is one, whose dice and wounds do most; -1 if there is none."""
    best: i64 = -1
    most: i64 = 0
    attacks = (game.mask >> ATTACK_ROW) & full(CARDS)
    while attacks != 0:
        card = low_bit(attacks)
        attacks &= attacks - 1
        worth = attack_worth(game.pack.cards[card])
        if worth > most:
            most = worth
            best = ATTACK_ROW + card
    if best < 0:
        return best
    specials = game.mask2 & full(CARDS)
    while specials != 0:
        number = low_bit(specials)
        specials &= specials - 1
        worth = special_worth(game.pack.cards[number])
        if worth > most:
            most = worth
            best = SPECIAL_ROW + number
    return best


def attack_worth(card: ActionCard) -> i64:
    """How good a card's Attack is: three for each die that inflicts one wound."""
    return 3 * card.dice * (1 + card.wounds) + card.attack_energy + card.push


def special_worth(card: ActionCard) -> i64:
    """The same for its Special, if that is an attack from where the fighter stands."""
    effect = card.effect
    if effect is None or effect.strikes == 0:
        return 0
    return 3 * effect.strikes + card.special_energy


def cheapest_move(game: Arena, moves: i64) -> i64:
    """The card that gives energy for its Move, or whose Attack is missed least."""
    best: i64 = -1
    most: i64 = 0
    while moves != 0:
        number = low_bit(moves)
        moves &= moves - 1
        card = game.pack.cards[number]
        worth = 7 * card.move_energy - attack_worth(card)
        if best < 0 or worth > most:
            most = worth
            best = number
    return best


def choose_hex(game: Arena, dice: Dice) -> i64:
    """The best hex to stand on; a push goes into an arc-snare where it can."""
    who = game.waiting.who
    here = game.fighters[who].pos
    mask = game.mask
    if here == OFF:
        return HEX + random_bit(mask, dice)
    if (mask >> here) & 1 == 0:
        deadly = mask & game.board.snares
        return HEX + random_bit(deadly if deadly != 0 else mask, dice)
    return HEX + best_stand(game, who, mask, dice)


def best_stand(game: Arena, who: i64, mask: i64, dice: Dice) -> i64:
    """The hex that is best to stand on; any of those equally good, lest bots drift to one side."""
    best = Best(dice)
    while mask != 0:
        h = low_bit(mask)
        mask &= mask - 1
        best.offer(h, standing(game, who, h))
    return best.choice


def standing(game: Arena, who: i64, h: i64) -> i64:
    """How good a hex is to stand on: what can be reached from there, less who reaches it."""
    field = game.field
    fighter = game.fighters[who]
    reached: i64 = -20
    feared: i64 = 0
    for other in game.fighters:
        if other.side != fighter.side and other.pos != OFF:
            distance = field.distance(h, other.pos)
            if distance != 0:
                own = menace_at(field, fighter, distance)
                if own == 0:
                    own = -distance
                if own > reached:
                    reached = own
                feared += menace(other, other.facing * field.count + other.pos, h)
    return reached - feared


def choose_facing(game: Arena, dice: Dice) -> i64:
    """The facing that reaches an enemy best, and has enemies in front; any of those equally good."""
    fighter = game.fighters[game.waiting.who]
    mask = game.mask
    best = Best(dice)
    while mask != 0:
        facing = low_bit(mask)
        mask &= mask - 1
        if not pointless(game, FACING + facing):
            best.offer(facing, facing_worth(game, fighter, facing))
    return FACING + best.choice


def facing_worth(game: Arena, fighter: Fighter, facing: i64) -> i64:
    """What a fighter reaches when it faces that way."""
    field = game.field
    stand = facing * field.count + fighter.pos
    front = field.fronts[stand]
    reached: i64 = 0
    ahead: i64 = 0
    for other in game.fighters:
        if other.side != fighter.side and other.pos != OFF:
            found = menace(fighter, stand, other.pos)
            if found > reached:
                reached = found
            if (front >> other.pos) & 1 != 0:
                ahead += 1
                step = field.neighbours[6 * fighter.pos + facing]
                if step != OFF and field.distance(step, other.pos) < field.distance(fighter.pos, other.pos):
                    ahead += 1
    return 3 * reached + ahead


def pointless(game: Arena, action: i64) -> bool:
    """At set-up: to face the wall, or away from every enemy where another facing has one in front."""
    if game.round != 0 or game.base != FACING:
        return False
    who = game.waiting.who
    here = game.fighters[who].pos
    facing = action - FACING
    return looks_at_wall(game, here, facing) or (
        not sees_enemy(game, who, facing) and can_see_enemy(game, who, here)
    )


def looks_at_wall(game: Arena, here: i64, facing: i64) -> bool:
    """Is the wall of the arena right ahead?"""
    return game.field.neighbour(here, facing) == OFF


def sees_enemy(game: Arena, who: i64, facing: i64) -> bool:
    """Has the fighter an enemy in front when it faces that way (CA-6.1)?"""
    return game.enemies_in(who, game.field.front(game.fighters[who].pos, facing)) != 0


def can_see_enemy(game: Arena, who: i64, here: i64) -> bool:
    """Is there a facing, not at the wall, with an enemy in front?"""
    facing: i64 = 0
    while facing < 6:
        if not looks_at_wall(game, here, facing) and sees_enemy(game, who, facing):
            return True
        facing += 1
    return False


def choose_reaction(game: Arena, dice: Dice) -> i64:
    """Any reaction in hand."""
    cards = game.mask & full(CARDS)
    if cards == 0:
        return NO_REACTION
    return REACT + random_bit(cards, dice)


def choose_target(game: Arena, dice: Dice) -> i64:
    """The enemy that is nearest to defeat; of several any, lest everybody turns on the first seat."""
    side = game.fighters[game.waiting.who].side
    best = Best(dice)
    for other in game.fighters:
        if other.pos != OFF and (game.mask >> other.character) & 1 != 0:
            left = other.wounds_left()
            if other.side == side:
                left += 500
            best.offer(other.character, -left)
    if best.choice == NONE:
        return game.nth(dice.below(game.count()))
    return TARGET + best.choice


def choose_kind(game: Arena) -> i64:
    """The weapon that inflicts more on the enemy it reaches best."""
    who = game.waiting.who
    fighter = game.fighters[who]
    field = game.field
    stand = fighter.facing * field.count + fighter.pos
    if reached_with(game, fighter, MELEE, stand) >= reached_with(game, fighter, RANGED, stand):
        return KIND + MELEE
    return KIND + RANGED


def reached_with(game: Arena, fighter: Fighter, kind: i64, stand: i64) -> i64:
    """Six times the wounds a die of that weapon inflicts where it inflicts most."""
    strike = fighter.strike(kind)
    most: i64 = 0
    for other in game.fighters:
        if other.side != fighter.side and other.pos != OFF and (strike.zones[stand] >> other.pos) & 1 != 0:
            found = (7 - strike.needs(stand, other.pos)) * strike.wounds
            if found > most:
                most = found
    return most


def give_cards(game: Arena, dice: Dice) -> i64:
    """Cards for the life at an arc-snare, if there are enough; at the start of a turn now and then."""
    cards = game.mask >> 1
    if game.needed == SAFE:
        if game.waiting.n + count_bits(cards) < SAFE:
            return NO
    elif dice.below(2) == 0:
        return NO
    return NO + 1 + random_bit(cards, dice)
