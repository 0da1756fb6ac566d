"""Where games are found by name: the folders of `harena.games`, and entry points of other packages."""

from __future__ import annotations

import os
import sys
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

from harena.core.errors import HarenaError, UnknownGameError
from harena.core.game import AnyGame, Game

GROUP = "harena.games"  # the package of Harena's own games, and the group of entry points of others'
_added: dict[str, AnyGame] = {}
_found: dict[str, AnyGame] = {}


def add(game: AnyGame) -> None:
    """Make a game known for this process, without an installed package."""
    _added[game.name] = game


def names() -> list[str]:
    """The names of all games, in alphabetical order."""
    return sorted({*_added, *_others(_places()), *_own()})


def installed() -> list[str]:
    """The names of the games that every process finds, without those that were added to this one."""
    return sorted(_brought())


def find(name: str) -> AnyGame:
    """The game of that name."""
    if name in _added:
        return _added[name]
    if name not in _found:
        _found[name] = _load(name)
    return _found[name]


def _places() -> tuple[tuple[str, int], ...]:
    """Where packages are, and when something was last put there or taken away."""
    return tuple((place, _changed(place)) for place in sys.path)


def _changed(place: str) -> int:
    try:
        return os.stat(place or ".").st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=1)
def _others(places: tuple[tuple[str, int], ...]) -> frozenset[str]:
    """The games of other packages: looking through all that is installed takes milliseconds."""
    return frozenset(entry.name for entry in entry_points(group=GROUP))


def _brought() -> dict[str, str]:
    """Where each game is, as MODULE:NAME; a name that is Harena's own stays so."""
    return {**{entry.name: entry.value for entry in entry_points(group=GROUP)}, **_own()}


@cache
def _own() -> dict[str, str]:
    """Harena's own games: every folder of its games is one."""
    folders = iter_modules(import_module(GROUP).__path__)
    return {folder.name: f"{GROUP}.{folder.name}:GAME" for folder in folders if folder.ispkg}


def _load(name: str) -> AnyGame:
    where = _brought().get(name, "")
    if not where:
        raise UnknownGameError(f"There is no game {str(name)[:40]!r}. Installed are: {', '.join(names())}.")
    module, _, attribute = where.partition(":")
    try:
        game = getattr(import_module(module), attribute or "GAME")
    except Exception as error:
        raise HarenaError(f"The game {name!r} ({where}) cannot be loaded: {error}") from error
    if not isinstance(game, Game) or game.name != name:
        raise HarenaError(f"{where} is not a Harena game named {name!r}.")
    return game
