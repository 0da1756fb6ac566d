"""Towers: what stands by statics, how cubes swing, and how often a hand builds one (KD-5.2, KD-5.6)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import harena
from harena.core.dice import fast_dice
from harena.games.knockdown.actions import CUBE, LATE
from harena.games.knockdown.options import BrawlOptions
from harena.games.knockdown.rules.building import LetGo
from harena.games.knockdown.rules.tower import (
    CRANE,
    FALLS,
    LIMIT,
    MOST,
    REACH,
    READY,
    WIDTH,
    knack,
    leans,
    measured,
    offset_by_hand,
    period_of,
    speed_of,
    stands,
    swing_of,
)
from harena.games.knockdown.state import Brawl

TOWERS = st.lists(st.integers(-REACH, REACH), max_size=MOST - 1).map(lambda above: [0, *above])


GAME = harena.game("knockdown")
PACK = GAME.pack()


def hanging(cube: int, phase: int = 0) -> Brawl:
    """A position in which a cube swings."""
    game = GAME.start(PACK, BrawlOptions(test="tower", fighters="random"), fast_dice(1))
    assert isinstance(game, Brawl)
    game.waiting = LetGo(0, what=cube, mode=phase)
    game.ask_again()
    return game


# --- statics


def stands_by_the_book(tower: list[int]) -> bool:
    """At every joint the centre of mass of all cubes above lies within the cube below: slowly, in cubes."""
    places = [sum((Fraction(d, WIDTH) for d in tower[: k + 1]), Fraction(0)) for k in range(len(tower))]
    for joint in range(1, len(tower)):
        above = places[joint:]
        centre = sum(above, Fraction(0)) / len(above)
        if not places[joint - 1] - Fraction(1, 2) <= centre <= places[joint - 1] + Fraction(1, 2):
            return False
    return True


@pytest.mark.rule("KD-5.2")
@given(TOWERS)
def test_it_stands_where_the_centre_of_mass_lies_within_the_cube_below(tower: list[int]) -> None:
    assert stands(tower) == stands_by_the_book(tower)


@pytest.mark.rule("KD-5.2")
@given(st.lists(st.integers(-4, 4), max_size=MOST - 1).map(lambda above: [0, *above]))
def test_towers_that_nearly_stand_are_judged_alike(tower: list[int]) -> None:
    assert stands(tower) == stands_by_the_book(tower)


@pytest.mark.rule("KD-5.2")
@pytest.mark.parametrize(
    ("tower", "expected"),
    [
        ([0], True),
        ([0, 10], True),
        ([0, 11], False),
        ([0, -11], False),
        ([0, 5, 10], True),
        ([0, 6, 10], False),  # the two above have their middle at 11
        ([0, 9, 9], False),
        ([0, 9, -9, 9, -9], True),  # each leans the other way
    ],
)
def test_the_edge_of_a_cube_is_still_on_it(tower: list[int], expected: bool) -> None:
    assert stands(tower) is expected


@pytest.mark.rule("KD-5.2")
@given(TOWERS)
def test_how_far_it_leans_over_each_joint_is_told_to_both_sides_alike(tower: list[int]) -> None:
    assert all(abs(lean) <= FALLS for lean in leans(tower)) == stands(tower)
    assert leans([-d for d in tower]) == [-lean for lean in leans(tower)]


def test_a_straight_tower_does_not_lean() -> None:
    assert leans([0] * MOST) == [0] * (MOST - 1)
    assert leans([0]) == []
    assert leans([0, 5, -10]) == [0, -FALLS]
    assert leans([0, 5]) == [FALLS // 2]


# --- the swing


@pytest.mark.rule("KD-5.6")
def test_it_swings_sixteen_twentieths_and_a_fifth_faster_with_each_cube() -> None:
    assert [speed_of(cube) / speed_of(1) for cube in (1, 2, 3, 6)] == [1.0, 1.2, 1.4, 2.0]
    assert period_of(1) * 2 * WIDTH // 1000 == 4 * REACH, "two cubes a second"
    for cube in range(1, MOST):
        swing = swing_of(hanging(cube, phase=7))
        assert swing is not None
        assert (swing.reach, swing.limit, swing.phase, swing.part) == (REACH, LIMIT, 7, cube - 1)
        assert swing.key == CRANE


@pytest.mark.rule("KD-5.5")
def test_three_seconds_to_get_ready_come_before_the_first_cube_only() -> None:
    ready = [swing.ready for cube in range(1, MOST) if (swing := swing_of(hanging(cube)))]
    assert ready == [READY] + [0] * (MOST - 2)
    assert READY == 3000


def test_nothing_swings_where_no_cube_hangs() -> None:
    game = hanging(1)
    game.ask(0, CUBE, 1)
    assert swing_of(game) is None


@pytest.mark.rule("KD-5.6")
def test_it_lands_where_it_is_let_go() -> None:
    period = period_of(1)
    where = [measured(hanging(1), period * quarter // 4, 0) - CUBE - REACH for quarter in range(5)]
    assert where == [0, REACH, 0, -REACH, 0]
    assert measured(hanging(1, phase=period // 4), 0, 0) == CUBE + 2 * REACH


@pytest.mark.rule("KD-5.2")
def test_ten_seconds_are_for_all_cubes() -> None:
    assert measured(hanging(3), 1000, LIMIT - 1000) != LATE
    assert measured(hanging(3), 1001, LIMIT - 1000) == LATE
    assert measured(hanging(3), None, 0) == LATE
    assert LIMIT == 10_000


@given(st.integers(1, MOST - 1), st.integers(0, 1599), st.integers(0, LIMIT))
def test_every_time_comes_to_a_place_within_reach(cube: int, phase: int, ms: int) -> None:
    assert CUBE <= measured(hanging(cube, phase % period_of(cube)), ms, 0) <= CUBE + 2 * REACH


# --- hands


def test_a_perfect_hand_is_never_off_and_a_wild_one_stays_within_reach() -> None:
    dice = fast_dice(1)
    assert {knack(hanging(cube), dice, 0) for cube in range(1, MOST)} == {CUBE + REACH}
    wild = {knack(hanging(MOST - 1), dice, 4000) for _ in range(200)}
    assert min(wild) == CUBE
    assert max(wild) == CUBE + 2 * REACH


@pytest.mark.parametrize("error", [40, 50, 70])
def test_a_hand_is_off_by_its_error_to_both_sides_alike(error: int) -> None:
    dice, many = fast_dice(5), 4000
    offs = [offset_by_hand(1, dice, error) for _ in range(many)]
    meant = error * speed_of(1) / 1000  # twentieths
    assert abs(sum(offs) / many) < 0.15
    assert (sum(off * off for off in offs) / many) ** 0.5 == pytest.approx(meant, rel=0.1)


def built(cubes: int, games: int, seed: int) -> float:
    """The part of towers that a hand with an error of 50 ms builds."""
    dice = fast_dice(seed)
    stood = 0
    for _ in range(games):
        tower = [0]
        while len(tower) < cubes and stands(tower):
            tower.append(offset_by_hand(len(tower), dice, 50))
        stood += stands(tower)
    return stood / games


@pytest.mark.rule("KD-5.6")
@pytest.mark.parametrize("cubes", range(2, 14))
def test_a_steady_hand_passes_about_as_often_as_dice_do(cubes: int) -> None:
    rolls = list(product(range(1, 7), repeat=3))
    by_dice = sum(sum(roll) >= cubes for roll in rolls) / len(rolls)
    assert built(cubes, games=2000, seed=16) == pytest.approx(by_dice, abs=0.08)
