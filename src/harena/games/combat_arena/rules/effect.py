"""Effects: lists of verbs. For each verb, whether it is possible, and what it does."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit, low_bit
from harena.core.state import ASKED, DONE, Step
from harena.games.combat_arena.actions import BOX, TARGET
from harena.games.combat_arena.pack.content import (
    ADJACENT,
    ANYONE,
    ATTACK,
    DRAIN,
    DRAW,
    EACH,
    EITHER,
    ENERGY,
    HEAL,
    MELEE,
    MEND,
    MOVE,
    PUSH,
    RANGED,
    SAME,
    SELF,
    TURN,
    WOUND,
    Effect,
    Verb,
)
from harena.games.combat_arena.rules import questions
from harena.games.combat_arena.rules.attack import (
    ONE_OF_SEVERAL,
    Attack,
    ChooseEnemy,
    ChooseKind,
    enemies_to_attack,
)
from harena.games.combat_arena.rules.move import ALL_FACINGS, Face, Walk
from harena.games.combat_arena.rules.push import Push
from harena.games.combat_arena.rules.questions import FROM_REAR
from harena.games.combat_arena.rules.wounds import Wound
from harena.games.combat_arena.state import NOBODY, Arena

FATE: Final = 1  # a step's `mode`: the fighter has fallen and acts all the same (CA-7.5)


def possible(game: Arena, who: i64, effect: Effect) -> bool:
    """CA-3.2: an action that needs a target cannot be chosen without one, unless it moves first."""
    if not effect.aimed:
        return True
    for verb in effect.verbs:
        if verb.do == MOVE:
            return True
        if verb.on != SELF and verb.on != SAME and not verb.if_hit and targets(game, who, verb) == 0:
            return False
    return True


def targets(game: Arena, who: i64, verb: Verb) -> i64:
    """The fighters a verb could work on."""
    if verb.do == ATTACK:
        return attack_targets(game, who, verb)
    if verb.on == SAME:
        same = game.same
        if same == NOBODY or game.fighters[same].down:
            return 0
        return bit(same) if verb.do == PUSH else bit(same) & game.enemies(who)
    pool = game.others(who) if verb.do == PUSH and verb.on != EACH else game.enemies(who)
    if verb.on == ANYONE or game.fighters[who].down:
        return pool
    fighter = game.fighters[who]
    if verb.on == ADJACENT:
        ahead = game.field.near(fighter.pos, 1) & game.field.front(fighter.pos, fighter.facing)
        return game.among(pool, ahead)
    return game.among(pool, game.field.near(fighter.pos, verb.reach))


def attack_targets(game: Arena, who: i64, verb: Verb) -> i64:
    """The enemies an attack verb could be made against, with either weapon where both will do."""
    out: i64 = 0
    if verb.kind != RANGED:
        out |= enemies_to_attack(game, who, MELEE, verb.from_rear)
    if verb.kind != MELEE:
        out |= enemies_to_attack(game, who, RANGED, verb.from_rear)
    if verb.on == SAME:
        out &= bit(game.same) if game.same != NOBODY else 0
    return out


@final
@mypyc_attr(free_list_len=1)
class DoVerb(Step):
    """One verb of an effect, then the next. who: the fighter; what: the effect; n: the verb's place in it."""

    def begin(self, game: Arena) -> bool:
        if self.n > 0 and self.mode != FATE and game.enemies(self.who) == 0:
            return DONE  # CA-7.6: the fight is decided
        verbs = game.pack.effects[self.what].verbs
        if self.n + 1 < len(verbs):
            game.next(DoVerb(self.who, what=self.what, n=self.n + 1, mode=self.mode))
        verb = verbs[self.n]
        if game.fighters[self.who].down and self.mode != FATE:
            return DONE
        if not verb.if_hit or game.hits > 0:
            do(game, self, verb)
        return DONE


def do(game: Arena, step: DoVerb, verb: Verb) -> None:
    """What a verb does."""
    who = step.who
    if verb.do == MOVE:
        game.next(Walk(who, n=verb.n, mode=verb.facing))
    elif verb.do == TURN:
        game.next(Face(who, n=ALL_FACINGS))
    elif verb.do == ATTACK:
        do_attack(game, who, verb)
    elif verb.do == ENERGY:
        game.move_energy(who, verb.n, "CA-3.1")
    elif verb.do == HEAL:
        healed = game.fighters[who].heal(verb.n)
        game.say("healed", "CA-7.8", who, healed)
    elif verb.do == DRAW:
        game.draw_cards(who, verb.n, "CA-2.5")
    elif verb.do == MEND:
        game.next(Mend(who))
    elif verb.on == EACH:
        work_on_each(game, step, verb)
    else:
        game.next(ChooseTarget(who, what=step.what, n=step.n, mode=step.mode))


