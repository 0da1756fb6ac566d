"""Looking after every pair: intervals, p-values and verdicts agree, and err no more often than they say."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harena.lab.measures import Amount, Paired
from harena.lab.sequential import corrected, levels, p_value, reach, times_as_many, verdict_of
from harena.lab.sprt import Verdict

FOUND, ERROR, LEVEL = st.floats(-0.5, 0.5), st.floats(0.001, 0.3), st.floats(0.001, 0.2)


@given(FOUND, ERROR, LEVEL)
def test_the_interval_excludes_nothing_just_when_p_is_below_the_level(
    found: float, error: float, level: float
) -> None:
    p, far = p_value(found, error, 0.05), reach(error, 0.05, level)
    if abs(abs(found) - far) > 1e-9:
        assert (p <= level) == (abs(found) > far)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12), LEVEL)
def test_a_line_passes_at_its_level_just_when_its_corrected_p_passes_at_the_risk(
    p_values: list[float], risk: float
) -> None:
    """Holm's correction, told as p-values and told as levels, is one and the same."""
    named = {f"line {number}": p for number, p in enumerate(p_values)}
    together, level_of = corrected(named), levels(named, risk)
    for name, p in named.items():
        if abs(together[name] - risk) > 1e-9:
            assert (p <= level_of[name]) == (together[name] <= risk)


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.01, 0.3, Verdict.MORE),
        (0.01, 0.03, Verdict.MORE),
        (-0.3, -0.01, Verdict.LESS),
        (-0.02, 0.04, Verdict.SAME),
        (-0.02, 0.06, Verdict.OPEN),
        (-1.0, 1.0, Verdict.OPEN),
    ],
)
def test_an_interval_is_its_verdict(low: float, high: float, verdict: Verdict) -> None:
    assert verdict_of(low, high, 0.05) is verdict


@given(FOUND, ERROR)
def test_as_many_games_as_are_said_to_settle_it_do(found: float, error: float) -> None:
    times = times_as_many(found, error, 0.05, 0.05)
    if times < 1e6:
        smaller = error / times**0.5
        far = reach(smaller, 0.05, 0.05)
        assert verdict_of(found - far, found + far, 0.05) is not Verdict.OPEN


def ever_wrong(rng: random.Random, pairs: int) -> bool:
    """Whether somebody who looks after every pair, and would stop at the first claim, is ever fooled."""
    paired = Paired()
    for _ in range(pairs):
        luck = rng.random()
        other = luck if rng.random() < 0.3 else rng.random()
        paired.add(Amount(float(luck < 0.5), 1.0), Amount(float(other < 0.5), 1.0))
        if paired.enough and p_value(paired.difference, paired.error, 0.05) <= 0.05:
            return True
    return False


def test_whoever_looks_after_every_pair_is_fooled_no_more_often_than_said() -> None:
    rng = random.Random(11)
    assert sum(ever_wrong(rng, 150) for _ in range(150)) <= 0.05 * 150


def test_a_large_effect_is_settled_soon() -> None:
    """The sequential test that was here before took 300 pairs for a change of 17 points and left it open."""
    rng, paired = random.Random(2), Paired()
    while not paired.enough or p_value(paired.difference, paired.error, 0.05) > 0.05:
        paired.add(Amount(float(rng.random() < 0.4), 1.0), Amount(float(rng.random() < 0.8), 1.0))
    assert paired.seen < 60
