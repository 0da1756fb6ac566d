"""How rolls and duels come out: exact chances, from the numbers that the rules roll by."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

from harena.games.centauri.rules.pool import FIRST_SUCCESS, SIDES

HIT = (SIDES + 1 - FIRST_SUCCESS) / SIDES  # the chance of one die to succeed (CN-1.3)


class Side(NamedTuple):
    """One of two who fight."""

    dice: int  # of each of its attacks in the first combat round
    armour: int  # successes of the other that its Shield stops
    hull: int
    quick: int  # what it adds to its die for initiative
    dagger: int = 0  # dice more in its first attack only


class Duel(NamedTuple):
    """How a fight to the death of one against one comes out, without cards and tokens."""

    won: float
    lost: float  # else it is a stand-off


@lru_cache(4096)
def successes_of(dice: int) -> tuple[float, ...]:
    """CN-1.3: by number of successes: how likely a pool has so many."""
    return tuple(comb(dice, hits) * HIT**hits * (1 - HIT) ** (dice - hits) for hits in range(dice + 1))


@lru_cache(4096)
def damages(dice: int, armour: int, again: bool = False) -> tuple[float, ...]:
    """CN-3.4: by damage: how likely an attack does so much; `again`: its misses are rolled once more."""
    out = [0.0] * (dice + 1)
    for hits, chance in enumerate(successes_of(dice)):
        for more, other in enumerate(successes_of(dice - hits) if again else (1.0,)):
            out[max(hits + more - armour, 0)] += chance * other
    return tuple(out)


def mean_damage(dice: int, armour: int, again: bool = False) -> float:
    return sum(n * chance for n, chance in enumerate(damages(dice, armour, again)))


def destroys(dice: int, armour: int, hull: int, again: bool = False) -> float:
    """How likely an attack takes the whole Hull."""
    return sum(damages(dice, armour, again)[hull:])


@lru_cache(4096)
def opportunity(combat: int, shield: int) -> tuple[float, ...]:
    """CN-3.2: by damage: how likely an Attack of Opportunity does so much against Shield dice."""
    out = [0.0] * (combat + 1)
    for hits, chance in enumerate(successes_of(combat)):
        for stopped, other in enumerate(successes_of(shield)):
            out[max(hits - stopped, 0)] += chance * other
    return tuple(out)


def escapes(combats: tuple[int, ...], shield: int, hull: int) -> float:
    """CN-3.2: how likely somebody with such a Hull survives fleeing from enemies with these Combats."""
    left = {hull: 1.0}
    for combat in combats:
        then: dict[int, float] = {}
        for before, chance in left.items():
            for damage, other in enumerate(opportunity(combat, shield)):
                if before > damage:
                    then[before - damage] = then.get(before - damage, 0.0) + chance * other
        left = then
    return sum(left.values())


def goes_first(one: int, two: int) -> float:
    """CN-3.1: how likely a die and this number beat another's; those who tie roll without them."""
    rolls = [(a + one, b + two) for a in range(1, SIDES + 1) for b in range(1, SIDES + 1)]
    ahead, even = sum(a > b for a, b in rolls), sum(a == b for a, b in rolls)
    return (ahead + even / 2) / len(rolls)


@lru_cache(4096)
def duel(one: Side, two: Side, more: int, rounds: int) -> Duel:
    """CN-3.1: both attack in turn, with `more` dice in each further round, until one is gone."""
    first = goes_first(one.quick, two.quick)
    mine, theirs = fought(one, two, more, rounds), fought(two, one, more, rounds)
    return Duel(
        first * mine.won + (1 - first) * theirs.lost,
        first * mine.lost + (1 - first) * theirs.won,
    )


@lru_cache(4096)
def fought(first: Side, second: Side, more: int, rounds: int) -> Duel:
    """The same, as the one sees it who attacks first."""
    both = {(first.hull, second.hull): 1.0}
    won = lost = 0.0
    for clash in range(rounds):
        hit = _at_most(damages(_dice(first, clash) + more * clash, second.armour), second.hull)
        hit_back = _at_most(damages(_dice(second, clash) + more * clash, first.armour), first.hull)
        then: dict[tuple[int, int], float] = {}
        for (mine, theirs), chance in both.items():
            for damage, one in enumerate(hit):
                if damage >= theirs:
                    won += chance * one
                    continue
                for back, two in enumerate(hit_back):
                    if back >= mine:
                        lost += chance * one * two
                    else:
                        left = (mine - back, theirs - damage)
                        then[left] = then.get(left, 0.0) + chance * one * two
        both = then
    return Duel(won, lost)


def _dice(side: Side, clash: int) -> int:
    """Before what a later combat round adds; nobody has attacked before the first, which is 0."""
    return side.dice + (0 if clash else side.dagger)


def _at_most(chances: tuple[float, ...], most: int) -> list[float]:
    """What is more than enough counts as enough."""
    return [*chances[:most], sum(chances[most:])]
