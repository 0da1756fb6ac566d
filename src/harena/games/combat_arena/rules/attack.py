"""CA-5: attacks and reactions."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit, low_bit
from harena.core.state import ASKED, DONE, Step
from harena.games.combat_arena.actions import KIND, NO_REACTION, REACT, TARGET
from harena.games.combat_arena.pack.content import EITHER, KIND_NAMES, MELEE, RANGED, REROLL, WARD, Reaction
from harena.games.combat_arena.rules import questions
from harena.games.combat_arena.rules.push import Push
from harena.games.combat_arena.rules.questions import FROM_REAR
from harena.games.combat_arena.rules.wounds import Wound
from harena.games.combat_arena.state import Arena

ONE_OF_SEVERAL: Final = 2  # an attack step's `what`: its hits are added to those of the others (CA-5.10)


@final
@mypyc_attr(free_list_len=1)
class ChooseKind(Step):
    """CA-5.1: melee or ranged. who: attacker; n: dice; x: more wounds for each hit; y: hexes pushed."""

    def question(self) -> i64:
        return questions.CHOOSE_KIND

    def begin(self, game: Arena) -> bool:
        game.hits = 0
        kinds: i64 = 0
        if enemies_to_attack(game, self.who, MELEE, self.what == FROM_REAR) != 0:
            kinds |= bit(MELEE)
        if enemies_to_attack(game, self.who, RANGED, self.what == FROM_REAR) != 0:
            kinds |= bit(RANGED)
        if kinds == 0:
            return DONE
        game.ask(game.owner(self.who), KIND, kinds)
        return ASKED

    def choose(self, game: Arena, action: i64) -> None:
        game.next(ChooseEnemy(self.who, n=self.n, mode=action - KIND, what=self.what, x=self.x, y=self.y))


@final
@mypyc_attr(free_list_len=1)
class ChooseEnemy(Step):
    """CA-5.1: an enemy in the Kill Zone. mode: the kind of attack; the rest as in ChooseKind."""

    def question(self) -> i64:
        return questions.CHOOSE_ENEMY

    def begin(self, game: Arena) -> bool:
        game.hits = 0
        enemies = enemies_to_attack(game, self.who, self.mode, self.what == FROM_REAR)
        if enemies == 0:
            return DONE
        game.ask(game.owner(self.who), TARGET, game.characters(enemies))
        return ASKED

    def choose(self, game: Arena, action: i64) -> None:
        target = game.played_by(action - TARGET)
        game.next(Attack(self.who, target, self.n, self.mode, 0, self.x, self.y))


def enemies_to_attack(game: Arena, who: i64, kind: i64, from_rear: bool) -> i64:
    """The enemies a fighter can attack so."""
    enemies = game.in_reach(who, kind)
    if not from_rear:
        return enemies
    out: i64 = 0
    while enemies != 0:
        enemy = low_bit(enemies)
        enemies &= enemies - 1
        if not game.sees(enemy, who):
            out |= bit(enemy)
    return out


@final
@mypyc_attr(free_list_len=1)
class Attack(Step):
    """CA-5.2: the dice. mode: the kind; the rest as in ChooseKind."""

    def begin(self, game: Arena) -> bool:
        attacker = game.fighters[self.who]
        target = game.fighters[self.target]
        if self.what != ONE_OF_SEVERAL:
            game.hits = 0
        if attacker.down or target.down:
            return DONE
        game.same = self.target
        strike = attacker.strike(self.mode)
        stand = attacker.facing * game.field.count + attacker.pos
        needed = strike.needs(stand, target.pos)
        hits = roll_to_hit(game, self, needed)
        if hits == 0:
            game.move_energy(self.who, 1, "CA-5.2")
            return DONE
        hits -= warded(game, self, hits)
        wounds = strike.wounds + self.x
        if hits > 0 and target.hand != 0:
            game.next(React(self.who, self.target, hits, self.mode, 0, wounds, self.y))
        else:
            land(game, self, hits, wounds)
        return DONE


def roll_to_hit(game: Arena, attack: Attack, needed: i64) -> i64:
    """CA-5.2, CA-5.5: roll, and roll again once what missed as far as the attacker's rule allows."""
    again = misses_again(game, attack.who, attack.mode)
    n = dice_left(attack.n, game.weakened(attack.who))
    hits: i64 = 0
    rolled: i64 = 0
    while n > 0:
        die = game.roll_die()
        if die < needed and again > 0:
            again -= 1
            game.say("rerolled", "CA-5.5", attack.who, die)
            die = game.roll_die()
        if die >= needed:
            hits += 1
        game.fell(die)
        rolled = (rolled << 3) | die
        n -= 1
    game.rolled = rolled
    game.needed = needed
    kind = KIND_NAMES[attack.mode]
    game.say_roll(kind, attack.who, "attacked", "CA-5.2", attack.who, attack.target, needed)
    return hits


