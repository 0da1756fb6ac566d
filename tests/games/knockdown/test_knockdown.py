"""KD-5: the Knockdown Test, by dice and by tower."""

from __future__ import annotations

import re
from itertools import product

import pytest

from harena.games.knockdown import GAME
from harena.games.knockdown.rules.odds import fails_of_216

from .brawl import FOE, JAMES, KATIE, ME, PUPPY, Bout, put

ROLLS = [sum(roll) for roll in product(range(1, 7), repeat=3)]
DICE = {3: [1, 1, 1], 7: [2, 2, 3], 8: [2, 3, 3], 10: [3, 3, 4], 17: [6, 6, 5], 18: [6, 6, 6]}


def called(total: int = 0, row: str = "service_pistol", **foe: object) -> Bout:
    """Katie hits James with a pistol from next to him and calls the test; his dice show this total."""
    options = foe.pop("options", {})
    mine = foe.pop("mine", {})
    bout = Bout(put(KATIE, "c2", **mine), put(JAMES, "c3", **foe), row=row, **options)  # type: ignore[arg-type]
    bout.then(DICE[total] if total else [])
    return bout.play(f"attack:{row.split()[0]}", "call")


# --- dice


@pytest.mark.rule("KD-5.1")
@pytest.mark.parametrize(
    ("light", "total", "stands"), [(6, 7, True), (7, 7, False), (9, 10, True), (16, 17, True)]
)
def test_a_sum_of_at_least_all_wounds_passes(light: int, total: int, stands: bool) -> None:
    """The pistol adds one light wound before the test."""
    bout = called(total, light=light)
    assert (bout.told("round_won") == []) == stands
    (rolled,) = bout.told("rolled")
    assert (rolled.a, rolled.b, rolled.c) == (FOE, total, light + 1)


@pytest.mark.rule("KD-5.1")
def test_light_and_heavy_wounds_count_alike() -> None:
    assert called(8, light=4, heavy=3).told("rolled")[0].c == 8


@pytest.mark.rule("KD-5.1", "KD-5.4")
def test_a_fighter_without_wounds_passes_without_a_roll() -> None:
    hand = "block block dash dash"
    bout = Bout(put(KATIE, "c2"), put(JAMES, "c3", hand=hand), row="service_pistol", dice=[])
    bout.play("attack:service_pistol", "block:wounds0", "call")
    assert (bout.told("rolled"), len(bout.told("passed"))) == ([], 1)


@pytest.mark.rule("KD-5.1")
def test_a_failed_test_ends_the_round_at_once() -> None:
    """The card that struck is not taken, and the second action is not made."""
    bout = called(3, light=9)
    assert (bout.state.round, bout.state.turn, bout.hand(ME)) == (2, 1, set())
    assert bout.told("took") == []
    assert [event.a for event in bout.told("round_won")] == [ME]


@pytest.mark.rule("KD-5.1")
def test_the_odds_are_those_of_all_216_rolls() -> None:
    for counted in range(40):
        assert fails_of_216(counted) == sum(roll < counted for roll in ROLLS)


@pytest.mark.rule("KD-5.1")
def test_the_rulebook_prints_the_odds_as_they_are() -> None:
    text = (GAME.folder / "RULES.md").read_text(encoding="utf-8")
    cells = re.findall(r"\| +(\d+)(?: or less)? \| +([\d.]+)% \((\d+)\) ", text)
    for counted, percent, rolls in cells:
        expected = sum(roll >= int(counted) for roll in ROLLS)
        assert int(rolls) == expected
        assert float(percent) == pytest.approx(100 * expected / 216, abs=0.05)
    assert sorted(int(counted) for counted, _, _ in cells) == list(range(3, 19))
    assert max(ROLLS) == 18, "so that 19 never passes, as the rulebook says"


# --- what counts


@pytest.mark.rule("KD-5.4")
@pytest.mark.parametrize(
    ("mine", "theirs", "counted"),
    [("", "", 8), ("cold_blood", "", 9), ("", "steady_hands", 7), ("cold_blood", "steady_hands", 8)],
)
def test_contamination_and_skills_count(mine: str, theirs: str, counted: int) -> None:
    bout = called(18, light=3, heavy=2, contamination=2, skills=theirs, mine={"skills": mine})
    assert bout.told("rolled")[0].c == counted


@pytest.mark.rule("KD-5.4")
def test_if_a_skill_leaves_nothing_the_test_is_passed_without_a_roll() -> None:
    bout = called(skills="steady_hands")
    assert (bout.wounds(FOE), bout.told("rolled"), len(bout.told("passed"))) == ((1, 0), [], 1)


