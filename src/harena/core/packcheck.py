"""What the lists of a pack must keep to: how many entries, which fields differ, what is looked at in them.

A check notes a mistake and goes on, so that all of them are said at once. Each names file, entry, field and
what would be right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec

from harena.core.packfile import PackFiles, Placed
from harena.core.prose import count, plural

Note = Callable[[str], None]  # takes what is wrong, and knows where
Check = Callable[[Any, Note], None]  # looks at an entry, or at a field of one


@dataclass(frozen=True)
class Entries:
    """A list of entries in a file of a pack, such as its cards."""

    file: str
    kind: str
    exactly: int | None = None  # so many there must be
    rule: str = ""  # that says so
    own: tuple[str, ...] = ("id", "name")  # no two share these
    parts: Mapping[str, tuple[Any, Check]] = field(default_factory=dict)  # by field: its shape, and a check
    whole: tuple[Any, Callable[[Placed[Any]], None]] | None = None  # the same for what goes together

    def check(self, files: PackFiles) -> None:
        """Note all that is wrong with them."""
        n = files.count(self.file, self.kind)
        if self.exactly is not None and n is not None and n != self.exactly:
            there = f"there {plural(n, 'is', 'are')} {count(n, 'entry', 'entries')} '{self.kind}'"
            files.wrong(self.file, f"{there}; {self.exactly} are needed ({self.rule}).")
        for name in self.own:
            check_own(files, [self], name)
        for name, (shape, check) in self.parts.items():
            for part in files.parts(self.file, self.kind, name, shape):
                check(part.entry, part.at(name))
        if self.whole is not None:
            shape, check_whole = self.whole
            for entry in files.entries(self.file, self.kind, shape):
                check_whole(entry)


def check_own(files: PackFiles, lists: Iterable[Entries], name: str) -> None:
    """No two entries of these lists share what they say in a field."""
    first: dict[str, Placed[str]] = {}
    for one in (part for each in lists for part in files.parts(each.file, each.kind, name, str)):
        before = first.setdefault(one.entry, one)
        if before is not one:
            where = "" if before.file == one.file else f" of {before.file}"
            one.wrong(f"'{one.entry}' is used before, by {before.name}{where}; each needs its own.", name)


def one_of(known: Sequence[str], what: str, where: str = "") -> Check:
    """A check that a field names something there is."""

    def check(named: str, wrong: Note) -> None:
        if named not in known:
            wrong(f"there is no {what} '{named[:40]}'{where}; there are: {', '.join(known)}.")

    return check


def unused(entry: msgspec.Struct, used: Iterable[str]) -> list[str]:
    """The fields that an entry sets though it has no use for them, as its author writes them."""
    names = zip(entry.__struct_fields__, entry.__struct_encode_fields__, strict=True)
    return [said for name, said in names if said not in used and is_set(entry, name)]


def is_set(entry: msgspec.Struct, name: str) -> bool:
    """Does an entry say anything but what goes without saying?"""
    said: bool = getattr(entry, name) != _unsaid(type(entry))[name]
    return said


@cache
def _unsaid(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """What goes without saying, by field; worked out once, since the types of fields are read for it."""
    return {
        one.name: one.default_factory() if callable(one.default_factory) else one.default
        for one in msgspec.structs.fields(kind)
    }
