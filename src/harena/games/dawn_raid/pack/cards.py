"""The cards of Dawn Raid and the pack they make, as the rules index them."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from harena.core.bits import bit
from harena.core.pack import Pack

RANGED: Final = 0
MELEE: Final = 1
PSYCHIC: Final = 2
TYPE_NAMES: Final = ["ranged", "melee", "psychic"]

HQ: Final = 0
TROOPS: Final = 1
ELITES: Final = 2
FAST_ATTACK: Final = 3
HEAVY_SUPPORT: Final = 4
ROLE_NAMES: Final = ["hq", "troops", "elites", "fast_attack", "heavy_support"]

DECK_SIZE: Final = 30


@final
class Card:
    """One card (DR-1.1)."""

    def __init__(self, id: str, name: str, faction: i64, role: i64, scores: list[i64], text: str) -> None:
        self.id = id
        self.name = name
        self.faction: i64 = faction
        self.role: i64 = role
        self.scores = scores  # by type
        self.text = text
        self.kin: i64 = 0  # all cards of its faction
        self.types: i64 = 0  # the types in which it scores at least 1
        kind: i64 = 0
        for score in scores:
            if score > 0:
                self.types |= bit(kind)
            kind += 1


@final
class Faction:
    """A faction icon."""

    def __init__(self, id: str, name: str, short: str, emblem: str) -> None:
        self.id = id
        self.name = name
        self.short = short
        self.emblem = emblem


@final
class DawnRaidPack(Pack):
    """Two decks of 30: cards 0 to 29 are the first deck, 30 to 59 the second."""

    def __init__(
        self,
        name: str,
        title: str,
        digest: str,
        deck_titles: list[str],
        factions: list[Faction],
        cards: list[Card],
    ) -> None:
        super().__init__(name, title, digest)
        self.deck_titles = deck_titles
        self.factions = factions
        self.cards = cards
        self.hq: i64 = 0  # all cards with the HQ role
        self.usual: list[i64] = []  # by card: the type in which it beats most of the other deck
        number: i64 = 0
        for card in cards:
            if card.role == HQ:
                self.hq |= bit(number)
            other: i64 = 0
            for like in cards:
                if like.faction == card.faction:
                    card.kin |= bit(other)
                other += 1
            self.usual.append(usual_type(cards, number))
            number += 1


def usual_type(cards: list[Card], number: i64) -> i64:
    """The type in which a card beats most of the other deck."""
    scores = cards[number].scores
    best: i64 = 0
    most: i64 = -1
    kind: i64 = 0
    while kind < len(TYPE_NAMES):
        beaten: i64 = 0
        other: i64 = 0
        for card in cards:
            if (other < DECK_SIZE) != (number < DECK_SIZE) and scores[kind] > card.scores[kind]:
                beaten += 1
            other += 1
        if scores[kind] > 0 and beaten > most:
            most = beaten
            best = kind
        kind += 1
    return best
