"""Cards that move others: Pushback (a Raider) and Spatial Disjunction (two armadas change places)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit, low_bit
from harena.core.state import ASKED, DONE, Step
from harena.games.centauri.actions import SECTOR, TARGET
from harena.games.centauri.rules import questions
from harena.games.centauri.rules.raiders import put_raider, take_raider
from harena.games.centauri.state import Space


def pushable(game: Space, number: i64) -> i64:
    """The sectors in or next to an armada's whose Raider can be pushed somewhere."""
    here = bit(game.armadas[number].pos)
    area = (here | game.field.spread(here)) & game.raided()
    rest = area
    while rest != 0:
        sector = low_bit(rest)
        if pushed_to(game, number, sector) == 0:
            area &= ~bit(sector)
        rest &= rest - 1
    return area


def pushed_to(game: Space, number: i64, sector: i64) -> i64:
    """Where the Raider of a sector can be pushed: one sector away from the armada, where Raiders may be."""
    return game.field.farther(game.armadas[number].pos, sector) & ~game.off_limits()


@final
@mypyc_attr(free_list_len=1)
class PushWhat(Step):
    """Which Raider an armada (`n`) pushes."""

    def question(self) -> i64:
        return questions.PUSH_WHAT

    def begin(self, game: Space) -> bool:
        area = pushable(game, self.n)
        if area == 0:
            return DONE
        game.ask(self.who, SECTOR, area)
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        game.next(PushTo(self.who, n=self.n, target=action - SECTOR))


@final
@mypyc_attr(free_list_len=1)
class PushTo(Step):
    """Where an armada (`n`) pushes the Raider of a sector (`target`) to; meeting ones surge."""

    def question(self) -> i64:
        return questions.PUSH_TO

    def begin(self, game: Space) -> bool:
        game.ask(self.who, SECTOR, pushed_to(game, self.n, self.target))
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        to = action - SECTOR
        level = take_raider(game, self.target)
        game.say_why("push", self.who, "pushed", "CN-2.9", self.target, to, level)
        put_raider(game, to, level, "push")


def swappable(game: Space, number: i64, far: i64) -> i64:
    """Armadas to change places with: at most so far away, neither at a home nor at the Jumpgate."""
    here = game.armadas[number].pos
    held = bit(game.homes[0]) | bit(game.homes[1]) | bit(game.map.jumpgate)
    others: i64 = 0
    if (held >> here) & 1 != 0:
        return others
    other: i64 = 0
    while other < len(game.armadas):
        there = game.armadas[other].pos
        if there != here and (held >> there) & 1 == 0 and game.field.distance(here, there) <= far:
            others |= bit(other)
        other += 1
    return others


@final
@mypyc_attr(free_list_len=1)
class SwapWith(Step):
    """An armada (`n`) changes places with another, at most `x` sectors away; then it needs no Evade."""

    def question(self) -> i64:
        return questions.SWAP_WITH

    def begin(self, game: Space) -> bool:
        others = swappable(game, self.n, self.x)
        if others == 0:
            return DONE
        game.ask(self.who, TARGET, others)
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        armada = game.armadas[self.n]
        other = game.armadas[action - TARGET]
        armada.pos, other.pos = other.pos, armada.pos
        armada.cloaked = True
        game.say("swapped", "CN-2.9", self.n, action - TARGET)
