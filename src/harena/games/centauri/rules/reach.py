"""CN-2.3, CN-2.11: how far an armada can fly, what it costs, and whom it has to evade."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from harena.core.bits import bit
from harena.games.centauri.pack.content import BOSS
from harena.games.centauri.state import Space

MOST_LEAVING: Final = 4  # points more that leaving a sector can cost


def reach(game: Space, number: i64) -> list[i64]:
    """By points spent: the sectors that an armada first reaches with so many, its own with none."""
    armada = game.armadas[number]
    reached = game.field.walk_at_cost(
        armada.pos, armada.points, game.scenario.entries, leavings(game, number)
    )
    if reaches_nothing(reached) and not armada.stepped and game.foe_at(armada.pos) > 0 and armada.points > 0:
        reached[armada.points] |= game.field.spread(bit(armada.pos)) & ~game.scenario.closed
    return reached


def reaches_nothing(reached: list[i64]) -> bool:
    spent: i64 = 1
    while spent < len(reached):
        if reached[spent] != 0:
            return False
        spent += 1
    return True


def in_reach(reached: list[i64]) -> i64:
    """All sectors that can be flown to."""
    area: i64 = 0
    spent: i64 = 1
    while spent < len(reached):
        area |= reached[spent]
        spent += 1
    return area


def cost_of(reached: list[i64], sector: i64) -> i64:
    """What it costs to fly to a sector in reach."""
    spent: i64 = 1
    while spent < len(reached) and (reached[spent] >> sector) & 1 == 0:
        spent += 1
    return spent


def leavings(game: Space, number: i64) -> list[i64]:
    """By points: the sectors that cost so many more to leave; beyond all points those that end a flight."""
    armada = game.armadas[number]
    foes = game.pack.foes
    out: list[i64] = [0] * (max(armada.points, MOST_LEAVING) + 2)
    held = holding(game, number) & ~bit(armada.pos)
    level: i64 = 1
    while level < BOSS:
        out[foes[level].leaving] |= game.raiders[level] & ~held
        level += 1
    out[foes[BOSS].leaving] |= game.bosses & ~held
    out[len(out) - 1] |= held
    return out


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
