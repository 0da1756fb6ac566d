"""A game's state has fields of its own: a name that the contract uses would overwrite what it holds."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from contract.play import start
from harena.core.dice import fast_dice
from harena.core.game import AnyGame
from harena.core.state import State

FIELDS = sorted(
    name
    for name in dir(State(2, fast_dice(1)))
    if not name.startswith("_") and not callable(getattr(State, name, None))
)


def sentence(game: AnyGame, name: str) -> str:
    return f"{game.title}'s state has a field {name!r}, which every state has already: call it otherwise."


def source_of(kind: type) -> Path:
    """Where a class is written, compiled or not."""
    file = Path(sys.modules[kind.__module__].__file__ or "")
    return file if file.suffix == ".py" else file.with_name(file.name.partition(".")[0] + ".py")


def fields_set(kind: type) -> Iterator[str]:
    """The fields that a class sets on itself while it is made."""
    for node in ast.walk(ast.parse(source_of(kind).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef) and node.name == kind.__name__:
            made = [part for part in node.body if getattr(part, "name", "") == "__init__"]
            for one in (inner for part in made for inner in ast.walk(part)):
                named = isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store)
                if named and isinstance(one.value, ast.Name) and one.value.id == "self":
                    yield one.attr


def test_no_field_of_a_state_has_a_name_that_the_contract_uses(game: AnyGame) -> None:
    for name in fields_set(type(start(game, 1))):
        assert name not in FIELDS, sentence(game, name)


def test_the_names_are_those_that_the_docs_list() -> None:
    assert {"seat", "base", "mask", "base2", "mask2", "hidden", "sealed", "seen", "made"} <= set(FIELDS)
    docs = (Path(__file__).parents[2] / "docs" / "contract.md").read_text(encoding="utf-8")
    listed = docs.partition("must not be called")[2].partition(".")[0]
    assert sorted(part for part in listed.split("`")[1::2]) == FIELDS


def test_a_state_that_overwrites_one_is_found(tmp_path: Path) -> None:
    """The Starbases of a space game, kept in the question's `base`."""
    module = tmp_path / "space.py"
    module.write_text(
        "from harena.core.state import State\n"
        "class Space(State):\n"
        "    def __init__(self, seats, dice):\n"
        "        super().__init__(seats, dice)\n"
        "        self.stars: list[int] = []\n"
        "        self.base = [4, 32]\n"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(tmp_path)
        import space  # type: ignore[import-not-found]

        assert [name for name in fields_set(space.Space) if name in FIELDS] == ["base"]
