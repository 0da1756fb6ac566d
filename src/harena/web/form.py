"""The form that sets up a table: a game's options as players are asked for them."""

from __future__ import annotations

from typing import Any

import msgspec

from harena.core.fitting import FittedOption, fitted_options
from harena.core.game import AnyGame
from harena.core.options import Choice, Options
from harena.core.pack import Pack
from harena.server.packs import pack_of


class FormField(msgspec.Struct, frozen=True):
    """An option as the form shows it."""

    name: str
    kind: str  # cards, choice, several, yes, number, text; set: there is nothing to choose
    label: str
    about: str
    value: Any
    choices: list[Choice]
    places: list[str]
    least: int | None
    most: int | None

    @property
    def values(self) -> list[str]:
        """Of several: what each place has."""
        given = str(self.value).split(",")
        return [*given, *[""] * len(self.places)][: len(self.places)]


def form_fields(game: AnyGame, options: Options, pack: Pack | None = None) -> list[FormField]:
    """All options of a game as the form shows them beside each other, with its own pack or another."""
    return [form_field(one) for one in fitted_options(game, pack or pack_of(game.name), options)]


def form_field(option: FittedOption) -> FormField:
    field = option.field
    return FormField(
        field.name,
        kind_of(option),
        option.label,
        option.about,
        option.value,
        option.choices,
        option.places,
        field.least,
        field.most,
    )


def kind_of(option: FittedOption) -> str:
    """How an option is asked for."""
    if not option.is_open:
        return "set"
    if option.places:
        return "several"
    if isinstance(option.value, bool):
        return "yes"
    if option.choices:
        return "cards" if any(choice.picture or choice.about for choice in option.choices) else "choice"
    return "number" if isinstance(option.value, int) else "text"
