"""A game's page on packs, PACKS.md, as tests read it: examples, tables and messages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec


class PackPage:
    """The page of a game."""

    def __init__(self, file: Path) -> None:
        self.text = file.read_text(encoding="utf-8")
        self.blocks = [tomllib.loads(text) for text in re.findall(r"```toml\n(.*?)```", self.text, re.DOTALL)]
        self.messages: list[str] = re.findall(r"^    (\w+\.toml[,:].*)$", self.text, re.MULTILINE)

    def block(self, key: str) -> dict[str, Any]:
        """The example with that key."""
        (found,) = [one for one in self.blocks if key in one]
        return found

    def rows(self, head: str, below: str = "") -> dict[str, list[str]]:
        """A table, the first below a heading: by its first cell without its quotes, all cells."""
        _, _, text = self.text.partition(f"\n## {below}")
        _, _, rest = text.partition(f"\n| {head}")
        lines = rest.partition("\n\n")[0].splitlines()[2:]
        cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
        return {row[0].strip("`"): row for row in cells}


def fields_of(shape: type) -> set[str]:
    """What an entry may say."""
    return {one.encode_name for one in msgspec.structs.fields(shape)}
