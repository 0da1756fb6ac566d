"""The rulebook has the rules that the specification has."""

from __future__ import annotations

from harena.games.dawn_raid import GAME


def test_dawn_raid_has_exactly_the_ids_of_its_specification() -> None:
    chapters = {1: 5, 2: 7, 3: 7, 4: 3}
    specified = [f"DR-{chapter}.{rule + 1}" for chapter, count in chapters.items() for rule in range(count)]
    assert list(GAME.rulebook.rules) == specified
