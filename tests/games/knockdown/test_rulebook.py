"""The rulebook is complete and true: its rules, its index, and everything it tells by way of example."""

from __future__ import annotations

import re

import pytest

from harena.games.knockdown import GAME
from harena.games.knockdown.pack.content import BACKWARD
from harena.games.knockdown.rules.move import next_spaces
from harena.games.knockdown.rules.tower import stands

from .brawl import FOE, JAMES, KATIE, ME, PUPPY, STANDARD, Bout, put
from .on_paper import ALL, Paper, straight

RULES = GAME.folder / "RULES.md"
TEXT = RULES.read_text(encoding="utf-8")
PLAIN = " ".join(TEXT.split())  # lines are broken anywhere
SPECIFIED = {1: 4, 2: 3, 3: 6, 4: 4, 5: 3, 6: 5}  # chapter: rules that come from the original
IN_ALL = {1: 10, 2: 6, 3: 11, 4: 11, 5: 6, 6: 7}
FROM_THE_SOURCE = ("KD-1.7", "KD-5.5")  # with a number of ours, but words of the original
PAPER = Paper()


# --- rules


def test_the_rules_are_those_of_the_specification_each_once_in_order() -> None:
    expected = [f"KD-{chapter}.{rule + 1}" for chapter, count in IN_ALL.items() for rule in range(count)]
    assert re.findall(r"^\*\*(KD-\d+\.\d+)\*\*", TEXT, re.MULTILINE) == expected
    assert list(GAME.rulebook.rules) == expected


def test_each_chapter_has_its_heading() -> None:
    chapters = [set(re.findall(r"^\*\*KD-(\d+)\.", part, re.MULTILINE)) for part in TEXT.split("\n## ")]
    assert [numbers for numbers in chapters if numbers] == [{str(chapter)} for chapter in IN_ALL]


def test_rules_of_our_own_are_marked_as_rulings() -> None:
    for rule, text in GAME.rulebook.rules.items():
        chapter, number = map(int, rule.removeprefix("KD-").split("."))
        if number > SPECIFIED[chapter] and rule not in FROM_THE_SOURCE:
            assert text.startswith("*(ruling)*"), rule


def test_a_rule_that_is_cited_exists() -> None:
    assert set(re.findall(r"KD-\d+\.\d+", TEXT)) == set(GAME.rulebook.rules)


def test_a_picture_that_is_shown_exists() -> None:
    for path in re.findall(r"!\[[^]]+\]\((pictures/[a-z-]+\.svg)\)", TEXT):
        assert (RULES.parent / path).is_file(), path


# --- what is told by way of example, with the standard pack


def test_your_first_turns() -> None:
    bout = Bout(
        put(JAMES, "c1", hand="second_wind med_kit"),
        put(PUPPY, "c5", hand="block block"),
        row="rivet_gun haymaker thrown_crate vent_crawl",
        pack=STANDARD,
    )
    reach = {one.attack: one.in_range for one in bout.view(ME).reach}
    assert [reach[id] for id in ("haymaker", "thrown_crate", "rivet_gun")] == [False, False, True]
    bout.play("attack:rivet_gun", "block:wounds0")
    assert (bout.wounds(FOE), bout.symbols(FOE)) == ((2, 0), ["block"])
    assert (len(bout.hand(ME)), bout.symbols(ME)) == (3, ["dash", "power", "power"])
    bout.play("dash:c2")
    assert "special:1" in bout.open, "Headshot could be paid"
    bout.play("stop")
    assert (bout.active, len(bout.row)) == (FOE, 4)
    assert bout.row[:3] == ["haymaker", "thrown_crate", "vent_crawl"], "one was dealt, none was lost"
    bout.play("move:d4")
    assert bout.state.distance() == 3
    bout.play("attack:thrown_crate")
    assert (bout.wounds(ME), "thrown_crate" in bout.hand(FOE)) == ((2, 0), True)


def test_the_middle_of_the_nest() -> None:
    assert {PAPER.distance("c3", space) for space in ALL if space != "c3"} == {1, 2}
    lines = {space for space in ALL if straight("c3", space)}
    assert lines - PAPER.beside["c3"] == {"a1", "a3", "c1", "c5", "e1", "e3"}
    assert PAPER.distance("c3", "b4") == 2
    assert not straight("c3", "b4")


def test_initiative_in_the_example() -> None:
    values = {skill.name: skill.initiative for skill in STANDARD.skill_sets[0].skills}
    for name in ("Bleeding", "Thick Skin", "Quick Feet", "Steady Hands"):
        assert name in values
    assert f"Marksman face up, with Initiative {values['Marksman']}" in PLAIN
    assert f"shows Deep Pockets, with Initiative {values['Deep Pockets']}" in PLAIN
    assert values["Deep Pockets"] > values["Marksman"]


def test_a_combo_in_the_example() -> None:
    bout = Bout(put(JAMES, "c1", hand="power power dash wild"), put(PUPPY, "c5"), pack=STANDARD)
    bout.play("dash:c2")
    assert bout.opened("dash") == set(), "the Wild would not do"
    bout.play("special:1")
    assert bout.opened("symbol") == {"power", "wild"}
    bout.play("symbol:power")
    assert bout.opened("symbol") == {"power", "wild"}
    bout.play("symbol:power", "number:0", "no_call")
    assert bout.symbols(ME) == ["wild"]
    assert bout.opened("special") == {"2", "3", "4"}
    bout.play("stop")
    assert bout.opened("special") == {"2", "3", "4"}, "one card does not pay for Headshot"


@pytest.mark.parametrize(
    ("mine", "theirs", "spaces"), [("c2", "c3", {"c4"}), ("c2", "c5", set()), ("b2", "c4", {"c5", "d4"})]
)
def test_backward_in_the_example(mine: str, theirs: str, spaces: set[str]) -> None:
    bout = Bout(put(KATIE, mine), put(JAMES, theirs))
    found = next_spaces(bout.state, ME, BACKWARD)
    assert {name for place, name in enumerate(bout.arena.field.names) if found >> place & 1} == spaces


def test_towers_in_the_example() -> None:
    assert stands([0, 6, 6])
    assert not stands([0, 6, 9])


def test_when_to_call_in_the_example() -> None:
    bout = Bout(put(KATIE, "c2"), put(JAMES, "c3", light=7, heavy=3, contamination=1))
    tested = bout.view(ME).fighters[FOE]
    assert (tested.counted, tested.fails) == (11, 108)


def test_what_the_nest_has() -> None:
    (arena,) = STANDARD.arenas
    assert (arena.name, arena.spaces.bit_count()) == ("The Nest", 19)
    assert [arena.field.names[space] for space in arena.starts] == ["c1", "c5"]
    assert [arena.field.names[space] for space in arena.red if arena.heavy >> space & 1] == ["c3"]
