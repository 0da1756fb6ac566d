"""KD-3.2 to KD-3.6, KD-3.9: what a player does in a turn: Move, Attack, Combo, and corridors between them."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit
from harena.core.state import ASKED, DONE, Step
from harena.games.knockdown.actions import (
    CORRIDOR,
    DASH,
    MOVE,
    SHAKE_OFF,
    SPECIAL,
    STOP,
    attack_of,
)
from harena.games.knockdown.pack.content import BLOCK, POWER, REACTION, WILD, Attack
from harena.games.knockdown.pack.content import DASH as DASH_SYMBOL
from harena.games.knockdown.rules import questions
from harena.games.knockdown.rules.attack import Announce
from harena.games.knockdown.rules.effect import useful
from harena.games.knockdown.rules.hand import TakeIt
from harena.games.knockdown.rules.move import burn, step_to
from harena.games.knockdown.rules.pay import FOR_AN_ATTACK, SHAKE, TWO_OF_ANY, Pay, payable
from harena.games.knockdown.state import Brawl

SHAKEN: Final = 6  # a member of `used`, after the six slots
USED_CORRIDOR: Final = 1
NO_TOLL: Final = 0  # what entering a red space costs: nothing, a light wound, a heavy one
LIGHT_TOLL: Final = 1
HEAVY_TOLL: Final = 2


@final
@mypyc_attr(free_list_len=1)
class Act(Step):
    """KD-3.2: the next action. who: whose turn; n: actions left; mode: this window's corridor was used."""

    def question(self) -> i64:
        return questions.ACT

    def begin(self, game: Brawl) -> bool:
        who = self.who
        actions = combo_actions(game, who) | game.free_beside(who) << MOVE
        if self.mode != USED_CORRIDOR:
            actions |= corridors(game, who) << CORRIDOR
        game.ask(who, MOVE, actions, attack_of(game.arena.number), game.row_set())
        return ASKED

    def choose(self, game: Brawl, action: i64) -> None:
        if CORRIDOR <= action < STOP:
            game.next(Act(self.who, n=self.n, mode=USED_CORRIDOR))
            go_through(game, self.who, game.arena.red[action - CORRIDOR])
            return
        if self.n > 1:
            game.next(Act(self.who, n=self.n - 1))
        if action < DASH:
            step_to(game, self.who, action - MOVE, "move", self.who, "KD-3.3")
            burn(game, self.who)
        elif action >= attack_of(0):
            attack_with(game, self.who, action - attack_of(game.arena.number))
        else:
            game.next(Combo(self.who))
            do_in_combo(game, self.who, action)


def attack_with(game: Brawl, who: i64, card: i64) -> None:
    """KD-3.4: the card leaves the Row; in range it is resolved; in any case it then goes to hand."""
    game.row.remove(card)
    game.taking = card
    attack = game.arena.cards[card]
    if game.in_range(who, attack):
        game.next(TakeIt(who, what=card))
        game.next(Announce(who, what=attack.number))
    else:
        game.next(TakeIt(who, what=card, mode=1))


# --- Combos


@final
@mypyc_attr(free_list_len=1)
class Combo(Step):
    """KD-3.5: go on with a Combo, or stop. who: whose turn."""

    def question(self) -> i64:
        return questions.COMBO

    def begin(self, game: Brawl) -> bool:
        game.ask(self.who, MOVE, combo_actions(game, self.who) | bit(STOP))
        return ASKED

    def choose(self, game: Brawl, action: i64) -> None:
        if action == STOP:
            game.used = 0
            return
        game.next(Combo(self.who))
        do_in_combo(game, self.who, action)


def combo_actions(game: Brawl, who: i64) -> i64:
    """The Dashes, Special Attacks and shaking off that are open now, as a mask of actions from MOVE on."""
    actions = specials_open(game, who) << SPECIAL
    if game.held_of(who, DASH_SYMBOL) > 0:
        actions |= game.free_beside(who) << DASH
    if can_shake_off(game, who):
        actions |= bit(SHAKE_OFF)
    return actions


