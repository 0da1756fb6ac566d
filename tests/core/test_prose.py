"""How numbers, lists, percentages and names are written, everywhere the same."""

from __future__ import annotations

import pytest

from harena.core import prose


def test_what_is_counted_is_one_or_many() -> None:
    assert [prose.count(n, "wound") for n in (0, 1, 2)] == ["0 wounds", "1 wound", "2 wounds"]
    assert [prose.count(n, "die", "dice") for n in (1, 4)] == ["1 die", "4 dice"]
    assert prose.count(12_000, "game") == "12,000 games"
    assert [prose.plural(n, "Injury", "Injuries") for n in (1, 2)] == ["Injury", "Injuries"]


def test_small_numbers_are_words() -> None:
    assert [prose.spelled(n) for n in (0, 1, 10, 11, 1200)] == ["no", "one", "ten", "11", "1,200"]
    assert [prose.times(n) for n in (1, 2, 3)] == ["once", "twice", "3 times"]


@pytest.mark.parametrize(
    ("things", "text"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_things_are_listed(things: list[str], text: str) -> None:
    assert prose.listed(things) == text
    assert prose.listed(things, "or") == text.replace(" and ", " or ")


def test_of_many_things_some_are_named_and_the_others_counted() -> None:
    assert prose.listed(["a", "b", "c"], most=3) == "a, b and c"
    assert prose.listed(["a", "b", "c", "d"], most=2) == "a, b and 2 more"


def test_what_is_enough() -> None:
    assert [prose.or_more(n) for n in (3, 6)] == ["3 or more", "6 or more"]
    assert [prose.or_more(n, most=6) for n in (3, 6)] == ["3 or more", "6"]


def test_percentages() -> None:
    assert [prose.percent(share) for share in (0, 0.5, 0.884, 1)] == ["0%", "50%", "88%", "100%"]
    assert [prose.percent(0.5617, digits=1), prose.percent(0.03, sign=True)] == ["56.2%", "+3%"]
    assert [prose.percent(-0.001), prose.percent(-0.001, sign=True), prose.percent(-0.02)] == [
        "0%",
        "+0%",
        "-2%",
    ]


@pytest.mark.parametrize(("share", "text"), [(0, "0%"), (0.0001, "1%"), (0.9999, "99%"), (1, "100%")])
def test_a_chance_is_certain_or_impossible_only_if_it_is(share: float, text: str) -> None:
    assert prose.chance(share) == text


@pytest.mark.parametrize(("name", "text"), [("Ann", "Ann's"), ("James", "James'"), ("CHAOS", "CHAOS'")])
def test_whose(name: str, text: str) -> None:
    assert prose.genitive(name) == text


def test_capitals_leave_the_rest_alone() -> None:
    assert prose.capital("fast Attack HQ") == "Fast Attack HQ"
    assert (prose.capital(""), prose.sentence("it ends")) == ("", "It ends.")


@pytest.mark.parametrize(("thing", "text"), [("easy bot", "an easy bot"), ("hard bot", "a hard bot")])
def test_the_article(thing: str, text: str) -> None:
    assert prose.a(thing) == text
