"""The form that sets up a table: a game's typed options as a person fills them in."""

from __future__ import annotations

import re
from typing import Any

from harena.core.game import AnyGame
from harena.core.options import Known, OptionField, fields

UNSET = {1: "as usual"}  # how an empty choice is called; where several are chosen: OPEN
OPEN = "left open"


def form_fields(game: AnyGame) -> list[dict[str, Any]]:
    """All options of a game as the form shows them."""
    known = game.known(game.pack())
    return [form_field(field, known.get(field.name)) for field in fields(game.options)]


def form_field(field: OptionField, known: Known | None = None) -> dict[str, Any]:
    """An option as the form shows it; `known`: what it can be in the game's pack."""
    label = field.name.replace("_", " ")
    return {
        "name": field.name,
        "label": label[:1].upper() + label[1:],
        "about": field.about,
        "kind": kind_of(field, known),
        "default": field.default,
        "choices": [(value, spoken(value)) for value in field.choices] or pack_choices(known),
        "most": known.most if known else 1,
    }


def kind_of(field: OptionField, known: Known | None) -> str:
    """How an option is asked for."""
    if isinstance(field.default, bool):
        return "yes"
    if field.choices or (known and known.most == 1):
        return "choice"
    if known:
        return "several"
    return "number" if isinstance(field.default, int) else "text"


def pack_choices(known: Known | None) -> list[tuple[str, str]]:
    """What a pack offers, after nothing in particular."""
    return [("", UNSET.get(known.most, OPEN)), *known.names.items()] if known else []


def spoken(value: Any) -> str:
    """A choice as a person would write it: seat1 is "seat 1", last_standing "last standing"."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return re.sub(r"^([a-z]+)(\d)$", r"\1 \2", str(value).replace("_", " ")) or "as usual"
