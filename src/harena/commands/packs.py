"""`harena pack`: check a pack and list what is in it, or begin one of your own as a copy."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.text import Text

from harena.core import registry
from harena.core.errors import HarenaError, PackError
from harena.core.game import AnyGame
from harena.terminal.console import open_terminal
from harena.terminal.copying import copy_pack
from harena.terminal.packs import described_pack

app = App(
    name="pack",
    help="Check a pack and list what is in it by id, or begin one of your own with `harena pack new`.",
    default_parameter=Parameter(negative=(), show_default=False),
    result_action="return_value",
)


@app.default
def pack(game: str, name_or_folder: str = "standard", /) -> None:
    """Check a pack, and list what is in it by id.

    Parameters
    ----------
    game
        The game's name.
    name_or_folder
        A pack that comes with the game, or the folder of any other, or several with + between; the
        standard one if left out.
    """
    open_terminal().say(*described_pack(registry.find(game), name_or_folder))


@app.command
def new(
    game: str, folder: Path | None = None, /, *, from_: Annotated[str, Parameter(name="--from")] = "standard"
) -> None:
    """Copy a pack into a new folder, to change it.

    Parameters
    ----------
    game
        The game's name; may be left out where only one game has such a pack.
    folder
        The folder to make. The pack is named after it.
    from_
        What to copy: a pack that comes with the game, or the folder of any other; standard if left out.
    """
    found, goal = (registry.find(game), folder) if folder is not None else (_game_with(from_), Path(game))
    copied = copy_pack(found, from_, goal)
    name = shlex.quote(str(goal))
    open_terminal().say(
        Text(f"{goal} is a copy of {copied.title} ({from_}), a pack for {found.title}."),
        "",
        Text(f"Change its files with any text editor{_explained(found)}. Then:"),
        f"  harena pack {found.name} {name}",
        Text("     checks it: all mistakes at once, with their places"),
        f"  harena play {found.name} --pack {name}",
        Text("     plays it"),
        f"  harena compare {found.name} --b pack={name}",
        Text("     measures what your changes do"),
    )


def _explained(game: AnyGame) -> str:
    """Where one reads what the files of a pack may say, if its game has such a page."""
    page = "PACKS.md"
    return f"; {page} of {game.title} tells what they may say" if (game.folder / page).is_file() else ""


def _game_with(pack: str) -> AnyGame:
    """The only game that has a pack of that name, or can read that folder."""
    games = [registry.find(name) for name in registry.names()]
    fitting = [game for game in games if _has(game, pack)]
    if len(fitting) == 1:
        return fitting[0]
    known = ", ".join(game.name for game in fitting or games)
    raise HarenaError(f"Which game is the pack for? Name it first, as in harena pack new GAME NAME: {known}.")


def _has(game: AnyGame, pack: str) -> bool:
    try:
        game.pack(pack)
    except PackError:
        return False
    return True
