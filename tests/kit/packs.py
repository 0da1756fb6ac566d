"""A pack as its files say it, free to be changed before it is read."""

from __future__ import annotations

import json
import tempfile
import tomllib
from pathlib import Path
from typing import Any, ClassVar

from harena.core.game import AnyGame

Plain = dict[str, Any]


class WrittenPack:
    """The TOML files of a pack. A game's tests say which game and which files."""

    game: ClassVar[AnyGame]

    def files(self) -> dict[str, Plain]:
        """What each file is to say, by its name without the ending."""
        raise NotImplementedError

    def entry(self, entries: list[Plain], id: str) -> Plain:
        """The card, fighter or whatever it is with that id."""
        return next(entry for entry in entries if entry["id"] == id)

    def write(self, folder: Path, backwards: bool = False, spread: bool = False) -> Path:
        """Write the files; the keys in another order, or with comments and white space, if asked."""
        folder.mkdir(exist_ok=True)
        for name, content in self.files().items():
            text = in_toml(content, backwards, spread)
            (folder / f"{name}.toml").write_text(text, encoding="utf-8")
        return folder

    def read(self, folder: Path, **layout: bool) -> Any:
        return self.game.read_pack(self.write(folder, **layout))

    def read_once(self) -> Any:
        """The pack, from files that are gone again."""
        with tempfile.TemporaryDirectory() as folder:
            return self.read(Path(folder))


class WrittenFolder(WrittenPack):
    """All files of a pack's folder, by their names without the ending."""

    def __init__(self, folder: Path) -> None:
        self.said = files_of(folder)

    def files(self) -> dict[str, Plain]:
        return self.said

    def __getitem__(self, file: str) -> Plain:
        return self.said[file]

    @property
    def pack(self) -> Plain:
        return self.said["pack"]


def files_of(folder: Path) -> dict[str, Plain]:
    """What the files of a pack's folder say."""
    return {
        path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.toml"))
    }


def in_toml(content: Plain, backwards: bool = False, spread: bool = False) -> str:
    """A file's text: lists of entries as tables, everything else on a line."""

    def lines_of(entry: Plain) -> list[str]:
        keys = sorted(entry, reverse=True) if backwards else list(entry)
        equals, note = ("   =\t", "  # a note") if spread else (" = ", "")
        return [f"{key}{equals}{value_in_toml(entry[key])}{note}" for key in keys]

    tables = {key: rows for key, rows in content.items() if _is_tables(rows)}
    lines = ["# A comment", "", ""] if spread else []
    lines += lines_of({key: value for key, value in content.items() if key not in tables})
    for key, rows in tables.items():
        for row in rows:
            lines += [f"[[{key}]]", *lines_of(row)] + (["", "# more", ""] if spread else [])
    return "\n".join(lines) + "\n"


def value_in_toml(value: Any) -> str:
    """Any value on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {value_in_toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(value_in_toml(one) for one in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def print_of(thing: Any, leaving: tuple[str, ...] = ()) -> Any:
    """All that an object of a pack says, whatever kind it is, but for the fields left out."""
    if isinstance(thing, list):
        return [print_of(one, leaving) for one in thing]
    if isinstance(thing, int | str | bool):
        return thing
    names = [name for name in dir(thing) if not name.startswith("_") and name not in leaving]
    values = {name: getattr(thing, name) for name in names}
    return {name: print_of(value, leaving) for name, value in values.items() if not callable(value)}
