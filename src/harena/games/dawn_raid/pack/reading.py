"""Reading a Dawn Raid pack: two decks of 30 cards and the faction icons on them (DR-1.1)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from harena.core.packcheck import Entries, check_own, one_of
from harena.core.packfile import PackFiles, Placed
from harena.games.dawn_raid.pack.cards import DECK_SIZE, ROLE_NAMES, Card, DawnRaidPack, Faction
from harena.look import EMBLEMS

Id = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,39}\Z")]
Title = Annotated[str, Meta(min_length=1, max_length=40)]
Score = Annotated[int, Meta(ge=0, le=99)]
Decks = Annotated[list[Id], Meta(min_length=2, max_length=2)]

HEAD = "pack.toml"


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
    decks: Decks
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


class Scores(msgspec.Struct):
    """What a card can do, whatever else is said of it."""

    ranged: Score
    melee: Score
    psychic: Score


class DeckEntry(msgspec.Struct, forbid_unknown_fields=True):
    title: Title
    card: list[CardEntry]


def read_pack(folder: Path) -> DawnRaidPack:
    """A pack from its folder, or an error that says all that is wrong with it, and where."""
    files = PackFiles(folder)
    head = files.tried(HEAD, PackEntry)
    FACTIONS.check(files)
    names = _deck_names(files)
    decks = [files.tried(f"{name}.toml", DeckEntry) for name in names]
    lists = [_cards_of(f"{name}.toml", files) for name in names]
    for cards in lists:
        cards.check(files)
    for field in ("id", "name"):
        check_own(files, lists, field)
    files.check()
    assert head is not None
    return _built(head, [deck for deck in decks if deck is not None], files.digest())


def _built(head: PackEntry, decks: Sequence[DeckEntry], digest: str) -> DawnRaidPack:
    return DawnRaidPack(
        head.name,
        head.title,
        digest,
        [deck.title for deck in decks],
        [Faction(entry.id, entry.name, entry.short, entry.emblem) for entry in head.faction],
        [_card(entry, head.faction) for deck in decks for entry in deck.card],
    )


def _card(entry: CardEntry, factions: Sequence[FactionEntry]) -> Card:
    faction = [known.id for known in factions].index(entry.faction)
    scores = [entry.ranged, entry.melee, entry.psychic]
    return Card(entry.id, entry.name, faction, ROLE_NAMES.index(entry.role), scores, entry.text)


def _deck_names(files: PackFiles) -> list[str]:
    """The files of the decks, which are looked through even if pack.toml has mistakes elsewhere."""
    named = files.part(HEAD, "decks", Decks) or []
    if len(set(named)) < len(named):
        files.wrong(HEAD, "the two decks are the same; two different ones are needed.", field="decks")
    return list(dict.fromkeys(named))


def _cards_of(file: str, files: PackFiles) -> Entries:
    """What must hold for the cards of a deck; both decks together have ids and names of their own."""
    factions = [faction.entry for faction in files.parts(HEAD, FACTIONS.kind, "id", str)]
    faction = one_of(factions, "faction", f" in {HEAD}")
    parts = {"faction": (str, faction)} if factions else {}
    return Entries(file, "card", DECK_SIZE, "DR-1.1", own=(), parts=parts, whole=(Scores, _check_scores))


def _check_scores(card: Placed[Scores]) -> None:
    scores = card.entry
    if scores.ranged == scores.melee == scores.psychic == 0:
        what = "the card scores 0 in everything, so no raid could begin with it (DR-2.1); give it a score."
        card.wrong(what, "ranged")


FACTIONS = Entries(
    HEAD, "faction", own=("id", "short", "emblem"), parts={"emblem": (str, one_of(EMBLEMS, "emblem"))}
)
