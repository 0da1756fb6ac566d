"""Mistakes in a pack of Knockdown: each is named with file, entry, field and what would be right."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from harena.core.errors import PackError
from harena.games.knockdown.pack import building, content
from harena.games.knockdown.pack.entries import VerbEntry
from harena.games.knockdown.pack.ranges import Range, range_of
from harena.games.knockdown.pack.verbs import CARD, REACTION, SKILL, SPECIAL, VERBS
from harena.games.knockdown.words.printed import verb_text
from kit.packs import Plain

from .written import Written

Mistake = Callable[[Written], object]
NEST, SETS, MEN, HEAD = "nest.toml", "survivors.toml", "fighters.toml", "pack.toml"
CRATE, MEDIC = "card 18 (thrown_crate)", "skill 8 (field_medic)"
BLOOD, SPIT = "special 4 (acid_blood)", "special 2 (spit)"
JAMES, KATIE, PUPPY = "fighter 1 (james)", "fighter 2 (katie)", "fighter 3 (puppy)"


def head(**fields: Any) -> Mistake:
    return lambda written: written.pack.update(fields)


def card(id: str = "thrown_crate", /, **fields: Any) -> Mistake:
    """A card, Thrown Crate if no other is named, says something else."""
    return lambda written: written.card(id).update(fields)


def effect(*verbs: Plain, **fields: Any) -> Mistake:
    return card(effect=list(verbs), **fields)


def skill(**fields: Any) -> Mistake:
    """The eighth Skill, Field Medic, says something else."""
    return lambda written: written.skill("field_medic").update(fields)


def fighter(id: str, /, **fields: Any) -> Mistake:
    return lambda written: written.fighter(id).update(fields)


def special(id: str, /, **fields: Any) -> Mistake:
    return lambda written: written.special(id).update(fields)


def ground(**fields: Any) -> Mistake:
    return lambda written: written.ground(**fields)


def without(fields: str, of: Callable[[Written], Plain]) -> Mistake:
    """Some fields are missing."""

    def change(written: Written) -> None:
        for field in fields.split():
            del of(written)[field]

    return change


def no_marks(written: Written) -> None:
    for one in written["nest"]["card"]:
        one.pop("knockout", None)
        one["effect"] = [verb for verb in one.get("effect", []) if verb["do"] != "no_relief"]


def many(kind: str, n: int) -> Mistake:
    """So many fighters, all alike but for their ids and names."""

    def change(written: Written) -> None:
        one = written.fighter("james")
        written.fighters[:] = [
            {
                **one,
                "id": f"{kind}_{place}",
                "name": f"{kind} {place}",
                "special": [
                    {**each, "id": f"{each['id']}_{place}", "name": f"{each['name']} {place}"[-24:]}
                    for each in one["special"]
                ],
            }
            for place in range(n)
        ]

    return change


def also(*changes: Mistake) -> Mistake:
    def change(written: Written) -> None:
        for one in changes:
            one(written)

    return change


WOUND: Plain = {"do": "wound", "light": 1}
HEAL: Plain = {"do": "heal", "light": 1}
FOUR: Plain = {"do": "contaminate", "n": 4}
OWN: Plain = {"effect": [HEAL, {"do": "mend"}], "light": 0, "range": ""}
CRATES: Plain = {"type": "strike", "symbol": "block", "range": "2", "light": 1}
MIDDLE = ["c1", "c2", "c3", "c4", "d1", "e1"]
RING = ["a1", "a2", "a3", "b4", "c5", "d4", "e3"]


@pytest.mark.parametrize(
    ("mistake", "file", "entry", "field", "says"),
    [
        # pack.toml
        (head(game="dawn_raid"), HEAD, "", "game", "knockdown"),
        (head(title=""), HEAD, "", "title", "length"),
        (head(colour="red"), HEAD, "", "colour", "unknown"),
        (head(arenas=[]), HEAD, "", "arenas", "length >= 1"),
        (head(skills=[]), HEAD, "", "skills", "length >= 1"),
        (head(arenas=["nest", "nest"]), HEAD, "", "arenas", "has its own file"),
        (head(arenas=["nest", "fighters"]), HEAD, "", "arenas", "fighters.toml is there for something"),
        (head(skills=["survivors", "nest"]), HEAD, "", "skills", "nest.toml is there for something"),
        (head(arenas=["nest", "attic"]), "attic.toml", "", "", "the file is missing"),
        # fighters.toml
        (lambda written: written.fighters.__delitem__(slice(1, None)), MEN, "", "fighter", "length >= 2"),
        (many("man", 61), MEN, "", "fighter", "length <= 60"),
        (fighter("katie", id="james"), MEN, "fighter 2 (james)", "id", "used before"),
        (fighter("katie", name="James"), MEN, KATIE, "name", "used before, by fighter 1"),
        (fighter("katie", hat="red"), MEN, KATIE, "hat", "unknown"),
        (fighter("katie", special=[]), MEN, KATIE, "special", "length >= 1"),
        (
            lambda written: written.fighter("katie").update(
                special=[{**written.special("ignite"), "id": f"i{n}", "name": f"I{n}"} for n in range(7)]
            ),
            *(MEN, KATIE, "special", "length <= 6"),
        ),
        (fighter("james", most_ammo=10), MEN, JAMES, "most_ammo", "<= 9"),
        (fighter("james", ammo=7), MEN, JAMES, "ammo", "7 Ammo at the start are more than most_ammo = 6"),
        (fighter("puppy", ammo=1, most_ammo=2), MEN, PUPPY, "most_ammo", "no Special spends Ammo"),
        (
            also(fighter("james", ammo=0), special("reload", effect=[HEAL])),
            *(MEN, JAMES, "ammo", "never any Ammo"),
        ),
        (fighter("james", flame=True), MEN, JAMES, "flame", "no Special lays the Flame"),
        (fighter("james", contamination=True), MEN, JAMES, "contamination", "'contaminate'; give it to one"),
        # Specials
        (special("spit", id="uppercut"), MEN, PUPPY, "special 2 (uppercut), id", "by card 1 .* of nest.toml"),
        (special("spit", id="gnaw"), MEN, PUPPY, "special 2 (gnaw), id", "by special 1 .gnaw. of fighter 3"),
        (
            special("spit", name="Order"),
            *(MEN, PUPPY, f"{SPIT}, name", "special 3 .* of fighter 1"),
        ),
        (special("spit", cost=[]), MEN, PUPPY, "special[1].cost", "length >= 1"),
        (special("spit", cost=["gold"]), MEN, PUPPY, "special[1].cost[0]", "block, dash, power, wild"),
        (special("spit", symbol="block"), MEN, PUPPY, "special[1]", "unknown field `symbol`"),
        (special("spit", trigger="struck"), MEN, PUPPY, f"{SPIT}, trigger", "only a Reaction"),
        (
            without("trigger", lambda written: written.special("acid_blood")),
            *(MEN, PUPPY, f"{BLOOD}, trigger", "attacked, struck, struck_near"),
        ),
        (special("acid_blood", trigger="bitten"), MEN, PUPPY, "special[3].trigger", "attacked, struck"),
        (
            special("acid_blood", knockout=True),
            *(MEN, PUPPY, f"{BLOOD}, knockout", "no K.O. mark"),
        ),
        (special("acid_blood", range="1"), MEN, PUPPY, f"{BLOOD}, range", "no range"),
        (special("acid_blood", light=1), MEN, PUPPY, f"{BLOOD}, light", "verb 'wound' instead"),
        (special("acid_blood", heavy=1), MEN, PUPPY, f"{BLOOD}, heavy", "verb 'wound' instead"),
        (special("acid_blood", effect=[]), MEN, PUPPY, f"{BLOOD}, effect", "does nothing"),
        (
            special("acid_blood", effect=[{"do": "take"}]),
            *(MEN, PUPPY, f"{BLOOD}, effect", "'take', cannot stand here"),
        ),
        (
            special("spit", knockout=True, **OWN),
            *(MEN, PUPPY, f"{SPIT}, knockout", "aimed"),
        ),
        (
            special("spit", effect=[{"do": "spend_move"}, {"do": "contaminate"}]),
            *(MEN, PUPPY, f"{SPIT}, effect", "'spend_move' needs Ammo"),
        ),
        (
            special("order", effect=[{"do": "contaminate", "n": 1}]),
            *(MEN, JAMES, "special 3 (order), effect", "needs Contamination"),
        ),
        (
            special("order", effect=[{"do": "flame_out"}]),
            *(MEN, JAMES, "special 3 (order), effect", "'flame_out' needs the Flame"),
        ),
        (special("headshot", range="fire"), MEN, JAMES, "special 1 (headshot), range", "needs the Flame"),
        (
            special("order", effect=[{**WOUND, "if": "fire"}]),
            *(MEN, JAMES, "special 3 (order), effect", "'fire' needs the Flame"),
        ),
        (
            special("spit", effect=[FOUR]),
            *(MEN, PUPPY, f"{SPIT}, effect", "n from 1 to 3: there are"),
        ),
        # Skills
        (lambda written: written["survivors"]["skill"].pop(), SETS, "", "", "11 entries.*12 are needed"),
        (lambda written: written["survivors"].update(colour="red"), SETS, "", "colour", "unknown"),
        (skill(initiative=7), SETS, MEDIC, "initiative", "7 is used before, by skill 7 .steady_hands."),
        (skill(initiative=0), SETS, MEDIC, "initiative", ">= 1"),
        (skill(id="bleeding"), SETS, "skill 8 (bleeding)", "id", "used before"),
        (skill(name="Bleeding"), SETS, MEDIC, "name", "used before"),
        (skill(hand=3), SETS, MEDIC, "hand", "<= 2"),
        (skill(when="sometimes"), SETS, MEDIC, "when", "turn_start, opponent_passed, wounded_near"),
        (skill(effect=[]), SETS, MEDIC, "effect", "nothing happens at 'turn_start'"),
        (
            without("when", lambda written: written.skill("field_medic")),
            *(SETS, MEDIC, "when", "when it works; it can be: turn_start"),
        ),
        (
            without("when effect", lambda written: written.skill("field_medic")),
            *(SETS, MEDIC, "effect", "gives nothing"),
        ),
        (skill(effect=[{**WOUND, "if": "fire"}]), SETS, MEDIC, "effect", "goes with Specials"),
        (skill(effect=[{"do": "reload"}]), SETS, MEDIC, "effect", "'reload', cannot stand here"),
        (skill(effect=[{"do": "take"}]), SETS, MEDIC, "effect", "'take', cannot stand here"),
        # cards
        (lambda written: written["nest"]["card"].pop(), NEST, "", "", "35 entries.*36 are needed"),
        (
            lambda written: written["nest"]["card"].append(
                {**written.card("uppercut"), "id": "x", "name": "X"}
            ),
            *(NEST, "", "", "37 entries.*36 are needed"),
        ),
        (card(id="uppercut"), NEST, "card 18 (uppercut)", "id", "used before, by card 1"),
        (card(name="Uppercut"), NEST, CRATE, "name", "used before"),
        (card(type="reaction"), NEST, CRATE, "type", "Reactions stand on sheets only"),
        (card(type="kick"), NEST, CRATE, "type", "strike, ability, reaction"),
        (card(symbol="any"), NEST, CRATE, "symbol", "block, dash, power, wild"),
        (without("symbol", lambda written: written.card("thrown_crate")), NEST, CRATE, "symbol", "missing"),
        (card(cost=["power"]), NEST, CRATE, "cost", "unknown"),
        (card(trigger="struck"), NEST, CRATE, "trigger", "unknown"),
        (card(heavy=4), NEST, CRATE, "heavy", "<= 3"),
        (card(light=7), NEST, CRATE, "light", "<= 6"),
        (card(range="far"), NEST, CRATE, "range", "'far' is no range; write a distance like '2'"),
        (card(range="3-2"), NEST, CRATE, "range", "'3-2' is no range"),
        (card(range="0"), NEST, CRATE, "range", "'0' is no range"),
        (card(range="fire"), NEST, CRATE, "range", "anybody can use a card"),
        (card(range="5"), NEST, CRATE, "range", "no two spaces of this arena are 5 steps apart.* is 4"),
        (effect({**WOUND, "if": "fire"}), NEST, CRATE, "effect", "anybody can use a card"),
        (card("med_kit", range="2"), NEST, "card 26 (med_kit)", "range", "a range goes with wounds"),
        (card("med_kit", knockout=True), NEST, "card 26 (med_kit)", "knockout", "aimed"),
        (card("med_kit", type="strike"), NEST, "card 26 (med_kit)", "type", "a Strike is aimed"),
        (card("med_kit", effect=[]), NEST, "card 26 (med_kit)", "effect", "this does nothing"),
        (card("uppercut", knockout=False), NEST, "card 1 (uppercut)", "effect", "only the K.O. mark allows"),
        (no_marks, NEST, "", "", "no card has a K.O. mark"),
        (effect({"do": "dance"}), NEST, CRATE, "effect[0].do", "wound, suffer, move"),
        (effect({"do": "contaminate"}), NEST, CRATE, "effect", "'contaminate', cannot stand here"),
        (effect({"do": "take"}, {"do": "take"}), NEST, CRATE, "effect", "once on a card"),
        (effect({"do": "drop", "n": 4}), NEST, CRATE, "effect", "n from 1 to 3: more would empty a hand"),
        (effect({"do": "move", "n": 7}), NEST, CRATE, "effect", "n from 1 to 6"),
        (effect({"do": "wound"}), NEST, CRATE, "effect", "needs wounds: say light, heavy or both"),
        (effect({"do": "mend", "n": 2}), NEST, CRATE, "effect", "no use for 'n'; it takes: if"),
        (effect({"do": "mend", "if": "lucky"}), NEST, CRATE, "effect[0].if", "edge, next, fire, behind"),
        (effect(*[WOUND] * 5), NEST, CRATE, "effect", "length <= 4"),
        # the ground
        (ground(starts=["c1"]), NEST, "", "starts", "length >= 2"),
        (ground(starts=["c1", "c1"]), NEST, "", "starts", "two different ones"),
        (ground(starts=["c1", "c9"]), NEST, "", "starts", "'c9' is none of the spaces of this arena: a1"),
        (ground(starts=["c1", "a1"]), NEST, "", "starts", "'a1' is a red space"),
        (ground(heavy=["c3", "a1"]), NEST, "", "heavy", "'a1' is light already"),
        (ground(light=["a1", "a1"]), NEST, "", "light", "'a1' is named twice"),
        (ground(light=["x1"]), NEST, "", "light", "'x1' is none of the spaces"),
        (ground(light=[]), NEST, "", "light", "'c3' is the only red space"),
        (
            ground(light=RING, heavy=["e1", "d1"], starts=["c1", "c2"]),
            *(NEST, "", "heavy", "9 red"),
        ),
        (
            ground(spaces=["z9", *RING, *MIDDLE]),
            *(NEST, "", "spaces", "'z9' is none of the 19 spaces"),
        ),
        (
            ground(spaces=RING[1:], starts=["a2", "e3"], light=[], heavy=[]),
            *(NEST, "", "spaces", "6 spaces; .* at least 7"),
        ),
        (
            ground(spaces=[*RING, "c1"], starts=["a1", "e3"], light=[], heavy=[]),
            *(NEST, "", "spaces", "no way leads from a1 to c1"),
        ),
        (
            ground(spaces=[*RING, "c1", "d1"], starts=["a1", "e3"], light=[], heavy=[]),
            *(NEST, "", "spaces", "no way leads from a1 to c1, d1; an arena is all one piece"),
        ),
    ],
)
@pytest.mark.rule("KD-1.1", "KD-1.2", "KD-1.3", "KD-2.3")
def test_a_mistake_is_named_and_placed(
    mistake: Mistake, file: str, entry: str, field: str, says: str, tmp_path: Path
) -> None:
    written = Written()
    mistake(written)
    with pytest.raises(PackError) as caught:
        written.read(tmp_path)
    error = caught.value
    assert len(error.mistakes) == 1, str(error)
    assert (error.file, error.entry, error.field) == (file, entry, field)
    assert re.search(says, str(error)), str(error)


def test_all_mistakes_are_said_at_once(tmp_path: Path) -> None:
    written = Written()
    wrong = [head(title=""), card(range="far"), special("spit", cost=[]), special("gnaw", trigger="struck")]
    for change in [*wrong, skill(initiative=1), ground(starts=["c1", "c1"])]:
        change(written)
    with pytest.raises(PackError) as caught:
        written.read(tmp_path)
    assert [error.file for error in caught.value.mistakes] == [HEAD, MEN, MEN, SETS, NEST, NEST]


@pytest.mark.rule("KD-2.3", "KD-6.5")
def test_ids_differ_over_all_arenas_and_skill_sets_of_a_pack(tmp_path: Path) -> None:
    written = Written()
    written.pack.update(arenas=["nest", "attic"], skills=["survivors", "others"])
    written.said["attic"] = Written()["nest"]
    written.said["others"] = Written()["survivors"]
    with pytest.raises(PackError) as caught:
        written.read(tmp_path)
    assert len(caught.value.mistakes) == 36 + 12
    assert str(caught.value).splitlines()[0] == (
        "others.toml, skill 1 (cold_blood), field 'id': 'cold_blood' is used before, "
        "by skill 1 (cold_blood) of survivors.toml; each needs its own."
    )


# --- verbs and ranges


def test_every_verb_has_the_number_by_which_the_rules_know_it() -> None:
    assert [getattr(content, name.upper()) for name in VERBS.names] == list(range(len(VERBS.names)))


@pytest.mark.parametrize("place", [CARD, SPECIAL, REACTION, SKILL])
def test_every_verb_reads_well_where_it_may_stand(place: str) -> None:
    def said(name: str) -> int | str:
        return {"n": 2, "wounds": "1 heavy wound", "them": "the attacker"}[name]

    for name in VERBS.standing_in(place):
        text = VERBS.reads(VERBS.number(name), place, said)
        assert text
        assert "{" not in text


@pytest.mark.parametrize(
    ("verb", "place", "text"),
    [
        (
            {"do": "wound", "light": 1, "if": "edge"},
            CARD,
            "The opponent suffers 1 light wound if they stand at the edge.",
        ),
        (
            {"do": "wound", "heavy": 1, "if": "next"},
            REACTION,
            "The attacker suffers 1 heavy wound if they stand next to you.",
        ),
        (
            {"do": "heal", "light": 1, "if": "next"},
            SKILL,
            "Discard 1 light wound of your own if the opponent stands next to you.",
        ),
        (
            {"do": "mend", "if": "behind"},
            SPECIAL,
            "Discard 1 light or 1 heavy wound of your own if you have more wounds than the opponent.",
        ),
    ],
)
def test_how_a_condition_reads(verb: Plain, place: str, text: str) -> None:
    assert verb_text(building.verb(msgspec.convert(verb, VerbEntry)), place) == text


def test_what_needs_a_sheet_stands_on_sheets_alone() -> None:
    alone = set(VERBS.names) - set(VERBS.standing_in(CARD)) - set(VERBS.standing_in(SKILL))
    assert alone == {"spend_wound", "spend_move", "reload", "flame", "flame_out", "contaminate"}


@pytest.mark.rule("KD-3.11")
def test_only_cards_take_from_the_row() -> None:
    """A Special that took could empty the Row within a Combo, and leave a player without an action."""
    assert [place for place in (CARD, SPECIAL, REACTION, SKILL) if "take" in VERBS.standing_in(place)] == [
        CARD
    ]


def test_a_number_without_a_use_is_refused() -> None:
    noted: list[str] = []
    VERBS.check([VerbEntry(do="heal", n=2, light=1), VerbEntry(do="drag", heavy=1)], CARD, noted.append)
    assert [line.partition(";")[0] for line in noted] == [
        "verb 1, 'heal', has no use for 'n'",
        "verb 2, 'drag', has no use for 'heavy'",
    ]


@pytest.mark.rule("KD-1.3")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", Range(content.UNLIMITED)),
        ("2", Range(content.STEPS, 2, 2)),
        ("1-3", Range(content.STEPS, 1, 3)),
        ("projectile", Range(content.PROJECTILE)),
        ("fire", Range(content.FIRE)),
        ("unlimited", None),
        ("1-", None),
        ("12", None),
    ],
)
def test_how_a_pack_says_a_range(text: str, said: Range | None) -> None:
    assert range_of(text) == said
