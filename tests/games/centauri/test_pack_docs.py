"""The page on packs is true: its entries load, its tables name every word, its messages are the real ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from harena.core.errors import PackError
from harena.games.centauri import GAME
from harena.games.centauri.pack import content, entries
from harena.games.centauri.pack.building import COLOUR_LETTERS, KIND_LETTERS
from harena.games.centauri.pack.verbs import ANY_PHASE, VERBS
from kit.pack_page import PackPage, fields_of

from .written import Written

PAGE = PackPage(GAME.folder / "PACKS.md")
block, rows = PAGE.block, PAGE.rows
Change = Callable[[Written], Any]


# --- the examples


def test_all_examples_together_make_a_pack(tmp_path: Path) -> None:
    written = Written()
    foes = [*block("foe")["foe"], *written["foes"]["foe"][1:]]
    written.said = {
        "pack": block("game"),
        "basics": block("first_cards"),
        "cinders": block("symmetry"),
        "scenarios": block("scenario"),
        "cards": {"card": [*block("card")["card"], *written.cards]},
        "reports": block("report"),
        "tracks": block("lab"),
        "foes": {"foe": foes},
    }
    pack = written.read(tmp_path / "mine")
    assert pack.scenarios[0].name == "Cinder Run"
    assert pack.maps[0].name == "The Cinders"
    assert [card.id for card in pack.cards[:2]] == ["sun_sail", "flare"]
    assert GAME.pack(tmp_path / "mine").digest == pack.digest


# --- the tables


def test_the_table_of_verbs_is_that_of_the_code() -> None:
    told = list(rows("`do` ").values())
    assert told == [
        [
            f"`{verb.name}`",
            " ".join(f"`{field}`" for field in verb.fields),
            "any" if use.stands == ANY_PHASE else " ".join(use.stands),
            str(verb.most or ""),
            use.does,
        ]
        for verb in VERBS.verbs
        for use in verb.uses
    ], "write it anew: each row is a use of a verb in pack/verbs.py"


@pytest.mark.parametrize(
    ("title", "shape", "known"),
    [
        ("A map", entries.MapFile, set()),
        ("scenarios.toml", entries.ScenarioEntry, {"id", "name"}),
        ("cards.toml", entries.CardEntry, {"id", "name"}),
        ("foes.toml", entries.FoeEntry, set()),
        ("basics.toml", entries.BasicsFile, set()),
    ],
)
def test_every_field_is_told(title: str, shape: type, known: set[str]) -> None:
    assert set(rows("Field", title)) == fields_of(shape) - known


def test_every_gain_and_every_letter_is_told() -> None:
    assert set(rows("Gain", "tracks.toml")) == fields_of(entries.LevelEntry)
    letters = rows("Letter ")
    assert list(letters) == list(KIND_LETTERS)
    assert [row[1].strip("`") for row in letters.values()] == content.KIND_NAMES
    for letter, name in zip(COLOUR_LETTERS, content.COLOUR_NAMES, strict=True):
        assert f"`{letter}` {name}" in PAGE.text


def test_every_word_is_told() -> None:
    def words(cell: str) -> set[str]:
        return set(re.findall(r"`(\w+)`", cell))

    assert words(rows("Field", "scenarios.toml")["pair"][1]) == set(get_args(entries.PairFor))
    assert words(rows("Field", "cards.toml")["phases"][1]) == set(get_args(entries.Phase))
    assert words(rows("Field", "A map")["symmetry"][1]) == {"turn", "mirror"}


@pytest.mark.parametrize(
    ("title", "shape"),
    [
        ("scenarios.toml", entries.ScenarioEntry),
        ("foes.toml", entries.FoeEntry),
        ("basics.toml", entries.BasicsFile),
    ],
)
def test_the_limits_of_numbers_are_those_of_the_code(title: str, shape: type) -> None:
    told = rows("Field", title)
    for field in msgspec.inspect.type_info(shape).fields:  # type: ignore[attr-defined]
        if isinstance(field.type, msgspec.inspect.IntType):
            said = f"{field.type.ge} to {field.type.le}"
            if field.default is not msgspec.NODEFAULT:
                said += f", else {field.default}"
            assert told[field.encode_name][1] == said, field.name


# --- the messages


def effect(*verbs: dict[str, Any], phase: str = "movement") -> Change:
    return lambda w: w.card("afterburner").update(effect=list(verbs), phases=[phase])


MISTAKES: list[Change] = [
    lambda w: w.pack["maps"].append("attic"),
    lambda w: w["basics"].update(hand=1),
    lambda w: w.card("afterburner").update(phases=["buff"]),
    effect({"do": "points", "n": 7}),
    effect({"do": "cloak", "n": 2}),
    effect({"do": "push"}, {"do": "swap", "n": 2}),
    lambda w: w.card("pushback").update(name="Afterburner"),
    lambda w: w.cards.__delitem__(slice(0, 4)),
    lambda w: w["tracks"]["starport"]["levels"][0].update(combat=7),
    lambda w: w["foes"]["foe"].pop(),
    lambda w: w["home_run"]["rows"].__setitem__(0, "o o t"),
    lambda w: w.sector("home_run", "a1", "x"),
    lambda w: w.sector("home_run", "a1", "j"),
    lambda w: w.sector("home_run", "b2", "o"),
    lambda w: w["home_run"].update(modules=["f1", "b5", "z9"]),
    lambda w: w["home_run"].update(modules=["f1"]),
    lambda w: w["home_run"].update(starts=["d7", "d1"]),
    lambda w: w["home_run"]["raider_pairs"].__setitem__(1, ["c2", "c3"]),
    lambda w: w.scenario("new_hope").update(map="attic"),
    lambda w: w.scenario("new_hope").update(goal=9),
    lambda w: w.scenario("new_hope").update(raiders=True),
    lambda w: w.scenario("home_run").update(closed=["void"]),
    lambda w: w.scenario("home_run").update(closed=["c3"]),
    lambda w: w.scenario("home_run").update(trade=2),
    lambda w: w["interstellar"].update(costs={"black_hole": 1, "open": 3}),
    lambda w: w["interstellar"]["module_pairs"].__setitem__(1, ["c4", "c6"]),
]


def message_of(mistake: Change, folder: Path) -> str:
    written = Written()
    mistake(written)
    with pytest.raises(PackError) as raised:
        written.read(folder)
    return re.sub(r" in /.*(?=\.$)", " in my-box", str(raised.value))


def test_every_message_has_its_mistake() -> None:
    assert len(PAGE.messages) == len(MISTAKES)


@pytest.mark.parametrize(("message", "mistake"), list(zip(PAGE.messages, MISTAKES, strict=False)))
def test_a_mistake_gives_the_message_of_the_page(tmp_path: Path, message: str, mistake: Change) -> None:
    assert message_of(mistake, tmp_path / "wrong") == message
