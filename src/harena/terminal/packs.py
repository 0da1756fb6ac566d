"""What is in a pack, said in a few lines."""

from __future__ import annotations

import tomllib
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from harena.core.game import AnyGame


def describe_pack(game: AnyGame, name_or_folder: str) -> RenderableType:
    """Read a pack, which checks it, and describe it."""
    pack = game.pack(name_or_folder)
    own = name_or_folder in game.pack_names()
    folder = game.folder / "content" / name_or_folder if own else Path(name_or_folder)
    files = [f"  {file.name}  {_counts(file)}" for file in sorted(folder.glob("*.toml"))]
    heading = f"{pack.title} ({pack.name}), a pack for {game.title}. It can be played."
    return Text("\n".join([heading, f"Digest {pack.digest}", *files]))


def _counts(file: Path) -> str:
    """How many entries of each kind a file holds."""
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    counted = [
        f"{kind}: {len(entries)}"
        for kind, entries in content.items()
        if isinstance(entries, list) and all(isinstance(entry, dict) for entry in entries)
    ]
    return ", ".join(counted) or "no lists"
