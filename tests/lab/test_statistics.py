"""Intervals, differences, correlations and quantiles: known values, and what must always hold."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from harena.lab.statistics import (
    UNKNOWN,
    Halves,
    Pairs,
    correlation,
    difference,
    evened,
    mean,
    quantile,
    wilson,
)

GAMES = st.integers(1, 5000)
HISTOGRAMS = st.dictionaries(st.integers(0, 300), st.integers(1, 40), min_size=1, max_size=30)
RESULTS = st.lists(st.tuples(st.integers(0, 6), st.sampled_from([0.0, 0.5, 1.0])), min_size=2, max_size=60)


def rounded(*numbers: float) -> list[float]:
    return [round(number, 4) for number in numbers]


# --- Wilson


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    # Newcombe 1998, Statistics in Medicine 17, table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_the_published_intervals(won: int, games: int, low: float, high: float) -> None:
    assert rounded(*wilson(won, games)) == [low, high]


@given(GAMES, st.data())
def test_wilson_agrees_with_scipy(games: int, data: st.DataObject) -> None:
    won = data.draw(st.integers(0, games))
    z = stats.norm.ppf(0.975)
    theirs = stats.binomtest(won, games).proportion_ci(method="wilson")
    assert wilson(won, games, z) == pytest.approx((theirs.low, theirs.high), abs=1e-9)


@given(GAMES, st.floats(0, 1))
def test_an_interval_holds_the_rate_and_stays_a_share(games: int, rate: float) -> None:
    low, high = wilson(rate * games, games)
    assert 0 <= low <= rate * games / games <= high <= 1


@given(st.integers(4, 1000), st.floats(0.1, 0.9))
def test_four_times_the_games_halve_the_interval(games: int, rate: float) -> None:
    low, high = wilson(rate * games, games)
    closer_low, closer_high = wilson(rate * games * 4, games * 4)
    assert 0.45 < (closer_high - closer_low) / (high - low) < 0.72


def test_without_games_nothing_is_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert difference(Halves(0, 0, 3, 5)) == UNKNOWN
    assert difference(evened([])) == UNKNOWN


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    random = np.random.default_rng(7)
    for truth in (0.5, 0.25, 0.05):
        won = random.binomial(200, truth, size=4000)
        held = sum(low <= truth <= high for low, high in (wilson(float(each), 200) for each in won))
        assert 0.93 < held / 4000 < 0.97


# --- differences


@pytest.mark.parametrize(
    ("halves", "low", "high"),
    # Newcombe 1998, Statistics in Medicine 17, table II, method 10.
    [
        (Halves(56, 70, 48, 80), 0.0524, 0.3339),
        (Halves(9, 10, 3, 10), 0.1705, 0.8090),
        (Halves(10, 10, 0, 10), 0.6075, 1.0),
    ],
)
def test_the_difference_has_the_published_interval(halves: Halves, low: float, high: float) -> None:
    assert rounded(*difference(halves)[1:]) == [low, high]


@given(GAMES, GAMES, st.data())
def test_a_difference_lies_in_its_interval_and_turns_around(one: int, two: int, data: st.DataObject) -> None:
    won, other = data.draw(st.integers(0, one)), data.draw(st.integers(0, two))
    gap = difference(Halves(won, one, other, two))
    back = difference(Halves(other, two, won, one))
    assert -1 <= gap.low <= gap.gap + 1e-12
    assert gap.gap - 1e-12 <= gap.high <= 1
    assert (gap.gap, gap.low, gap.high) == pytest.approx((-back.gap, -back.high, -back.low))


def test_one_group_is_compared_as_it_stands() -> None:
    halves = Halves(56, 70, 48, 80)
    assert difference(evened([halves])) == pytest.approx(difference(halves))


def test_a_strong_groups_habit_is_not_taken_for_strength() -> None:
    """The strong play the card a lot; within each group it changes nothing."""
    strong, weak = Halves(72, 90, 8, 10), Halves(2, 10, 18, 90)
    together = difference(Halves(74, 100, 26, 100))
    assert together.low > 0.3
    fair = difference(evened([strong, weak]))
    assert fair.gap == pytest.approx(0)
    assert fair.low < 0 < fair.high


def test_a_group_that_always_does_it_says_nothing() -> None:
    halves = Halves(5, 10, 4, 10)
    assert evened([halves, Halves(30, 30, 0, 0)]) == evened([halves])


def test_the_interval_over_groups_holds_the_truth_as_often_as_it_says() -> None:
    random = np.random.default_rng(1)
    sizes = [(80, 20), (20, 80), (5, 95), (60, 60)]
    held = 0
    for _ in range(2000):
        groups = [
            Halves(random.binomial(one, rate + 0.05), one, random.binomial(two, rate), two)
            for rate, (one, two) in zip((0.5, 0.3, 0.7, 0.5), sizes, strict=True)
        ]
        gap = difference(evened(groups))
        held += gap.low <= 0.05 <= gap.high
    assert 0.93 < held / 2000 < 0.975


# --- correlation


def pairs(results: list[tuple[int, float]]) -> Pairs:
    out = Pairs()
    for x, y in results:
        out.add(x, y)
    return out


@given(RESULTS)
def test_correlation_agrees_with_scipy(results: list[tuple[int, float]]) -> None:
    xs, ys = [x for x, _ in results], [y for _, y in results]
    ours = correlation([pairs(results)])
    if len(set(xs)) == 1 or len(set(ys)) == 1:
        assert ours == 0
    else:
        assert ours == pytest.approx(stats.pearsonr(xs, ys).statistic, abs=1e-9)


def test_correlation_with_won_or_lost_is_the_point_biserial_one() -> None:
    times, won = [0, 1, 2, 3, 1, 0, 4], [0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0]
    theirs = stats.pointbiserialr(won, times).statistic
    assert correlation([pairs(list(zip(times, won, strict=True)))]) == pytest.approx(theirs)


def test_correlation_looks_within_groups() -> None:
    strong, weak = [(3, 1.0), (5, 1.0), (3, 1.0), (5, 1.0)], [(0, 0.0), (1, 0.0), (0, 0.0), (1, 0.0)]
    assert correlation([pairs(strong + weak)]) > 0.8
    assert correlation([pairs(strong), pairs(weak)]) == 0


# --- histograms


@given(HISTOGRAMS, st.floats(0, 1))
def test_quantiles_agree_with_numpy(histogram: dict[int, int], share: float) -> None:
    values = list(Counter(histogram).elements())
    assert quantile(histogram, share) == pytest.approx(np.quantile(values, share))
    assert mean(histogram) == pytest.approx(np.mean(values))


def test_an_empty_histogram_has_no_quantiles() -> None:
    with pytest.raises(ValueError, match="empty"):
        quantile({}, 0.5)
    assert mean({}) == 0
