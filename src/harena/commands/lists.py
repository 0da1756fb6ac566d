"""`harena games`, `bots`, `rules` and `options`: what there is."""

from __future__ import annotations

from rich.console import RenderableType
from rich.markdown import Markdown
from rich.text import Text

from harena.bots import registry as bot_registry
from harena.core import registry
from harena.core.errors import HarenaError
from harena.core.game import AnyGame
from harena.core.options import fields
from harena.terminal.console import open_terminal
from harena.terminal.lists import explained, explained_options
from harena.terminal.told import only_words, rule_in_words


def games() -> None:
    """List the games that are installed."""
    rows: list[tuple[str, list[RenderableType]]] = []
    for name in registry.names():
        try:
            game = registry.find(name)
            rows.append((name, [Text(f"{game.title}, for {_seats(game)}"), Text(game.summary)]))
        except HarenaError as error:  # one broken game hides no other
            rows.append((name, [Text(str(error))]))
    open_terminal().say(explained(rows))


def _seats(game: AnyGame) -> str:
    """How many can play: as many as the game's options say, where they have a number of players."""
    choices = next((field.choices for field in fields(game.options) if field.name == "players"), [])
    return f"{min(choices)} to {max(choices)}" if choices else str(game.seats(game.options()))


def bots() -> None:
    """List the bots that are installed."""
    rows: list[tuple[str, list[RenderableType]]] = []
    for name in bot_registry.names():
        try:
            about = bot_registry.kind_of(name).about
        except HarenaError as error:  # one broken bot hides no other
            about = str(error)
        rows.append((name, [Text(about)]))
    open_terminal().say(explained(rows))


def rules(game: str, rule: str | None = None, /) -> None:
    """Read a game's rulebook, or one rule of it.

    Parameters
    ----------
    game
        The game's name.
    rule
        A rule's number, like DR-2.3.
    """
    found = registry.find(game)
    open_terminal().say(rule_in_words(found, rule) if rule else Markdown(only_words(found.rulebook.text)))


def options(game: str, /, *, pack: str = "standard") -> None:
    """List what can be set for a game with `harena play GAME --option NAME=VALUE`.

    Parameters
    ----------
    game
        The game's name.
    pack
        The pack that is played with, by its name or folder: it decides which boards, fighters or the like
        there are to choose from.
    """
    found = registry.find(game)
    known = found.known(found.pack(pack))
    where = f" with the pack {pack}" if known else ""
    open_terminal().say(
        Text(f"What can be set for {found.title}{where}, as --option NAME=VALUE:"),
        "",
        explained_options(fields(found.options), known),
    )
