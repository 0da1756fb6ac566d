"""Reading a struct's type hints: which values a field may have, and all that keeps a value from fitting."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec


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
            kind = get_type_hints(plain(kind), include_extras=True).get(_own_name(plain(kind), name))
    return choices(kind)


def _own_name(kind: Any, said: str) -> str:
    """A struct's own name of a field, which documents may call by another."""
    fields = msgspec.structs.fields(kind)
    return next((field.name for field in fields if field.encode_name == said), said)


def can_be(values: list[Any]) -> str:
    """The end of a message: what would be right."""
    return f" It can be: {', '.join(map(str, values))}." if values else ""


def mistakes(raw: Any, hint: Any, path: str = "$") -> list[tuple[str, str]]:
    """All places where plain data has not the shape it must have, each with what msgspec says of it.

    msgspec itself stops at the first, so where it refuses a table or a list the parts are tried one by one.
    """
    try:
        msgspec.convert(raw, hint)
    except msgspec.ValidationError as error:
        message, _, within = str(error).partition(" - at ")
        kind = None if _several(hint) else plain(hint)
        inner: list[tuple[str, str]] = []
        if isinstance(raw, dict) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            inner = list(_in_table(raw, kind, path))
        elif isinstance(raw, list) and get_origin(kind) is list:
            inner = list(_in_list(raw, hint, path))
        return inner or [(path + within.strip("`")[1:], message)]
    return []


def _several(hint: Any) -> bool:
    """Is this one of several types, so that nobody knows which was meant?"""
    if get_origin(hint) is Annotated:
        return _several(get_args(hint)[0])
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else ()
    return len([part for part in parts if part is not NoneType]) > 1


def _in_table(raw: dict[str, Any], kind: type[msgspec.Struct], path: str) -> Iterator[tuple[str, str]]:
    hints = get_type_hints(kind, include_extras=True)
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for name, value in raw.items():
        if name in fields:
            yield from mistakes(value, hints[fields[name].name], f"{path}.{name}")
        elif kind.__struct_config__.forbid_unknown_fields:
            yield path, f"Object contains unknown field `{name}`; it takes: {', '.join(fields)}"
    for name, field in fields.items():
        if name not in raw and field.required:
            yield path, f"Object missing required field `{name}`"


def _in_list(raw: list[Any], hint: Any, path: str) -> Iterator[tuple[str, str]]:
    item = get_args(plain(hint))[0]
    for place, value in enumerate(raw):
        yield from mistakes(value, item, f"{path}[{place}]")
    limits = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    try:  # its length is looked at by itself: the entries may be wrong as well
        msgspec.convert([0] * len(raw), Annotated[list[int], *limits] if limits else list[int])
    except msgspec.ValidationError as error:
        yield path, str(error)
