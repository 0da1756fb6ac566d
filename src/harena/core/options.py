"""Options: a typed struct per game, set by the same names from prompt, command line and web form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec

from harena.core.errors import OptionError
from harena.core.shape import can_be, choices, choices_at


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be set for a game; every field has a default and a description."""


O = TypeVar("O", bound=Options)  # noqa: E741


class OptionField(msgspec.Struct, frozen=True):
    """One option as a person reads it."""

    name: str
    about: str
    default: Any
    choices: list[Any]  # empty: any value of the default's type, within its limits


class Known(msgspec.Struct, frozen=True):
    """What an option that takes text can be, where a pack says it."""

    names: dict[str, str]  # by value: how it is called
    most: int = 1  # so many of them, with commas between


def read_options(shape: type[O], given: Mapping[str, Any]) -> O:
    """Options from names and values; values may be text, as from a command line."""
    if not isinstance(given, Mapping):
        raise OptionError(f"Options are names with values, not {type(given).__name__}.")
    known = [field.name for field in fields(shape)]
    for name in given:
        if name not in known:
            raise OptionError(
                f"There is no option {str(name)[:40]!r}; there are: {', '.join(known) or 'none'}."
            )
    try:
        return msgspec.convert(dict(given), shape, strict=False)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at ")
        name = path.strip("`").removeprefix("$.")
        allowed = can_be(choices_at(shape, path))
        raise OptionError(f"Option '{name}': {what[:1].lower()}{what[1:]}.{allowed}") from None


def write_options(options: Options) -> dict[str, Any]:
    """Options as plain data that `read_options` takes back."""
    plain: dict[str, Any] = msgspec.to_builtins(options)
    return plain


def fields(shape: type[Options]) -> list[OptionField]:
    """The options a game has, with their explanations."""
    hints = get_type_hints(shape, include_extras=True)
    return [
        OptionField(field.name, _about(hints[field.name]), field.default, choices(hints[field.name]))
        for field in msgspec.structs.fields(shape)
    ]


def _about(hint: Any) -> str:
    notes = [note for note in get_args(hint)[1:] if isinstance(note, msgspec.Meta)]
    return " ".join(note.description for note in notes if note.description)
