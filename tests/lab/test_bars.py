"""Bars for shares of what is counted, and for medians of lengths."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from harena.core.errors import HarenaError
from harena.core.study import Count
from harena.lab.balance import tally
from harena.lab.balance_json import bar_data
from harena.lab.balance_parts import Report
from harena.lab.balance_report import make_report
from harena.lab.bars import Judged, bar_sentences, judge, read_bar
from harena.lab.plan import Row
from harena.lab.statistics import median_interval, quantile
from lab.made_up import row

TURNS = "turns in a round"


def fight(number: int, knockouts: int, decks: int, turns: dict[int, int]) -> Row:
    """A match of several rounds: how they ended, and how many took so many turns; cards by what they are."""
    of_game = {
        "ending:K.O.": knockouts,
        "ending:deck out": decks,
        "taken:Axe": 3,
        "taken:Boot": 1,
        "taken:Cup": 0,
    }
    of_game |= {f"{TURNS}:{length}": rounds for length, rounds in turns.items()}
    counts = [{"deed:move": 3, "deed:dash": 1}, {"deed:move": 4}]
    return row(number, [number % 2, 1 - number % 2], counts=counts, of_game=of_game)


def report(rows: list[Row]) -> Report:
    return make_report(tally(rows))


def judged(rows: list[Row], *bars: str) -> list[Judged]:
    return judge(report(rows), [read_bar(bar) for bar in bars])


MATCHES = [fight(number, 1, 1, {9: 1, 15: 1}) for number in range(200)]


def test_the_share_of_one_thing_is_held_against_its_bar() -> None:
    (half,) = judged(MATCHES, "ending:K.O.=40-80")
    assert (half.of, half.value, half.rate, half.verdict) == ("share", "K.O.", 0.5, "inside")
    (outside,) = judged(MATCHES, "ending:K.O.=60-80")
    assert outside.verdict == "outside"
    assert bar_sentences([outside])[0].startswith("The share of K.O. is outside the bar of 60–80%: 50.0% (")  # noqa: RUF001


def test_a_share_near_its_limit_is_unsure_with_few_games() -> None:
    (unsure,) = judged(MATCHES[:10], "ending:K.O.=45-80")
    assert unsure.verdict == "unsure"
    assert bar_sentences([unsure]) == [
        "Inside the bar, but more games might say otherwise: the share of K.O."
    ]


def test_a_bar_for_a_kind_is_for_each_of_its_things_also_what_never_happened() -> None:
    found = {one.value: one for one in judged(MATCHES, "taken=20-80")}
    assert {name: one.rate for name, one in found.items()} == {"Axe": 0.75, "Boot": 0.25, "Cup": 0.0}
    assert found["Cup"].verdict == "outside"
    assert found["Axe"].verdict == "inside"


def test_what_seats_did_has_shares_too() -> None:
    found = {one.value: one.rate for one in judged(MATCHES, "deed=0-100")}
    assert found == {"move": pytest.approx(7 / 8), "dash": pytest.approx(1 / 8)}


def test_the_median_of_a_length_is_held_against_its_bar_as_a_number() -> None:
    (one,) = judged(MATCHES, f"{TURNS}=10-22")
    assert (one.of, one.rate) == ("median", 12.0)
    assert one.verdict == "unsure", "half of them take nine"
    long = [fight(number, 1, 1, {150: 2}) for number in range(40)]
    (other,) = judged(long, f"{TURNS}=10-22")
    assert other.verdict == "outside"
    assert bar_sentences([other]) == [
        "The median of turns in a round is outside the bar of 10–22: 150 (150–150)."  # noqa: RUF001
    ]
    assert judged(long, f"{TURNS}=100-200")[0].verdict == "inside", "a length may be above a hundred"
    assert bar_data(other)["bar"] == [10.0, 22.0]
    assert bar_data(judged(MATCHES, "taken=2-6")[0])["bar"] == [0.02, 0.06]


def test_numbered_counts_are_a_length_and_no_table_of_sources() -> None:
    made = report(MATCHES)
    (length,) = [one for one in made.lengths if one.name == TURNS]
    assert length.histogram == Counter({9: 200, 15: 200})
    assert TURNS not in {one.kind for one in made.sources}
    assert {"ending", "taken"} <= {one.kind for one in made.sources}


@pytest.mark.parametrize(
    ("bar", "said"),
    [
        ("endings=1-2", r"bar is for 'endings'; .*counted are: .*ending.*lengths are: .*turns in a round"),
        ("ending:Ko=1-2", r"bar is for 'Ko'; of 'ending' these came up: K\.O\., deck out"),
        ("seat:1=45-55", r"bar is for 'seat:1'; seats of this game differ in: .*seat"),
        (f"{TURNS}:9=1-2", r"bar is for 'turns in a round:9'; .*lengths are: .*turns in a round"),
        ("taken=2-600", r"bar for 'taken' is in percent: it ends at 100, not 600"),
        ("seat=2-600", r"bar for 'seat' is in percent"),
    ],
)
def test_a_bar_for_nothing_is_refused_in_a_sentence(bar: str, said: str) -> None:
    with pytest.raises(HarenaError, match=said):
        judged(MATCHES, bar)


def test_the_interval_of_a_median_holds_it_nineteen_times_of_twenty() -> None:
    luck, held = Random(3), 0
    for _ in range(400):
        drawn = Counter(luck.randrange(101) for _ in range(200))
        low, high = median_interval(drawn)
        held += low <= 50 <= high
        assert low <= quantile(drawn, 0.5) <= high
    assert 0.92 < held / 400 < 0.99


def test_a_count_can_be_told_in_one_of_what_a_game_has_many_of() -> None:
    rows = [
        row(
            number, [1, 0], counts=[{"deed:move": 6, "deed:dash": 1}, {"deed:move": 2}], of_game={"turns": 16}
        )
        for number in range(10)
    ]
    for counts, per in (({"deed": Count("Deeds", per="turn")}, "a turn"), ({"deed": Count("Deeds")}, "")):
        (deeds,) = [one for one in make_report(tally(rows), counts).sources if one.kind == "deed"]
        assert deeds.per == per
        if per:
            assert [deeds.often(one) for one in deeds.things] == [0.5, 1 / 16]
    unknown = make_report(tally(rows), {"deed": Count("Deeds", per="leap")})
    assert [one.per for one in unknown.sources if one.kind == "deed"] == [""], "nobody counts leaps"
