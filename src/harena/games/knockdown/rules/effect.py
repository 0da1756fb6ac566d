"""Effects: lists of verbs. What each does, and whether it could do anything now."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit
from harena.core.hex import OFF
from harena.core.state import ASKED, DONE, Step
from harena.games.knockdown.actions import HEAL as HEAL_KIND
from harena.games.knockdown.pack.content import (
    ALWAYS,
    BACKWARD,
    BLINK,
    CONTAMINATE,
    CONTAMINATION,
    DRAG,
    DROP,
    FLAME,
    FLAME_OUT,
    FORWARD,
    HEAL,
    IF_EDGE,
    IF_FIRE,
    IF_NEXT,
    MEND,
    MOVE,
    NO_RELIEF,
    ORDER,
    RELOAD,
    SHIFT,
    SPEND_MOVE,
    SPEND_WOUND,
    STRIP,
    SUFFER,
    TAKE,
    WOUND,
    Attack,
    Verb,
)
from harena.games.knockdown.rules import questions
from harena.games.knockdown.rules.hand import Discard, Reload, Spend, Strip, TakeRow, gain_ammo, order
from harena.games.knockdown.rules.move import Burn, GoTo, Shove, flame_spaces, next_spaces, places
from harena.games.knockdown.rules.range import around
from harena.games.knockdown.state import Brawl

OF_AN_ATTACK: Final = 0
OF_A_SKILL: Final = 1


@final
@mypyc_attr(free_list_len=1)
class DoVerb(Step):
    """The verbs of an effect from the n-th on. who: whose; what: the attack, or the Skill; mode: of which."""

    def begin(self, game: Brawl) -> bool:
        verbs = verbs_of(game, self.what, self.mode)
        if self.n >= len(verbs):
            return DONE
        if self.n + 1 < len(verbs):
            game.next(DoVerb(self.who, what=self.what, mode=self.mode, n=self.n + 1))
        verb = verbs[self.n]
        if holds(game, self.who, verb.condition):
            do(game, self.who, verb, self.mode)
        return DONE


def verbs_of(game: Brawl, what: i64, mode: i64) -> list[Verb]:
    """The verbs of an attack or of a Skill."""
    return game.skills[what].verbs if mode == OF_A_SKILL else game.pack.attacks[what].verbs


def holds(game: Brawl, who: i64, condition: i64) -> bool:
    """Is a verb's condition met, for this user?"""
    if condition == ALWAYS:
        return True
    there = game.opponent(who).pos
    if condition == IF_EDGE:
        return (game.arena.edge >> there) & 1 != 0
    if condition == IF_NEXT:
        return game.distance() == 1
    if condition == IF_FIRE:
        flame = game.fighter(who).flame
        return flame != OFF and (around(game.arena, flame) >> there) & 1 != 0
    return game.fighter(who).wounds() > game.opponent(who).wounds()


def do(game: Brawl, who: i64, verb: Verb, mode: i64) -> None:
    """Do one verb of this user's effect."""
    kind = verb.do
    if kind in (WOUND, SUFFER):
        hurt = who if kind == SUFFER else 1 - who
        game.inflict(hurt, verb.light, verb.heavy, "skill" if mode == OF_A_SKILL else "effect", who, "KD-4.1")
    elif kind == HEAL:
        game.mend(who, verb.light, verb.heavy, "skill" if mode == OF_A_SKILL else "effect", "KD-4.1")
    elif kind == MEND:
        game.next(Mend(who))
    elif kind in (MOVE, BLINK):
        game.next(GoTo(who, n=verb.n, mode=kind))
    elif kind == SPEND_MOVE:
        game.next(GoTo(who, n=game.fighter(who).ammo, mode=kind))
    elif kind in (FORWARD, BACKWARD, DRAG, SHIFT):
        game.next(Shove(who, n=verb.n, mode=kind))
    else:
        do_to_things(game, who, verb)


