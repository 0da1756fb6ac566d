"""CA-4: moving and facing."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit
from harena.core.hex import OFF
from harena.core.state import ASKED, DONE, Step
from harena.games.combat_arena.actions import FACING, HEX
from harena.games.combat_arena.pack.content import AHEAD, FREE
from harena.games.combat_arena.rules import questions
from harena.games.combat_arena.state import Arena

ALL_FACINGS: Final = 63


@final
@mypyc_attr(free_list_len=1)
class Walk(Step):
    """CA-4.1: up to n hexes. who: the fighter; mode: the facing icon."""

    def question(self) -> i64:
        return questions.WALK

    def begin(self, game: Arena) -> bool:
        game.ask(game.owner(self.who), HEX, game.reach(self.who, steps_left(game, self)))
        return ASKED

    def choose(self, game: Arena, action: i64) -> None:
        fighter = game.fighters[self.who]
        h = action - HEX
        faces: i64 = ALL_FACINGS
        if self.mode != FREE:
            faces = facings(game, self.who, steps_left(game, self), self.mode, h)
        if h != fighter.pos:
            fighter.pos = h
            game.say("moved", "CA-4.1", self.who, h)
        if faces != bit(fighter.facing):
            game.next(Face(self.who, n=faces))


@final
@mypyc_attr(free_list_len=1)
class Face(Step):
    """CA-4.2: choose a facing. who: the fighter; n: the facings possible."""

    def question(self) -> i64:
        return questions.FACE

    def begin(self, game: Arena) -> bool:
        if game.fighters[self.who].pos == OFF:
            return DONE
        game.ask(game.owner(self.who), FACING, self.n)
        return ASKED

    def choose(self, game: Arena, action: i64) -> None:
        fighter = game.fighters[self.who]
        if fighter.facing != action - FACING:
            fighter.facing = action - FACING
            game.say("faced", "CA-4.2", self.who, fighter.facing)


def steps_left(game: Arena, walk: Walk) -> i64:
    """The hexes of a move, less what injuries take."""
    return hexes_left(walk.n, game.slowed(walk.who))


def hexes_left(n: i64, slow: i64) -> i64:
    """CA-4.3: injuries shorten a move, never below 0 hexes."""
    return n - slow if n > slow else 0


def facings(game: Arena, who: i64, n: i64, icon: i64, h: i64) -> i64:
    """CA-4.2: which facings are possible after a walk of at most n steps that ends on h."""
    if icon == FREE:
        return ALL_FACINGS
    fighter = game.fighters[who]
    faces: i64 = 0
    if n > 0:
        faces = arrivals(game, who, n, h)
    if icon != AHEAD:
        faces = ((faces << 3) | (faces >> 3)) & ALL_FACINGS
    if h == fighter.pos:
        faces |= bit(fighter.facing)  # it need not have moved
    return faces


def arrivals(game: Arena, who: i64, n: i64, h: i64) -> i64:
    """The directions of the last step of all walks of at most n steps that end on h."""
    before = game.reach(who, n - 1)
    out: i64 = 0
    direction: i64 = 0
    while direction < 6:
        left = game.field.neighbour(h, (direction + 3) % 6)
        if left != OFF and (before >> left) & 1 != 0:
            out |= bit(direction)
        direction += 1
    return out
