"""What a change of pack or options does: the same games played both ways by equal bots."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

from harena.core.errors import HarenaError
from harena.lab.fair import Shares
from harena.lab.measures import (
    NOTHING,
    SEATING,
    Paired,
    counted_kinds,
    fits,
    full_name,
    is_length,
    measured,
    trait_of,
    wanted,
)
from harena.lab.newcomers import Newcomers
from harena.lab.plan import Row
from harena.lab.sequential import corrected, levels, p_value, reach, times_as_many, verdict_of
from harena.lab.sprt import Verdict

KINDS_SEEN, ALL_SEEN = 10, 100  # pairs; after these every kind of thing has been seen, and then every thing
RARE = 0.1  # what is seen in fewer of the pairs is shown, but not waited for
FIRST_VALUES = ("yes", "1", "first")  # of two that are each other's complement, the one people ask about


class Waits(NamedTuple):
    """What has to be known to say how many games more something takes."""

    games: int  # so far
    error: float
    level: float
    least: float  # times as many games, for it to be seen often enough


class Line(NamedTuple):
    """One measure as the table shows it: a rate or a length under A and under B."""

    name: str
    a: float
    b: float
    fair: tuple[float, float]  # the fair share of a rate under A and under B
    shifted: bool  # it is not the same there, so only what lies above it can be compared
    difference: float
    low: float  # the interval of the difference
    high: float
    p_value: float  # for all lines together
    verdict: Verdict
    margin: float
    waits: Waits  # what tells how many games more would settle it
    note: str = ""  # that it is new, or in whose place
    reverse: str = ""  # whose line would be this one turned around
    rare: bool = False  # it is seen in few games, so it is not waited for

    @property
    def small(self) -> bool:
        """It differs, but surely by less than the margin."""
        return -self.margin < self.low and self.high < self.margin

    @property
    def games_more(self) -> float:
        """How many would settle it, both sides together, if it stays what it is; 0 if it is settled."""
        if self.verdict is not Verdict.OPEN:
            return 0.0
        games, error, level, least = self.waits
        return games * (max(times_as_many(self.difference, error, self.margin, level), least) - 1)

    @property
    def bounded(self) -> bool:
        """It was seen often enough for an interval that says anything."""
        return self.high < math.inf and (self.low, self.high) != (-1.0, 1.0)


class Changes:
    """Counts pairs of games, one played as A says and one as B says, until every line is settled.

    `exchanged`: the settings in which a newcomer has somebody's place, so that the field is not the same.
    """

    def __init__(
        self,
        measures: Sequence[str],
        margin: float,
        risk: float,
        shares: tuple[Shares, Shares] | None = None,
        exchanged: Collection[int] = (),
    ) -> None:
        self.measures, self.margin, self.risk = [full_name(each) for each in measures], margin, risk
        self.shares = shares or (Shares(), Shares())
        self.exchanged = exchanged
        self.counted = counted_kinds(self.measures)
        self.pairs = 0
        self.kinds: set[str] = set()  # of what there is to measure
        self.names: set[str] = set()  # of all there is to measure, asked for or not
        self.paired: dict[str, Paired] = {}
        self.newcomers = Newcomers()
        self._lines: list[Line] | None = None

    def add(self, one: Row, two: Row) -> None:
        """One more pair."""
        self.pairs += 1
        self._lines = None
        kinds = self.shares[0].kinds(one), self.shares[1].kinds(two)
        self.shares[0].add(one)
        self.shares[1].add(two)
        a, b = measured(one, kinds[0], self.counted), measured(two, kinds[1], self.counted)
        self.names.update(a, b)
        alike = one.setting not in self.exchanged
        for name in {**a, **b}:
            if wanted(name, self.measures) and (alike or (name in a and name in b)):
                paired = self.paired.setdefault(name, Paired())
                paired.add(a.get(name, NOTHING), b.get(name, NOTHING), self.pairs)
        self.newcomers.add(one, two, kinds, self.pairs)
        if self.pairs <= KINDS_SEEN:
            self.kinds.update(trait_of(name) for name in self.names)
            self.kinds.update(kind for row in (one, two) for kind in count_kinds(row))
        self._check_names()

    def _check_names(self) -> None:
        """Tell somebody who misspelt a measure soon, not after all games."""
        for measure in self.measures:
            trait, _, value = measure.partition("=")
            if self.pairs == KINDS_SEEN and trait not in self.kinds:
                raise unknown(measure, self.kinds)
            if self.pairs == ALL_SEEN and value and not any(fits(name, measure) for name in self.names):
                raise unknown(measure, {name.partition("=")[2] for name in self.names if fits(name, trait)})

    @property
    def decided(self) -> bool:
        awaited = [line for line in self.lines() if not line.rare]
        return bool(awaited) and all(line.verdict is not Verdict.OPEN for line in awaited)

    def progress(self) -> str:
        """How it stands, in a line."""
        lines = self.lines()
        settled = sum(line.verdict is not Verdict.OPEN for line in lines)
        return f"{2 * self.pairs:,} games, {settled} of {len(lines)} lines settled"

    def lines(self) -> list[Line]:
        """All measures that tell something of their own: win rates by trait, then lengths."""
        if self._lines is None:
            self._lines = self._made()
        return self._lines

    def _made(self) -> list[Line]:
        kept, reverse = self._telling()
        p_values = {name: self._p_value(name, paired) for name, paired in kept.items()}
        p_of_all, level_of = corrected(p_values), levels(p_values, self.risk)
        return [
            self._line(name, kept[name], p_of_all[name], level_of[name], reverse.get(name, ""))
            for name in sorted(kept, key=in_order)
        ]

    def _telling(self) -> tuple[dict[str, Paired], dict[str, str]]:
        """The measures worth a line, and what each is the complement of, if something is."""
        strangers = self.newcomers.strangers()
        found = {name: each for name, each in self.paired.items() if each.known and name not in strangers}
        found |= {name: each.paired for name, each in strangers.items() if wanted(name, self.measures)}
        kept: dict[str, Paired] = {}
        reverse: dict[str, str] = {}
        for name in sorted(found, key=self._preferred):
            paired = found[name]
            if cannot_change(name, paired) and name not in self.measures:
                continue
            first = next((other for other in kept if paired.shape.tells(kept[other].shape)), None)
            if first is None:
                kept[name] = paired
            elif trait_of(first) == trait_of(name):
                reverse.setdefault(first, name)
        return kept, reverse

    def _preferred(self, name: str) -> tuple[bool, bool, bool, bool, str]:
        """Of lines that say the same, which stays: what was asked for, a game's own, the first."""
        trait, _, value = name.partition("=")
        return name not in self.measures, is_length(name), trait in SEATING, value not in FIRST_VALUES, name

    def _p_value(self, name: str, paired: Paired) -> float:
        if not paired.enough:
            return 1.0
        return p_value(self._difference(paired), paired.error, self._margin_of(name, paired))

    def _margin_of(self, name: str, paired: Paired) -> float:
        """Points of a win rate; of a length, that part of what it is under A."""
        return self.margin * paired.a if is_length(name) else self.margin

    def _fair(self, paired: Paired) -> tuple[float, float]:
        """The fair share under A and under B."""
        one, two = (
            sum(times * shares.share(kind) for kind, times in kinds.items()) / max(kinds.total(), 1)
            for kinds, shares in zip(paired.kinds, self.shares, strict=True)
        )
        return one, two

    def _difference(self, paired: Paired) -> float:
        """Of the rates; of what lies above the fair share where A and B are not the same kind of game."""
        if not shifted(paired):
            return paired.difference
        fair = self._fair(paired)
        return (paired.b - fair[1]) - (paired.a - fair[0])

    def _line(self, name: str, paired: Paired, p: float, level: float, reverse: str) -> Line:
        margin, difference = self._margin_of(name, paired), self._difference(paired)
        far = reach(paired.error, margin, level) if paired.enough else math.inf
        low, high = difference - far, difference + far
        low, high = (max(-paired.a, low), high) if is_length(name) else (max(-1.0, low), min(1.0, high))
        return Line(
            name=name,
            a=paired.a,
            b=paired.b,
            fair=self._fair(paired),
            shifted=shifted(paired),
            difference=difference,
            low=low,
            high=high,
            p_value=p,
            verdict=verdict_of(low, high, margin),
            margin=margin,
            waits=Waits(2 * self.pairs, paired.error, level, paired.times_for_enough),
            note=self.newcomers.called(name) if name in self.newcomers.strangers() else "",
            reverse=reverse,
            rare=paired.seen < RARE * self.pairs,
        )


def shifted(paired: Paired) -> bool:
    """Whether the fair share differs under A and B, as between two teams and four who play alone."""
    return paired.kinds[0].keys() != paired.kinds[1].keys()


def cannot_change(name: str, paired: Paired) -> bool:
    """Whether a measure is the same in every game, or just what all seats together have."""
    return paired.shape.level if is_length(name) else paired.shape.average


def count_kinds(row: Row) -> set[str]:
    """What kinds of things were counted in a game."""
    return {name.partition(":")[0] for counts in row.counts for name in counts}


def unknown(measure: str, known: Collection[str]) -> HarenaError:
    return HarenaError(f"There is no {measure!r} to measure; there are: {', '.join(sorted(known))}.")


def in_order(name: str) -> tuple[bool, bool, str]:
    """The game's own traits first, then seats, then lengths."""
    return is_length(name), trait_of(name) in SEATING, name
