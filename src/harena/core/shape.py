"""Reading a struct's type hints: which values a field may have, for messages that say what would be right."""

from __future__ import annotations

import re
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints


def plain(hint: Any) -> Any:
    """A type without its annotations, and without "or nothing"."""
    if get_origin(hint) is Annotated:
        return plain(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        return plain(next(part for part in get_args(hint) if part is not NoneType))
    return hint


def choices(hint: Any) -> list[Any]:
    """The values a type allows, if it is a matter of choosing; else empty."""
    kind = plain(hint)
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    return [False, True] if kind is bool else []


def choices_at(shape: type, path: str) -> list[Any]:
    """The values allowed at a place like `$.card[3].role` of a document with that shape."""
    kind: Any = shape
    for name, place in re.findall(r"\.(\w+)|(\[)", path):
        if place:
            kind = get_args(plain(kind))[0]
        else:
            kind = get_type_hints(plain(kind), include_extras=True).get(name)
    return choices(kind)


def can_be(values: list[Any]) -> str:
    """The end of a message: what would be right."""
    return f" It can be: {', '.join(map(str, values))}." if values else ""
