"""The parts of a balance report, as plain data."""

from __future__ import annotations

from collections import Counter

import msgspec

from harena.lab.balance import Rate
from harena.lab.measures import CARD, HELD
from harena.lab.statistics import Gap


class Value(msgspec.Struct, frozen=True):
    """One fighter, deck or seat and what it won."""

    name: str
    rate: Rate
    clear: int = 0  # 1: clearly more than its share, -1: clearly less, among all lines of the report


class Heat(msgspec.Struct, frozen=True):
    """A table of win rates by two things."""

    title: str
    caption: str
    rows: list[str]
    columns: list[str]
    cells: list[list[Rate | None]]
    clear: list[list[int]]  # as of a value, among all such cells of the report


class Section(msgspec.Struct, frozen=True):
    """All values of one trait against each other."""

    trait: str
    values: list[Value]
    heats: list[Heat]
    said: str = ""  # the trait that says the same, where an earlier section is about that


class Length(msgspec.Struct, frozen=True):
    """How long games were, in decisions or rounds or whatever a game counts."""

    name: str
    histogram: Counter[int]
    mean: float
    quartiles: tuple[float, float, float]
    shortest: int
    longest: int


class Usefulness(msgspec.Struct, frozen=True):
    """What playing a card goes together with."""

    name: str
    per_game: float
    used: float  # the share of seats that used it, of those who ever do
    won_with: float  # both as if every group used it as often as the others; their difference is the gain
    won_without: float
    gain: Gap
    p_value: float
    correlation: float
    prevails: float | None = None  # of the times it could: where a game counts that
    clear: int = 0  # 1: clearly wins more with it, -1: clearly less, among all that can be used

    @property
    def standing(self) -> int:
        """1: wins more with it, -1: less, if nothing else were looked at; 0: not known."""
        return (self.gain.low > 0) - (self.gain.high < 0)

    @property
    def compared(self) -> bool:
        """There are some who used it and some who did not."""
        return self.gain.high - self.gain.low < 2


class Uses(msgspec.Struct, frozen=True):
    """All of one kind, the most useful first."""

    kind: str
    title: str
    things: list[Usefulness]

    @property
    def luck(self) -> bool:
        """One has it by luck, and does not choose it."""
        return self.kind == HELD

    @property
    def thing(self) -> str:
        """What one of them is."""
        return CARD if self.luck else self.kind

    @property
    def did(self) -> str:
        """What somebody did with it."""
        return "held" if self.luck else "used"

    @property
    def prevail(self) -> bool:
        """Counted is when it prevails, not when it is used."""
        return any(each.prevails is not None for each in self.things)


class Source(msgspec.Struct, frozen=True):
    """How much came from one source: in a game, as a share, and for each group of seats."""

    name: str
    per_game: float
    share: float
    by_group: list[float]  # per seat and game


class Sources(msgspec.Struct, frozen=True):
    """All sources of one kind, the greatest first."""

    kind: str
    title: str
    groups: list[str]
    things: list[Source]
    shares: bool = True  # parts of one whole
    per: str = ""  # what else they are counted in: a turn
    in_a_game: float = 0.0  # how many of those a game has

    def often(self, each: Source) -> float:
        """How often something came from a source in one of those."""
        return each.per_game / self.in_a_game


class Report(msgspec.Struct, frozen=True):
    """Everything that was found."""

    games: int
    drawn: int
    seats: int
    main: str
    sections: list[Section]
    lengths: list[Length]
    uses: list[Uses]
    sources: list[Sources]
    counted: dict[str, dict[str, int]] = {}  # by kind, by thing: how often in all games together