def do_to_things(game: Brawl, who: i64, verb: Verb) -> None:
    """The verbs that work on cards and tokens."""
    kind = verb.do
    if kind == DROP:
        game.next(Discard(1 - who, n=verb.n, mode=DROP, target=who))
    elif kind == STRIP:
        game.next(Strip(who, n=verb.n, mode=STRIP))
    elif kind == ORDER:
        order(game, who)
    elif kind == TAKE:
        game.next(TakeRow(who))
    elif kind == NO_RELIEF:
        game.relief = False
        game.say("no_relief", "KD-5.3", who)
    elif kind == SPEND_WOUND:
        game.next(Spend(who, n=verb.n))
    elif kind == RELOAD:
        gain_ammo(game, who, verb.n)
        game.next(Reload(who))
    elif kind == FLAME:
        game.next(Burn(who, n=verb.n))
    elif kind == FLAME_OUT:
        put_out(game, who)
    elif kind == CONTAMINATE:
        contaminate(game, 1 - who, verb.n)


def put_out(game: Brawl, who: i64) -> None:
    """The Flame goes back beside its owner's sheet."""
    fighter = game.fighter(who)
    if fighter.flame != OFF:
        fighter.flame = OFF
        game.say("flame_out", "KD-1.9", who)


def contaminate(game: Brawl, who: i64, n: i64) -> None:
    """KD-1.8: when no card is left, none is given."""
    fighter = game.fighter(who)
    if n > CONTAMINATION - fighter.contamination:
        n = CONTAMINATION - fighter.contamination
    if n > 0:
        fighter.contamination += n
        game.say("contaminated", "KD-1.8", who, n, fighter.contamination)


@final
@mypyc_attr(free_list_len=1)
class Mend(Step):
    """Discard one light or one heavy wound, as its owner likes. who: the fighter."""

    def question(self) -> i64:
        return questions.MEND

    def begin(self, game: Brawl) -> bool:
        fighter = game.fighter(self.who)
        kinds: i64 = 0
        if fighter.light > 0:
            kinds |= 1
        if fighter.heavy > 0:
            kinds |= 2
        if kinds == 0:
            return DONE
        game.ask(self.who, HEAL_KIND, kinds)
        return ASKED

    def choose(self, game: Brawl, action: i64) -> None:
        if action == HEAL_KIND:
            game.mend(self.who, 1, 0, "effect", "KD-4.1")
        else:
            game.mend(self.who, 0, 1, "effect", "KD-4.1")


# --- could it do anything now?


def useful(game: Brawl, who: i64, attack: Attack) -> bool:
    """KD-3.5: would a Special do something: wounds, a call, or one of its verbs?"""
    if attack.light + attack.heavy > 0 or attack.knockout:
        return True
    return any(could(game, who, verb) for verb in attack.verbs)


def could(game: Brawl, who: i64, verb: Verb) -> bool:
    """Would a verb do something, as things stand?"""
    if not holds(game, who, verb.condition):
        return False
    fighter = game.fighter(who)
    other = game.opponent(who)
    kind = verb.do
    if kind == HEAL:
        return (verb.light > 0 and fighter.light > 0) or (verb.heavy > 0 and fighter.heavy > 0)
    if kind == MEND:
        return fighter.wounds() > 0
    if kind in (MOVE, BLINK):
        return places(game, who, kind, verb.n) != bit(fighter.pos)
    if kind == SPEND_MOVE:
        return fighter.ammo > 0 and game.free_beside(who) != 0
    if kind in (FORWARD, BACKWARD, DRAG, SHIFT):
        return next_spaces(game, who, kind) != 0
    if kind in (DROP, STRIP, ORDER):
        return other.hand != 0
    if kind == TAKE:
        return len(game.row) > 0
    if kind == SPEND_WOUND:
        return fighter.ammo > 0
    if kind == RELOAD:
        return fighter.ammo < fighter.sheet.most_ammo
    if kind == FLAME:
        return flame_spaces(game, who, verb.n) != 0
    if kind == FLAME_OUT:
        return fighter.flame != OFF
    if kind == CONTAMINATE:
        return other.contamination < CONTAMINATION
    return kind == WOUND  # what one suffers oneself, and what a later test loses, is nothing by itself
