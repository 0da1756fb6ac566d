"""Reading a Dawn Raid pack: two decks of 30 cards and the faction icons on them (DR-1.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from harena.core.errors import PackError
from harena.core.look import EMBLEMS
from harena.core.packfile import PackFiles, entry_name
from harena.games.dawn_raid.cards import DECK_SIZE, ROLE_NAMES, Card, DawnRaidPack, Faction

Id = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,39}\Z")]
Title = Annotated[str, Meta(min_length=1, max_length=40)]
Score = Annotated[int, Meta(ge=0, le=99)]


class FactionEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: Id
    name: Title
    short: Annotated[str, Meta(pattern=r"^[A-Z]{2}\Z")]
    emblem: str


class PackEntry(msgspec.Struct, forbid_unknown_fields=True):
    game: Literal["dawn_raid"]
    name: Id
    title: Title
    about: str
    decks: Annotated[list[Id], Meta(min_length=2, max_length=2)]
    faction: list[FactionEntry]


class CardEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: Id
    name: Annotated[str, Meta(min_length=1, max_length=24)]
    faction: Id
    role: Literal["hq", "troops", "elites", "fast_attack", "heavy_support"]
    ranged: Score
    melee: Score
    psychic: Score
    text: Annotated[str, Meta(max_length=90)] = ""


class DeckEntry(msgspec.Struct, forbid_unknown_fields=True):
    title: Title
    card: list[CardEntry]


def read_pack(folder: Path) -> DawnRaidPack:
    """A pack from its folder, or an error that says what is wrong and where."""
    files = PackFiles(folder)
    head = files.read("pack.toml", PackEntry)
    _check_factions(head.faction)
    if head.decks[0] == head.decks[1]:
        raise PackError(
            "pack.toml", "the two decks are the same; two different ones are needed.", field="decks"
        )
    decks = [files.read(f"{deck}.toml", DeckEntry) for deck in head.decks]
    for name, deck in zip(head.decks, decks, strict=True):
        _check_deck(f"{name}.toml", deck, head.faction)
    _check_names_differ(head.decks, decks)
    return DawnRaidPack(
        head.name,
        head.title,
        files.digest(),
        [deck.title for deck in decks],
        [Faction(entry.id, entry.name, entry.short, entry.emblem) for entry in head.faction],
        [_card(entry, head.faction) for deck in decks for entry in deck.card],
    )


def _card(entry: CardEntry, factions: Sequence[FactionEntry]) -> Card:
    faction = [known.id for known in factions].index(entry.faction)
    scores = [entry.ranged, entry.melee, entry.psychic]
    return Card(entry.id, entry.name, faction, ROLE_NAMES.index(entry.role), scores, entry.text)


def _check_factions(factions: Sequence[FactionEntry]) -> None:
    for field in ("id", "short", "emblem"):
        counted = Counter(getattr(faction, field) for faction in factions)
        for place, faction in enumerate(factions):
            if counted[getattr(faction, field)] > 1:
                what = f"'{getattr(faction, field)}' is used twice; each faction needs its own."
                raise PackError("pack.toml", what, entry_name("faction", place, {"id": faction.id}), field)
    for place, faction in enumerate(factions):
        if faction.emblem not in EMBLEMS:
            what = f"there is no emblem '{faction.emblem[:30]}'; there are: {', '.join(EMBLEMS)}."
            raise PackError("pack.toml", what, entry_name("faction", place, {"id": faction.id}), "emblem")


def _check_deck(file: str, deck: DeckEntry, factions: Sequence[FactionEntry]) -> None:
    if len(deck.card) != DECK_SIZE:
        raise PackError(file, f"the deck has {len(deck.card)} cards; {DECK_SIZE} are needed (DR-1.1).")
    known = [faction.id for faction in factions]
    for place, card in enumerate(deck.card):
        entry = entry_name("card", place, {"id": card.id})
        if card.faction not in known:
            what = f"there is no faction '{card.faction}' in pack.toml; there are: {', '.join(known)}."
            raise PackError(file, what, entry, "faction")
        if card.ranged == card.melee == card.psychic == 0:
            what = (
                "the card scores 0 in everything, so no raid could begin with it (DR-2.1); give it a score."
            )
            raise PackError(file, what, entry, "ranged")


def _check_names_differ(files: Sequence[str], decks: Sequence[DeckEntry]) -> None:
    for field in ("id", "name"):
        first_seen: dict[str, str] = {}
        for file, deck in zip(files, decks, strict=True):
            for place, card in enumerate(deck.card):
                value = getattr(card, field)
                if value in first_seen:
                    what = f"'{value}' stands in {first_seen[value]} already; every card needs its own."
                    raise PackError(f"{file}.toml", what, entry_name("card", place, {"id": card.id}), field)
                first_seen[value] = f"{file}.toml"
