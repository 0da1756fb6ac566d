"""KD-4: the attack sequence: announced, Reactions, Blocks, wounds, effect, K.O."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit
from harena.core.state import ASKED, DONE, Step
from harena.games.knockdown.actions import BLOCK, CALL, NO_REACTION, SPECIAL
from harena.games.knockdown.pack.content import (
    BLOCK as BLOCK_SYMBOL,
)
from harena.games.knockdown.pack.content import (
    NO_SYMBOL,
    REACTION,
    STRIKE,
    STRUCK,
    STRUCK_NEAR,
    WOUNDED_NEAR,
    Attack,
)
from harena.games.knockdown.rules import questions
from harena.games.knockdown.rules.block import (
    NOTHING,
    block_ways,
    blocks_used,
    cancels_effect,
    stopped_heavy,
    stopped_light,
)
from harena.games.knockdown.rules.building import begin_test
from harena.games.knockdown.rules.effect import DoVerb, useful
from harena.games.knockdown.rules.pay import FOR_AN_ATTACK, Pay, can_pay
from harena.games.knockdown.rules.skills import STRUCK_BACK, added, first_time, ignored, set_off
from harena.games.knockdown.state import Brawl


@final
@mypyc_attr(free_list_len=1)
class Announce(Step):
    """KD-4.1: an attack is announced; the target of an aimed one may react. who: the attacker; what: it."""

    def begin(self, game: Brawl) -> bool:
        attack = game.pack.attacks[self.what]
        cause = "special" if attack.symbol == NO_SYMBOL else "card"
        game.say_why(cause, self.who, "attacked", "KD-4.1", self.who, self.what)
        game.next(Resolve(self.who, what=self.what))
        if attack.at_opponent:
            game.next(React(1 - self.who, what=self.what))
        return DONE


# --- Reactions


@final
@mypyc_attr(free_list_len=1)
class React(Step):
    """KD-4.3: the target may use one Reaction. who: the target; what: the attack."""

    def question(self) -> i64:
        return questions.REACT

    def begin(self, game: Brawl) -> bool:
        slots = reactions_open(game, self.who, game.pack.attacks[self.what])
        if slots == 0:
            return DONE
        game.ask(self.who, NO_REACTION, 1 | slots << (SPECIAL - NO_REACTION))
        return ASKED

    def choose(self, game: Brawl, action: i64) -> None:
        if action == NO_REACTION:
            return
        slot = action - SPECIAL
        reaction = game.fighter(self.who).sheet.specials[slot]
        game.reacted |= bit(slot)
        game.next(Answer(self.who, what=reaction.number))
        game.next(Pay(self.who, n=reaction.price, mode=FOR_AN_ATTACK, what=reaction.number))


def reactions_open(game: Brawl, who: i64, attack: Attack) -> i64:
    """KD-4.9: the slots of Reactions that this attack sets off and that can be paid."""
    fighter = game.fighter(who)
    slots: i64 = 0
    if fighter.hand == 0:
        return slots
    for reaction in fighter.sheet.specials:
        fits = reaction.type == REACTION and sets_off(game, attack, reaction.trigger)
        if fits and reaction_open(game, who, reaction):
            slots |= bit(reaction.slot)
    return slots


def reaction_open(game: Brawl, who: i64, reaction: Attack) -> bool:
    """Can this Reaction be used once more in this turn, and do something?"""
    if (game.reacted >> reaction.slot) & 1 != 0 or not can_pay(game, who, reaction.price):
        return False
    return game.in_range(who, reaction) and useful(game, who, reaction)


def sets_off(game: Brawl, attack: Attack, trigger: i64) -> bool:
    """KD-4.9: does an aimed attack set off such a Reaction?"""
    if trigger == STRUCK:
        return attack.type == STRIKE
    if trigger == STRUCK_NEAR:
        return attack.type == STRIKE and game.distance() == 1
    return True


@final
@mypyc_attr(free_list_len=1)
class Answer(Step):
    """KD-4.9: a Reaction, resolved with its owner as the attacker; nothing blocks it. who: its owner."""

    def begin(self, game: Brawl) -> bool:
        reaction = game.pack.attacks[self.what]
        game.say_why("reaction", self.who, "attacked", "KD-4.9", self.who, self.what)
        game.next(DoVerb(self.who, what=self.what))
        game.inflict(1 - self.who, reaction.light, reaction.heavy, "pool", self.who, "KD-4.9")
        return DONE


# --- Blocks, wounds, effect


@final
@mypyc_attr(free_list_len=1)
class Resolve(Step):
    """KD-4.1: if the range still fits: Blocks, wounds, effect, K.O. who: the attacker; what: the attack."""

    def begin(self, game: Brawl) -> bool:
        attack = game.pack.attacks[self.what]
        if not game.in_range(self.who, attack):
            game.say("missed", "KD-4.1", self.who, self.what)
            return DONE
        game.relief = True
        if attack.knockout:
            game.next(Call(self.who, what=self.what))
        light = attack.light + added(game, self.who, attack)
        if attack.type == STRIKE:
            game.next(Block(1 - self.who, what=self.what, x=light, y=attack.heavy))
        else:
            if len(attack.verbs) > 0:
                game.next(DoVerb(self.who, what=self.what))
            wound_target(game, self.who, attack, light, attack.heavy)
        return DONE


@final
@mypyc_attr(free_list_len=1)
class Block(Step):
    """KD-4.2, KD-4.7: how to block a Strike. who: the target; what: the attack; x, y: light, heavy wounds."""

    def question(self) -> i64:
        return questions.BLOCK

    def begin(self, game: Brawl) -> bool:
        game.ask(self.who, BLOCK, ways_to_block(game, self.who, game.pack.attacks[self.what], self.x, self.y))
        return ASKED

    def choose(self, game: Brawl, action: i64) -> None:
        code = action - BLOCK
        attack = game.pack.attacks[self.what]
        light = self.x
        heavy = self.y
        if code != NOTHING:
            budget = budget_left(game, self.who, code)
            game.say("blocked", "KD-4.2", self.who, code, self.what)
            used: i64 = 0
            while used < blocks_used(code):
                game.discard_symbol(self.who, BLOCK_SYMBOL, "block", self.who, "KD-4.2")
                used += 1
            light -= stopped_light(code, self.x, budget)
            heavy -= stopped_heavy(code)
        if len(attack.verbs) > 0 and not cancels_effect(code):
            game.next(DoVerb(1 - self.who, what=self.what))
        wound_target(game, 1 - self.who, attack, light, heavy)


def ways_to_block(game: Brawl, who: i64, attack: Attack, light: i64, heavy: i64) -> i64:
    """KD-4.7: the ways that are offered, as a set of codes."""
    blocks = game.held_of(who, BLOCK_SYMBOL)
    more = game.fighter(who).more_budget(game.skills)
    return block_ways(light, heavy, len(attack.verbs) > 0, game.fighter(who).cards() + more, blocks)


def budget_left(game: Brawl, who: i64, code: i64) -> i64:
    """KD-4.2: the cards left in hand after all discards, and what Skills add."""
    fighter = game.fighter(who)
    return fighter.cards() + fighter.more_budget(game.skills) - blocks_used(code)


def wound_target(game: Brawl, who: i64, attack: Attack, light: i64, heavy: i64) -> None:
    """KD-4.6: what is left of the pool, less what the target's Skills ignore. who: the attacker."""
    target = 1 - who
    light -= ignored(game, target, light)
    game.inflict(target, light, heavy, "pool", who, "KD-4.1")
    near = light + heavy > 0 and attack.type == STRIKE and game.distance() == 1
    if near and strikes_back(game, target) and first_time(game, STRUCK_BACK):
        set_off(game, target, WOUNDED_NEAR)


def strikes_back(game: Brawl, who: i64) -> bool:
    """Has a fighter a face-up Skill that answers a Strike from next to it?"""
    up = game.fighter(who).up
    number: i64 = 0
    for skill in game.skills:
        if (up >> number) & 1 != 0 and skill.when == WOUNDED_NEAR:
            return True
        number += 1
    return False


# --- K.O.


@final
@mypyc_attr(free_list_len=1)
class Call(Step):
    """KD-4.5: after the effect a Knockdown Test may be called. who: the attacker; what: the attack."""

    def question(self) -> i64:
        return questions.CALL

    def begin(self, game: Brawl) -> bool:
        game.ask(self.who, CALL, 3)
        return ASKED

    def choose(self, game: Brawl, action: i64) -> None:
        if action == CALL:
            game.say("called", "KD-4.5", self.who, 1 - self.who, game.counted(1 - self.who))
            begin_test(game, 1 - self.who)
