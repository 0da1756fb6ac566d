"""Where games are found by name: Harena's own, and those other packages bring as entry points."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points

from harena.core.errors import HarenaError, UnknownGameError
from harena.core.game import AnyGame, Game

GROUP = "harena.games"
_added: dict[str, AnyGame] = {}
_found: dict[str, AnyGame] = {}


def add(game: AnyGame) -> None:
    """Make a game known for this process, without an installed package."""
    _added[game.name] = game


def names() -> list[str]:
    """The names of all games, in alphabetical order."""
    return sorted({*_added, *(entry.name for entry in entry_points(group=GROUP))})


def find(name: str) -> AnyGame:
    """The game of that name."""
    if name in _added:
        return _added[name]
    if name not in _found:
        _found[name] = _load(name)
    return _found[name]


def _load(name: str) -> AnyGame:
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            module, _, attribute = entry.value.partition(":")
            try:
                game = getattr(import_module(module), attribute or "GAME")
            except Exception as error:
                raise HarenaError(f"The game {name!r} ({entry.value}) cannot be loaded: {error}") from error
            if not isinstance(game, Game) or game.name != name:
                raise HarenaError(f"The entry point {entry.value} is not a Harena game named {name!r}.")
            return game
    raise UnknownGameError(f"There is no game {str(name)[:40]!r}. Installed are: {', '.join(names())}.")
