"""What is on a card of Dawn Raid, and the card as it lies on the table."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from harena.games.dawn_raid.pack.cards import HQ, ROLE_NAMES, TYPE_NAMES, Card, DawnRaidPack
from harena.games.dawn_raid.words.told import ROLE_TITLES
from harena.look import GILT, IRON, OLIVE, TEAL, VIOLET
from harena.look.cards import Heading, heading
from harena.look.drawing import HOLE, Cut, Pieces
from harena.look.writing import clip, fit, wrap

TYPE_ICONS = {"ranged": "crosshair", "melee": "sword", "psychic": "psyche"}
ROLE_ICONS = ("crown", "ranks", "medal", "swift", "cannon")
ROLE_EDGES = (GILT, OLIVE, VIOLET, TEAL, IRON)

# A card has several forms: upright and broad in a battle, mini in a deck, token in a pot, and printed, with
# its saying, for those who look it up. Letters stay readable where the form is shown smallest.
FORMS = {
    "printed": (160, 224),
    "upright": (160, 224),
    "broad": (250, 106),
    "mini": (60, 78),
    "token": (36, 46),
}
ROOM = 143.0  # for writing on an upright card
NAME_SIZE, LEAST = 17.0, 15.0
BROAD_ROOM, BROAD_KIND_ROOM, BROAD_SIZE, BROAD_LEAST = 202.0, 232.0, 19.0, 16.5
SAYING_SIZE, SAYING_LEAST, SAYING_LINES = 12.0, 9.5, 3

CARDS = Pieces(Path(__file__).parent, "cards.svg.j2")


class Fact(msgspec.Struct, frozen=True):
    """A score with the icon that says of what; strong: it counts in this raid."""

    icon: str
    number: int
    strong: bool = False


class Face(msgspec.Struct, frozen=True, kw_only=True):
    """What is on a card."""

    key: str
    words: str  # all of it as a sentence or two, for hover and screen readers
    name: str
    faction: str
    role: str
    edge: str  # the colour of the role
    emblem: str
    badge: str  # the icon of the role
    facts: tuple[Fact, ...]
    saying: str
    grand: bool  # an HQ card stands out among others

    @property
    def upright_name(self) -> Heading:
        return heading(self.name, ROOM, NAME_SIZE, LEAST, 2)

    @property
    def broad_name(self) -> Heading:
        return heading(self.name, BROAD_ROOM, BROAD_SIZE, BROAD_LEAST)

    @property
    def kind(self) -> tuple[str, str]:
        return clip(self.faction, ROOM, LEAST), clip(self.role, ROOM, LEAST)

    @property
    def broad_kind(self) -> str:
        return clip(f"{self.role} · {self.faction}", BROAD_KIND_ROOM, BROAD_LEAST)

    @property
    def printed_kind(self) -> Heading:
        kind = f"{self.faction} · {self.role}"
        return Heading((clip(kind, ROOM, SAYING_LEAST),), max(SAYING_LEAST, fit(kind, ROOM, SAYING_SIZE)))

    @property
    def saying_lines(self) -> tuple[str, ...]:
        lines = wrap(self.saying, ROOM, SAYING_SIZE, SAYING_LINES)
        return tuple(clip(line, ROOM, SAYING_SIZE) for line in lines)


@lru_cache(1024)
def face(pack: DawnRaidPack, card: Card, raid_type: str) -> Face:
    """What is on a card, with its score in the raid's type brought out."""
    faction = pack.factions[card.faction]
    role = ROLE_TITLES[ROLE_NAMES[card.role]]
    scores = list(zip(TYPE_NAMES, card.scores, strict=True))
    listed = ", ".join(f"{kind} {score}" for kind, score in scores)
    return Face(
        key=card.id,
        words=f"{card.name}. {faction.name}, {role}. {listed.capitalize()}. {card.text}".rstrip(),
        name=card.name,
        faction=faction.name,
        role=role,
        edge=ROLE_EDGES[card.role],
        emblem=faction.emblem,
        badge=ROLE_ICONS[card.role],
        facts=tuple(Fact(TYPE_ICONS[kind], score, kind == raid_type) for kind, score in scores),
        saying=card.text,
        grand=card.role == HQ,
    )


@lru_cache(4096)
def placed(pack: DawnRaidPack, card: Card, raid_type: str, form: str, ringed: bool, seen: bool) -> Cut:
    """A card as it lies on the table, with a hole for where."""
    return CARDS.cut("placed", face(pack, card, raid_type), form, HOLE, ringed, seen)
