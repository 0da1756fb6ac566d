"""What the onlookers of a brawl count, in scripted moments and over whole matches."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from harena.core.dice import fast_dice
from harena.core.event import Event
from harena.core.observer import Observer
from harena.games.knockdown import GAME
from harena.games.knockdown.study.observers import Blows, Corner, Harm, Skills, brawl_observers
from kit.watched import claims_on_coins, watch

from .brawl import FROZEN, put
from .scene import Scene

GAMES = 12


class Watched:
    """A scene before onlookers."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.blows, self.harm = scene, Blows(), Harm()
        for observer in (self.blows, self.harm):
            observer.before(scene.state, [])
        self.blows.may_begin_combo = True  # the scene waits for an action

    def play(self, *answers: str) -> Watched:
        state: Any = self.scene.state
        for answer in answers:
            state.journal, seat, action = [], state.seat, self.scene.actions.parse(answer)
            assert answer in self.scene.open, f"{answer} is not among {sorted(self.scene.open)}"
            state.play(action)
            for observer in (self.blows, self.harm):
                observer.step(state, seat, action, state.journal)
        return self

    def count(self, seat: int) -> dict[str, int]:
        return {name: n for one in (self.blows, self.harm) for name, n in one.counts[seat].items() if n}


def watched_match(seed: int) -> tuple[Any, list[Observer], list[Event]]:
    """A whole match by hunches."""
    options = GAME.options(fighters="random")
    state: Any = GAME.start(FROZEN, options, fast_dice(seed), journal=True)
    observers = brawl_observers()
    told = watch(state, observers, seed + 1)
    return state, observers, told


@pytest.mark.rule("KD-3.4")
def test_an_attack_is_counted_with_its_card_in_range_or_not() -> None:
    scene = Scene(put("james", "c2"), put("puppy", "c3"), "fire_axe tracer_burst")
    seen = Watched(scene).play("attack:fire_axe", "attack:tracer_burst")
    counts = seen.count(0)
    assert counts["card:Fire Axe"] == counts["card:Tracer Burst"] == 1
    assert counts["deed:attack"] == 2
    assert counts["wounds:attack"] == 2
    assert seen.count(1) == {"suffered:attack": 2}
    taken = {name: n for name, n in seen.blows.of_game.items() if name.startswith("taken:")}
    assert len(taken) == 36
    assert sum(taken.values()) == 2


@pytest.mark.rule("KD-3.5")
def test_a_combo_is_counted_once_and_its_parts_each() -> None:
    james = put("james", "c1", hand="fire_axe knee_strike uppercut")
    seen = Watched(Scene(james, put("puppy", "c5"), "scavenge"))
    seen.play("dash:b1", "dash:b2", "special:4", "move:b1")
    assert seen.count(0) == {
        "deed:dash": 2,
        "deed:combo": 1,
        "deed:move": 1,
        "special:Reload": 1,
    }


@pytest.mark.rule("KD-1.9", "KD-3.6", "KD-4.3")
def test_wounds_are_counted_by_cause_for_both() -> None:
    scene = Scene(put("james", "a1"), put("katie", "c5", flame="e1"), "scavenge")
    names = {scene.label(action): action for action in scene.open if action.startswith("corridor")}
    seen = Watched(scene).play(names["Corridor to e1"])
    assert seen.count(0) == {"deed:corridor": 1, "suffered:corridor": 1, "suffered:flame": 1}
    assert seen.count(1) == {"wounds:flame": 1}
    puppy = put("puppy", "c3", hand="med_kit")
    react = Watched(Scene(put("james", "c2"), puppy, "fire_axe")).play("attack:fire_axe", "special:4")
    assert react.count(1)["reaction:Acid Blood"] == react.count(1)["deed:reaction"] == 1
    assert react.count(0)["suffered:effect"] == 1


@pytest.mark.parametrize("seed", range(GAMES))
def test_the_counts_of_a_match_add_up(seed: int) -> None:
    state, observers, told = watched_match(seed)
    corner, blows, harm, skills = observers
    assert isinstance(corner, Corner)
    kinds = Counter(event.kind for event in told)
    game = corner.of_game
    assert game["rounds"] == kinds["round_won"] == state.one.wins + state.two.wins
    assert game["ending:K.O."] + game["ending:deck out"] == game["rounds"]
    lengths = {int(name.partition(":")[2]): n for name, n in game.items() if name.startswith("turns in")}
    assert sum(turns * n for turns, n in lengths.items()) == game["turns"] == kinds["turn"]
    assert harm.of_game["tests"] == harm.of_game["test:passed"] + harm.of_game["test:failed"]
    assert harm.of_game["test:failed"] == game["ending:K.O."]
    suffered = sum(n for counts in harm.counts for name, n in counts.items() if name.startswith("suffered"))
    assert suffered == sum(event.b + event.c for event in told if event.kind == "wounded")
    deeds: Counter[str] = sum((Counter(counts) for counts in blows.counts), Counter())
    assert deeds["deed:block"] == kinds["blocked"]
    assert deeds["deed:attack"] == sum(n for name, n in blows.of_game.items())
    actions = deeds["deed:attack"] + deeds["deed:move"] + deeds["deed:combo"]
    assert 2 * (game["turns"] - game["rounds"]) <= actions <= 2 * game["turns"]
    for seat, traits in enumerate(corner.traits):
        assert traits["fighter"] == state.fighter(seat).sheet.name
        assert sum(n for name, n in skills.counts[seat].items() if name.startswith("skill:")) == 1
    assert {traits["first player"] for traits in corner.traits} == {"yes", "no"}


def test_second_skills_are_kept_apart_from_the_first() -> None:
    second = 0
    for seed in range(GAMES):
        state, observers, _ = watched_match(seed)
        counts = observers[-1].counts
        assert isinstance(observers[-1], Skills)
        for seat in (0, 1):
            up = sum(counts[seat].values())
            assert up == int(state.fighter(seat).up).bit_count()
            second += up - 1
    assert second >= GAMES


def test_match_ups_are_all_ordered_pairs_of_fighters() -> None:
    ids = [sheet.id for sheet in FROZEN.sheets]
    pairs = [options.picks for options in GAME.match_ups(FROZEN, GAME.options())]
    assert sorted(pairs) == sorted(f"{one},{two}" for one in ids for two in ids if one != two)
    fixed = GAME.match_ups(FROZEN, GAME.options(picks="james"))
    assert {options.picks.partition(",")[0] for options in fixed} == {"james"}
    assert len(fixed) == len(ids) - 1


def test_headlines_say_nothing_of_matches_decided_by_a_coin() -> None:
    assert claims_on_coins("knockdown", wins=1) <= 4, "one in twenty, by chance"
