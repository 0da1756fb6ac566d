"""The rulebook is complete and true: its rules, its pictures, and everything it tells by way of example."""

from __future__ import annotations

import re

from harena.games.centauri import GAME
from harena.games.centauri.view import ArenaQuestion

from .table import HOME_RUN, INTERSTELLAR, NEW_HOPE, SCENARIOS, STANDARD, Sky

RULES = GAME.folder / "RULES.md"
TEXT = RULES.read_text(encoding="utf-8")
PLAIN = " ".join(TEXT.split())  # lines are broken anywhere
SPECIFIED = {1: 8, 2: 6, 3: 7, 4: 4, 5: 0}  # chapter: rules that come from the original or its larger game
IN_ALL = {1: 14, 2: 14, 3: 13, 4: 12, 5: 2}
OURS = ("CN-1.6", "CN-4.4")  # with a number among those, but all of it decided by us


def rows(after: str) -> list[list[str]]:
    """The cells of the first table after a sentence, without its head."""
    lines = TEXT[TEXT.index(after) :].splitlines()
    first = next(place for place, line in enumerate(lines) if line.startswith("|"))
    table = []
    for line in lines[first:]:
        if not line.startswith("|"):
            break
        table.append([cell.strip() for cell in line.strip("|").split("|")])
    return table[2:]


def question(sky: Sky) -> ArenaQuestion:
    asked = sky.view(sky.asked).question
    assert asked is not None
    return asked


# --- rules


def test_the_rules_are_those_of_the_specification_each_once_in_order() -> None:
    expected = [f"CN-{chapter}.{rule + 1}" for chapter, count in IN_ALL.items() for rule in range(count)]
    assert re.findall(r"^\*\*(CN-\d+\.\d+)\*\*", TEXT, re.MULTILINE) == expected
    assert list(GAME.rulebook.rules) == expected


def test_each_chapter_has_its_heading() -> None:
    chapters = [set(re.findall(r"^\*\*CN-(\d+)\.", part, re.MULTILINE)) for part in TEXT.split("\n## ")]
    assert [numbers for numbers in chapters if numbers] == [{str(chapter)} for chapter in IN_ALL]


def test_rules_of_our_own_are_marked_as_rulings() -> None:
    for rule, text in GAME.rulebook.rules.items():
        chapter, number = map(int, rule.removeprefix("CN-").split("."))
        if number > SPECIFIED[chapter] or rule in OURS:
            assert text.startswith("*(ruling)*"), rule


def test_no_two_headings_are_alike() -> None:
    headings = re.findall(r"^#+ (.+)$", TEXT, re.MULTILINE)
    assert len(headings) == len(set(headings)), "each is an address on the page"


def test_a_rule_that_is_cited_exists() -> None:
    assert set(re.findall(r"CN-\d+\.\d+", TEXT)) == set(GAME.rulebook.rules)


def test_every_event_cites_a_rule_that_exists() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (GAME.folder / "rules").glob("*.py"))
    assert set(re.findall(r"CN-\d+\.\d+", source)) <= set(GAME.rulebook.rules)


def test_a_picture_that_is_shown_exists_and_every_picture_is_shown() -> None:
    shown = set(re.findall(r"!\[[^]]+\]\(pictures/([a-z-]+)\.svg\)", TEXT))
    assert shown == {path.stem for path in (RULES.parent / "pictures").glob("*.svg")}


# --- tables


def test_the_table_of_levels() -> None:
    for number, *cells in rows("Every attribute stays"):
        level = int(number) - 1
        for track, cell in zip(STANDARD.tracks, cells, strict=True):
            gains = track.levels[level]
            if len(gains) == 3:
                assert cell == "all three +1"
            else:
                assert str(gains[0].n) in cell


def test_the_table_of_foes() -> None:
    table = {
        head: [cell.replace("\u2013", "0") for cell in cells]
        for head, *cells in rows("by the same formulas.")
    }
    foes = STANDARD.foes[1:]
    assert table["Combat"] == [str(foe.combat) for foe in foes]
    assert table["Shield"] == [str(foe.shield) for foe in foes]
    assert table["Hull"] == [str(foe.hull) for foe in foes]
    assert table["Initiative: die plus"] == [str(foe.initiative) for foe in foes]
    assert table["Leaving costs more"] == [str(foe.leaving) for foe in foes]
    assert table["Astartium"] == [str(foe.astartium) for foe in foes]
    assert table["Token"] == [str(foe.tokens) for foe in foes]


