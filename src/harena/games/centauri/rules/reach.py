"""CN-2.3, CN-2.11: how far an armada can fly, what it costs, and whom it has to evade."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit
from harena.games.centauri.pack.content import BOSS
from harena.games.centauri.state import Space


@final
@mypyc_attr(free_list_len=1)
class Flight:
    """How far an armada gets, wave after wave: each wave is what one more movement point reaches.

    Sectors cost up to four points to enter, and up to four more to leave where a Raider or Boss is
    (MOST_COST), so what a wave brings about lies at most four waves ahead.
    """

    def __init__(self, game: Space, number: i64) -> None:
        armada = game.armadas[number]
        self.field = game.field
        self.entries = game.scenario.entries
        self.seen: i64 = 0
        self.now: i64 = bit(armada.pos)  # the wave that is due
        self.in_one: i64 = 0  # the waves after it
        self.in_two: i64 = 0
        self.in_three: i64 = 0
        held = holding(game, number) & ~self.now  # a flight ends there
        self.free: i64 = ~(held | game.raided() | game.bosses)  # left without paying more
        self.dear_one: i64 = 0  # sectors that cost so much more to leave
        self.dear_two: i64 = 0
        self.dear_three: i64 = 0
        self.dear_four: i64 = 0
        if game.raided() | game.bosses != 0:
            self._note_dear(game, held)
        self.left_next: i64 = 0  # sectors that can be left with the next wave
        self.left_second: i64 = 0
        self.left_third: i64 = 0
        self.left_fourth: i64 = 0

    def _note_dear(self, game: Space, held: i64) -> None:
        """CN-2.3: what Raiders and Bosses add to the way out."""
        level: i64 = 1
        while level <= BOSS:
            area = (game.bosses if level == BOSS else game.raiders[level]) & ~held
            more = game.pack.foes[level].leaving
            if more == 0:
                self.free |= area
            elif more == 1:
                self.dear_one |= area
            elif more == 2:
                self.dear_two |= area
            elif more == 3:
                self.dear_three |= area
            else:
                self.dear_four |= area
            level += 1

    def wave(self) -> i64:
        """The sectors first reached by the wave that is due; then the next one is."""
        fresh = self.now & ~self.seen
        self.seen |= fresh
        leaving = (fresh & self.free) | self.left_next
        self.left_next = self.left_second | (fresh & self.dear_one)
        self.left_second = self.left_third | (fresh & self.dear_two)
        self.left_third = self.left_fourth | (fresh & self.dear_three)
        self.left_fourth = fresh & self.dear_four
        beside = self.field.spread(leaving) & ~self.seen if leaving != 0 else 0
        self.now = self.in_one | (beside & self.entries[1])
        self.in_one = self.in_two | (beside & self.entries[2])
        self.in_two = self.in_three | (beside & self.entries[3])
        self.in_three = beside & self.entries[4]
        return fresh


def in_reach(game: Space, number: i64) -> i64:
    """CN-2.3: all sectors that an armada can fly to."""
    armada = game.armadas[number]
    flight = Flight(game, number)
    left = armada.points
    flight.wave()
    while left > 0:
        flight.wave()
        left -= 1
    area = flight.seen & ~bit(armada.pos)
    return area if area != 0 else way_out(game, number)


def way_out(game: Space, number: i64) -> i64:
    """CN-2.3: whoever stands with a Raider or Boss and reaches nothing may make one step for all points."""
    armada = game.armadas[number]
    if armada.stepped or armada.points == 0 or game.foe_at(armada.pos) == 0:
        return 0
    return game.field.spread(bit(armada.pos)) & ~game.scenario.closed


def cost_of(game: Space, number: i64, sector: i64) -> i64:
    """What it costs an armada to fly to a sector in reach: never more than the points it has."""
    most = game.armadas[number].points
    flight = Flight(game, number)
    spent: i64 = 0
    while (flight.wave() >> sector) & 1 == 0 and spent < most:
        spent += 1
    return spent


def holding(game: Space, number: i64) -> i64:
    """The sectors that an armada cannot simply fly on from: an enemy to evade, or a wall."""
    armada = game.armadas[number]
    area: i64 = 0
    for other in game.armadas:
        if other.team() == armada.team() or other.pos < 0:
            continue
        if other.wall or (not armada.cloaked and not other.back and not game.is_peaceful(other.pos)):
            area |= bit(other.pos)
    return area


def is_walled_in(game: Space, number: i64) -> bool:
    """You shall not pass: does an enemy's wall keep an armada where it is?"""
    armada = game.armadas[number]
    for other in game.armadas:
        if other.wall and other.team() != armada.team() and other.pos == armada.pos:
            return True
    return False


def evade_difficulty(game: Space, number: i64) -> i64:
    """CN-2.3: what an Evade from an armada's sector needs; 0: nobody has to be evaded.

    Of the enemies there the highest Speed, halved and rounded up, and one more for each further enemy.
    """
    armada = game.armadas[number]
    if armada.cloaked or armada.loose or game.is_peaceful(armada.pos):
        return 0
    highest: i64 = 0
    enemies: i64 = 0
    for other in game.armadas:
        if other.team() != armada.team() and other.pos == armada.pos and not other.back:
            enemies += 1
            highest = max(highest, (game.players[other.owner].speed + 1) >> 1)
    return 0 if enemies == 0 else highest + enemies - 1
