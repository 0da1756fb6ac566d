"""A table of verbs, and all that follows from it: what is refused, what is printed, what the docs say."""

from __future__ import annotations

import msgspec
import pytest

from harena.core.verbs import Use, VerbSpec, Vocabulary


class Entry(msgspec.Struct):
    do: str
    n: int = 1
    on: str | None = None
    far: int = 0
    if_caught: bool = False


CARDS, TRAPS = "cards", "traps"
GARDEN = Vocabulary(
    [
        VerbSpec(
            "throw", (Use((CARDS,), "throw {n:ball} at {whom}", "a throw", ("near", "each")),), ("n", "far")
        ),
        VerbSpec(
            "tickle",
            (
                Use((CARDS,), "tickle {whom}", "it laughs", ("near", "same")),
                Use((TRAPS,), "laugh {n:hour}", "the victim laughs"),
            ),
            ("n", "if_caught"),
            most=3,
            why="nobody laughs longer",
        ),
        VerbSpec("sway", (Use((CARDS, TRAPS), "sway {n}", "left or right"),), ("n",), least=-2),
    ],
    same="same",
    after={"if_caught": "throw"},
    goes_with={"far": ("near",)},
)
THROW = Entry("throw", on="near")


def mistakes(*entries: Entry, place: str = CARDS) -> list[str]:
    noted: list[str] = []
    GARDEN.check(entries, place, noted.append)
    return noted


@pytest.mark.parametrize(
    ("entries", "place", "what"),
    [
        ([THROW], TRAPS, "verb 1, 'throw', cannot stand here; there are: sway, tickle."),
        ([Entry("throw")], CARDS, "verb 1, 'throw', needs 'on': near, each."),
        (
            [Entry("throw", on="same")],
            CARDS,
            "verb 1, 'throw', does not work on 'same'. It can be: near, each.",
        ),
        ([Entry("sway", on="near")], CARDS, "verb 1, 'sway', does not work on 'near'. Leave 'on' out."),
        ([Entry("sway", far=2)], CARDS, "verb 1, 'sway', has no use for 'far'; it takes: n."),
        (
            [Entry("throw", on="each", far=2)],
            CARDS,
            "verb 1, 'throw', has no use for 'far'; that goes with near.",
        ),
        ([THROW, Entry("sway", n=0)], CARDS, "verb 2, 'sway', moves nothing with n = 0."),
        ([Entry("throw", n=0, on="near")], CARDS, "verb 1, 'throw', needs n of at least 1."),
        ([Entry("tickle", n=4)], TRAPS, "verb 1, 'tickle', needs n from 1 to 3: nobody laughs longer."),
        (
            [Entry("tickle", on="same")],
            CARDS,
            "the first verb has no verb before it whose target it could share.",
        ),
        (
            [Entry("sway"), Entry("tickle", on="same")],
            CARDS,
            "verb 2 works on 'same', but no verb before it has a target that it could share.",
        ),
        (
            [Entry("tickle", on="near", if_caught=True)],
            CARDS,
            "verb 1, 'tickle', has if_caught, but no throw stands before it.",
        ),
    ],
)
def test_a_mistake_says_which_verb_and_what_would_be_right(
    entries: list[Entry], place: str, what: str
) -> None:
    assert mistakes(*entries, place=place) == [what]


def test_what_is_right_is_not_noted() -> None:
    assert mistakes(THROW, Entry("tickle", n=3, on="same", if_caught=True), Entry("sway", n=-2)) == []
    assert mistakes(Entry("throw", on="near", far=4)) == []
    assert mistakes(Entry("tickle"), Entry("sway", n=2), place=TRAPS) == []


def test_a_verb_reads_as_it_stands_and_asks_only_for_what_it_says() -> None:
    asked = []

    def said(name: str) -> int | str:
        asked.append(name)
        return 2 if name == "n" else "the cat"

    assert GARDEN.reads(GARDEN.number("throw"), CARDS, said) == "throw 2 balls at the cat"
    assert GARDEN.reads(GARDEN.number("tickle"), TRAPS, said) == "laugh 2 hours"
    assert asked == ["n", "whom", "n"]


def test_the_table_of_the_docs_has_a_row_for_each_use() -> None:
    assert GARDEN.table() == [
        ("`throw`", "cards", "`near` `each`", "a throw"),
        ("`tickle`", "cards", "`near` `same`", "it laughs"),
        ("`tickle`", "traps", "no `on`", "the victim laughs"),
        ("`sway`", "cards, traps", "no `on`", "left or right"),
    ]
