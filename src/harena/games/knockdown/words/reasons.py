"""Why an action is not open, where a player might wonder."""

from __future__ import annotations

from harena.core.bits import bit
from harena.games.knockdown.actions import (
    ATTACK,
    BLOCK,
    CORRIDOR,
    DASH,
    MOVE,
    PLACE,
    SHAKE_OFF,
    SPECIAL,
    STOP,
    SYMBOL,
    attack_of,
)
from harena.games.knockdown.pack.content import BLOCK as BLOCK_SYMBOL
from harena.games.knockdown.pack.content import CARDS, REACTION, SLOTS, SPACES, SYMBOL_NAMES
from harena.games.knockdown.pack.content import DASH as DASH_SYMBOL
from harena.games.knockdown.rules.act import SHAKEN, USED_CORRIDOR, Act, Combo
from harena.games.knockdown.rules.attack import Block, React, sets_off
from harena.games.knockdown.rules.block import blocks_used
from harena.games.knockdown.rules.effect import useful
from harena.games.knockdown.rules.hand import Discard, Show, Strip
from harena.games.knockdown.rules.move import Burn, GoTo, Shove
from harena.games.knockdown.rules.pay import Pay, can_pay
from harena.games.knockdown.state import Brawl


def why_not(game: Brawl, action: int) -> str:
    """A reason in a few words with its rule, from what the decider knows; empty if there is none to tell."""
    step = game.waiting
    if isinstance(step, Act | Combo):
        return _in_a_turn(game, step, action)
    if isinstance(step, React) and SPECIAL <= action < SPECIAL + SLOTS:
        return _no_reaction(game, step, action - SPECIAL)
    if isinstance(step, Block) and BLOCK < action < PLACE:
        held = game.held_of(step.who, BLOCK_SYMBOL)
        lacking = blocks_used(action - BLOCK) > held
        return "you lack a Block card (KD-4.2)" if lacking else "it would stop nothing more (KD-4.7)"
    if isinstance(step, GoTo | Shove | Burn) and PLACE <= action < PLACE + SPACES:
        return _no_place(game, step, action - PLACE)
    if isinstance(step, Pay | Discard | Strip | Show) and SYMBOL <= action < SYMBOL + len(SYMBOL_NAMES):
        return _no_symbol(game, step, action - SYMBOL)
    return ""


# --- in a turn (KD-3)


def _in_a_turn(game: Brawl, step: Act | Combo, action: int) -> str:
    who = step.who
    if action >= ATTACK:
        return _no_attack(game, step, action)
    if action == SHAKE_OFF:
        return _no_shaking(game, who)
    if action == STOP:
        return "there is no Combo to stop (KD-3.5)"
    if SPECIAL <= action < SPECIAL + SLOTS:
        return _no_special(game, who, action - SPECIAL)
    if CORRIDOR <= action < STOP:
        return _no_corridor(game, step, action - CORRIDOR)
    if DASH <= action < CORRIDOR:
        lacking = game.held_of(who, DASH_SYMBOL) == 0
        return "you hold no Dash card (KD-3.5)" if lacking else _no_step(game, who, action - DASH)
    if MOVE <= action < DASH:
        in_combo = isinstance(step, Combo)
        return "a Combo has Dashes, not Moves (KD-3.5)" if in_combo else _no_step(game, who, action - MOVE)
    return ""


def _no_attack(game: Brawl, step: Act | Combo, action: int) -> str:
    if isinstance(step, Combo):
        return "an Attack is an action of its own, not part of a Combo (KD-3.2)"
    here = attack_of(game.arena.number)
    return "" if not here <= action < here + CARDS else "that card is not in the Row (KD-3.4)"


def _no_step(game: Brawl, who: int, space: int) -> str:
    if space == game.opponent(who).pos:
        return "the other fighter stands there (KD-3.3)"
    if not game.arena.spaces & bit(space):
        return "that is off the arena (KD-3.3)"
    return "it is not one step away (KD-3.3)"


def _no_corridor(game: Brawl, step: Act | Combo, place: int) -> str:
    red, here = game.arena.red, game.fighter(step.who).pos
    if isinstance(step, Combo):
        return "corridors are for before and between actions (KD-3.6)"
    if place >= len(red):
        return "the arena has no such red space (KD-3.6)"
    if here not in red:
        return "you do not stand on a red space (KD-3.6)"
    if step.mode == USED_CORRIDOR:
        return "you went through a corridor just now (KD-3.6)"
    return "you stand there already" if red[place] == here else "the other fighter stands there (KD-3.6)"


def _no_special(game: Brawl, who: int, slot: int) -> str:
    """KD-3.5: the first thing that is in the way."""
    specials = game.fighter(who).sheet.specials
    if slot >= len(specials):
        return "your fighter has no such Special Attack"
    special = specials[slot]
    if special.type == REACTION:
        return "it is a Reaction, for the other's turn (KD-4.3)"
    if game.used & bit(slot):
        return "you have used it in this Combo (KD-3.5)"
    if not can_pay(game, who, special.price):
        return "you cannot pay for it (KD-3.5)"
    if not game.in_range(who, special):
        return "the other fighter is out of range (KD-1.3)"
    return "" if useful(game, who, special) else "it would do nothing now (KD-3.5)"


def _no_shaking(game: Brawl, who: int) -> str:
    fighter = game.fighter(who)
    if fighter.contamination == 0:
        return "you have no Contamination (KD-3.9)"
    if game.used & bit(SHAKEN):
        return "you have done so in this Combo (KD-3.9)"
    return "it costs two cards (KD-3.9)"


# --- answers and effects


def _no_reaction(game: Brawl, step: React, slot: int) -> str:
    who = step.who
    specials = game.fighter(who).sheet.specials
    if slot >= len(specials):
        return "your fighter has no such Special Attack"
    special = specials[slot]
    if special.type != REACTION:
        return "it is no Reaction (KD-4.3)"
    if game.reacted & bit(slot):
        return "you have used it in this turn (KD-4.3)"
    if not can_pay(game, who, special.price):
        return "you cannot pay for it (KD-4.3)"
    if not sets_off(game, game.pack.attacks[step.what], special.trigger):
        return "this attack does not set it off (KD-4.9)"
    in_range = game.in_range(who, special)
    return "it would do nothing now (KD-3.5)" if in_range else "the attacker is out of range (KD-1.3)"


def _no_place(game: Brawl, step: GoTo | Shove | Burn, space: int) -> str:
    if not game.arena.spaces & bit(space):
        return "that is off the arena (KD-3.3)"
    if isinstance(step, Shove):
        return "the effect does not lead there (KD-4.10)"
    if space == game.opponent(step.who).pos:
        return "the other fighter stands there (KD-3.3)"
    if isinstance(step, Burn):
        return "the Flame goes on a free space in reach, and not where it lies (KD-1.9)"
    return "it is too far or cut off (KD-4.10)"


def _no_symbol(game: Brawl, step: Pay | Discard | Strip | Show, symbol: int) -> str:
    whose = 1 - step.who if isinstance(step, Strip) else step.who
    if game.held_of(whose, symbol) == 0:
        return "there is no card with that symbol (KD-1.5)"
    if isinstance(step, Pay):
        return "it does not pay for this, or the rest could not be paid then (KD-3.5)"
    return "that was not shown (KD-4.11)" if isinstance(step, Strip) else "there is no second one (KD-4.11)"
