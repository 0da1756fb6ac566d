"""What is generated in a rulebook is as its pack and its drawing are now."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

from contract.play import pack_of
from harena.core.exhibit import Exhibit
from harena.core.game import AnyGame

STALE = "run python docs/make_rulebooks.py"


def make_rulebooks() -> ModuleType:
    path = Path(__file__).parents[2] / "docs" / "make_rulebooks.py"
    spec = importlib.util.spec_from_file_location("make_rulebooks", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_index_is_up_to_date(game: AnyGame) -> None:
    text = (game.folder / "RULES.md").read_text(encoding="utf-8")
    assert make_rulebooks().with_index(text, game.exhibits(pack_of(game))) == text, STALE


def test_the_figures_are_up_to_date(game: AnyGame) -> None:
    for name, svg in game.figures(pack_of(game)).items():
        assert re.fullmatch(r"[a-z0-9-]+", name)
        assert (game.folder / "pictures" / f"{name}.svg").read_text(encoding="utf-8") == svg, STALE
        assert ElementTree.fromstring(svg).tag.endswith("svg")


def thing(kind: str, name: str, *facts: tuple[str, str]) -> Exhibit:
    return Exhibit(key=name.lower(), kind=kind, name=name, text=f"{name} does it.", facts=facts)


def test_an_index_has_a_line_for_things_with_the_same_facts_and_else_a_table_each() -> None:
    made = make_rulebooks().index(
        [
            thing("Cards", "Lunge", ("Dice", "3"), ("Push", "1|2")),
            thing("Ships", "Wasp", ("Speed", "4")),
            thing("Cards", "Parry", ("Dice", "2"), ("Push", "0")),
            thing("Ships", "Hulk", ("Armour", "9")),
            thing("Luck", "Rain"),
        ]
    )
    assert made.split("\n\n") == [
        "### Cards",
        "| Name | Dice | Push |\n| --- | --- | --- |\n| Lunge | 3 | 1\\|2 |\n| Parry | 2 | 0 |",
        "### Ships",
        "#### Wasp",
        "|  | What it says |\n| --- | --- |\n| Speed | 4 |",
        "#### Hulk",
        "|  | What it says |\n| --- | --- |\n| Armour | 9 |",
        "### Luck",
        "| Name | What it does |\n| --- | --- |\n| Rain | Rain does it. |",
    ]


def test_a_rulebook_without_the_marks_stays_as_it_is() -> None:
    assert make_rulebooks().with_index("# Rules\n", [thing("Luck", "Rain")]) == "# Rules\n"
