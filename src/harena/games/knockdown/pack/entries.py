"""The shapes that the entries of a Knockdown pack must have. PACKS.md explains them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from harena.games.knockdown.actions import MOST_FIGHTERS, MOST_SETS
from harena.games.knockdown.pack.content import (
    CONDITION_NAMES,
    MOST_HEAVY,
    MOST_RED,
    SLOTS,
    SPACES,
    SYMBOL_NAMES,
    TRIGGER_NAMES,
    TYPE_NAMES,
    WHEN_NAMES,
)
from harena.games.knockdown.pack.verbs import AMMO_MOST, VERBS

FEWEST_SPACES = 7  # less is no room to move
MOST_ARENAS = 8  # in one pack

Id = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,29}\Z")]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Title = Annotated[str, Meta(min_length=1, max_length=40)]
Text = Annotated[str, Meta(max_length=200)]
Light = Annotated[int, Meta(ge=0, le=6)]
Heavy = Annotated[int, Meta(ge=0, le=MOST_HEAVY)]
More = Annotated[int, Meta(ge=0, le=3)]
Spaces = Annotated[list[str], Meta(max_length=MOST_RED)]
if TYPE_CHECKING:
    Do = str
    Condition = str
    Type = str
    Symbol = str
    Trigger = str
    When = str
else:  # the names that the rules number: one of them
    Do = Literal[tuple(VERBS.names)]
    Condition = Literal[tuple(CONDITION_NAMES[1:])]
    Type = Literal[tuple(TYPE_NAMES)]
    Symbol = Literal[tuple(SYMBOL_NAMES)]
    Trigger = Literal[tuple(TRIGGER_NAMES[1:])]
    When = Literal[tuple(WHEN_NAMES[1:])]


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """An entry of a pack file; anything it does not know is a mistake."""


class PackEntry(Entry):
    game: Literal["knockdown"]
    name: Id
    title: Title
    about: Text
    arenas: Annotated[list[Id], Meta(min_length=1, max_length=MOST_ARENAS)]  # each has a file
    skills: Annotated[list[Id], Meta(min_length=1, max_length=MOST_SETS)]


class VerbEntry(Entry):
    do: Do
    n: Annotated[int, Meta(ge=1, le=9)] = 1
    light: Light = 0
    heavy: Heavy = 0
    condition: Condition | None = msgspec.field(default=None, name="if")
    on: ClassVar[None] = None  # whom a verb works on goes without saying: there are two fighters


Effect = Annotated[list[VerbEntry], Meta(max_length=4)]


class Blow(msgspec.Struct, kw_only=True):
    """What an attack does, whatever else is said of it (KD-1.1)."""

    type: Type
    range: str = ""  # see `ranges.py`
    light: Light = 0
    heavy: Heavy = 0
    effect: Effect = []
    knockout: bool = False


class CardEntry(Blow, forbid_unknown_fields=True, kw_only=True):
    id: Id
    name: Name
    symbol: Symbol


class SpecialEntry(Blow, forbid_unknown_fields=True, kw_only=True):
    id: Id
    name: Name
    cost: Annotated[list[Symbol], Meta(min_length=1, max_length=6)]
    trigger: Trigger | None = None


class Belongings(msgspec.Struct, kw_only=True):
    """What belongs to a fighter, whatever else is said of it."""

    ammo: Annotated[int, Meta(ge=0, le=AMMO_MOST)] = 0
    most_ammo: Annotated[int, Meta(ge=0, le=AMMO_MOST)] = 0
    flame: bool = False
    contamination: bool = False
    special: Annotated[list[SpecialEntry], Meta(min_length=1, max_length=SLOTS)]


class FighterEntry(Belongings, forbid_unknown_fields=True, kw_only=True):
    id: Id
    name: Name
    title: Title
    text: Text = ""


class FightersFile(Entry):
    fighter: Annotated[list[FighterEntry], Meta(min_length=2, max_length=MOST_FIGHTERS)]


class Gift(msgspec.Struct, kw_only=True):
    """What a Skill gives, whatever else is said of it (KD-1.7)."""

    tests: Annotated[int, Meta(ge=-3, le=3)] = 0
    their_tests: Annotated[int, Meta(ge=-3, le=3)] = 0
    ignore: More = 0
    budget: Annotated[int, Meta(ge=0, le=6)] = 0
    near: More = 0
    far: More = 0
    corridor: bool = False
    hand: Annotated[int, Meta(ge=0, le=2)] = 0  # so that a number can say all cards of a hand
    when: When | None = None
    effect: Effect = []


class SkillEntry(Gift, forbid_unknown_fields=True, kw_only=True):
    id: Id
    name: Name
    initiative: Annotated[int, Meta(ge=1, le=99)]


class SkillsFile(Entry):
    name: Name
    skill: list[SkillEntry]


class ArenaFile(Entry, kw_only=True):
    name: Name
    text: Text = ""
    spaces: Annotated[list[str], Meta(max_length=SPACES)] = []  # none: all
    starts: Annotated[list[str], Meta(min_length=2, max_length=2)]  # by seat
    light: Spaces = []
    heavy: Spaces = []
    card: list[CardEntry]
