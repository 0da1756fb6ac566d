"""Reading pack files: errors name file, entry and field; the digest is of the content."""

from __future__ import annotations

from pathlib import Path

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
