"""A pack of one's own, begun as a copy of another."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

from harena.core.errors import HarenaError, PackError
from harena.core.game import AnyGame
from harena.core.pack import Pack

NAME_LINE = re.compile(r'^(name\s*=\s*)(["\']).*?\2', re.MULTILINE)
NO_ID = re.compile(r"[^a-z0-9]+")
LONGEST_ID = 30


def copy_pack(game: AnyGame, source: str, goal: Path) -> Pack:
    """Copy a pack into a new folder, and name it after that, or do nothing; the pack that was copied."""
    original: Pack = game.pack(source)
    _check_goal(game, goal)
    folders = game.pack_folders(source)
    if len(folders) > 1:
        raise HarenaError(f"{source} is {len(folders)} packs joined; copy them one by one.")
    with tempfile.TemporaryDirectory(dir=goal.parent, prefix=f".{goal.name}.") as draft:
        fresh = Path(draft) / goal.name
        fresh.mkdir()
        for file in sorted(folders[0].glob("*.toml")):
            if file.is_file():
                shutil.copyfile(file, fresh / file.name)
        _rename(game, fresh, goal.name)
        fresh.rename(goal)
    return original


def _check_goal(game: AnyGame, goal: Path) -> None:
    if str(goal) in game.pack_names():
        raise HarenaError(f"{goal} is a pack that comes with {game.title}; give yours another name.")
    if goal.exists():
        raise HarenaError(f"{goal} already exists; name a new folder.")
    if not goal.parent.is_dir():
        raise HarenaError(f"{goal}: there is no folder {goal.parent} to make it in.")


def _rename(game: AnyGame, folder: Path, name: str) -> None:
    """Give a pack a name of its own, so that records tell it from the one it was copied from."""
    file = folder / "pack.toml"
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    file_with_name = NAME_LINE.sub(rf'\g<1>"{_as_id(name)}"', text, count=1)
    if file_with_name == text:
        return
    file.write_text(file_with_name, encoding="utf-8")
    try:
        game.pack(folder)
    except PackError:  # a game may want names of a different kind: then it keeps the one it has
        file.write_text(text, encoding="utf-8")


def _as_id(name: str) -> str:
    """A folder's name as the name of a pack: my-arena becomes my_arena."""
    plain = NO_ID.sub("_", name.lower()).strip("_")[:LONGEST_ID].rstrip("_")
    return plain if plain[:1].isalpha() else f"pack_{plain}".rstrip("_")[:LONGEST_ID]