def do_attack(game: Arena, who: i64, verb: Verb) -> None:
    """An attack that a Special or Unique makes."""
    rear: i64 = FROM_REAR if verb.from_rear else 0
    if verb.on == EACH:
        game.hits = 0
        for target in from_seat_after(game, who, attack_targets(game, who, verb)):
            game.next(Attack(who, target, verb.n, verb.kind, ONE_OF_SEVERAL, verb.wounds, verb.push))
    elif verb.on == SAME:
        again = attack_targets(game, who, verb)
        if again != 0:
            kind = verb.kind
            if kind == EITHER:
                kind = MELEE if again & game.in_reach(who, MELEE) != 0 else RANGED
            game.next(Attack(who, low_bit(again), verb.n, kind, 0, verb.wounds, verb.push))
        else:
            game.hits = 0
    elif verb.kind == EITHER:
        game.next(ChooseKind(who, n=verb.n, what=rear, x=verb.wounds, y=verb.push))
    else:
        game.next(ChooseEnemy(who, n=verb.n, mode=verb.kind, what=rear, x=verb.wounds, y=verb.push))


def from_seat_after(game: Arena, who: i64, fighters: i64) -> list[i64]:
    """CA-5.3: several targets in seat order from the attacker; the last one first, as steps are put down."""
    out: list[i64] = []
    turn: i64 = game.seats
    while turn > 0:
        seat = (game.owner(who) + turn) % game.seats
        number: i64 = len(game.fighters) - 1
        while number >= 0:
            if game.owner(number) == seat and (fighters >> number) & 1 != 0:
                out.append(number)
            number -= 1
        turn -= 1
    return out


def work_on_each(game: Arena, step: DoVerb, verb: Verb) -> None:
    """Every enemy in reach, in seat order."""
    for target in from_seat_after(game, step.who, targets(game, step.who, verb)):
        game.next(WorkOn(step.who, target, step.n, step.mode, step.what))


@final
@mypyc_attr(free_list_len=1)
class ChooseTarget(Step):
    """Whom a verb works on. Fields as in DoVerb."""

    def question(self) -> i64:
        return questions.CHOOSE_TARGET

    def begin(self, game: Arena) -> bool:
        verb = game.pack.effects[self.what].verbs[self.n]
        found = targets(game, self.who, verb)
        if found == 0:
            return DONE
        game.ask(game.owner(self.who), TARGET, game.characters(found))
        return ASKED

    def choose(self, game: Arena, action: i64) -> None:
        game.next(WorkOn(self.who, game.played_by(action - TARGET), self.n, self.mode, self.what))


@final
@mypyc_attr(free_list_len=1)
class WorkOn(Step):
    """A verb works on its target. Fields as in DoVerb."""

    def begin(self, game: Arena) -> bool:
        target = self.target
        if game.fighters[target].down:
            return DONE
        effect = game.pack.effects[self.what]
        verb = effect.verbs[self.n]
        game.same = target
        if verb.do == PUSH:
            game.next(Push(self.who, target, n=verb.n))
        elif verb.do == WOUND:
            game.next(Wound(self.who, target, n=verb.n, mode=effect.cause))
        elif verb.do == DRAIN:
            game.move_energy(target, -verb.n, "CA-3.1")
        else:
            game.discard_random(target, verb.n, "CA-3.3")
        return DONE


@final
class Mend(Step):
    """Put a Damage marker back, of its own choice. who: the fighter."""

    def question(self) -> i64:
        return questions.MEND

    def begin(self, game: Arena) -> bool:
        fighter = game.fighters[self.who]
        bare = fighter.sheet.boxes() & ~fighter.boxes
        if bare == 0:
            return DONE
        game.ask(fighter.owner, BOX, bare)
        return ASKED

    def choose(self, game: Arena, action: i64) -> None:
        game.fighters[self.who].boxes |= bit(action - BOX)
        game.say("mended", "CA-5.4", self.who, action - BOX)
