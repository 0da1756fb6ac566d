"""What a player in a hurry does: quick choices, better than chance, for playing a game on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from harena.core.bits import bit, count_bits, full, low_bit
from harena.core.dice import Dice, random_bit
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
from harena.games.combat_arena.content import CARDS, MELEE, RANGED
from harena.games.combat_arena.fighter import Fighter
from harena.games.combat_arena.hexes import OFF
from harena.games.combat_arena.judgement import menace, menace_at

if TYPE_CHECKING:
    from harena.games.combat_arena.state import Arena

WHIM: Final = 10  # one choice in so many is made at random
LOOKS: Final = 3  # so many hexes are compared for a walk
SAFE: Final = 4  # CA-6.5

# How many decisions a search plays on by these choices before it estimates. In a duel, against greedy, 400
# iterations did best with some 16 (of 8, 16 and 30). Among four the judgement is poorer, but a long way is
# noisy: a bot of 100 iterations that looks 8 ahead won 32 % of 240 games against three that look 30 ahead.
# Against greedy, more playouts are worth nothing to a bot that looks 8 ahead, and much to one that looks 30.
HORIZON: Final = 2
HORIZON_FOR_EACH: Final = 7  # more for each fighter that stands
HORIZON_AMONG_MANY: Final = 8
FAR_HORIZON_AMONG_MANY: Final = 30


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
    """An attack if there is one, mostly; else a Special or a Move."""
    moves = game.mask & full(CARDS)
    attacks = (game.mask >> ATTACK_ROW) & full(CARDS)
    specials = game.mask2 & full(CARDS)
    luck = dice.below(16)
    if attacks != 0:
        if luck < 11:
            return ATTACK_ROW + stronger_attack(game, attacks, dice)
        if luck < 13 and game.mask2 & bit(UNIQUE - SPECIAL_ROW) != 0:
            return UNIQUE
        if luck < 15 and specials != 0:
            return SPECIAL_ROW + random_bit(specials, dice)
    else:
        if luck < 3 and specials != 0:
            return SPECIAL_ROW + random_bit(specials, dice)
        if luck == 3 and game.mask2 & bit(UNIQUE - SPECIAL_ROW) != 0:
            return UNIQUE
    if moves == 0:
        return game.nth(dice.below(game.count()))
    return MOVE_ROW + random_bit(moves, dice)


def stronger_attack(game: Arena, attacks: i64, dice: Dice) -> i64:
    """The better of two of these cards, by the dice and wounds of their Attack."""
    one = random_bit(attacks, dice)
    two = random_bit(attacks, dice)
    first = game.pack.cards[one]
    second = game.pack.cards[two]
    if first.dice + first.wounds + first.push >= second.dice + second.wounds + second.push:
        return one
    return two


def choose_hex(game: Arena, dice: Dice) -> i64:
    """Of a few hexes the best to stand on; a push goes into an arc-snare where it can."""
    who = game.waiting.who
    here = game.fighters[who].pos
    mask = game.mask
    if here == OFF:
        return HEX + random_bit(mask, dice)
    if (mask >> here) & 1 == 0:
        deadly = mask & game.board.snares
        return HEX + random_bit(deadly if deadly != 0 else mask, dice)
    beside_snares = game.field.spread(game.board.snares)
    best: i64 = here
    most: i64 = -1000
    looks: i64 = LOOKS
    while looks > 0:
        h = random_bit(mask, dice)
        found = standing(game, who, h)
        if (beside_snares >> h) & 1 != 0:
            found -= 3
        if found > most:
            most = found
            best = h
        looks -= 1
    return HEX + best


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
    return 2 * reached - feared


def choose_facing(game: Arena, dice: Dice) -> i64:
    """The facing that reaches an enemy best, and has enemies in front."""
    fighter = game.fighters[game.waiting.who]
    mask = game.mask
    best = random_bit(mask, dice)
    most: i64 = facing_worth(game, fighter, best)
    while mask != 0:
        facing = low_bit(mask)
        mask &= mask - 1
        found = facing_worth(game, fighter, facing)
        if found > most:
            most = found
            best = facing
    return FACING + best


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


def choose_reaction(game: Arena, dice: Dice) -> i64:
    """Any reaction in hand."""
    cards = game.mask & full(CARDS)
    if cards == 0:
        return NO_REACTION
    return REACT + random_bit(cards, dice)


def choose_target(game: Arena, dice: Dice) -> i64:
    """The enemy that is nearest to defeat."""
    side = game.fighters[game.waiting.who].side
    best: i64 = -1
    fewest: i64 = 1000
    for other in game.fighters:
        if other.pos != OFF and (game.mask >> other.character) & 1 != 0:
            left = other.wounds_left()
            if other.side == side:
                left += 500
            if left < fewest:
                fewest = left
                best = other.character
    if best < 0:
        return game.nth(dice.below(game.count()))
    return TARGET + best


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
