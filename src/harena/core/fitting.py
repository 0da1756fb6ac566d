"""Options that go together: each option decides about those after it, and what does not apply is left out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from harena.core.game import AnyGame
from harena.core.joining import STANDARD
from harena.core.options import Choice, Offer, OptionField, Options, fields, read_options
from harena.core.pack import Pack


class FittedOption(msgspec.Struct, frozen=True):
    """An option as it is asked for beside the others."""

    field: OptionField
    value: Any
    label: str
    about: str
    choices: list[Choice]  # empty: any value within the field's limits
    places: list[str]  # of several values: what each is for
    applies: bool

    @property
    def is_open(self) -> bool:
        """Is there anything to choose?"""
        return self.applies and (len(self.choices) != 1 or bool(self.places))


def fit(game: AnyGame, pack: Pack, given: Mapping[str, Any], kept: Collection[str] = ()) -> Options:
    """Options from names and values, changed where one does not go with those before it.

    What is named in `kept` stays as it was given, whether it fits or not.
    """
    options: Options = read_options(game.options, given)
    for field in fields(game.options):
        offer = game.offers(pack, options).get(field.name)
        if offer is not None and field.name not in kept:
            value = fitting_value(offer, getattr(options, field.name), field.default)
            options = msgspec.structs.replace(options, **{field.name: value})
    return options


def complete(game: AnyGame, pack: Pack, given: Mapping[str, Any]) -> Options:
    """Options from what somebody names; the others follow: a variant for four has four players."""
    return fit(game, pack, given, kept=given)


def fitting_value(offer: Offer, value: Any, default: Any) -> Any:
    """The value if it is offered, else the usual one, else the first there is."""
    allowed = [choice.value for choice in offer.choices]
    if offer.places:
        several = [one.strip() for one in str(value).split(",")][: len(offer.places)]
        return ",".join(one if one in allowed else "" for one in several).rstrip(",")
    if not allowed or value in allowed:
        return value if allowed else default
    return default if default in allowed else allowed[0]


def fitted_options(game: AnyGame, pack: Pack, options: Options) -> list[FittedOption]:
    """Every option of a game as it is asked for beside the others."""
    offers = game.offers(pack, options)
    return [_fitted(field, offers.get(field.name), options) for field in fields(game.options)]


def _fitted(field: OptionField, offer: Offer | None, options: Options) -> FittedOption:
    value = getattr(options, field.name)
    if offer is None:
        return FittedOption(field, value, field.label, field.asked, field.words, [], True)
    return FittedOption(
        field,
        value,
        offer.label or field.label,
        offer.about or field.asked,
        offer.choices,
        offer.places,
        bool(offer.choices),
    )


def in_players_words(game: AnyGame, pack: Pack, options: Options) -> list[tuple[str, str]]:
    """What was agreed, as players would say it: the pack, if it is not the usual one, and every option that
    applies, with its value.
    """
    own = [("Pack", pack.title)] if pack.name != STANDARD else []
    return own + [(one.label, said(one)) for one in fitted_options(game, pack, options) if one.applies]


def said(option: FittedOption) -> str:
    """The value of an option in words."""
    labels = {str(choice.value): choice.label for choice in option.choices}
    if not option.places:
        return labels.get(str(option.value), str(option.value))
    values = str(option.value).split(",")
    values += [""] * (len(option.places) - len(values))
    named = [
        f"{place}: {labels.get(value, value)}" for place, value in zip(option.places, values, strict=False)
    ]
    return "; ".join(named) if any(values) else labels.get("", "")
