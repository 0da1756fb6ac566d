"""What the onlookers of a game count, in scripted moments and over whole games."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from harena.core.dice import fast_dice
from harena.core.event import Event
from harena.core.observer import Observer
from harena.games.centauri import GAME
from harena.games.centauri.study.observers import Deeds, Fights, Plans, Sides, arena_observers
from kit.watched import claims_on_coins, watch

from .table import FROZEN, INTERSTELLAR, NEW_HOPE, SCENARIOS, Sky

GAMES = 6


class Watched:
    """A moment with onlookers."""

    def __init__(self, sky: Sky) -> None:
        self.sky = sky
        self.observers = [Deeds(), Fights(), Plans()]
        for observer in self.observers:
            observer.before(sky.state, [])

    def after(self) -> None:
        """All that has been told since is read."""
        for observer in self.observers:
            observer.step(self.sky.state, 0, 0, self.sky.state.journal or [])
            observer.after(self.sky.state)

    def count(self, seat: int) -> dict[str, int]:
        """By seat, from 1."""
        return {name: n for one in self.observers for name, n in one.counts[seat - 1].items() if n}

    @property
    def of_game(self) -> dict[str, int]:
        return {name: n for one in self.observers for name, n in one.of_game.items() if n}


def watched_game(seed: int, **options: Any) -> tuple[Any, list[Observer], list[Event]]:
    """A whole game by hunches."""
    state: Any = GAME.start(FROZEN, GAME.options(**options), fast_dice(seed), journal=True)
    observers = arena_observers()
    told = watch(state, observers, seed + 1)
    return state, observers, told


# --- scripted moments


@pytest.mark.rule("CN-1.4", "CN-4.9")
def test_modules_are_counted_for_those_who_carry_them() -> None:
    sky = Sky(players=2, ships={1: "d2"})
    sky.modules = ["d2"]
    seen = Watched(sky)
    sky.move(1).play("pick_up", "fly:d1")
    sky.state.journal, journal = [], sky.state.journal
    sky.expand()
    sky.state.journal = journal + sky.state.journal
    seen.after()
    counts = seen.count(1)
    assert counts["deed:module taken"] == counts["deed:module delivered"] == 1
    assert counts["plan:only carrying"] == 1
    assert seen.of_game["points:delivery"] == 5
    assert seen.of_game["modules delivered"] == 1
    assert seen.count(2) == {"plan:neither": 1}


@pytest.mark.rule("CN-3.4", "CN-3.7")
def test_a_raider_is_counted_for_the_one_that_destroyed_it() -> None:
    sky = Sky(players=4, ships={1: "c3"}, raiders={"c3": 1}, dice=[6, 1, 5, 4])
    seen = Watched(sky)
    sky.encounter()
    seen.after()
    assert seen.count(1) == {"killed:level 1 Raider": 1, "damage:foes": 2, "plan:only fighting": 1}
    assert seen.of_game["combats with Raiders"] == seen.of_game["Raiders destroyed"] == 1
    assert seen.of_game["rounds of a combat:1"] == 1


@pytest.mark.rule("CN-3.2")
def test_whoever_flees_is_counted_and_has_a_plan() -> None:
    sky = Sky(players=4, ships={1: "c3", 2: "c3"}).any_dice(6, 1)
    seen = Watched(sky)
    sky.encounter().play("flee")
    assert sky.asking == "FleeTo"
    sky.play(f"fly:{min(sky.opened('fly'))}")
    seen.after()
    counts = seen.count(1)
    assert counts["deed:decided to flee"] == counts["deed:got away"] == counts["plan:only fleeing"] == 1
    assert seen.of_game["points:escape"] == 1


# --- whole games


@pytest.mark.parametrize("seed", range(GAMES))
def test_the_counts_of_a_game_add_up(seed: int) -> None:
    scenario, players = SCENARIOS[seed % 3], (2, 4)[seed % 2]
    state, observers, told = watched_game(seed, scenario=scenario, players=players)
    sides, deeds, fights, plans = observers
    assert isinstance(sides, Sides)
    kinds = Counter(event.kind for event in told)
    game = sides.of_game
    assert game["rounds"] == kinds["round"] == state.round
    assert sum(n for name, n in game.items() if name.startswith("ending:")) == 1
    assert sum(n for name, n in game.items() if name.startswith("decided:")) == 1
    done: Counter[str] = sum((Counter(counts) for counts in deeds.counts), Counter())
    assert done["deed:module delivered"] == deeds.of_game["modules delivered"] == sum(state.delivered)
    assert sum(n for name, n in done.items() if name.startswith("card:")) == kinds["played"]
    killed: Counter[str] = sum((Counter(counts) for counts in fights.counts), Counter())
    assert killed["killed:armada"] == fights.of_game["kills"] == sum(state.kills)
    assert sum(n for name, n in killed.items() if name.startswith("killed:")) == sum(
        state.kills + state.hunted
    )
    assert fights.of_game["combats"] + fights.of_game["combats with Raiders"] == kinds["battle"]
    lasted = {name: n for name, n in fights.of_game.items() if name.startswith("rounds of a combat")}
    assert sum(int(name.partition(":")[2]) * n for name, n in lasted.items()) == kinds["clash"]
    assert all(sum(counts.values()) == 1 for counts in plans.counts)


@pytest.mark.rule("CN-1.12", "CN-4.2")
def test_sides_and_first_player_are_those_of_the_team() -> None:
    for seed in range(4):
        state, observers, told = watched_game(seed, scenario=INTERSTELLAR, players=4, max_rounds=1)
        first = next(event.a for event in told if event.kind == "first_player")
        for seat, traits in enumerate(observers[0].traits):
            assert traits["scenario"] == "Interstellar Conflict"
            assert (traits["first player's team"] == "yes") == ((seat ^ first) & 1 == 0)
            home = "Jumpgate" if state.homes[seat & 1] == state.map.jumpgate else "Dawn"
            assert traits["side"] == home


@pytest.mark.rule("CN-4.3", "CN-4.5")
def test_an_ending_is_counted_with_its_reason_and_its_round() -> None:
    found: Counter[str] = Counter()
    for seed in range(8):
        state, observers, _ = watched_game(seed, scenario=NEW_HOPE if seed % 2 else SCENARIOS[0])
        game = observers[0].of_game
        assert (game["decided:before the last round"] == 1) == (state.round < 10)
        found.update({name: n for name, n in game.items() if n and name.startswith("ending:")})
        if game["ending:Convoy"]:
            assert state.convoy == state.homes[state.winner]
        if game["ending:goal"]:
            assert state.points[state.winner] >= 19
    assert found["ending:goal"]
    assert found["ending:Convoy"]


def test_headlines_say_nothing_of_games_decided_by_a_coin() -> None:
    assert claims_on_coins("centauri", players=2, max_rounds=2) <= 4, "one in twenty, by chance"
