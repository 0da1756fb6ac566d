"""Packs of a host's own, for tests: copies of a game's standard pack with something changed."""

from __future__ import annotations

from pathlib import Path

from harena.core.registry import find
from harena.terminal.copying import copy_pack

GAME = "dawn_raid"
CARD, NEW_CARD = "Cultist Mob", "House Mob"


def house_pack(folder: Path, name: str = "mine", game: str = GAME, card: str = NEW_CARD) -> Path:
    """A pack in a folder of packs, with one card of another name."""
    folder.mkdir(exist_ok=True)
    copy_pack(find(game), "standard", folder / name)
    if game == GAME:
        rename(folder / name, CARD, card)
    return folder / name


def rename(pack: Path, old: str, new: str) -> None:
    """Change a card's name, as somebody with an editor does."""
    for file in pack.glob("*.toml"):
        text = file.read_text(encoding="utf-8")
        if old in text:
            file.write_text(text.replace(old, new), encoding="utf-8")


def high_card(folder: Path, name: str, gold: int = 7) -> None:
    """A small pack of a game whose packs join."""
    (folder / name).mkdir(parents=True)
    lines = ['game = "high_card"', f'name = "{name}"', f'title = "{name.title()}"', f"gold = {gold}"]
    (folder / name / "pack.toml").write_text("\n".join([*lines, "silver = 2"]))
