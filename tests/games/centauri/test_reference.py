"""Reach, Evade, damage and the Convoy against slow references that try everything."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import comb

import pytest

from harena.games.centauri.rules.engage import strike
from harena.games.centauri.rules.move import Orders
from harena.games.centauri.rules.pool import chance_of
from harena.games.centauri.rules.reach import evade_difficulty

from .on_paper import ALL, BESIDE, distance
from .table import NEW_HOPE, SCENARIOS, Sky

# --- pools


@pytest.mark.rule("CN-1.3")
@pytest.mark.parametrize("dice", [0, 1, 2, 5, 10, 41, 64, 130])
def test_the_chance_of_a_pool_is_that_of_all_its_rolls(dice: int) -> None:
    """A pack can let somebody roll more dice than a machine number has bits."""
    for needed in range(-1, dice + 2):
        good = sum(comb(dice, hits) for hits in range(max(needed, 0), dice + 1))
        assert chance_of(dice, needed) == pytest.approx(good / 2**dice)


# --- flying: every way there is


def random_sky(luck: random.Random) -> Sky:
    """Armadas, Raiders, walls, cloaks and points anywhere; armada 1 is about to fly."""
    players = luck.choice([2, 4, 6])
    sky = Sky(luck.choice(SCENARIOS), players)
    state = sky.state
    free = [name for name in ALL if state.may_enter(sky.place(name))]
    for armada in state.armadas:
        armada.pos = sky.place(luck.choice(free))
        armada.back, armada.wall = luck.random() < 0.15, luck.random() < 0.1
    for name in luck.sample(free, luck.randint(0, 8)):
        if not state.off_limits() >> sky.place(name) & 1:
            state.raiders[luck.randint(1, 3)] |= 1 << sky.place(name)
    sky.ship(1).points = luck.randint(1, 7)
    sky.ship(1).back = sky.ship(1).wall = False
    sky.ship(1).cloaked = luck.random() < 0.2
    sky.ship(1).loose = luck.random() < 0.2
    return sky


class Flight:
    """What RULES.md says about one armada that flies, with nothing of the engine's own."""

    def __init__(self, sky: Sky) -> None:
        self.sky, self.ship = sky, sky.ship(1)
        self.best: dict[str, int] = {}

    def enemies(self, name: str) -> list[int]:
        """The other team's armadas in a sector, by number."""
        found = range(1, len(self.sky.state.armadas) + 1)
        return [n for n in found if self.sky.ship(n).owner % 2 == 1 and self.sky.sector(n) == name]

    def is_walled(self, name: str) -> bool:
        return any(self.sky.ship(number).wall for number in self.enemies(name))

    def must_evade(self, name: str) -> list[int]:
        if self.ship.cloaked or self.sky.state.is_peaceful(self.sky.place(name)):
            return []
        return [number for number in self.enemies(name) if not self.sky.ship(number).back]

    def leaving(self, name: str) -> int:
        boss = name in self.sky.names(self.sky.state.bosses)
        return 4 if boss else self.sky.raiders.get(name, 0)

    def step(self, here: str, spent: int, start: str) -> None:
        """Try every neighbour, and go on from there as long as anything is left."""
        if self.is_walled(here) or (here != start and self.must_evade(here)):
            return
        for name in BESIDE[here]:
            place = self.sky.place(name)
            cost = spent + self.leaving(here) + self.sky.state.map.costs[place]
            shut = self.sky.state.scenario.closed >> place & 1
            if shut or cost > self.ship.points or cost >= self.best.get(name, 99):
                continue
            self.best[name] = cost
            self.step(name, cost, start)

    def everywhere(self) -> dict[str, int]:
        start = self.sky.sector(1)
        self.step(start, 0, start)
        self.best.pop(start, None)
        if not self.best and self.leaving(start) and not self.is_walled(start):
            open_ones = [one for one in BESIDE[start] if self.sky.state.may_enter(self.sky.place(one))]
            return dict.fromkeys(open_ones, int(self.ship.points))
        return self.best


