"""Reading a pack's TOML files: all mistakes at once, each with file, entry, field and what would be right."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from harena.core.errors import PackError, SeveralMistakesError
from harena.core.shape import can_be, choices_at, mistakes

T = TypeVar("T")
E = TypeVar("E")

BIGGEST_FILE = 1_000_000  # bytes; a pack is written by hand, a larger file is a mistake
AT_ENTRY = re.compile(r"^\$\.(\w+)\[(\d+)\](?:\.(.+))?$")
AT_FIELD = re.compile(r"^\$\.(.+)$")


class Placed(NamedTuple, Generic[E]):
    """An entry of a list in a file, such as a card, or a part of one, and how mistakes in it are noted."""

    files: PackFiles
    file: str
    name: str  # as an error names it
    entry: E

    def wrong(self, what: str, field: str) -> None:
        """Note a mistake."""
        self.files.wrong(self.file, what, self.name, field)

    def at(self, field: str) -> Callable[[str], None]:
        """How mistakes in one field are noted."""
        return lambda what: self.wrong(what, field)


class PackFiles:
    """The TOML files of one pack folder; each is read once and counts in the digest.

    `read` refuses a file at once. A game with several files rather takes a `look` at each, notes what else is
    `wrong`, and lets `check` refuse the pack, so that its author sees all mistakes together.
    """

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise PackError(str(folder), "there is no such folder, so no pack can be read from it.")
        self.folder = folder
        self._raw: dict[str, Any] = {}
        self._wrong: list[PackError] = []

    def read(self, file: str, shape: type[T]) -> T:
        """A file's content, checked against the shape it must have."""
        content = self.tried(file, shape)
        self.check()
        assert content is not None  # or something would have been noted
        return content

    def tried(self, file: str, shape: type[T]) -> T | None:
        """A file's content, or nothing where it has mistakes, which are noted."""
        before = len(self._wrong)
        try:
            raw = self._parse(file)
        except PackError as error:
            self._wrong.append(error)
            return None
        self._wrong += [_explain(file, raw, path, what, shape) for path, what in mistakes(raw, shape)]
        self._wrong += _not_printable(file, raw)
        return msgspec.convert(raw, shape) if len(self._wrong) == before else None

    def entries(self, file: str, kind: str, shape: type[E]) -> list[Placed[E]]:
        """Those entries of a list that have a shape, to look for mistakes of other kinds.

        The shape need not be all of an entry: what is right of it is looked at, whatever else is wrong.
        """
        return _placed(self, file, shape, self._named(file, kind))

    def parts(self, file: str, kind: str, field: str, shape: type[E]) -> list[Placed[E]]:
        """One field of the entries of a list, where it is as it must be."""
        named = self._named(file, kind)
        fields = [(name, raw[field]) for name, raw in named if isinstance(raw, dict) and field in raw]
        return _placed(self, file, shape, fields)

    def _named(self, file: str, kind: str) -> list[tuple[str, Any]]:
        return [(entry_name(kind, place, raw), raw) for place, raw in enumerate(self._list(file, kind))]

    def count(self, file: str, kind: str) -> int | None:
        """How many entries a list has, right or wrong; none if there is no list."""
        raw = self._raw.get(file, {}).get(kind)
        return len(raw) if isinstance(raw, list) else None

    def part(self, file: str, field: str, hint: Any) -> Any:
        """What a field of a file says, if it is as it must be; the rest of the file may have mistakes."""
        raw = self._raw.get(file, {}).get(field)
        return None if mistakes(raw, hint) else raw

    def _list(self, file: str, kind: str) -> list[Any]:
        raw = self._raw.get(file, {}).get(kind)
        return raw if isinstance(raw, list) else []

    def wrong(self, file: str, what: str, entry: str = "", field: str = "") -> None:
        """Note a mistake."""
        self._wrong.append(PackError(file, what, entry, field))

    def check(self) -> None:
        """Refuse the pack if anything is wrong with it, and say all that is."""
        files = list(dict.fromkeys(error.file for error in self._wrong))
        found = sorted(self._wrong, key=lambda error: files.index(error.file))
        if found:
            raise found[0] if len(found) == 1 else SeveralMistakesError(found)

    def digest(self) -> str:
        """A fingerprint of what was read, the same for any layout of the files."""
        text = json.dumps(self._raw, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str)
        return hashlib.sha256(text.encode()).hexdigest()

    def _parse(self, file: str) -> Any:
        path = self.folder / file
        if path.parent != self.folder:
            raise PackError(file, "a pack's files lie in its own folder; a name without slashes is needed.")
        try:
            if path.stat().st_size > BIGGEST_FILE:
                raise PackError(file, f"the file is larger than {BIGGEST_FILE:,} bytes.")
            self._raw[file] = tomllib.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise PackError(file, f"the file is missing in {self.folder}.") from None
        except UnicodeDecodeError:
            raise PackError(file, "the file is not UTF-8 text.") from None
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise PackError(file, f"this is not TOML: {error}.") from None
        except (OSError, ValueError) as error:
            raise PackError(file, f"the file cannot be read: {error}.") from None
        return self._raw[file]


def _placed(files: PackFiles, file: str, shape: type[E], raws: list[tuple[str, Any]]) -> list[Placed[E]]:
    found = []
    for name, raw in raws:
        try:
            found.append(Placed(files, file, name, msgspec.convert(raw, shape)))
        except msgspec.ValidationError:
            continue  # noted when the file was looked at
    return found


def _not_printable(file: str, table: dict[str, Any], entry: str = "") -> Iterator[PackError]:
    """No text of a pack may hold control characters: they could rewrite a terminal."""
    for field, value in table.items():
        for place, part in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(part, dict):
                yield from _not_printable(file, part, entry_name(field, place, part))
            elif isinstance(part, str) and not part.isprintable():
                what = f"{part[:40]!r} holds characters that cannot be printed."
                yield PackError(file, what, entry, field)


def entry_name(kind: str, place: int, entry: object) -> str:
    """How an entry is named in an error: its number, and its id where it has one."""
    label = entry.get("id") or entry.get("name") if isinstance(entry, dict) else None
    return f"{kind} {place + 1} ({label})" if isinstance(label, str) else f"{kind} {place + 1}"


def _explain(file: str, raw: Any, path: str, message: str, shape: type) -> PackError:
    """Turn msgspec's `Expected …` at `$.card[3].melee` into file, entry and field."""
    what = message[:1].lower() + message[1:] + "." + can_be(choices_at(shape, path))
    missing = re.search(r"missing required field `(\w+)`|unknown field `([^`]+)`", what)
    named = (missing.group(1) or missing.group(2)) if missing else ""
    if found := AT_ENTRY.match(path):
        kind, place, field = found.group(1), int(found.group(2)), found.group(3) or named
        return PackError(file, what, entry_name(kind, place, raw[kind][place]), field)
    found_field = AT_FIELD.match(path)
    return PackError(file, what, field=found_field.group(1) if found_field else named)
