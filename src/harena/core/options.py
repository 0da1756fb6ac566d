"""Options: a typed struct per game, set by the same names from prompt, command line and web form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec

from harena.core.errors import OptionError
from harena.core.prose import capital
from harena.core.shape import can_be, choices, choices_at


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be set for a game; every field has a default and a description."""


O = TypeVar("O", bound=Options)  # noqa: E741


class Choice(msgspec.Struct, frozen=True):
    """A value of an option as players call it."""

    value: Any
    label: str
    about: str = ""  # a sentence
    picture: str = ""  # a file of the game's folder `pictures`, or the key of an exhibit
    calms: int | None = None  # the seat that it spares what must be followed while it moves


class Asked(msgspec.Struct, frozen=True):
    """How players are asked for an option; stands beside `Meta` in its type."""

    label: str
    choices: tuple[Choice, ...] = ()
    about: str = ""  # instead of the description, which is for those who type names and values


class Offer(msgspec.Struct, frozen=True):
    """What can be chosen for an option beside what was chosen for the others."""

    choices: list[Choice] = []  # none: it does not apply
    places: list[str] = []  # of an option that takes several values: what each of them is for
    label: str = ""  # instead of the option's own
    about: str = ""  # likewise


class OptionField(msgspec.Struct, frozen=True):
    """One option as a person reads it."""

    name: str
    about: str
    default: Any
    choices: list[Any]  # empty: any value of the default's type, within its limits
    label: str = ""  # what players call it
    words: list[Choice] = []  # what they call its choices
    asked: str = ""  # what it does, for those who are asked by a form
    least: int | None = None  # of a number
    most: int | None = None


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
        if allowed and name in given:
            what = f"there is no {repr(given[name])[:40]}"
        about = "".join(f" {field.about}" for field in fields(shape) if field.name == name)
        raise OptionError(f"Option '{name}': {what[:1].lower()}{what[1:]}.{allowed}{about}") from None


def write_options(options: Options) -> dict[str, Any]:
    """Options as plain data that `read_options` takes back."""
    plain: dict[str, Any] = msgspec.to_builtins(options)
    return plain


def fields(shape: type[Options]) -> tuple[OptionField, ...]:
    """The options a game has, with their explanations."""
    return _fields(shape)


@cache
def _fields(shape: type[Options]) -> tuple[OptionField, ...]:
    """Read off their types once, since that takes longer than setting up a game."""
    hints = get_type_hints(shape, include_extras=True)
    return tuple(
        _field(field.name, field.default, hints[field.name]) for field in msgspec.structs.fields(shape)
    )


def _field(name: str, default: Any, hint: Any) -> OptionField:
    notes = get_args(hint)[1:]
    limits = [note for note in notes if isinstance(note, msgspec.Meta)]
    about = " ".join(note.description for note in limits if note.description)
    said = next((note for note in notes if isinstance(note, Asked)), Asked(in_words(name)))
    by_value = {choice.value: choice for choice in said.choices}
    values = choices(hint)
    return OptionField(
        name,
        about,
        default,
        values,
        said.label,
        [by_value.get(value) or Choice(value, in_words(value)) for value in values],
        said.about or about,
        next((note.ge for note in limits if isinstance(note.ge, int)), None),
        next((note.le for note in limits if isinstance(note.le, int)), None),
    )


def in_words(value: Any) -> str:
    """A name or a value that nobody has put into words: seat1 is "Seat 1", last_standing "Last standing"."""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    text = re.sub(r"^([a-z]+)(\d)$", r"\1 \2", str(value).replace("_", " "))
    return capital(text)
