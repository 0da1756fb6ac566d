"""The rulebook is complete and true: its rules, its index, its pictures and the round it tells of."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from games.combat_arena.arena import CASTUS, GRUE, RAFELO, STANDARD, TEKNOTH, Fight, put
from harena.games.combat_arena import GAME
from harena.games.combat_arena.rules.push import push_hexes
from harena.games.combat_arena.words.printed import space_number

RULES = GAME.folder / "RULES.md"
TEXT = RULES.read_text(encoding="utf-8")
SPECIFIED = {1: 3, 2: 4, 3: 5, 4: 2, 5: 5, 6: 5, 7: 6, 8: 3}  # chapter: rules in the specification
LINKED = re.findall(r"!\[([^]]+)\]\((pictures/[a-z-]+\.svg)\)", TEXT)


# --- rules


def test_every_rule_of_the_specification_is_there() -> None:
    specified = {f"CA-{chapter}.{rule + 1}" for chapter, count in SPECIFIED.items() for rule in range(count)}
    assert specified <= set(GAME.rulebook.rules)


def test_each_rule_stands_once_in_order_under_its_heading() -> None:
    found = [tuple(map(int, rule)) for rule in re.findall(r"^\*\*CA-(\d+)\.(\d+)\*\*", TEXT, re.MULTILINE)]
    assert found == sorted(set(found))
    assert len(found) == len(GAME.rulebook.rules)
    chapters = [re.findall(r"^\*\*CA-(\d+)\.", part, re.MULTILINE) for part in TEXT.split("\n## ")]
    assert [set(numbers) for numbers in chapters if numbers] == [{str(chapter)} for chapter in SPECIFIED]


def test_rules_of_our_own_are_marked_as_rulings() -> None:
    for rule, text in GAME.rulebook.rules.items():
        chapter, number = map(int, rule.removeprefix("CA-").split("."))
        if number > SPECIFIED[chapter]:
            assert text.startswith("*(ruling)*"), rule


def test_a_rule_that_is_cited_exists() -> None:
    cited = set(re.findall(r"CA-\d+\.\d+", TEXT))
    assert cited == set(GAME.rulebook.rules)


# --- what is generated


def test_everything_in_the_pack_is_in_the_index() -> None:
    index = TEXT[TEXT.index("<!-- index:") : TEXT.index("<!-- end of index -->")]
    pack = STANDARD
    for thing in (*pack.cards, *pack.characters, *pack.injuries, *pack.boards):
        assert thing.name in index


def test_the_rulebook_has_pictures() -> None:
    assert [path for _, path in LINKED] == [
        "pictures/arena.svg",
        "pictures/kill-zones.svg",
        "pictures/arcs.svg",
        "pictures/push.svg",
    ]


@pytest.mark.parametrize("path", [path for _, path in LINKED])
def test_a_picture_is_well_formed(path: str) -> None:
    root = ET.parse(RULES.parent / path).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(list(root.iter())) > 50
    assert not {"script", "image", "foreignObject"} & {
        element.tag.rpartition("}")[2] for element in root.iter()
    }


# --- what is told by way of example


def test_the_first_round_can_be_played_as_it_is_told() -> None:
    mine = "falcons_stoop lion_rampant iron_vow boar_at_bay knife_in_the_dust"
    his = "sand_dancer lions_sidestep horns_of_the_ram thunder_underfoot red_banner"
    fight = Fight(
        put(CASTUS, "a1", "se", hand=mine),
        put(RAFELO, "i5", "nw", hand=his),
        pack=STANDARD,
        board="storm_eye",
    )
    aside = sorted(fight.card(card.id) for card in STANDARD.cards if card.id not in f"{mine} {his}".split())
    drawn = aside.index(fight.card("azure_bulwark")) + 1
    fight.dice = [drawn, 5, 2, 1, 3, 2, 2, 1, 2]
    fight.draw_initiative(RAFELO, CASTUS, CASTUS, RAFELO, CASTUS, RAFELO)

    fight.play("card:sand_dancer/move", "hex:e6")
    assert fight.facing(RAFELO) == "ne"

    fight.play("discard:boar_at_bay", "no", "card:lion_rampant/move", "hex:d5")
    assert fight.opened("facing") == {"e", "sw"}
    fight.play("facing:e")

    fight.play("no", "card:falcons_stoop/attack", "kind:melee")
    assert fight.asking == "React"
    fight.play("react:lions_sidestep")
    assert fight.track(RAFELO) == (2, 0)

    fight.play("card:horns_of_the_ram/special")
    assert fight.asking == "Snare"
    assert len(fight.hand(CASTUS)) == 3
    assert "You need 4, so you discard Iron Vow and Azure Bulwark" in TEXT
    assert "With only one card in hand you would be out of the game." in TEXT
    fight.play("discard:iron_vow", "discard:azure_bulwark")
    assert (fight.hex(CASTUS), fight.hand(CASTUS)) == ("d5", {"knife_in_the_dust"})

    fight.play("no", "card:knife_in_the_dust/attack", "kind:melee")
    assert fight.energy(CASTUS) == STANDARD.start - 1 - 1 + 1 + 1

    fight.play("card:thunder_underfoot/move")
    assert fight.facing(RAFELO) == "ne"
    fight.dice = []
    with pytest.raises(AssertionError, match="the test says no more"):
        fight.play("facing:nw")  # and the next round would be dealt
    assert fight.facing(RAFELO) == "nw"
    assert [STANDARD.track[fight.energy(one)] for one in (CASTUS, RAFELO)] == [3, 4]


def test_castus_suffers_six_wounds_as_it_is_told() -> None:
    fight = Fight(put(CASTUS, "e1"), put(RAFELO, "e9"), injuries=("wounded_pride",))
    fight.wound(CASTUS, 6)
    assert fight.track(CASTUS) == (2, 1)
    assert fight.injured() == ["wounded_pride"]


def test_the_wounds_that_defeat_are_those_of_the_table() -> None:
    spaces = {character.id: int(character.spaces) for character in STANDARD.characters}
    assert set(spaces.values()) == {5}, "five spaces, like all four champions"
    assert sum((4, 4, 3, 2, 1)) == Fight(put(CASTUS, "e1"), put(RAFELO, "e9"))[CASTUS].wounds_in_all() == 14


@pytest.mark.parametrize(
    ("board", "pusher", "target", "hexes"),
    [("storm_eye", "c3", "d5", {"d6", "e6"}), ("pinwheel", "g4", "i3", set())],
)
def test_pushes_go_where_the_examples_say(board: str, pusher: str, target: str, hexes: set[str]) -> None:
    fight = Fight(put(CASTUS, pusher, "se"), put(RAFELO, target), pack=STANDARD, board=board)
    area = push_hexes(fight.state.field, fight.place(pusher), fight.place(target))
    assert {name for place, name in enumerate(STANDARD.field.names) if area >> place & 1} == hexes


def test_the_track_is_the_one_in_the_table() -> None:
    assert (list(STANDARD.track), STANDARD.start) == ([1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4], 6)
    assert (
        "| Initiative cards   |   1 |   1 |   2 |   2 |   2 |   3 |            3 |   3 |   4 |   4 |   4 |"
        in TEXT
    )
    assert f"| {space_number(STANDARD.start)}, the start |" in TEXT


def test_the_reactions_are_those_of_the_table() -> None:
    told = {
        ("Parry", "melee", 0, 2, 0),
        ("Deflect", "ranged", 0, 2, 0),
        ("Dodge", "either", 0, 9, 4),
        ("Energy Shield", "either", -1, 2, 0),
    }
    kinds = ("melee", "ranged", "either")
    found = {
        (
            card.special,
            kinds[card.reaction.against],
            card.special_energy,
            card.reaction.ignore,
            card.reaction.roll,
        )
        for card in STANDARD.cards
        if card.reaction is not None
    }
    assert found == told


def told(beginning: str) -> str:
    """The example that begins so, on one line."""
    return " ".join(TEXT[TEXT.index(f"*Example.* {beginning}") :].partition("\n\n")[0].split())


def hammered(target: str, dice: list[int]) -> Fight:
    """Rafelo on e5 looks east and attacks with four dice; Teknoth, on that hex, may parry."""
    placed = put(RAFELO, "e5", "e", hand="breaker_of_gates"), put(TEKNOTH, target, hand="iron_vow")
    fight = Fight(*placed, pack=STANDARD, dice=dice, board="pinwheel").turn(RAFELO)
    return fight.play("card:breaker_of_gates/attack")


def hits_told(fight: Fight) -> int:
    """The dice of the attack that show what it needs."""
    attacked = fight.told("attacked")[0]
    return sum(die >= attacked.c for die in attacked.dice)


@pytest.mark.rule("CA-5.2", "CA-5.3")
def test_the_thunder_hammer_hits_as_it_is_told() -> None:
    example = told("Brother Rafelo plays an Attack of 4 dice")
    rolled = [int(die) for die in re.findall(r"He rolls (\d), (\d), (\d) and (\d)", example)[0]]
    ahead, beside = hammered("e6", rolled), hammered("d5", rolled)
    needs = [fight.state.needed for fight in (ahead, beside)]
    assert f"Thunder Hammer needs {needs[0]}." in example
    assert f"the hammer would need {needs[1]}:" in example
    assert [hits_told(fight) for fight in (ahead, beside)] == [3, 2]
    ahead.play("react:iron_vow")
    beside.play("react:iron_vow")
    assert [fight.hurt(TEKNOTH) for fight in (ahead, beside)] == [2, 0]
    assert beside.energy(RAFELO) == STANDARD.start - 1, "no Energy for it: the dice did hit"


@pytest.mark.rule("CA-3.6")
def test_the_running_strike_is_skipped_as_it_is_told() -> None:
    example = told("You hold Lion Rampant")
    fight = Fight(
        put(TEKNOTH, "a1", "w", hand="lion_rampant"), put(RAFELO, "i5"), pack=STANDARD, board="pinwheel"
    )
    fight.turn(TEKNOTH)
    assert "card:lion_rampant/attack" not in fight.open
    fight.play("card:lion_rampant/special", "hex:a1", "facing:w")
    assert (fight.over, fight.energy(TEKNOTH)) == (True, STANDARD.start - 1)
    card = next(card for card in STANDARD.cards if card.id == "lion_rampant")
    assert card.effect is not None
    move, attack = card.effect.verbs
    assert f"move up to {move.n} hexes" in example
    assert f"attack with {attack.n} dice" in example


@pytest.mark.rule("CA-4.2", "CA-4.3")
def test_the_injury_that_stops_stepping_out_and_back_is_as_it_is_told() -> None:
    example = told("Your Move is 2 hexes with the icon *ahead*")
    knee = next(injury for injury in STANDARD.injuries if injury.id == "crushed_knee")
    assert f"With {knee.name}, {knee.slow} hexes less in every move" in example


@pytest.mark.rule("CA-7.8")
def test_second_wind_heals_as_it_is_told() -> None:
    example = told("Lieutenant Castus has five spaces, and his marker is on the fourth.")
    tracks = []
    for marker, covered in ((3, 0), (4, 1)):
        hurt = put(CASTUS, "e1", hand="roar_of_the_stands", marker=marker, covered=covered)
        fight = Fight(hurt, put(RAFELO, "e9"), pack=STANDARD, board="pinwheel").turn(CASTUS)
        left = fight[CASTUS].wounds_left()
        fight.play("no", "card:roar_of_the_stands/special")
        tracks.append((left, *fight.track(CASTUS)))
    assert [track[1:] for track in tracks] == [(1, 0), (4, 1)]
    assert f"{tracks[1][0]} more wounds would defeat him" in example


@pytest.mark.rule("CA-7.5")
def test_the_fate_of_grue_is_as_it_is_told() -> None:
    example = told("Three fighters are left")
    grue = next(character for character in STANDARD.characters if character.id == GRUE)
    assert grue.fate is not None
    (verb,) = grue.fate.verbs
    assert f"{grue.fate_name}: each enemy suffers {verb.n} wound, wherever it stands" in example


@pytest.mark.rule("CA-6.3", "CA-6.5")
def test_the_pushing_shot_is_as_it_is_told() -> None:
    """Castus on c3 can shoot at d5, whatever his pistol's values."""
    fight = Fight(put(CASTUS, "c3", "se"), put(RAFELO, "d5"), pack=STANDARD, board="storm_eye")
    assert "d5" in fight.view(0).fighters[0].ranged_zone
