"""Every variant and number of players of every game, for the suites of the interfaces.

The suite walks a few steps in each choice of each option; `make rl-suites` goes far, and combines them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import harena
from conftest import option_sets
from contract.play import LONG, pack_of
from harena.core import options, registry
from harena.core.fitting import complete
from harena.core.options import write_options
from harena.rl.setting import Setting

CYCLES = 300 if LONG else 3  # steps for each agent

OptionSet = dict[str, Any]


def each_choice(name: str) -> Iterator[OptionSet]:
    """Options that choose one thing: the others follow."""
    game, pack = harena.game(name), pack_of(harena.game(name))
    choices = {field.name: field.choices for field in options.fields(game.options) if field.choices}
    for option, known in game.known(pack).items():
        if known.most == 1:
            choices[option] = list(known.names)
    for option, values in choices.items():
        for value in values:
            yield write_options(complete(game, pack, {option: value}))


def settings_of(name: str) -> list[OptionSet]:
    found = [*each_choice(name), *(option_sets(harena.game(name)) if LONG else [])]
    return [one for number, one in enumerate(found) if one not in found[:number]]


def by_seats(name: str) -> list[OptionSet]:
    """The first options for each number of players."""
    game = harena.game(name)
    found = {game.seats(game.options(**one)): one for one in reversed(settings_of(name))}
    return [found[seats] for seats in sorted(found)]


def _said(name: str, chosen: OptionSet) -> str:
    usual = write_options(harena.game(name).options())
    other = [f"{option}={value}" for option, value in chosen.items() if value != usual.get(option)]
    return f"{name} {', '.join(other)}"


def _parametrized(found: list[tuple[str, OptionSet]]) -> Any:
    ids = [_said(name, chosen) for name, chosen in found]
    return pytest.mark.parametrize(("name", "chosen"), found, ids=ids)


every_setting = _parametrized([(name, one) for name in registry.names() for one in settings_of(name)])
every_number_of_players = _parametrized([(name, one) for name in registry.names() for one in by_seats(name)])
every_game = pytest.mark.parametrize("name", registry.names())


@cache
def _setting(name: str, chosen: tuple[tuple[str, Any], ...]) -> Setting:
    return Setting(name, pack_of(harena.game(name)), dict(chosen))


def setting(name: str, chosen: OptionSet) -> Setting:
    """Made once for all tests: nothing in it changes."""
    return _setting(name, tuple(chosen.items()))
