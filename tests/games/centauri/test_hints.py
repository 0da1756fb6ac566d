"""What a hint says of a choice is what the rules then do; chances are those of all rolls."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from harena.core.dice import fast_dice
from harena.core.state import OVER
from harena.games.centauri.words.odds import Side, damages, duel, escapes, goes_first, successes_of

from .foreseen import WANTED, Foreseen
from .random_pack import random_pack
from .scene import PACKS, Scene, moments
from .table import FROZEN, HOME_RUN, INTERSTELLAR, NEW_HOPE, Sky

MOST_OF_A_KIND = 2  # decisions of a game that are looked at, of each kind of question
FEWEST, MOST = 12, 90  # games, until everything has come up
FIGHTS = 400
rules = pytest.mark.rule("CN-2.3", "CN-2.4", "CN-3.2", "CN-3.4", "CN-3.11", "CN-4.7", "CN-4.9")


@rules
def test_every_kind_of_hint_is_what_then_happens() -> None:
    checked: Counter[str] = Counter()
    for seed in range(MOST):
        for pack in (PACKS[seed % len(PACKS)], random_pack(seed)):
            luck, asked = random.Random(seed), Counter[str]()
            for state in moments(pack, seed):
                asking = type(state.waiting).__name__
                if state.seat != OVER and asked[asking] < MOST_OF_A_KIND and luck.random() < 0.2:
                    asked[asking] += 1
                    checked += Foreseen(state).check()
        if seed >= FEWEST and set(checked) >= WANTED:
            break
    assert set(checked) >= WANTED, "every kind of hint was looked at"


@pytest.mark.rule("CN-2.12", "CN-3.2", "CN-2.14", "CN-4.8")
@pytest.mark.parametrize(
    ("scenario", "fights", "refuge", "hint"),
    [
        (HOME_RUN, "a2", "a3", "A Boss is there. 1 power module lies there, guarded by the Boss."),
        (NEW_HOPE, "b3", "b4", ""),
        (
            INTERSTELLAR,
            "d5",
            "c5",
            "1 power module lies there. After the fights you lose 2 Hull there, but never the last one.",
        ),
    ],
)
def test_where_one_flees_to_one_neither_fights_nor_trades(
    scenario: str, fights: str, refuge: str, hint: str
) -> None:
    sky: Any = Scene(scenario, players=4, ships={1: fights, 2: fights}).any_dice(6, 1).encounter()
    sky.player(1).hull = 8
    sky.any_dice(1, 1, 1, 1).play("flee")
    assert sky.asking == "FleeTo"
    assert sky.hint(f"fly:{refuge}") == f"You are out of all fights this round. {hint}".strip()
    assert Foreseen(sky.state).check()["FleeTo fly"] > 0


# --- duels


@pytest.mark.rule("CN-3.1", "CN-3.7")
@pytest.mark.parametrize(("level", "hull"), [(1, 2), (2, 8), (2, 3), (3, 8)])
def test_the_chance_to_beat_a_raider_is_how_often_the_rules_let_one_win(level: int, hull: int) -> None:
    won = 0
    for seed in range(FIGHTS):
        sky: Any = Sky(players=4, ships={1: "c3"}, raiders={"c3": level})
        sky.player(1).hull, sky.state.dice = hull, fast_dice(seed)
        sky.encounter()
        won += bool(sky.told("slain"))
    foe = FROZEN.foes[level]
    other = Side(int(foe.combat), int(foe.shield) >> 1, int(foe.hull), int(foe.initiative))
    told = duel(Side(2, 1, hull, 2), other, 1, 12)
    assert abs(won / FIGHTS - told.won) < 0.08, "more than three times what chance does"
    assert told.won + told.lost == pytest.approx(1, abs=1e-3)


@pytest.mark.rule("CN-3.1", "CN-3.4")
def test_the_chance_to_beat_an_armada_is_how_often_the_rules_let_one_win() -> None:
    won = 0
    for seed in range(FIGHTS):
        sky: Any = Sky(players=4, ships={1: "c3", 2: "c3"})
        sky.player(1).combat, sky.player(2).hull, sky.state.dice = 3, 6, fast_dice(seed)
        sky.encounter()
        while sky.asking == "Decide":
            sky.play("fight")
        won += [event.a for event in sky.told("destroyed")] == [1]
    told = duel(Side(3, 1, 8, 2), Side(2, 1, 6, 2), 1, 12)
    assert abs(won / FIGHTS - told.won) < 0.08


DAGGERS = {  # by question: who stands where, with which Raider, and what is then to be decided
    "Orders fly": ({1: "c3", 4: "c4"}, {}),
    "Orders fly, to a Raider": ({1: "c3"}, {"c4": 3}),
    "Decide fight": ({1: "c3", 4: "c3"}, {}),
    "JoinBoss join": ({1: "a3"}, {}),
}


@pytest.mark.rule("CN-2.9", "CN-3.4")
@pytest.mark.parametrize("whose", [1, 4])
@pytest.mark.parametrize("case", DAGGERS)
def test_a_dagger_counts_in_its_first_attack_only(case: str, whose: int) -> None:
    """The chance to win is how often the rules let one win, whoever has the dagger."""
    ships, raiders = DAGGERS[case]
    sky: Any = Sky(players=4, ships=ships, raiders=raiders).any_dice(6, 1)
    sky.ship(whose).dagger = 4
    kind = case.partition(",")[0]
    if kind.startswith("Orders"):
        sky.move(1)
    else:
        sky.encounter()
    assert sky.asking == kind.split()[0]
    assert Foreseen(sky.state).check()[kind] > 0


@pytest.mark.rule("CN-1.3", "CN-3.2", "CN-3.4")
def test_pools_damage_and_escapes_by_hand() -> None:
    assert successes_of(2) == (0.25, 0.5, 0.25)
    assert damages(3, 1) == pytest.approx((0.5, 0.375, 0.125, 0.0))
    assert damages(1, 0, again=True) == pytest.approx((0.25, 0.75))
    assert escapes((2,), 2, 1) == pytest.approx(11 / 16)
    assert escapes((), 2, 1) == 1.0
    assert escapes((1, 1), 0, 1) == 0.25


@pytest.mark.rule("CN-3.1")
def test_who_is_quicker_goes_first_more_often() -> None:
    assert goes_first(2, 2) == 0.5
    assert goes_first(9, 2) == 1.0
    assert goes_first(2, 3) + goes_first(3, 2) == pytest.approx(1)
    evens = (Side(2, 1, 8, 2), Side(2, 1, 8, 2))
    assert duel(*evens, 1, 12).won == pytest.approx(duel(*evens, 1, 12).lost)
