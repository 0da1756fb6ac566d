"""Records that are kept: each with the packs it was played with beside it."""

from __future__ import annotations

from pathlib import Path

from harena.core import registry
from harena.core.pack import Pack

KEPT = Path(__file__).parents[1] / "golden"
PACK = "pack"  # a folder of a game's records: the pack they were played with
JOINED = "joined"  # another: records that were played with that pack and the boxes in here together


def kept_records() -> list[Path]:
    """All of them, by game."""
    return sorted([*KEPT.glob("*/*.json"), *KEPT.glob(f"*/{JOINED}/*.json")])


def game_of(record: Path) -> str:
    """The name of the game."""
    return record.relative_to(KEPT).parts[0]


def pack_beside(record: Path) -> Pack:
    """What a record was played with."""
    game, home = registry.find(game_of(record)), record.parent
    if home.name != JOINED:
        return game.read_pack(home / PACK)  # type: ignore[no-any-return]
    boxes = sorted(folder for folder in home.iterdir() if folder.is_dir())
    return game.joined([game.read_pack(folder) for folder in (home.parent / PACK, *boxes)])  # type: ignore[no-any-return]
