"""The page on packs is true: its entries load, its tables name every word, its messages are the real ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from harena.core.errors import PackError
from harena.games.knockdown import GAME
from harena.games.knockdown.pack import entries
from harena.games.knockdown.pack.verbs import ANYWHERE, VERBS
from kit.pack_page import PackPage, fields_of

from .written import Written

PAGE = PackPage(GAME.folder / "PACKS.md")
block, rows = PAGE.block, PAGE.rows
Change = Callable[[Written], Any]


# --- the examples


def test_all_examples_together_make_a_pack(tmp_path: Path) -> None:
    written = Written()
    cards, skills = block("card")["card"], block("skill")
    ground = block("starts")
    skills["skill"] += [
        {**one, "initiative": one["initiative"] + 10} for one in written["survivors"]["skill"][2:]
    ]
    written.said = {
        "pack": block("game"),
        "fighters": {"fighter": [*block("fighter")["fighter"], *written.fighters]},
        "dining_car": {**ground, "card": [*cards, *written["nest"]["card"][len(cards) :]]},
        "travellers": skills,
    }
    written["dining_car"]["card"][2]["knockout"] = True
    pack = written.read(tmp_path / "mine")
    assert pack.sheets[0].name == "Auguste"
    assert pack.arenas[0].name == "The Dining Car"
    assert GAME.pack(tmp_path / "mine").digest == pack.digest


# --- the tables


def test_the_table_of_verbs_is_that_of_the_code() -> None:
    told = list(rows("`do` ").values())
    assert told == [
        [
            f"`{verb.name}`",
            " ".join(f"`{field}`" for field in verb.fields),
            "anywhere" if use.stands == ANYWHERE else " ".join(use.stands),
            use.does,
        ]
        for verb in VERBS.verbs
        for use in verb.uses
    ], "write it anew: each row is a use of a verb in pack/verbs.py"


def test_every_field_is_told() -> None:
    assert set(rows("Field      | Values")) == fields_of(entries.CardEntry) - {"id", "name"}
    assert set(rows("Field         | Values")) == fields_of(entries.SkillEntry) - {"id", "name", "initiative"}
    own = {"id", "name", "title", "text"}
    assert set(rows("Field of a fighter")) == fields_of(entries.FighterEntry) - own
    assert fields_of(entries.SpecialEntry) - fields_of(entries.CardEntry) == {"cost", "trigger"}
    assert set(block("starts")) == fields_of(entries.ArenaFile) - {"card"}


def test_every_word_is_told() -> None:
    assert set(rows("`if`     |")) == set(get_args(entries.Condition))
    assert set(rows("`trigger`     |")) == set(get_args(entries.Trigger))
    assert set(rows("`when`            |")) == set(get_args(entries.When))
    assert set(re.findall(r"`(\w+)`", rows("Field      | Values")["symbol"][1])) == set(
        get_args(entries.Symbol)
    )


# --- the messages


def effect(card: str, *verbs: dict[str, Any]) -> Change:
    return lambda w: w.card(card).update(effect=list(verbs))


MISTAKES: list[Change] = [
    lambda w: w.pack.update(arenas=["nest", "attic"]),
    lambda w: w.fighter("james").update(ammo=7),
    lambda w: w.fighter("james").update(flame=True),
    lambda w: w.special("order").update(effect=[{"do": "contaminate"}]),
    lambda w: w.special("spit").update(cost=[]),
    lambda w: w.special("spit").update(trigger="struck"),
    lambda w: w.special("acid_blood").update(knockout=True),
    lambda w: w["survivors"]["skill"].pop(),
    lambda w: w.skill("field_medic").update(initiative=7),
    lambda w: w.skill("field_medic").pop("when"),
    lambda w: w["nest"]["card"].pop(),
    lambda w: w.card("uppercut").update(type="reaction"),
    lambda w: w.card("pipe_wrench").update(range="far"),
    lambda w: w.card("pipe_wrench").update(range="5"),
    lambda w: w.card("pipe_wrench").update(name="Uppercut"),
    lambda w: w.card("med_kit").update(knockout=True),
    effect("thrown_crate", {"do": "reload"}),
    effect("thrown_crate", {"do": "mend", "n": 2}),
    effect("thrown_crate", {"do": "drop", "n": 4}),
    effect("thrown_crate", {"do": "wound", "light": 1, "if": "lucky"}),
    lambda w: w.ground(starts=["c1", "c1"]),
    lambda w: w.ground(light=["a1", "z1"]),
    lambda w: w.ground(light=[]),
    lambda w: w.ground(spaces=["a1", "a2", "a3", "b4", "c5", "d4", "c1"], light=["a1", "a3"], heavy=[]),
]


def test_every_message_has_its_mistake() -> None:
    assert len(PAGE.messages) == len(MISTAKES)


@pytest.mark.parametrize(("message", "mistake"), list(zip(PAGE.messages, MISTAKES, strict=False)))
def test_a_mistake_gives_the_message_of_the_page(tmp_path: Path, message: str, mistake: Change) -> None:
    written = Written()
    mistake(written)
    with pytest.raises(PackError) as raised:
        written.read(tmp_path / "wrong")
    assert re.sub(r" in /.*(?=\.$)", " in my-box", str(raised.value)) == message