def test_the_table_of_victory_points() -> None:
    table = {head: cells for head, *cells in rows("## The scenarios")}
    for place, id in enumerate(SCENARIOS):
        scenario = next(one for one in STANDARD.scenarios if one.id == id)
        said = {head: int((re.findall(r"\d+", cells[place]) or ["0"])[0]) for head, cells in table.items()}
        assert said["An armada destroyed"] == scenario.kill
        assert said["An enemy fled and survived"] == scenario.escape
        assert said["A module at your Starbase"] == scenario.delivery
        assert said["A module in harmony"] == scenario.harmony
        assert said["A Raider destroyed"] == scenario.raider
        assert said["A token traded"] == scenario.trade
        assert said["The game is won by"] == scenario.goal


# --- what is told by way of example, with the standard pack


def test_your_first_round() -> None:
    sky = Sky(
        HOME_RUN, 2, hands={1: "afterburner salvage_rights", 2: "pushback field_repairs"}, pack=STANDARD
    )
    sky.state.round = 0
    sky.any_dice().next_report(2).next_round()
    assert sky.raiders == {"c5": 1, "e2": 1}
    sky.play("lab", "finish", "lab", "finish")
    assert (sky.asking, sky.player(1).speed, sky.player(2).speed) == ("Movement", 3, 3)
    sky.play("armada:1", "fly:f1")
    assert sky.ship(1).points == 1
    sky.play("pick_up")
    assert sky.ship(1).cargo
    sky.play("fly:e2")
    assert (sky.sector(2), sky.ship(2).points) == ("e2", 0)
    sky.play("armada:3", "stay", "stay")
    assert sky.asking == "Buff"


def test_the_raider_of_the_first_round() -> None:
    sky = Sky(
        HOME_RUN, 2, ships={1: "f1", 2: "e2"}, raiders={"e2": 1}, hands={1: "afterburner"}, pack=STANDARD
    )
    sky.player(1).speed, sky.player(1).astartium = 3, 0
    sky.ship(1).cargo = True
    sky.roll(4, 3).encounter()
    assert [event.b for event in sky.told("initiative")] == [7, 4]
    sky.roll(5, 4).play("pass")
    assert sky.told("damaged")[0].b == 2
    assert (sky.raiders, sky.player(1).astartium) == ({}, 1)
    assert (sky.told("regrouped")[0].a, len(sky.hand(1))) == (0, 2), "the first armada drew a card"
    sky.expand()
    assert sky.points == [0, 0]
    sky.move(1).play("fly:d1")
    assert sky.ship(1).points == 1
    sky.expand()
    assert (sky.points, sky.player(1).astartium) == ([5, 0], 3)


def test_leaving_in_the_example() -> None:
    sky = Sky(ships={1: "c2"}, raiders={"c2": 2}, pack=STANDARD)
    sky.player(1).speed = 3
    costs = question(sky.move(1)).costs
    assert set(costs.values()) == {3}
    assert "b2" not in costs, "another Nebula"
    assert "c1" in costs


def test_evade_in_the_example() -> None:
    sky = Sky(players=4, ships={1: "c3", 2: "c3", 4: "c3"}, pack=STANDARD)
    sky.player(1).speed, sky.player(2).speed, sky.player(4).speed = 4, 3, 5
    asked = question(sky.move(1))
    assert (asked.evade, asked.evade_odds) == (4, 1 / 16)


def test_fleeing_in_the_example() -> None:
    sky = Sky(ships={1: "c1", 2: "c1", 4: "c1"}, pack=STANDARD)
    sky.player(1).hull, sky.player(1).shield = 3, 4
    sky.player(2).combat = sky.player(4).combat = 3
    sky.roll(1, 6, 5).encounter().play("fight", "fight")
    sky.roll(6, 5, 4, 4, 1, 1, 1, 6, 1, 1, 5, 5, 1, 1).play("flee")
    assert [event.c for event in sky.told("attacked")] == [3, 1]
    assert sky.player(1).hull == 1
    assert sky.points == [0, 1]


def test_the_convoy_in_the_example() -> None:
    for first, stops in (("d3", "d3"), ("c3", "c3")):
        sky = Sky(NEW_HOPE, 4, pack=STANDARD)
        sky.points[:] = [7, 3]
        sky.expand()
        assert sky.told("persuaded")[0].b == 4
        assert sky.opened("sector") == {"d3", "c3"}
        sky.play(f"sector:{first}")
        assert (sky.over, sky.convoy) == (True, stops)
    kinds = {one.name: one.kind for one in sky.view(1).sectors}
    assert (kinds["c2"], kinds["b2"]) == ("nebula", "open")


def test_what_the_book_says_of_the_start() -> None:
    sky = Sky(INTERSTELLAR, pack=STANDARD)
    assert "37 hexagonal **sectors**" in PLAIN
    assert sky.state.field.count == 37
    assert sum(card.count for card in STANDARD.cards if card.arena) == 8
    assert len(STANDARD.kind_of) == 40
    assert len(STANDARD.reports) == 12
    assert STANDARD.basics.hand == 5
