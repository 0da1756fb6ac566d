"""A balance report claims hardly ever anything where there is nothing: tried out on coin-flipped winners.

`HARENA_REPORTS=200 pytest tests/lab/test_claims.py` tries more of them than there is time for every day.
"""

from __future__ import annotations

import math
import os
import random

import msgspec
import pytest

from harena.lab.balance import tally
from harena.lab.balance_parts import Report
from harena.lab.balance_report import make_report
from harena.lab.balance_run import Wish, plan_balance
from harena.lab.balance_words import cards, outstanding
from harena.lab.fair import shares_of
from harena.lab.plan import Row
from harena.lab.simulate import rows
from harena.lab.statistics import Halves, gain_p, share_p
from lab.made_up import arena

REPORTS = int(os.environ.get("HARENA_REPORTS", "40"))
RISK = 0.05


def flipped(played: list[Row], rng: random.Random) -> list[Row]:
    """The same games, cards and all, with winners by lot."""
    out = []
    for row in played:
        winner = rng.randrange(len(row.scores))
        scores = [float(seat == winner) for seat in range(len(row.scores))]
        out.append(msgspec.structs.replace(row, scores=scores))
    return out


def claims(report: Report) -> list[str]:
    """What the top of a report claims."""
    return [f"{section.trait} {value.name}" for section, value in outstanding(report)] + cards(report)


@pytest.mark.parametrize(("game", "players"), [("combat_arena", 2), ("combat_arena", 4), ("dawn_raid", 2)])
def test_of_reports_over_coin_flipped_winners_hardly_any_makes_a_claim(game: str, players: int) -> None:
    """Of 200 such reports 86% made some false claim when each line was judged as if it were the only one."""
    options = {"players": str(players), "max_rounds": "5"} if game == "combat_arena" else {}
    plan = plan_balance(Wish(game=game, bot="random", games=96, options=options))
    played = list(rows(plan))
    rng = random.Random(players)
    shares = shares_of(plan)
    reports = [make_report(tally(flipped(played, rng), shares)) for _ in range(REPORTS)]
    wrong = [claims(report) for report in reports if claims(report)]
    assert len(wrong) <= RISK * REPORTS + 2 * math.sqrt(RISK * (1 - RISK) * REPORTS), wrong
    print(f"{game} {players}: {len(wrong)} of {REPORTS}")


def test_what_is_there_is_still_claimed() -> None:
    report = make_report(tally(arena(1200)))
    said = claims(report)
    assert said[0] == "fighter Ada the Bold"
    assert "most useful Lunge" in said[-1]


def test_what_is_claimed_is_marked_and_what_only_looks_so_is_marked_otherwise() -> None:
    """Every value that is clear among all is clear alone; not the other way round."""
    report = make_report(tally(arena(400, strong=1.5)))
    values = [value for section in report.sections for value in section.values]
    assert all(value.rate.standing == value.clear for value in values if value.clear)
    assert any(value.clear for value in values) or any(value.rate.standing for value in values)


@pytest.mark.parametrize(
    ("won", "games", "share", "p"),
    [(8, 10, 0.5, 2 * 56 / 1024), (2, 10, 0.5, 2 * 56 / 1024), (10, 10, 0.5, 2 / 1024), (5, 10, 0.5, 1.0)],
)
def test_how_far_chance_takes_a_share_is_binomial(won: float, games: int, share: float, p: float) -> None:
    assert share_p(won, games, share) == pytest.approx(p)


def test_among_four_the_tails_are_not_alike() -> None:
    assert share_p(4, 4, 0.25) == pytest.approx(2 * 0.25**4)
    assert share_p(0, 4, 0.25) == pytest.approx(2 * 0.75**4)
    assert share_p(5000, 10000, 0.25) == pytest.approx(0.0, abs=1e-12)


def test_shares_of_a_draw_do_not_count_as_wins() -> None:
    assert share_p(7.9, 10, 0.5) == share_p(7, 10, 0.5)


def test_a_gain_is_judged_within_groups() -> None:
    """Everybody of the strong group has the card and nobody of the weak: that says nothing about it."""
    assert gain_p([Halves(90, 100, 0, 0), Halves(0, 0, 10, 100)]) == 1.0
    assert gain_p([Halves(60, 100, 40, 100)]) == pytest.approx(
        math.erfc((10 - 0.5) / math.sqrt(2 * 12.5628)), rel=1e-3
    )
    assert gain_p([Halves(30, 50, 20, 50), Halves(30, 50, 20, 50)]) < 0.01


def test_a_card_of_which_there_is_one_makes_one_witness_of_two() -> None:
    """Either seat has it, never both: with and without it are the same games, told twice."""
    played = [
        msgspec.structs.replace(row, counts=[{"card:One": 1}, {}] if number % 2 else [{}, {"card:One": 1}])
        for number, row in enumerate(arena(100))
    ]
    counted = tally(played)
    assert counted.together("card:One") == pytest.approx(-1.0)
    assert sum(half.games for half in counted.witnesses("card:One")) == pytest.approx(50)
