"""Dawn Raid at a narrow terminal: shorter words, and nothing is cut."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

import harena
from harena.core.match import Match


def shown(match: Match, width: int) -> list[str]:
    console = Console(width=width, file=StringIO(), force_terminal=False, color_system=None)
    screen = match.game.screen(match.pack, match.view(0), match.names)
    lines = console.render_lines(screen, pad=False)
    return ["".join(segment.text for segment in line) for line in lines]


@pytest.mark.parametrize("width", [60, 80])
def test_names_of_cards_and_decks_are_whole(width: int) -> None:
    match = harena.new("dawn_raid", seed=1, names=["Ann", "Bo"])
    looked = 0
    while not match.over and looked < 30:
        view, lines = match.view(0), shown(match, width)
        text = "\n".join(lines)
        assert all(len(line) <= width for line in lines)
        assert "…" not in text, text
        assert "Space Marines" in text
        names = {card.id: card.name for card in match.pack.cards}  # type: ignore[attr-defined]
        for card in [*view.attack, *view.defence]:  # type: ignore[attr-defined]
            assert names[card].split()[-1] in text, "whole, if on two lines"
        match.play(match.legal()[-1])
        looked += 1
    assert looked > 10
