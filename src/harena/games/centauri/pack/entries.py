"""The shapes that the entries of a Centauri Arena pack must have. PACKS.md explains them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from harena.games.centauri.pack.content import (
    COLOUR_NAMES,
    LEVELS,
    MOST,
    MOST_COST,
    MOST_KINDS,
    PAIR_NAMES,
    PAIRS,
    PHASE_NAMES,
    SECTORS,
)
from harena.games.centauri.pack.verbs import VERBS

MOST_MAPS = 8  # in one pack
MOST_SCENARIOS = 12
MOST_REPORTS = 24
TURN, MIRROR = "turn", "mirror"  # symmetries (CN-1.10)

Id = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,29}\Z")]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Title = Annotated[str, Meta(min_length=1, max_length=40)]
Text = Annotated[str, Meta(max_length=200)]
Sentence = Annotated[str, Meta(min_length=1, max_length=200)]
Attribute = Annotated[int, Meta(ge=1, le=MOST)]
Cost = Annotated[int, Meta(ge=1, le=MOST_COST)]
Leaving = Annotated[int, Meta(ge=0, le=MOST_COST)]
Few = Annotated[int, Meta(ge=0, le=9)]
Points = Annotated[int, Meta(ge=0, le=20)]  # victory points for one thing
Sectors = Annotated[list[str], Meta(max_length=SECTORS)]
Pair = Annotated[list[str], Meta(min_length=2, max_length=2)]
Pairs = Annotated[list[Pair], Meta(max_length=PAIRS)]
Rates = Annotated[list[Annotated[int, Meta(ge=1, le=9)]], Meta(min_length=3, max_length=3)]
PairNumber = Annotated[int, Meta(ge=1, le=PAIRS)]
if TYPE_CHECKING:
    Do = str
    Phase = str
    Colour = str
    PairFor = str
else:  # the names that the rules number: one of them
    Do = Literal[tuple(VERBS.names)]
    Phase = Literal[tuple(PHASE_NAMES)]
    Colour = Literal[tuple(COLOUR_NAMES)]
    PairFor = Literal[tuple(PAIR_NAMES)]


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """An entry of a pack file; anything it does not know is a mistake."""


class PackEntry(Entry):
    game: Literal["centauri"]
    name: Id
    title: Title
    about: Text
    maps: Annotated[list[Id], Meta(min_length=1, max_length=MOST_MAPS)]  # each has a file


class CostsEntry(Entry):
    """By kind of sector (CN-1.1); a map says only what is different there."""

    open: Cost | None = None
    nebula: Cost | None = None
    thick_nebula: Cost | None = None
    black_hole: Cost | None = None
    jumpgate: Cost | None = None
    dawn: Cost | None = None
    red_space: Cost | None = None
    blue_space: Cost | None = None
    red_nebula: Cost | None = None
    blue_nebula: Cost | None = None


class AllCostsEntry(Entry):
    open: Cost
    nebula: Cost
    thick_nebula: Cost
    black_hole: Cost
    jumpgate: Cost
    dawn: Cost
    red_space: Cost
    blue_space: Cost
    red_nebula: Cost
    blue_nebula: Cost


class BasicsFile(Entry):
    speed: Attribute
    combat: Attribute
    shield: Attribute
    hull: Annotated[int, Meta(ge=1, le=20)]
    astartium: Few
    first_cards: Annotated[int, Meta(ge=0, le=5)]
    hand: Annotated[int, Meta(ge=1, le=7)]
    level_price: Annotated[int, Meta(ge=1, le=9)]
    regroup: Few
    escalation: Annotated[int, Meta(ge=1, le=6)]  # none, and a fight need never end
    combat_rounds: Annotated[int, Meta(ge=1, le=12)]
    kill_astartium: Few
    costs: AllCostsEntry


class MapFile(Entry):
    name: Name
    symmetry: Literal["turn", "mirror"]
    rows: list[str]
    colours: list[str]
    starts: Pair
    hole: str = ""
    costs: CostsEntry = msgspec.field(default_factory=CostsEntry)
    modules: Annotated[list[str], Meta(max_length=20)] = []
    bosses: Sectors = []
    trades: Sectors = []
    module_pairs: Pairs = []
    raider_pairs: Pairs = []


class ScenarioEntry(Entry):
    id: Id
    name: Name
    map: Id
    about: Sentence
    aim: Sentence
    goal: Annotated[int, Meta(ge=0, le=99)] = 0
    upgrades: Annotated[int, Meta(ge=0, le=2 * LEVELS)] = 0
    closed: Sectors = []  # kinds of sectors, or single ones
    peaceful: Sectors = []
    back_at_gate: bool = False
    one_module: bool = False
    pair: PairFor = PAIR_NAMES[0]
    raiders: bool = True
    colour_raises: bool = False
    delivery: Points = 0
    delivery_astartium: Few = 0
    harmony: Points = 0
    kill: Points = 2
    escape: Points = 1
    raider: Points = 0
    trade: Points = 0
    raiders_move: bool = False
    wear: Few = 0
    convoy: bool = False
    convoy_rates: Rates = msgspec.field(default_factory=lambda: [2, 2, 3])


class ScenariosFile(Entry):
    scenario: Annotated[list[ScenarioEntry], Meta(min_length=1, max_length=MOST_SCENARIOS)]


class VerbEntry(Entry):
    do: Do
    n: Annotated[int, Meta(ge=1, le=9)] = 1
    on: ClassVar[None] = None  # whom a verb works on goes without saying


class CardEntry(Entry, kw_only=True):
    id: Id
    name: Name
    count: Annotated[int, Meta(ge=1, le=9)]
    arena: bool = False
    phases: Annotated[list[Phase], Meta(min_length=1, max_length=len(PHASE_NAMES))]
    effect: Annotated[list[VerbEntry], Meta(min_length=1, max_length=4)]
    text: Text = ""


class CardsFile(Entry):
    card: Annotated[list[CardEntry], Meta(min_length=1, max_length=MOST_KINDS)]


class ReportEntry(Entry, kw_only=True):
    modules: PairNumber
    raiders: PairNumber | None = None  # none: it brings no Raiders
    colour: Colour


class ReportsFile(Entry):
    report: Annotated[list[ReportEntry], Meta(min_length=1, max_length=MOST_REPORTS)]


class LevelEntry(Entry):
    """What a level of a track gives."""

    speed: Few = 0
    combat: Few = 0
    shield: Few = 0
    combat_tokens: Few = 0
    exploration_tokens: Few = 0
    cards: Annotated[int, Meta(ge=0, le=3)] = 0


class TrackEntry(Entry):
    name: Name
    levels: Annotated[list[LevelEntry], Meta(min_length=LEVELS, max_length=LEVELS)]


class TracksFile(Entry):
    starport: TrackEntry
    lab: TrackEntry


class FoeEntry(Entry):
    level: Annotated[int, Meta(ge=1, le=4)]
    combat: Annotated[int, Meta(ge=0, le=12)]
    shield: Annotated[int, Meta(ge=0, le=12)]
    hull: Annotated[int, Meta(ge=1, le=20)]
    initiative: Few
    leaving: Leaving
    astartium: Few
    tokens: Annotated[int, Meta(ge=0, le=3)]


class FoesFile(Entry):
    foe: list[FoeEntry]
