"""A pack of Centauri Arena as its files say it, free to be changed before it is read."""

from __future__ import annotations

from pathlib import Path

from harena.games.centauri import GAME
from kit.packs import Plain, WrittenFolder

CONTENT = GAME.folder / "content"
STANDARD_FOLDER = CONTENT / "standard"
RIFT_FOLDER = CONTENT / "rift"


class Written(WrittenFolder):
    """A pack of Centauri Arena, the standard one if no other is named."""

    game = GAME

    def __init__(self, folder: Path = STANDARD_FOLDER) -> None:
        super().__init__(folder)

    @property
    def cards(self) -> list[Plain]:
        cards: list[Plain] = self.said["cards"]["card"]
        return cards

    @property
    def scenarios(self) -> list[Plain]:
        scenarios: list[Plain] = self.said["scenarios"]["scenario"]
        return scenarios

    def card(self, id: str) -> Plain:
        return self.entry(self.cards, id)

    def scenario(self, id: str) -> Plain:
        return self.entry(self.scenarios, id)

    def sector(self, map: str, name: str, letter: str, rows: str = "rows") -> None:
        """A sector of a map is of another kind, or has another colour."""
        row = "abcdefg".index(name[0])
        letters = self.said[map][rows][row].split()
        letters[int(name[1:]) - 1] = letter
        self.said[map][rows][row] = " ".join(letters)