def specials_open(game: Brawl, who: i64) -> i64:
    """KD-3.5: the slots of Specials that are payable, in range, useful and not used in this Combo."""
    fighter = game.fighter(who)
    open_slots: i64 = 0
    if fighter.hand == 0:
        return open_slots
    block = game.held_of(who, BLOCK)
    dash = game.held_of(who, DASH_SYMBOL)
    power = game.held_of(who, POWER)
    wild = game.held_of(who, WILD)
    for attack in fighter.sheet.specials:
        fresh = attack.type != REACTION and (game.used >> attack.slot) & 1 == 0
        if fresh and payable(attack.price, block, dash, power, wild) and does_something(game, who, attack):
            open_slots |= bit(attack.slot)
    return open_slots


def does_something(game: Brawl, who: i64, attack: Attack) -> bool:
    """Is an attack in range, and would it do anything?"""
    return game.in_range(who, attack) and useful(game, who, attack)


def can_shake_off(game: Brawl, who: i64) -> bool:
    """KD-3.9: once in a Combo, for any two cards."""
    fighter = game.fighter(who)
    return fighter.contamination > 0 and (game.used >> SHAKEN) & 1 == 0 and fighter.cards() >= 2


def do_in_combo(game: Brawl, who: i64, action: i64) -> None:
    """A Dash, a Special Attack or shaking off."""
    if action == SHAKE_OFF:
        game.used |= bit(SHAKEN)
        game.next(ShakeOff(who))
        game.next(Pay(who, n=TWO_OF_ANY, mode=SHAKE))
    elif action < CORRIDOR:
        game.discard_symbol(who, DASH_SYMBOL, "dash", who, "KD-3.5")
        step_to(game, who, action - DASH, "dash", who, "KD-3.5")
        burn(game, who)
    else:
        slot = action - SPECIAL
        attack = game.fighter(who).sheet.specials[slot]
        game.used |= bit(slot)
        game.next(Announce(who, what=attack.number))
        game.next(Pay(who, n=attack.price, mode=FOR_AN_ATTACK, what=attack.number))


@final
@mypyc_attr(free_list_len=1)
class ShakeOff(Step):
    """KD-3.9: a Contamination card goes back, once it is paid for. who: the fighter."""

    def begin(self, game: Brawl) -> bool:
        fighter = game.fighter(self.who)
        fighter.contamination -= 1
        game.say("shook_off", "KD-3.9", self.who, fighter.contamination)
        return DONE


# --- corridors


def corridors(game: Brawl, who: i64) -> i64:
    """KD-3.6: the red spaces, by their places among them, to which a corridor leads from here."""
    here = game.fighter(who).pos
    there = game.opponent(who).pos
    ways: i64 = 0
    on_red = False
    place: i64 = 0
    for space in game.arena.red:
        if space == here:
            on_red = True
        elif space != there:
            ways |= bit(place)
        place += 1
    return ways if on_red else 0


def toll(game: Brawl, who: i64, space: i64) -> i64:
    """KD-3.6: what entering a red space costs: NO_TOLL, LIGHT_TOLL or HEAVY_TOLL."""
    heavy = (game.arena.heavy >> space) & 1 != 0
    if game.fighter(who).knows_corridors(game.skills):
        return LIGHT_TOLL if heavy else NO_TOLL
    return HEAVY_TOLL if heavy else LIGHT_TOLL


def go_through(game: Brawl, who: i64, space: i64) -> None:
    """KD-3.6: through a corridor, at the price printed where it leads."""
    step_to(game, who, space, "corridor", who, "KD-3.6")
    price = toll(game, who, space)
    light: i64 = 1 if price == LIGHT_TOLL else 0
    heavy: i64 = 1 if price == HEAVY_TOLL else 0
    game.inflict(who, light, heavy, "corridor", who, "KD-3.6")
    burn(game, who)
