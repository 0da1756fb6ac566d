"""Reading a pack's TOML files, with errors that name file, entry and field."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from harena.core.errors import PackError
from harena.core.shape import can_be, choices_at

T = TypeVar("T")

BIGGEST_FILE = 1_000_000  # bytes; a pack is written by hand, a larger file is a mistake
AT_ENTRY = re.compile(r"^\$\.(\w+)\[(\d+)\](?:\.(.+))?$")
AT_FIELD = re.compile(r"^\$\.(.+)$")


class PackFiles:
    """The TOML files of one pack folder; each is read once and counts in the digest."""

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise PackError(str(folder), "there is no such folder, so no pack can be read from it.")
        self.folder = folder
        self._raw: dict[str, Any] = {}

    def read(self, file: str, shape: type[T]) -> T:
        """A file's content, checked against the shape it must have."""
        raw = self._parse(file)
        try:
            content = msgspec.convert(raw, shape)
        except msgspec.ValidationError as error:
            raise _explain(file, raw, str(error), shape) from None
        _check_printable(file, raw)
        return content

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


def _check_printable(file: str, table: dict[str, Any], entry: str = "") -> None:
    """No text of a pack may hold control characters: they could rewrite a terminal."""
    for field, value in table.items():
        for place, part in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(part, dict):
                _check_printable(file, part, entry_name(field, place, part))
            elif isinstance(part, str) and not part.isprintable():
                raise PackError(file, f"{part[:40]!r} holds characters that cannot be printed.", entry, field)


def entry_name(kind: str, place: int, entry: object) -> str:
    """How an entry is named in an error: its number, and its id where it has one."""
    label = entry.get("id") or entry.get("name") if isinstance(entry, dict) else None
    return f"{kind} {place + 1} ({label})" if isinstance(label, str) else f"{kind} {place + 1}"


def _explain(file: str, raw: Any, message: str, shape: type) -> PackError:
    """Turn msgspec's `Expected … - at `$.card[3].melee`` into file, entry and field."""
    what, _, path = message.partition(" - at ")
    path = path.strip("`")
    what = what[:1].lower() + what[1:] + "." + can_be(choices_at(shape, path))
    missing = re.search(r"missing required field `(\w+)`|unknown field `(\w+)`", what)
    named = (missing.group(1) or missing.group(2)) if missing else ""
    if found := AT_ENTRY.match(path):
        kind, place, field = found.group(1), int(found.group(2)), found.group(3) or named
        return PackError(file, what, entry_name(kind, place, raw[kind][place]), field)
    found_field = AT_FIELD.match(path)
    return PackError(file, what, field=found_field.group(1) if found_field else named)
