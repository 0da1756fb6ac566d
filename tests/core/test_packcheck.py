"""What the lists of a pack must keep to: a mistake names file, entry, field and what would be right."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from harena.core.errors import PackError
from harena.core.packcheck import Entries, check_own, one_of, unused
from harena.core.packfile import PackFiles, Placed

COLOURS = ["red", "blue"]


class Toy(msgspec.Struct):
    id: str
    name: str
    colour: str = "red"
    weight: int = 0
    parts: list[str] = []
    when: str = msgspec.field(default="", name="if")


class Box(msgspec.Struct):
    toy: list[Toy]


def not_too_heavy(toy: Placed[Toy]) -> None:
    if toy.entry.weight > 9:
        toy.wrong("nobody can lift it; 9 at most.", "weight")


TOYS = Entries(
    "box.toml",
    "toy",
    2,
    "XX-1",
    parts={"colour": (str, one_of(COLOURS, "colour"))},
    whole=(Toy, not_too_heavy),
)


def mistakes(folder: Path, *toys: str) -> list[str]:
    lines = [f"[[toy]]\n{toy}" for toy in toys]
    (folder / "box.toml").write_text("\n".join(lines), encoding="utf-8")
    files = PackFiles(folder)
    files.tried("box.toml", Box)
    TOYS.check(files)
    try:
        files.check()
    except PackError as error:
        return str(error).splitlines()
    return []


BALL, CUBE = 'id = "ball"\nname = "Ball"', 'id = "cube"\nname = "Cube"'


@pytest.mark.parametrize(
    ("toys", "what"),
    [
        ([BALL], "box.toml: there is 1 entry 'toy'; 2 are needed (XX-1)."),
        (
            [BALL, 'id = "ball"\nname = "Cube"'],
            "box.toml, toy 2 (ball), field 'id': 'ball' is used before, by toy 1 (ball); each needs its own.",
        ),
        (
            [BALL, f'{CUBE}\ncolour = "green"'],
            "box.toml, toy 2 (cube), field 'colour': there is no colour 'green'; there are: red, blue.",
        ),
        (
            [BALL, f"{CUBE}\nweight = 10"],
            "box.toml, toy 2 (cube), field 'weight': nobody can lift it; 9 at most.",
        ),
    ],
)
def test_a_mistake_is_noted_where_it_is(tmp_path: Path, toys: list[str], what: str) -> None:
    assert mistakes(tmp_path, *toys) == [what]


def test_what_is_right_passes_and_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    assert mistakes(tmp_path, BALL, CUBE) == []
    assert len(mistakes(tmp_path, BALL, f'{BALL}\ncolour = "green"\nweight = 10', CUBE)) == 5


def test_entries_of_several_files_can_need_ids_of_their_own(tmp_path: Path) -> None:
    files = PackFiles(tmp_path)
    for name in ("here", "there"):
        (tmp_path / f"{name}.toml").write_text(f"[[toy]]\n{BALL}", encoding="utf-8")
        files.tried(f"{name}.toml", Box)
    check_own(files, [Entries("here.toml", "toy"), Entries("there.toml", "toy")], "id")
    with pytest.raises(PackError, match=r"there.toml, toy 1 .*used before, by toy 1 \(ball\) of here.toml"):
        files.check()


def test_what_goes_without_saying_is_not_unused() -> None:
    assert unused(Toy("a", "A", weight=3), ("id", "name")) == ["weight"]
    assert unused(Toy("a", "A", colour="red"), ("id", "name")) == []
    assert unused(Toy("a", "A", parts=[]), ("id", "name")) == []
    assert unused(Toy("a", "A", parts=["wheel"]), ("id", "name")) == ["parts"]


def test_a_field_is_named_as_its_author_writes_it() -> None:
    assert unused(Toy("a", "A", when="wound up"), ("id", "name")) == ["if"]
    assert unused(Toy("a", "A", when="wound up"), ("id", "name", "if")) == []
