"""The best of several: the best whenever there is one, else any of those as good."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from harena.core.best import NONE, Best
from harena.core.dice import fast_dice


def chosen(worths: list[int], seed: int = 1) -> int:
    best = Best(fast_dice(seed))
    for place, worth in enumerate(worths):
        best.offer(place, worth)
    return best.choice


@given(st.lists(st.integers(-(1 << 40), 1 << 40), min_size=1), st.integers(0, 1000))
def test_nothing_better_was_offered(worths: list[int], seed: int) -> None:
    assert worths[chosen(worths, seed)] == max(worths)


def test_of_equals_each_is_as_likely() -> None:
    counted = Counter(chosen([3, 7, 1, 7, 7], seed) for seed in range(3000))
    assert set(counted) == {1, 3, 4}
    assert all(900 < times < 1100 for times in counted.values()), counted


def test_no_die_is_rolled_where_one_is_best() -> None:
    dice = fast_dice(1)
    best = Best(dice)
    for place, worth in enumerate([-5, -2, 4]):
        best.offer(place, worth)
    assert (best.choice, dice.drawn) == (2, 0)


def test_without_an_offer_there_is_no_choice() -> None:
    assert Best(fast_dice(1)).choice == NONE
