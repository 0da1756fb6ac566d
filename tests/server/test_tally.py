"""What may be said of a person's results: counts, and a range that holds however often one looks."""

from __future__ import annotations

import random

import pytest

from harena.server.tally import RISK, Result, against_bots, bounds, points, tally

SIXTEEN = 16  # ranges that a page could show


def flipped(seed: int, games: int, chance: float = 0.5) -> list[Result]:
    dice = random.Random(seed)
    return [Result("a", float(dice.random() < chance), 2, "easy") for _ in range(games)]


def test_results_are_counted_with_the_wins_in_a_row() -> None:
    scores = [1, 1, 0, 0.5, 1, 1, 1, 0, 1]
    found = tally([Result("a", score, 2) for score in scores])
    assert (found.played, found.won, found.drawn, found.lost) == (9, 6, 1, 2)
    assert (found.streak, found.longest) == (1, 3)
    assert tally([]) == tally([])
    assert tally([]).played == tally([]).streak == 0


def test_of_coin_flips_nothing_is_claimed_however_often_one_looks() -> None:
    """After every single game of 200 histories of 16 times 60 coin flips; by chance at most 5% may claim."""
    claimed = 0
    for seed in range(200):
        cells = [flipped(100 * seed + cell, 60) for cell in range(SIXTEEN)]
        claimed += any(
            against_bots(cell[:games], SIXTEEN)[0].verdict for cell in cells for games in range(1, 61, 3)
        )
    assert claimed <= 200 * RISK


def test_of_coin_flips_against_several_bots_a_page_claims_nothing() -> None:
    dice = random.Random(11)
    results = [
        Result(game, float(dice.random() < 0.5), 2, bot)
        for game in "abcd"
        for bot in ("easy", "normal", "hard", "master")
        for _ in range(50)
    ]
    assert [one.verdict for one in against_bots(results, SIXTEEN)] == [""] * SIXTEEN


def test_what_is_really_so_is_said_in_the_end() -> None:
    assert against_bots(flipped(1, 80, 0.9), SIXTEEN)[0].verdict == "more"
    assert against_bots(flipped(2, 80, 0.1), SIXTEEN)[0].verdict == "fewer"


def test_in_games_of_four_sides_even_is_one_in_four() -> None:
    results = [Result("a", one, 4, "easy") for one in [1.0, 0, 0, 0] * 40]
    found = against_bots(results, SIXTEEN)[0]
    assert (found.even, found.verdict) == (0.25, "")
    assert found.high < 0.5, "for two sides that would be a bad result"
    assert found.rating is None, "points as in chess are for two"


def test_a_few_games_say_nothing() -> None:
    for wins in range(4):
        found = against_bots([Result("a", 1.0, 2, "easy")] * wins, SIXTEEN)
        assert [one.verdict for one in found] == [""] * bool(wins)
    assert against_bots([], SIXTEEN) == []
    assert bounds(0, 0, 0.05) == (0.0, 1.0)


@pytest.mark.parametrize(("won", "played"), [(0, 5), (5, 5), (3.5, 9), (50, 100), (1, 1000)])
def test_a_range_holds_what_was_seen_and_grows_with_the_safety(won: float, played: int) -> None:
    low, high = bounds(won, played, 0.05)
    assert 0 <= low <= won / played <= high <= 1
    wide_low, wide_high = bounds(won, played, 0.001)
    assert wide_low <= low
    assert high <= wide_high
    assert wide_high - wide_low > high - low
    turned = bounds(played - won, played, 0.05)
    assert turned == pytest.approx((1 - high, 1 - low))


def test_a_rating_is_a_range_of_points_and_none_where_it_would_be_any_number() -> None:
    assert points(0.5) == 0
    assert points(10 / 11) == 400
    assert points(0.001) is None
    assert points(1.0) is None
    found = against_bots([Result("a", 1.0, 2, "easy")] * 30, SIXTEEN)[0]
    assert found.rating is not None
    low, high = found.rating
    assert low is not None
    assert low > 0
    assert high is None, "who never lost may be any number better"
    assert against_bots([Result("a", 1.0, 2, "easy")], SIXTEEN)[0].rating in (None, (None, None))
