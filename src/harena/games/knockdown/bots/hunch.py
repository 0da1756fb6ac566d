"""What a player in a hurry does: quick choices, better than chance, for playing a match on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from harena.core.best import Best
from harena.core.bits import full, low_bit
from harena.core.dice import Dice
from harena.games.knockdown.actions import (
    BLOCK,
    CALL,
    CORRIDOR,
    CUBE,
    DASH,
    HEAL,
    MOVE,
    NO_CALL,
    NO_REACTION,
    NUMBER,
    PLACE,
    SHAKE_OFF,
    SPECIAL,
    STOP,
    SYMBOL,
)
from harena.games.knockdown.bots.worth import (
    CARD,
    LIGHT,
    attack_worth,
    best_from,
    danger_at,
    effect_worth,
    row_worths,
    wounds_worth,
)
from harena.games.knockdown.pack.content import BLINK, FORWARD, SPEND_MOVE, WILD
from harena.games.knockdown.pack.content import MOVE as MOVE_VERB
from harena.games.knockdown.rules.block import (
    blocks_used,
    cancels_effect,
    stopped_heavy,
    stopped_light,
)
from harena.games.knockdown.rules.odds import ROLLS, fails_of_216
from harena.games.knockdown.rules.range import reached

if TYPE_CHECKING:
    from harena.games.knockdown.state import Brawl

WHIM: Final = 40  # hundredths of a light wound by which choices vary
HORIZON: Final = 24  # decisions, about three turns
FAILED_TEST: Final = 240  # a failed test against a light wound that a passed one takes away
LOST_WOUND: Final = 17


def quick_choice(game: Brawl, dice: Dice) -> i64:
    """An open action."""
    base = game.base
    if base == MOVE:
        return choose_act(game, dice)
    if base == BLOCK:
        return choose_block(game, dice)
    if base == CALL:
        return choose_call(game)
    if base == NO_REACTION:
        return choose_reaction(game, dice)
    if base == SYMBOL:
        return choose_symbol(game, dice)
    if base == PLACE:
        return choose_place(game, dice)
    if base == NUMBER:
        return game.nth(game.count() - 1)
    if base == HEAL:
        return HEAL + 1
    if base == CUBE:
        return game.knack(dice, 50)
    return game.nth(dice.below(game.count()))


# --- turns


def choose_act(game: Brawl, dice: Dice) -> i64:
    """A Move, an Attack, a part of a Combo or a corridor: whatever seems worth most, give or take a whim."""
    who = game.seat
    worths = row_worths(game, who)
    now = best_from(game, who, worths, game.fighter(who).pos)
    best = Best(dice)
    offer_cards(game, dice, best, worths)
    offer_specials(game, dice, best)
    offer_ways(game, dice, best, worths, now)
    if (game.mask >> STOP) & 1 != 0:
        best.offer(STOP, dice.below(WHIM))
    if (game.mask >> SHAKE_OFF) & 1 != 0:
        best.offer(SHAKE_OFF, dice.below(WHIM) - 30)
    return best.choice


def offer_cards(game: Brawl, dice: Dice, best: Best, worths: list[i64]) -> None:
    """Attacks: what they do in range, and a card in hand."""
    if game.mask2 == 0:
        return
    who = game.seat
    fighter = game.fighter(who)
    there = game.opponent(who).pos
    card_worth: i64 = CARD if fighter.cards() < game.most_cards(who) else 5
    place: i64 = 0
    for card in game.row:
        worth = card_worth + dice.below(WHIM)
        if (reached(game.arena, game.arena.cards[card], fighter.pos, fighter.flame) >> there) & 1 != 0:
            worth += worths[place]
        best.offer(game.base2 + card, worth)
        place += 1


def offer_specials(game: Brawl, dice: Dice, best: Best) -> None:
    """Special Attacks, less the cards they cost; to begin a Combo costs an action too."""
    slots = (game.mask >> SPECIAL) & full(6)
    if slots == 0:
        return
    who = game.seat
    begun = (game.mask >> STOP) & 1 != 0
    while slots != 0:
        slot = low_bit(slots)
        slots &= slots - 1
        attack = game.fighter(who).sheet.specials[slot]
        cost = attack.cost[0] + attack.cost[1] + attack.cost[2] + attack.cost[3]
        worth = attack_worth(game, who, attack) - CARD * cost + (30 if begun else -20)
        best.offer(SPECIAL + slot, worth + dice.below(WHIM))


def offer_ways(game: Brawl, dice: Dice, best: Best, worths: list[i64], now: i64) -> None:
    """Moves, Dashes and corridors, by what the best card would reach from there."""
    moves = game.mask & full(DASH)
    while moves != 0:
        space = low_bit(moves)
        moves &= moves - 1
        best.offer(MOVE + space, way_worth(game, worths, now, space) + dice.below(WHIM))
    dashes = (game.mask >> DASH) & full(CORRIDOR - DASH)
    while dashes != 0:
        space = low_bit(dashes)
        dashes &= dashes - 1
        best.offer(DASH + space, way_worth(game, worths, now, space) - 60 + dice.below(WHIM))
    corridors = (game.mask >> CORRIDOR) & full(STOP - CORRIDOR)
    while corridors != 0:
        place = low_bit(corridors)
        corridors &= corridors - 1
        space = game.arena.red[place]
        price: i64 = 190 if (game.arena.heavy >> space) & 1 != 0 else 120
        best.offer(CORRIDOR + place, way_worth(game, worths, now, space) - price + dice.below(WHIM))


def way_worth(game: Brawl, worths: list[i64], now: i64, space: i64) -> i64:
    """How much more the Row reaches from another space."""
    who = game.seat
    worth = (best_from(game, who, worths, space) - now) * 9 // 10
    return worth - LIGHT if danger_at(game, who, space) else worth


# --- answers


def choose_block(game: Brawl, dice: Dice) -> i64:
    """What a way to block stops, less the cards it takes."""
    step = game.waiting
    fighter = game.fighter(game.seat)
    cards = fighter.cards() + fighter.more_budget(game.skills)
    effect = effect_worth(game.pack.attacks[step.what])
    best = Best(dice)
    ways = game.mask
    while ways != 0:
        code = low_bit(ways)
        ways &= ways - 1
        worth = wounds_worth(stopped_light(code, step.x, cards - blocks_used(code)), stopped_heavy(code))
        if cancels_effect(code):
            worth += effect
        best.offer(BLOCK + code, worth - 75 * blocks_used(code))
    return best.choice


def choose_call(game: Brawl) -> i64:
    """Call if the chance of a knockdown outweighs the wounds that a passed test takes away."""
    target = 1 - game.seat
    gain = FAILED_TEST * fails_of_216(game.counted(target)) // ROLLS
    loss = LOST_WOUND * (game.light_relieved(target) + game.heavy_relieved(target)) if game.relief else 0
    return CALL if gain > loss else NO_CALL


def choose_reaction(game: Brawl, dice: Dice) -> i64:
    """React to strong attacks, mostly."""
    attack = game.pack.attacks[game.waiting.what]
    if wounds_worth(attack.light, attack.heavy) >= 2 * LIGHT and dice.below(3) != 0:
        return game.nth(1)
    return NO_REACTION


def choose_symbol(game: Brawl, dice: Dice) -> i64:
    """Of one's own hand what there is most of, Wild cards last; of the other's hand anything."""
    best = Best(dice)
    symbols = game.mask
    while symbols != 0:
        symbol = low_bit(symbols)
        symbols &= symbols - 1
        best.offer(SYMBOL + symbol, 2 * game.held_of(game.seat, symbol) - (1 if symbol == WILD else 0))
    return best.choice


def choose_place(game: Brawl, dice: Dice) -> i64:
    """Where to go, or where to send the other: keep the Row in range."""
    who = game.seat
    name = game.waiting.mode
    best = Best(dice)
    worths = row_worths(game, who)
    spaces = game.mask
    while spaces != 0:
        space = low_bit(spaces)
        spaces &= spaces - 1
        worth: i64 = 0
        if name == 0:  # the Flame
            worth = 100 if game.field.distance(space, game.opponent(who).pos) == 1 else 0
        elif moves_self(name):
            worth = best_from(game, who, worths, space) - (LIGHT if danger_at(game, who, space) else 0)
        else:
            worth = LIGHT if space == game.fighter(who).flame else 0
        best.offer(PLACE + space, worth + dice.below(WHIM))
    return best.choice


def moves_self(verb: i64) -> bool:
    """Does a verb move its user?"""
    return verb in (MOVE_VERB, BLINK, FORWARD, SPEND_MOVE)
