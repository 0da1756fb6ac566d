"""What is in a pack, said in a few lines."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from harena.core.game import AnyGame
from harena.core.packfile import BIGGEST_FILE


def describe_pack(game: AnyGame, name_or_folder: str) -> str:
    """Read a pack, which checks it, and describe it."""
    pack = game.pack(name_or_folder)
    own = name_or_folder in game.pack_names()
    folder = game.folder / "content" / name_or_folder if own else Path(name_or_folder)
    contents = [(file.name, _content(file)) for file in sorted(folder.glob("*.toml"))]
    files = [f"  {name}  {_counts(content)}" for name, content in contents if content is not None]
    heading = f"{pack.title} ({pack.name}), a pack for {game.title}. It can be played."
    return "\n".join([heading, f"Digest {pack.digest}", *files])


def _content(file: Path) -> dict[str, Any] | None:
    """What a file holds; none if it cannot be read: the pack was, so it is no part of it."""
    try:
        if not file.is_file() or file.stat().st_size > BIGGEST_FILE:
            return None
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None


def _counts(content: dict[str, Any]) -> str:
    """How many entries of each kind there are."""
    counted = [
        f"{kind}: {len(entries)}"
        for kind, entries in content.items()
        if isinstance(entries, list) and all(isinstance(entry, dict) for entry in entries)
    ]
    return ", ".join(counted) or "no lists"
