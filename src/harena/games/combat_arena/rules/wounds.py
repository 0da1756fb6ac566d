"""CA-7: wounds, Critical Injuries and defeat."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import at_most_one, bit, low_bit, members_of
from harena.core.dice import shuffle
from harena.core.hex import OFF
from harena.core.state import ASKED, DONE, Step
from harena.games.combat_arena.actions import BOX
from harena.games.combat_arena.pack.content import (
    ANY_BOX,
    BY_INJURY,
    CAUSE_NAMES,
    DROP,
    ENDURE,
    ENERGY,
    FATAL,
    UNMARK,
)
from harena.games.combat_arena.rules import questions
from harena.games.combat_arena.state import NOBODY, Arena


@final
@mypyc_attr(free_list_len=1)
class Wound(Step):
    """CA-7.1: the target suffers n wounds. who: whose doing they are, or NOBODY; mode: the cause."""

    def begin(self, game: Arena) -> bool:
        fighter = game.fighters[self.target]
        if fighter.down:
            return DONE
        n = self.n - endured(game, self.target, self.n)
        if n == 0:
            return DONE
        cause = CAUSE_NAMES[self.mode]
        game.say_why(cause, self.who, "wounded", "CA-7.1", self.target, n, fighter.wounds_left())
        while n > 0 and not fighter.used_up():
            if fighter.suffer_one():
                draw_injury(game, self.target)
            n -= 1
        if fighter.used_up():
            game.next(Defeat(self.who, self.target, mode=self.mode))
        elif len(game.queue) > 0 and game.resolving != self.target:
            game.resolving = self.target
            game.next(Injuries(self.who, self.target))
        return DONE


def endured(game: Arena, target: i64, n: i64) -> i64:
    """How many of n wounds the target's own rule takes away, a die for each."""
    roll = game.fighters[target].rule_of(ENDURE).roll
    if roll == 0:
        return 0
    ignored: i64 = 0
    while n > 0:
        die = game.roll_die()
        game.fell(die)
        if die >= roll:
            ignored += 1
        n -= 1
    game.say_roll("rule", target, "endured", "CA-5.4", target, ignored, roll)
    return ignored


def draw_injury(game: Arena, target: i64) -> None:
    """CA-7.1: an Injury marker covers a space, and a card is drawn, if there is one (CA-7.2)."""
    game.say("covered", "CA-7.1", target, game.fighters[target].covered)
    if len(game.injuries) == 0:
        game.injuries = game.resolved
        game.resolved = []
        shuffle(game.injuries, game.dice)
    if len(game.injuries) > 0:
        card = game.injuries.pop()
        game.queue.append(card)
        game.reveal("injury_drawn", "CA-7.2", target, card)


@final
class Injuries(Step):
    """CA-7.2: one after the other, in the order drawn, while the fighter stands. who: whose doing."""

    def begin(self, game: Arena) -> bool:
        if game.fighters[self.target].down or len(game.queue) == 0:
            game.resolving = NOBODY
            return DONE
        card = game.queue[0]
        game.say("injured", "CA-7.2", self.target, card)
        game.next(self)
        game.next(InjuryResolved(target=self.target))
        place: i64 = len(game.pack.injuries[card].effect.verbs) - 1
        while place >= 0:
            game.next(InjuryVerb(self.who, self.target, what=card, n=place))
            place -= 1
        return DONE


@final
class InjuryResolved(Step):
    """CA-7.2: only now the card leaves the queue: it stays with the fighter, or is a resolved one."""

    def begin(self, game: Arena) -> bool:
        fighter = game.fighters[self.target]
        if fighter.down:
            return DONE
        card = game.queue.pop(0)
        if game.pack.injuries[card].lasts():
            fighter.fresh |= bit(card)
        else:
            game.resolved.append(card)
        return DONE


@final
class InjuryVerb(Step):
    """One verb of a Critical Injury. what: the injury; n: the verb's place in its effect."""

    def begin(self, game: Arena) -> bool:
        target = self.target
        fighter = game.fighters[target]
        if fighter.down:
            return DONE
        verb = game.pack.injuries[self.what].effect.verbs[self.n]
        if verb.do == UNMARK:
            boxes = fighter.boxes if verb.box == ANY_BOX else fighter.boxes & bit(verb.box)
            if at_most_one(boxes):
                if boxes != 0:
                    unmark(game, target, low_bit(boxes))
            else:
                game.next(ChooseBox(target))
        elif verb.do == ENERGY:
            game.move_energy(target, verb.n, "CA-7.2")
        elif verb.do == DROP:
            game.discard_random(target, verb.n, "CA-7.2")
        elif verb.do == FATAL:
            roll_for_life(game, self.who, target, verb.n)
        else:
            game.next(Wound(self.who, target, n=verb.n, mode=BY_INJURY))
        return DONE


@final
class ChooseBox(Step):
    """CA-5.4: the victim chooses which Damage marker goes. who: the victim."""

    def question(self) -> i64:
        return questions.CHOOSE_BOX

    def begin(self, game: Arena) -> bool:
        if game.enemies(self.who) == 0:  # CA-7.6: the fight is decided
            return DONE
        game.ask(game.owner(self.who), BOX, game.fighters[self.who].boxes)
        return ASKED

    def choose(self, game: Arena, action: i64) -> None:
        unmark(game, self.who, action - BOX)


def unmark(game: Arena, who: i64, box: i64) -> None:
    """CA-5.4: from now on the Wounded values count."""
    game.fighters[who].boxes &= ~bit(box)
    game.say("unmarked", "CA-5.4", who, box)


def roll_for_life(game: Arena, by: i64, target: i64, deadly: i64) -> None:
    """CA-7.3: some Critical Injuries kill."""
    roll = game.roll_die()
    game.say("fatal_roll", "CA-7.3", target, roll, deadly)
    if roll >= deadly:
        game.next(Defeat(by, target, mode=BY_INJURY))


@final
class Defeat(Step):
    """CA-7.3: the target leaves the arena. who: whose doing it is, or NOBODY; mode: the cause."""

    def begin(self, game: Arena) -> bool:
        target = game.fighters[self.target]
        if target.down:
            return DONE
        target.down = True
        target.pos = OFF
        game.say_why(CAUSE_NAMES[self.mode], self.who, "defeated", "CA-7.3", self.target, self.who)
        while target.hand != 0:
            game.discard_card(self.target, low_bit(target.hand), "CA-7.5")
        game.resolved += game.queue  # CA-7.2: what was drawn and not resolved goes by
        game.queue = []
        game.resolved += members_of(target.lasting())
        target.fresh = 0
        target.aging = 0
        reward(game, self.who, self.target)
        return DONE


def reward(game: Arena, by: i64, target: i64) -> None:
    """CA-7.4: D3 Energy spaces for felling an enemy; nobody gains by a Fate, whose owner is down."""
    if by == NOBODY or game.fighters[by].down or game.fighters[by].side == game.fighters[target].side:
        return
    gain = game.roll_d3()
    game.say("rewarded", "CA-7.4", by, gain, game.room_above(by))
    game.move_energy(by, gain, "CA-7.4")
