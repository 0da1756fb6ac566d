"""Every game's folder has the same rooms, in the same words, and docs/contract.md lists them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from harena.core import registry
from make_site import own_games

DOCS = Path(__file__).parents[2] / "docs" / "contract.md"
TABLE = re.compile(r"^\| `([\w./]+)` \| (.*) \|$", re.MULTILINE)
LEFT_OUT = "may be left out"
OURS = own_games()


def listed() -> dict[str, bool]:
    """The rooms that the docs list, and whether a game must have each."""
    rooms = DOCS.read_text(encoding="utf-8").partition("## The rooms of a game")[2].partition("\n## ")[0]
    return {name: LEFT_OUT not in about for name, about in TABLE.findall(rooms)}


def rooms_of(folder: Path) -> set[str]:
    """What is in a game's folder, as the docs write it."""
    found = [path for path in folder.iterdir() if path.name != "__pycache__" and path.suffix != ".so"]
    return {f"{path.name}/" if path.is_dir() else path.name for path in found}


@pytest.mark.parametrize("name", OURS)  # a package of somebody else's is furnished as they like
def test_a_game_has_the_rooms_of_every_game_and_no_others(name: str) -> None:
    here = rooms_of(registry.find(name).folder)
    needed = {room for room, must in listed().items() if must}
    assert sorted(needed - here) == [], "every game has these"
    assert sorted(here - listed().keys()) == [], "docs/contract.md knows nothing of these"


def test_the_docs_list_rooms() -> None:
    assert len(OURS) >= 2
    assert {"rules/", "words/", "look/", "pack/", "bots/", "study/"} <= listed().keys()
