"""CN-2.1, CN-3.7, CN-3.8, CN-4.11: where Raiders appear, surge and go."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit, count_bits, low_bit, nth_bit
from harena.core.hex import FAR
from harena.core.state import DONE, Step
from harena.games.centauri.pack.content import TOP_LEVEL
from harena.games.centauri.state import Space, changed


def put_raider(game: Space, sector: i64, level: i64, cause: str) -> None:
    """A Raider comes to a sector; where one is already they surge (CN-3.7)."""
    there = game.raider_at(sector)
    if there == 0:
        game.raiders = changed(game.raiders, level, game.raiders[level] | bit(sector))
        if cause == "report":
            game.say_why(cause, 0, "raider", "CN-2.1", sector, level)
        return
    take_raider(game, sector)
    surged = surge_of(there, level)
    game.raiders = changed(game.raiders, surged, game.raiders[surged] | bit(sector))
    game.say_why(cause, 0, "surged", "CN-3.7", sector, surged)


def surge_of(one: i64, other: i64) -> i64:
    """CN-3.7: the level of what two Raiders become: one above the higher, at most TOP_LEVEL."""
    return min(max(one, other) + 1, TOP_LEVEL)


def take_raider(game: Space, sector: i64) -> i64:
    """The Raider of a sector goes; the level it had."""
    level = game.raider_at(sector)
    game.raiders = changed(game.raiders, level, game.raiders[level] & ~bit(sector))
    return level


@final
@mypyc_attr(free_list_len=1)
class RaidersMove(Step):
    """CN-4.3: each Raider moves one sector toward the nearest Starbase, highest level first."""

    def begin(self, game: Space) -> bool:
        settled: i64 = 0  # sectors whose Raider does not move (again)
        waiting = game.raiders
        level: i64 = TOP_LEVEL
        while level > 0:
            rest = waiting[level]
            while rest != 0:
                sector = low_bit(rest)
                rest &= rest - 1
                if (settled >> sector) & 1 == 0 and game.raider_at(sector) > 0:
                    settled |= raid_on(game, sector)
            level -= 1
        return DONE


def raid_on(game: Space, sector: i64) -> i64:
    """One Raider moves; the sector where it stands then, as a set."""
    team = nearer_home(game, sector)
    ways = steps_toward(game, sector, game.homes[team])
    if ways == 0:
        return bit(sector)
    to = nth_bit(ways, game.dice.below(count_bits(ways))) if count_bits(ways) > 1 else low_bit(ways)
    level = take_raider(game, sector)
    game.say("raider_moved", "CN-4.11", sector, to, level)
    if to == game.homes[team]:
        game.points = changed(game.points, team, max(0, game.points[team] - level))
        game.say("raider_raids", "CN-4.3", team, level, game.points[team])
        return 0
    put_raider(game, to, level, "way")
    return bit(to)


def nearer_home(game: Space, sector: i64) -> i64:
    """CN-4.11: the team whose Starbase is fewer sectors away; a die decides between equals."""
    first = raider_distance(game, sector, game.homes[0])
    second = raider_distance(game, sector, game.homes[1])
    if first == second:
        return game.dice.below(2)
    return 0 if first < second else 1


def raider_distance(game: Space, sector: i64, home: i64) -> i64:
    """Sectors that a Raider passes to a Starbase; FAR where there is no way."""
    wave = bit(home)
    free = raiders_ground(game)
    seen: i64 = 0
    steps: i64 = 0
    while wave != 0:
        if (wave >> sector) & 1 != 0:
            return steps
        seen |= wave
        wave = game.field.spread(wave) & free & ~seen
        steps += 1
    return FAR


def steps_toward(game: Space, sector: i64, home: i64) -> i64:
    """The sectors next to a Raider that are nearer to a Starbase, by ways that it can go."""
    wave = bit(home)
    free = raiders_ground(game)
    beside = game.field.spread(bit(sector))
    seen: i64 = 0
    while wave != 0:
        if wave & beside != 0:
            return wave & beside
        seen |= wave
        wave = game.field.spread(wave) & free & ~seen
    return 0


def raiders_ground(game: Space) -> i64:
    """CN-3.8: a Raider never enters the Jumpgate or a Boss's sector; nor what is closed to all."""
    return game.map.whole & ~(bit(game.map.jumpgate) | game.bosses | game.scenario.closed)
