"""The cards of Dawn Raid one by one."""

from __future__ import annotations

from harena.core.exhibit import Exhibit
from harena.games.dawn_raid.look.faces import CARDS, FORMS, face
from harena.games.dawn_raid.pack.cards import DECK_SIZE, TYPE_NAMES, Card, DawnRaidPack
from harena.look.exhibits import alone
from harena.look.laying import Box

SHADOW = 5
CARD = Box(0, 0, FORMS["printed"][0] + SHADOW, FORMS["printed"][1] + SHADOW)


def exhibits(pack: DawnRaidPack) -> list[Exhibit]:
    """Both decks, card by card."""
    return [_exhibit(pack, number, card) for number, card in enumerate(pack.cards)]


def _exhibit(pack: DawnRaidPack, number: int, card: Card) -> Exhibit:
    shown = face(pack, card, "")
    return Exhibit(
        key=card.id,
        kind=pack.deck_titles[number // DECK_SIZE],
        name=card.name,
        text=shown.words,
        facts=(
            ("Faction", shown.faction),
            ("Role", shown.role),
            *((kind.capitalize(), str(score)) for kind, score in zip(TYPE_NAMES, card.scores, strict=True)),
        ),
        picture=alone(CARDS.one("printed", shown), CARD, card.name, shown.words),
    )