def misses_again(game: Arena, who: i64, kind: i64) -> i64:
    """CA-5.5: how many misses the attacker's rule rolls again."""
    rule = game.fighters[who].rule_of(REROLL)
    return rule.n if rule.against == EITHER or rule.against == kind else 0


def dice_left(n: i64, weak: i64) -> i64:
    """CA-5.7: injuries take dice away, never the last one."""
    return n - weak if n > weak else 1


def warded(game: Arena, attack: Attack, hits: i64) -> i64:
    """How many hits the target's own rule takes away, a die for each (CA-5.2: before its reaction)."""
    needed = ward_against(game, attack.target, attack.who, attack.mode)
    if needed == 0:
        return 0
    ignored: i64 = 0
    n = hits
    while n > 0:
        die = game.roll_die()
        game.fell(die)
        if die >= needed:
            ignored += 1
        n -= 1
    game.say_roll("rule", attack.target, "warded", "CA-5.2", attack.target, ignored, needed)
    return ignored


def ward_against(game: Arena, target: i64, who: i64, kind: i64) -> i64:
    """What the target's rule must roll to stop a hit of such an attack; 0: it does not help against it."""
    rule = game.fighters[target].rule_of(WARD)
    if rule.roll == 0 or not (rule.against == EITHER or rule.against == kind):
        return 0
    return rule.roll if game.lies_in(rule.arc, target, who) else 0


@final
@mypyc_attr(free_list_len=1)
class React(Step):
    """CA-5.3: the target may play one reaction before the wounds. n: hits; x: wounds of each; y: push."""

    def question(self) -> i64:
        return questions.REACT

    def begin(self, game: Arena) -> bool:
        hand = game.fighters[self.target].hand & game.pack.against[self.mode]
        game.ask_hidden(game.owner(self.target), REACT, hand | bit(NO_REACTION - REACT))
        return ASKED

    def choose(self, game: Arena, action: i64) -> None:
        hits = self.n
        if action != NO_REACTION:
            hits = hits_left(game, self, action - REACT)
        land(game, self, hits, self.x)


def hits_left(game: Arena, react: React, card: i64) -> i64:
    """CA-5.3: play a reaction: its energy first, then what it takes away."""
    reaction = game.pack.cards[card].reaction
    assert reaction is not None
    game.discard_card(react.target, card, "CA-5.3")
    game.move_energy(react.target, game.pack.cards[card].special_energy, "CA-3.4")
    if reaction.roll > 0:
        roll = game.roll_die()
        game.say("reaction_roll", "CA-5.3", react.target, roll, reaction.roll)
        if roll < reaction.roll:
            return react.n
    hits = hits_after(reaction, react.n)
    game.say("reacted", "CA-5.3", react.target, card, react.n - hits)
    return hits


def hits_after(reaction: Reaction, hits: i64) -> i64:
    """CA-5.3: the hits that a reaction which works leaves."""
    return hits - reaction.ignore if hits > reaction.ignore else 0


def land(game: Arena, attack: Step, hits: i64, wounds: i64) -> None:
    """CA-5.3: the hits that are left inflict their wounds; then a push, if the attack has one."""
    game.hits += hits
    if hits > 0:
        if attack.y > 0:
            game.next(Push(attack.who, attack.target, n=attack.y))
        game.next(Wound(attack.who, attack.target, n=hits * wounds, mode=attack.mode))
