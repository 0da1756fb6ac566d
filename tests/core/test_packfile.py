"""Reading pack files: errors name file, entry and field; the digest is of the content."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import pytest

from harena.core.errors import PackError
from harena.core.packfile import BIGGEST_FILE, PackFiles


class Thing(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    size: int


class Box(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    thing: list[Thing]


GOOD = 'title = "Box"\n[[thing]]\nid = "ball"\nsize = 3\n[[thing]]\nid = "cube"\nsize = 4\n'


def box(folder: Path, text: str) -> Box:
    (folder / "box.toml").write_text(text)
    return PackFiles(folder).read("box.toml", Box)


def digest(folder: Path, text: str) -> str:
    (folder / "box.toml").write_text(text)
    files = PackFiles(folder)
    files.read("box.toml", Box)
    return files.digest()


def test_a_good_file_is_read(tmp_path: Path) -> None:
    assert box(tmp_path, GOOD).thing[1] == Thing("cube", 4)


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        (GOOD.replace("size = 4", 'size = "big"'), ("thing 2 (cube)", "size"), "expected `int`, got `str`"),
        (GOOD.replace("size = 4\n", ""), ("thing 2 (cube)", "size"), "missing required field `size`"),
        (GOOD.replace("size = 4", "size = 4\nhue = 1"), ("thing 2 (cube)", "hue"), "unknown field `hue`"),
        (GOOD.replace('title = "Box"\n', ""), ("", "title"), "missing required field `title`"),
        (GOOD.replace('"Box"', "7"), ("", "title"), "expected `str`, got `int`"),
        (GOOD.replace('id = "cube"\n', ""), ("thing 2", "id"), "missing"),
        ("title =", ("", ""), "not TOML"),
    ],
)
def test_an_error_names_file_entry_and_field(
    tmp_path: Path, text: str, where: tuple[str, str], what: str
) -> None:
    with pytest.raises(PackError) as caught:
        box(tmp_path, text)
    assert caught.value.file == "box.toml"
    assert (caught.value.entry, caught.value.field) == where
    assert what in str(caught.value).replace("object ", "").replace("contains ", "")
    assert str(caught.value).startswith("box.toml")


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="no such folder"):
        PackFiles(tmp_path / "none")
    files = PackFiles(tmp_path)
    with pytest.raises(PackError, match="missing in"):
        files.read("box.toml", Box)
    with pytest.raises(PackError, match="without slashes"):
        files.read("../box.toml", Box)
    (tmp_path / "box.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(PackError, match="not UTF-8"):
        files.read("box.toml", Box)
    (tmp_path / "box.toml").write_bytes(b"#" * (BIGGEST_FILE + 1))
    with pytest.raises(PackError, match="larger"):
        files.read("box.toml", Box)


def test_text_that_could_rewrite_a_terminal_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"thing 1 .*, field 'id': .* cannot be printed"):
        box(tmp_path, GOOD.replace("ball", "ball\\u001b[2J"))


def test_the_digest_is_of_the_content_not_of_the_layout(tmp_path: Path) -> None:
    relaid = (
        '# a comment\ntitle   = "Box"\n\n[[thing]]\nsize = 3\nid = "ball"\n[[thing]]\nid = "cube"\nsize = 4'
    )
    assert digest(tmp_path, GOOD) == digest(tmp_path, relaid)
    assert digest(tmp_path, GOOD) != digest(tmp_path, GOOD.replace("4", "5"))
    assert digest(tmp_path, GOOD) != digest(tmp_path, GOOD.replace("ball", "bell"))


class Lid(msgspec.Struct, forbid_unknown_fields=True):
    wide: Annotated[int, msgspec.Meta(ge=1, le=9)]
    hinges: Annotated[list[Thing], msgspec.Meta(max_length=2)] = []


class Chest(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    lid: Lid
    thing: list[Thing]
    either: int | str = 0
    spare: Lid | None = None


CHEST = """
title = 7
colour = "red"
either = [1]
lid = { wide = 12, hinges = [{ id = "a" }, { id = "b", size = 1 }, { id = "c", size = "x" }] }
spare = { wide = 0 }
[[thing]]
id = "ball"
[[thing]]
id = 3
size = "big"
sise = 4
"""


def test_all_mistakes_of_a_file_are_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "chest.toml").write_text(CHEST)
    with pytest.raises(PackError) as caught:
        PackFiles(tmp_path).read("chest.toml", Chest)
    found = [(error.entry, error.field) for error in caught.value.mistakes]
    assert sorted(found) == sorted(
        [
            ("", "title"),
            ("", "colour"),
            ("", "either"),
            ("", "lid.wide"),
            ("", "lid.hinges[0]"),
            ("", "lid.hinges[2].size"),
            ("", "lid.hinges"),
            ("", "spare.wide"),
            ("thing 1 (ball)", "size"),
            ("thing 2", "id"),
            ("thing 2", "size"),
            ("thing 2", "sise"),
        ]
    )
    assert str(caught.value).split("\n") == [str(error) for error in caught.value.mistakes]
    assert "unknown field `sise`; it takes: id, size." in str(caught.value)


def test_all_mistakes_of_all_files_are_said_file_by_file(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / f"{name}.toml").write_text(GOOD)
    (tmp_path / "a.toml").write_text("=")
    (tmp_path / "b.toml").write_text(GOOD.replace("size = 4", "size = 1.5"))
    files = PackFiles(tmp_path)
    contents = [files.tried(f"{name}.toml", Box) for name in "abcd"]
    assert [content is not None for content in contents] == [False, False, True, False]
    (ball,) = files.entries("b.toml", "thing", Thing)
    assert ball.entry.id == "ball"
    assert [files.count(f"{name}.toml", "thing") for name in "abcd"] == [None, 2, 2, None]
    assert [part.entry for part in files.parts("b.toml", "thing", "id", str)] == ["ball", "cube"]
    assert [part.entry for part in files.parts("b.toml", "thing", "size", int)] == [3]
    ball.wrong("it does not roll.", "size")
    with pytest.raises(PackError) as caught:
        files.check()
    assert [error.file for error in caught.value.mistakes] == ["a.toml", "b.toml", "b.toml", "d.toml"]
    assert "b.toml, thing 1 (ball), field 'size': it does not roll." in str(caught.value)
