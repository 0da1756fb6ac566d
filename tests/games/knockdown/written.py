"""A pack of Knockdown as its files say it, free to be changed before it is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from harena.games.knockdown import GAME
from kit.packs import Plain, WrittenFolder

CONTENT = GAME.folder / "content"
STANDARD_FOLDER = CONTENT / "standard"
ABYSS_FOLDER = CONTENT / "abyss"


class Written(WrittenFolder):
    """A pack of Knockdown, the standard one if no other is named."""

    game = GAME

    def __init__(self, folder: Path = STANDARD_FOLDER) -> None:
        super().__init__(folder)

    @property
    def fighters(self) -> list[Plain]:
        fighters: list[Plain] = self.said["fighters"]["fighter"]
        return fighters

    def fighter(self, id: str) -> Plain:
        return self.entry(self.fighters, id)

    def special(self, id: str) -> Plain:
        return self.entry([special for fighter in self.fighters for special in fighter["special"]], id)

    def card(self, id: str, arena: str = "nest") -> Plain:
        return self.entry(self.said[arena]["card"], id)

    def skill(self, id: str, skill_set: str = "survivors") -> Plain:
        return self.entry(self.said[skill_set]["skill"], id)

    def ground(self, **fields: Any) -> None:
        """The Nest is laid out in another way."""
        self.said["nest"].update(fields)
