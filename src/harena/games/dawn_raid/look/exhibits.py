"""The cards of Dawn Raid one by one."""

from __future__ import annotations

from pathlib import Path

from harena.core.exhibit import Exhibit
from harena.games.dawn_raid.look.faces import FORMS, face
from harena.games.dawn_raid.pack.cards import DECK_SIZE, Card, DawnRaidPack
from harena.look.drawing import render

SHADOW = 5


def exhibits(pack: DawnRaidPack) -> list[Exhibit]:
    """Both decks, card by card."""
    return [_exhibit(pack, number, card) for number, card in enumerate(pack.cards)]


def _exhibit(pack: DawnRaidPack, number: int, card: Card) -> Exhibit:
    shown = face(pack, card, "")
    scene: dict[str, object] = {
        "wide": FORMS["printed"][0] + SHADOW,
        "high": FORMS["printed"][1] + SHADOW,
        "title": card.name,
        "desc": shown.words,
        "face": shown,
    }
    return Exhibit(
        key=card.id,
        kind=pack.deck_titles[number // DECK_SIZE],
        name=card.name,
        text=shown.words,
        picture=render(Path(__file__).parent, "exhibit.svg.j2", scene),
    )