@pytest.mark.rule("KD-5.4")
def test_bleeding_works_after_a_test_without_a_roll_and_after_uppercut() -> None:
    bout = called(skills="steady_hands", mine={"skills": "bleeding"})
    assert bout.wounds(FOE) == (2, 0)
    bout = called(18, row="uppercut", light=4, mine={"skills": "bleeding"})
    assert bout.wounds(FOE) == (7, 0)


# --- relief


@pytest.mark.rule("KD-5.3")
@pytest.mark.parametrize(("relief", "left"), [("light", (4, 5)), ("heavy", (7, 3)), ("all", (4, 3))])
def test_half_of_the_wounds_go_rounded_down(relief: str, left: tuple[int, int]) -> None:
    bout = called(18, light=6, heavy=5, options={"relief": relief})
    assert bout.wounds(FOE) == left


@pytest.mark.rule("KD-5.3")
def test_only_the_tested_fighter_is_relieved() -> None:
    assert called(18, light=6, mine={"light": 6}).wounds(ME) == (6, 0)


# --- towers


def tower(*, dice_for: str = "none", **foe: object) -> Bout:
    return called(0, options={"test": "tower", "dice_for": dice_for}, **foe)


@pytest.mark.rule("KD-5.2", "KD-5.6")
def test_the_first_cube_stands_on_the_table_and_each_further_one_is_let_go() -> None:
    bout = tower(light=3)
    assert (bout.decider, bout.asking, bout.state.tower) == (FOE, "LetGo", [0])
    assert bout.opened("cube") == {*(str(place) for place in range(-16, 17)), "late"}
    bout.play("cube:3", "cube:-2")
    assert bout.state.tower == [0, 3, -2]
    bout.play("cube:0")
    assert len(bout.told("passed")) == 1
    assert bout.wounds(FOE) == (2, 0)


@pytest.mark.rule("KD-5.2")
def test_a_tower_that_falls_fails_the_test_at_once() -> None:
    """The example of the rulebook: 6 and 6 to the right stand, 6 and 9 do not."""
    bout = tower(light=3).play("cube:6", "cube:6")
    assert bout.asking == "LetGo"
    bout = tower(light=3).play("cube:6", "cube:9")
    assert [event.a for event in bout.told("toppled")] == [FOE]
    assert [event.a for event in bout.told("round_won")] == [ME]


@pytest.mark.rule("KD-5.2")
def test_late_is_failed() -> None:
    bout = tower(light=3).play("cube:0", "cube:late")
    assert [event.a for event in bout.told("late")] == [FOE]
    assert bout.state.round == 2


@pytest.mark.rule("KD-5.6")
@pytest.mark.parametrize(("light", "by_hand"), [(13, True), (14, False)])
def test_above_fourteen_cubes_dice_decide(light: int, by_hand: bool) -> None:
    bout = tower(light=light)
    assert (bout.asking == "LetGo") == by_hand
    assert (bout.told("rolled") == []) == by_hand


@pytest.mark.rule("KD-5.6", "KD-1.8")
def test_contamination_is_a_cube_too() -> None:
    bout = tower(light=1, contamination=2).play("cube:0", "cube:0")
    assert bout.asking == "LetGo"
    assert bout.play("cube:0").told("passed")


@pytest.mark.rule("KD-5.2")
@pytest.mark.parametrize(("dice_for", "by_hand"), [("none", True), ("seat1", True), ("seat2", False)])
def test_a_seat_can_be_set_to_dice(dice_for: str, by_hand: bool) -> None:
    assert (tower(dice_for=dice_for, light=3).asking == "LetGo") == by_hand


@pytest.mark.rule("KD-5.5")
def test_the_call_starts_the_clock_after_three_seconds_to_get_ready() -> None:
    bout = tower(light=3)
    first = GAME.swing(bout.state)
    assert first is not None
    assert (first.ready, first.limit) == (3000, 10_000)
    second = GAME.swing(bout.play("cube:0").state)
    assert second is not None
    assert second.ready == 0


@pytest.mark.rule("KD-5.6")
def test_a_single_cube_stands_by_itself() -> None:
    bout = tower()
    assert (bout.told("hung"), len(bout.told("passed"))) == ([], 1)


@pytest.mark.rule("KD-5.1")
def test_puppys_bite_can_finish_too() -> None:
    bout = Bout(put(PUPPY, "c2", hand="power block"), put(JAMES, "c3", light=16)).then([6, 6, 5])
    bout.play("special:1", "call")
    assert bout.told("rolled")[0].c == 18, "16 light, a heavy one and the Contamination card"
    assert [event.a for event in bout.told("round_won")] == [ME]
