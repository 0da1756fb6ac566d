"""What is in a pack, for the terminal."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from harena.core.game import AnyGame
from harena.core.packfile import BIGGEST_FILE


def described_pack(game: AnyGame, name_or_folder: str) -> Iterator[RenderableType]:
    """Read a pack, which checks it, and say what is in it: everything by its id, the files, the digest."""
    pack = game.pack(name_or_folder)
    yield Text(f"{pack.title} ({pack.name}), a pack for {game.title}. It can be played.")
    for kind, names in game.ids(pack).items():
        yield ""
        yield Text(f"{kind} ({len(names)})", style="bold")
        yield Padding(_listed(names), (0, 0, 0, 2), expand=False)
    yield ""
    yield Text("Files", style="bold")
    folders = game.pack_folders(name_or_folder)
    for folder in folders:
        for file in sorted(folder.glob("*.toml")):
            content = _content(file)
            if content is not None:
                of = f"{folder.name}/" if len(folders) > 1 else ""
                yield f"  {of}{file.name}  {_counts(content)}"
    yield ""
    yield f"Digest {pack.digest}"


def _listed(names: Mapping[str, str]) -> Columns:
    """Ids with names, in as many columns as there is room for."""
    wide = max(map(len, names), default=0)
    cells = [
        Text.assemble((f"{id:<{wide}}", "bold cyan"), "  ", name, no_wrap=True, overflow="fold")
        for id, name in names.items()
    ]
    return Columns(cells, padding=(0, 4), equal=True, column_first=True)


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
