"""The sequential test: its evidence is Fishtest's, and it errs no more often than it says."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harena.lab.sprt import (
    PAIR_SCORES,
    OneSided,
    Sprt,
    Verdict,
    bounds,
    elo_of,
    evidence,
    score_of,
)
from harena.lab.stronger import Stronger


def counted(*numbers: int) -> dict[float, float]:
    """Pairs by what they scored: lost both games, ..., won both."""
    return dict(zip(PAIR_SCORES, map(float, numbers), strict=True))


# Published results of Fishtest's and fastchess's own tests, in logistic Elo.
@pytest.mark.parametrize(
    ("numbers", "elo0", "elo1", "expected"),
    [
        ((223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07),
        ((871, 26175, 55983, 26678, 821), 0.0, 2.0, -4.98),
    ],
)
def test_the_evidence_is_what_fastchess_finds(
    numbers: tuple[int, ...], elo0: float, elo1: float, expected: float
) -> None:
    assert evidence(counted(*numbers), score_of(elo0), score_of(elo1)) == pytest.approx(expected, abs=0.01)


# The same in normalised Elo, where a point is a part of the results' own spread.
@pytest.mark.parametrize(
    ("numbers", "elo0", "elo1", "expected"),
    [
        ((440, 2910, 5170, 2888, 455), 0.0, 5.0, -2.27),
        ((142, 620, 1122, 699, 188), 0.0, 5.0, 2.99),
        ((349, 1561, 3340, 1604, 359), -5.0, 0.0, 2.90),
        ((98, 382, 674, 369, 71), -5.0, 0.0, -1.11),
    ],
)
def test_the_evidence_is_what_fishtest_finds(
    numbers: tuple[int, ...], elo0: float, elo1: float, expected: float
) -> None:
    counts, pairs = counted(*numbers), sum(numbers)
    mean = sum(score * n for score, n in counts.items()) / pairs
    spread = math.sqrt(2 * sum(n * (score - mean) ** 2 for score, n in counts.items()) / pairs)
    means = [0.5 + elo / (800 / math.log(10)) * spread for elo in (elo0, elo1)]
    assert evidence(counts, *means) == pytest.approx(expected, abs=0.01)


def test_bounds_are_those_of_fishtest() -> None:
    low, high = bounds(0.05, 0.05)
    assert (round(low, 2), round(high, 2)) == (-2.94, 2.94)


NUMBERS = st.lists(st.integers(0, 500), min_size=5, max_size=5).filter(any)
MEANS = st.floats(0.2, 0.8)


@given(NUMBERS, MEANS, MEANS)
def test_exchanging_the_hypotheses_turns_the_evidence_around(
    numbers: list[int], mean0: float, mean1: float
) -> None:
    counts = counted(*numbers)
    assert evidence(counts, mean0, mean1) == pytest.approx(-evidence(counts, mean1, mean0), abs=1e-6)


@given(NUMBERS, st.floats(0.01, 0.3))
def test_exchanging_the_players_exchanges_the_evidence(numbers: list[int], margin: float) -> None:
    """What speaks for A being stronger is what would speak for B if every result were the other's."""
    for_a = evidence(counted(*numbers), 0.5, 0.5 + margin)
    for_b = evidence(counted(*reversed(numbers)), 0.5, 0.5 - margin)
    assert for_a == pytest.approx(for_b, abs=1e-6)


@given(NUMBERS, st.integers(2, 5))
def test_the_same_results_again_are_as_much_evidence_again(numbers: list[int], times: int) -> None:
    seen = [n + 1 for n in numbers]  # where nothing is unseen, nothing has to be made up
    once, often = counted(*seen), counted(*(n * times for n in seen))
    assert evidence(often, 0.5, 0.55) == pytest.approx(times * evidence(once, 0.5, 0.55), rel=1e-6, abs=1e-9)


def test_elo_and_score_are_two_words_for_one_thing() -> None:
    assert elo_of(0.68) == pytest.approx(131, abs=0.5)
    assert score_of(elo_of(0.31)) == pytest.approx(0.31)
    assert elo_of(0.5) == 0
    assert elo_of(1.0) == math.inf
    assert elo_of(0.0) == -math.inf


def test_what_was_once_found_stands() -> None:
    test = Sprt(0.05, 0.05)
    test.look(3.0)
    test.look(-3.0)
    assert test.passed
    assert not test.failed


# --- how often it errs, tried out

TRIALS = 400
# Of a pair between equals, a quarter of the games drawn.
EQUAL = (0.14, 0.19, 0.34, 0.19, 0.14)


def leaning(mean: float) -> list[float]:
    """The same, moved so that A scores `mean` on average."""
    step = (mean - 0.5) / sum(
        share * (score - 0.5) ** 2 for share, score in zip(EQUAL, PAIR_SCORES, strict=True)
    )
    return [share * (1 + step * (score - 0.5)) for share, score in zip(EQUAL, PAIR_SCORES, strict=True)]


def judge(mean: float, chance: random.Random, elo: bool) -> Verdict:
    """Look every four pairs, which is quicker to try, until it is settled; at a margin of 10 points."""
    study = Stronger("a", "b", 0.1, 0.05)
    if elo:
        study.fishtest, study.means = OneSided(0.05), (0.5, 0.6)
    shares = leaning(mean)
    while not study.decided:
        study.scores.update(chance.choices(PAIR_SCORES, shares, k=4))
        if study.fishtest is not None:
            study.fishtest.look(evidence(study.scores, *study.means))
    return study.verdict


def found(mean: float, elo: bool = False) -> Counter[Verdict]:
    """How often each verdict is given when A really scores `mean`."""
    chance = random.Random(7)
    return Counter(judge(mean, chance, elo) for _ in range(TRIALS))


def test_equal_bots_are_rarely_called_different() -> None:
    assert found(0.5)[Verdict.SAME] >= 0.93 * TRIALS


def test_a_bot_that_is_stronger_by_the_margin_is_rarely_missed() -> None:
    assert found(0.6)[Verdict.MORE] >= 0.93 * TRIALS


def test_a_bot_that_is_weaker_by_the_margin_is_rarely_missed() -> None:
    assert found(0.4)[Verdict.LESS] >= 0.93 * TRIALS


def test_as_fishtest_asks_it_errs_as_rarely_either_way() -> None:
    assert found(0.5, elo=True)[Verdict.LESS] >= 0.93 * TRIALS
    assert found(0.6, elo=True)[Verdict.MORE] >= 0.93 * TRIALS
