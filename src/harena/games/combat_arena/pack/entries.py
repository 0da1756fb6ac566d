"""The shapes that the entries of a Combat Arena pack must have. PACKS.md explains them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta

from harena.core.hex import LARGEST_RADIUS
from harena.games.combat_arena.pack.content import (
    BOX_NAMES,
    FACING_NAMES,
    KIND_NAMES,
    MOST_CHARACTERS,
    ON_NAMES,
    RULE_NAMES,
)
from harena.games.combat_arena.pack.verbs import VERBS
from harena.games.combat_arena.rules.hexes import ARC_NAMES

Id = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,29}\Z")]
Name = Annotated[str, Meta(min_length=1, max_length=28)]
Text = Annotated[str, Meta(max_length=200)]
EnergyStep = Annotated[int, Meta(ge=-4, le=4)]
Number = Annotated[int, Meta(ge=-4, le=9)]
Roll = Annotated[int, Meta(ge=2, le=6)]
Dice = Annotated[int, Meta(ge=1, le=6)]  # CA-5.2: no action rolls more than six
Radius = Annotated[int, Meta(ge=2, le=LARGEST_RADIUS)]
Distance = Annotated[int, Meta(ge=1, le=8)]
if TYPE_CHECKING:
    Do = str
    Facing = str
    Kind = str
    Arc = str
    On = str
    Box = str
    RuleKind = str
else:  # the names that the rules number: one of them
    Do = Literal[tuple(VERBS.names)]
    Facing = Literal[tuple(FACING_NAMES)]
    Kind = Literal[tuple(KIND_NAMES)]
    Arc = Literal[tuple(ARC_NAMES)]
    On = Literal[tuple(ON_NAMES)]
    Box = Literal[(*BOX_NAMES, "any")]
    RuleKind = Literal[tuple(RULE_NAMES)]


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """An entry of a pack file; anything it does not know is a mistake."""


class EnergyEntry(Entry):
    track: Annotated[list[Annotated[int, Meta(ge=1, le=4)]], Meta(min_length=4, max_length=16)]
    start: Annotated[int, Meta(ge=0)]


class PackEntry(Entry):
    game: Literal["combat_arena"]
    name: Id
    title: Annotated[str, Meta(min_length=1, max_length=40)]
    about: Text
    energy: EnergyEntry


class VerbEntry(Entry):
    do: Do
    n: Number = 1
    on: On | None = None
    reach: Distance = 1
    facing: Facing = "free"
    kind: Kind = "either"
    wounds: Annotated[int, Meta(ge=0, le=3)] = 0
    push: Annotated[int, Meta(ge=0, le=2)] = 0
    from_rear: bool = False
    if_hit: bool = False
    box: Box = "any"


class MoveEntry(Entry):
    hexes: Annotated[int, Meta(ge=0, le=6)]
    facing: Facing
    energy: EnergyStep = 0


class AttackEntry(Entry):
    dice: Dice
    energy: EnergyStep = 0
    wounds: Annotated[int, Meta(ge=0, le=3)] = 0
    push: Annotated[int, Meta(ge=0, le=2)] = 0


class ReactionEntry(Entry):
    against: Kind
    ignore: Annotated[int, Meta(ge=1, le=9)]
    roll: Annotated[int, Meta(ge=0, le=6)] = 0


class SpecialEntry(Entry):
    name: Name
    energy: EnergyStep = 0
    effect: list[VerbEntry] = []
    reaction: ReactionEntry | None = None


class CardEntry(Entry):
    id: Id
    name: Name
    move: MoveEntry
    attack: AttackEntry
    special: SpecialEntry


class CardsFile(Entry):
    card: list[CardEntry]


class ZoneEntry(Entry):
    arc: Arc
    to_hit: Roll
    nearest: Distance = 1
    farthest: Distance = 1


class StrikeEntry(Entry):
    wounds: Annotated[int, Meta(ge=1, le=4)]
    zone: Annotated[list[ZoneEntry], Meta(min_length=1, max_length=6)]


class WeaponEntry(Entry):
    name: Name
    healthy: StrikeEntry
    wounded: StrikeEntry


class RuleValuesEntry(Entry):
    n: Annotated[int, Meta(ge=0, le=6)] = 0
    roll: Annotated[int, Meta(ge=0, le=6)] = 0
    arc: Arc = "all"
    against: Kind = "either"


class RuleEntry(Entry):
    name: Name
    kind: RuleKind
    healthy: RuleValuesEntry
    wounded: RuleValuesEntry


class UniqueEntry(Entry):
    name: Name
    effect: Annotated[list[VerbEntry], Meta(min_length=1, max_length=6)]
    energy: EnergyStep = 0


class FateEntry(Entry):
    name: Name
    effect: Annotated[list[VerbEntry], Meta(min_length=1, max_length=3)]


class FighterEntry(Entry):
    id: Id
    name: Name
    title: Annotated[str, Meta(min_length=1, max_length=40)]
    short: Annotated[str, Meta(pattern=r"^[A-Z]{2}\Z")]
    health: Annotated[int, Meta(ge=2, le=12)]
    melee: WeaponEntry
    unique: UniqueEntry
    rule: RuleEntry
    fate: FateEntry
    ranged: WeaponEntry | None = None
    text: Text = ""


class FightersFile(Entry):
    fighter: Annotated[list[FighterEntry], Meta(min_length=2, max_length=MOST_CHARACTERS)]


class InjuryEntry(Entry):
    id: Id
    name: Name
    effect: list[VerbEntry] = []
    slow: Annotated[int, Meta(ge=0, le=3)] = 0
    weak: Annotated[int, Meta(ge=0, le=3)] = 0


class InjuriesFile(Entry):
    injury: list[InjuryEntry]


class BoardEntry(Entry):
    id: Id
    name: Name
    snares: list[str]
    starts: list[str]


class BoardsFile(Entry):
    radius: Radius
    board: Annotated[list[BoardEntry], Meta(min_length=1, max_length=8)]