@pytest.mark.rule("CN-2.3", "CN-2.11")
def test_reach_and_costs_are_those_of_every_way_there_is() -> None:
    luck, stuck, walled = random.Random(5), 0, 0
    for _ in range(500):
        sky = random_sky(luck)
        expected = Flight(sky).everywhere()
        sky.do(Orders(0, n=0))
        if sky.over:
            assert expected == {}, "nothing to do but stay"
            walled += 1
            continue
        question = sky.view(1).question
        assert question is not None
        assert sky.opened("fly") == set(expected)
        assert question.costs == expected
        stuck += len(set(expected.values())) == 1
    assert min(stuck, walled) >= 3, "tame positions prove nothing"


@pytest.mark.rule("CN-2.3", "CN-2.10")
def test_the_difficulty_of_every_evade() -> None:
    luck, met = random.Random(6), set()
    for _ in range(300):
        sky = random_sky(luck)
        for number in range(2, len(sky.state.armadas) + 1):
            if luck.random() < 0.6:
                sky.ship(number).pos = sky.ship(1).pos
        for player in sky.state.players:
            player.speed = luck.randint(1, 10)
        flight = Flight(sky)
        halves = sorted(
            (sky.state.players[sky.ship(n).owner].speed + 1) // 2 for n in flight.must_evade(sky.sector(1))
        )
        expected = halves[-1] + len(halves) - 1 if halves and not sky.ship(1).loose else 0
        assert evade_difficulty(sky.state, 0) == expected
        met.add(expected)
    assert met >= {0, 1, 2, 3, 4, 5, 6}


# --- damage


@pytest.mark.rule("CN-3.4")
def test_damage_of_all_successes_against_all_shields() -> None:
    for shield in range(1, 11):
        for buff in (0, 2, 4):
            for hits in range(14):
                sky = Sky(ships={1: "c3", 2: "c3"})
                sky.player(2).shield, sky.ship(2).shielding = shield, buff
                sky.player(2).hull = 100
                strike(sky.state, 0, 1, hits)
                assert 100 - sky.player(2).hull == max(0, hits - (shield + buff) // 2)


# --- the Convoy: every way there is


def ends(sky: Sky) -> Iterator[str]:
    """Where the engine lets the Convoy end, whatever is chosen."""
    if sky.over:
        yield sky.convoy
        return
    for answer in sorted(sky.open):
        other = Sky(NEW_HOPE, sky.state.seats)
        other.state = sky.state.copy()
        yield from ends(other.play(answer))


def all_ends(at: str, home: str, points: int, rate: int, sky: Sky, first: bool = True) -> Iterator[str]:
    """The same by CN-4.3 and CN-4.7."""
    ways = []
    if points > 0 and at != home:
        for name in BESIDE[at]:
            cost = rate * sky.state.map.costs[sky.place(name)] + sky.raiders.get(at, 0)
            nearer = distance(name, home) == distance(at, home) - 1
            if nearer and name not in sky.raiders and (first or cost <= points):
                ways.append((name, points - cost))
    if not ways:
        yield at
    for name, left in ways:
        yield from all_ends(name, home, left, rate, sky, first=False)


@pytest.mark.rule("CN-4.3", "CN-4.7")
def test_the_convoy_ends_where_every_way_ends() -> None:
    luck, wins = random.Random(8), 0
    for _ in range(150):
        players = luck.choice([2, 4, 6])
        sky = Sky(NEW_HOPE, players)
        at = luck.choice([name for name in ALL if name not in ("b1", "f5")])
        sky.state.convoy = sky.place(at)
        for name in luck.sample(ALL, luck.randint(0, 9)):
            if not sky.state.off_limits() >> sky.place(name) & 1:
                sky.state.raiders[luck.randint(1, 3)] |= 1 << sky.place(name)
        sky.points[:] = [luck.randint(0, 14), luck.randint(0, 6)]
        team = 0 if sky.points[0] > sky.points[1] else 1
        left = abs(sky.points[0] - sky.points[1])
        expected = set(all_ends(at, ("b1", "f5")[team], left, 3 if players == 6 else 2, sky))
        assert set(ends(sky.expand())) == expected
        wins += bool(expected & {"b1", "f5"})
    assert wins >= 10
