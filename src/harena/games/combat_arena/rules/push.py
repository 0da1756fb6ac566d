"""CA-6.3 to 6.5: pushing, into walls, fighters and arc-snares."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit
from harena.core.hex import OFF, Field
from harena.core.state import ASKED, DONE, Step
from harena.games.combat_arena.actions import CARD, HEX, NO
from harena.games.combat_arena.pack.content import BY_SLAM, BY_SNARE, SAFE
from harena.games.combat_arena.rules import questions
from harena.games.combat_arena.rules.wounds import Defeat, Wound
from harena.games.combat_arena.state import Arena

# What waits on a hex to which a fighter is pushed.
NOTHING: Final = 0
A_FIGHTER: Final = 1
A_SNARE: Final = 2


@final
@mypyc_attr(free_list_len=1)
class Push(Step):
    """CA-6.3: the target is pushed directly away, n hexes one after the other. who: the pusher."""

    def question(self) -> i64:
        return questions.PUSH

    def begin(self, game: Arena) -> bool:
        pusher = game.fighters[self.who].pos
        target = game.fighters[self.target].pos
        if pusher == OFF or target == OFF:
            return DONE
        hexes = push_hexes(game.field, pusher, target)
        if hexes == 0:
            slam(game, self)
            return DONE
        game.ask(game.owner(self.who), HEX, hexes)
        return ASKED

    def choose(self, game: Arena, action: i64) -> None:
        h = action - HEX
        met = waits_on(game, h)
        if met == A_SNARE:
            into_snare(game, self, h)
        elif met == A_FIGHTER:
            slam(game, self)
        else:
            game.fighters[self.target].pos = h
            game.say("pushed", "CA-6.3", self.who, self.target, h)
            if self.n > 1:
                game.next(Push(self.who, self.target, n=self.n - 1))


def push_hexes(field: Field, pusher: i64, target: i64) -> i64:
    """Where a push can take the target: straight on, or where it gets farthest; none: the wall is there."""
    straight = field.direction(pusher, target)
    if straight == OFF:
        return field.farther(pusher, target)
    h = field.neighbour(target, straight)
    return bit(h) if h != OFF else 0


def waits_on(game: Arena, h: i64) -> i64:
    """CA-6.4, CA-6.5: what a fighter that is pushed to a hex meets there."""
    if (game.board.snares >> h) & 1 != 0:
        return A_SNARE
    return A_FIGHTER if (game.occupied() >> h) & 1 != 0 else NOTHING


def slam(game: Arena, push: Push) -> None:
    """CA-6.4: the wall or another fighter is in the way."""
    wounds = game.roll_d3()
    game.say("slammed", "CA-6.4", push.who, push.target, wounds)
    game.next(Wound(push.who, push.target, n=wounds, mode=BY_SLAM))


def into_snare(game: Arena, push: Push, h: i64) -> None:
    """CA-6.5: the pushed player rolls a die."""
    roll = game.roll_die()
    game.rolled = roll
    game.needed = SAFE
    game.say("snared", "CA-6.5", push.target, roll, h)
    game.next(Snare(push.who, push.target, n=roll))


@final
class Snare(Step):
    """CA-6.5: cards may be discarded, +1 each. n: the total so far."""

    def question(self) -> i64:
        return questions.SNARE

    def begin(self, game: Arena) -> bool:
        hand = game.fighters[self.target].hand
        if self.n >= SAFE:
            game.say("held_on", "CA-6.5", self.target, self.n)
            return DONE
        if hand == 0:
            game.next(Defeat(self.who, self.target, mode=BY_SNARE))
            return DONE
        game.ask(game.owner(self.target), NO, 1 | (hand << (CARD - NO)))
        return ASKED

    def choose(self, game: Arena, action: i64) -> None:
        if action == NO:
            game.next(Defeat(self.who, self.target, mode=BY_SNARE))
        else:
            game.discard_card(self.target, action - CARD, "CA-6.5")
            game.next(Snare(self.who, self.target, n=self.n + 1))
