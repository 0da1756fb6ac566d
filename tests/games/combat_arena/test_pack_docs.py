"""The page on packs is true: its entries load, its tables name every word, its messages are the real ones."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from games.combat_arena.arena import Written
from harena.core.errors import PackError
from harena.games.combat_arena import GAME
from harena.games.combat_arena.pack import entries
from harena.games.combat_arena.pack.verbs import VERBS

PAGE = (GAME.folder / "PACKS.md").read_text(encoding="utf-8")
BLOCKS = [tomllib.loads(block) for block in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)]
SHAPES: dict[str, type] = {
    "card": entries.CardEntry,
    "fighter": entries.FighterEntry,
    "injury": entries.InjuryEntry,
    "board": entries.BoardEntry,
}
Change = Callable[[Written], Any]


def shown(kind: str) -> list[dict[str, Any]]:
    return [entry for block in BLOCKS for entry in block.get(kind, [])]


# --- the examples


@pytest.mark.parametrize("kind", SHAPES)
def test_each_entry_loads(kind: str) -> None:
    entries = shown(kind)
    assert entries
    for entry in entries:
        assert msgspec.convert(entry, SHAPES[kind]).id == entry["id"]


def test_the_head_loads() -> None:
    (head,) = [block for block in BLOCKS if "game" in block]
    assert msgspec.convert(head, entries.PackEntry).name == "my_arena"


def test_all_examples_together_make_a_pack(tmp_path: Path) -> None:
    written = Written()
    written.pack = next(block for block in BLOCKS if "game" in block)
    cards, injuries = shown("card"), shown("injury")
    written.cards["card"][-len(cards) :] = cards
    written.injuries["injury"][-len(injuries) :] = injuries
    written.fighters["fighter"] += shown("fighter")
    written.boards = next(block for block in BLOCKS if "board" in block)
    pack = written.read(tmp_path / "mine")
    assert pack.characters[-1].name == "Ilka of the Nets"
    assert GAME.pack(tmp_path / "mine").digest == pack.digest


# --- the tables


def rows(head: str) -> dict[str, str]:
    """A table of the page: first cell without its quotes, then the whole line."""
    _, _, rest = PAGE.partition(f"| {head}")
    lines = rest.partition("\n\n")[0].splitlines()[2:]
    return {line.split("|")[1].strip().strip("`"): line for line in lines}


def allowed(shape: type, field: str) -> set[str]:
    """The words a field may have."""
    hint = next(one.type for one in msgspec.inspect.type_info(shape).fields if one.name == field)  # type: ignore[attr-defined]
    options = hint.types if isinstance(hint, msgspec.inspect.UnionType) else (hint,)
    return {str(word) for one in options for word in getattr(one, "values", ())}


def test_the_table_of_verbs_is_that_of_the_code() -> None:
    lines = PAGE.partition("| `do`")[2].partition("\n\n")[0].splitlines()[2:]
    told = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]
    assert told == VERBS.table(), "write it anew: each row is a use of a verb in pack/verbs.py"


def test_every_field_is_told_with_the_verbs_that_take_it() -> None:
    for field, line in rows("Field       | Of which verbs").items():
        takers = {verb.name for verb in VERBS.verbs if field in verb.fields}
        named = set(re.findall(r"`(\w+)`", line.split("|")[2])) & set(VERBS.names)
        assert takers
        assert field in ("n", "reach", "if_hit") or named == takers, field


def test_every_target_word_is_told() -> None:
    assert set(rows("`on` ")) == allowed(entries.VerbEntry, "on") - {"self"}


def test_every_field_of_a_verb_is_told() -> None:
    fields = {field.name for field in msgspec.structs.fields(entries.VerbEntry)}
    assert set(rows("Field       | Of which verbs")) == fields - {"do", "on"}


def test_every_arc_and_rule_is_told() -> None:
    assert set(rows("`arc`   | Hexes")) == set(get_args(entries.Arc))
    assert set(rows("`kind`   | Uses")) == allowed(entries.RuleEntry, "kind")
    assert set(rows("Field of a part")) == {field.name for field in msgspec.structs.fields(entries.ZoneEntry)}


# --- the messages


def effect(card: str, *verbs: dict[str, Any]) -> Change:
    return lambda w: w.card(card)["special"].update(effect=list(verbs))


MISTAKES: list[Change] = [
    lambda w: w.pack["energy"].update(start=9),
    lambda w: w.pack["energy"].update(track=[1, 2, 1, 3, 3, 3, 3, 4]),
    lambda w: w.cards["card"].pop(),
    lambda w: w.card("iron_vow")["move"].update(facing="left"),
    lambda w: w.card("burning_aegis")["attack"].update(dice=7),
    effect("horns_of_the_ram", {"do": "push", "on": "zone"}),
    effect("wheel_of_steel", {"do": "attack", "n": 3, "on": "each"}),
    effect("smiths_blessing", {"do": "mend", "dice": 3}),
    effect("heralds_scorn", {"do": "drain", "on": "same"}),
    effect("heralds_scorn", {"do": "energy", "n": 1}, {"do": "drain", "on": "same"}),
    effect("heralds_scorn", {"do": "drain"}),
    effect("the_long_game"),
    effect("the_long_game", {"do": "draw", "on": "near"}),
    effect("the_long_game", {"do": "unmark"}),
    lambda w: w.fighter("rafelo")["fate"]["effect"][0].update(on="near"),
    lambda w: [fighter.update(health=9) for fighter in w.fighters["fighter"]],
    lambda w: w.fighter("teknoth").update(short="RA"),
    lambda w: w.injury("crushed_knee").pop("slow"),
    lambda w: w.injury("pierced_heart")["effect"][0].update(n=7),
    lambda w: w.injury("broken_grip").update(name="Pierced Heart"),
    lambda w: w.board("pinwheel")["snares"].append("b9"),
    lambda w: w.board("pinwheel")["snares"].append("a1"),
    lambda w: w.board("storm_eye").update(starts=["a1", "a5", "e9"]),
]
MESSAGES = re.findall(r"^    (\w+\.toml[,:].*)$", PAGE, re.MULTILINE)


def test_every_message_has_its_mistake() -> None:
    assert len(MESSAGES) == len(MISTAKES)


@pytest.mark.parametrize(("message", "mistake"), list(zip(MESSAGES, MISTAKES, strict=False)))
def test_a_mistake_gives_the_message_of_the_page(tmp_path: Path, message: str, mistake: Change) -> None:
    written = Written()
    mistake(written)
    with pytest.raises(PackError) as raised:
        written.read(tmp_path / "wrong")
    assert str(raised.value) == message
