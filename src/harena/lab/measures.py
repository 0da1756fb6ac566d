"""What can be measured in a game, and how it differs between two ways to play the same games."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from harena.lab.fair import Kind
from harena.lab.plan import Row

LENGTHS = ("rounds", "decisions")
SHORT_NAMES = {"first": "first decision=yes", "length": "rounds"}
CARD, HELD = "card", "held"  # what was played, and what was in hand: whoever asks for a card wants both
SEATING = ("seat", "first decision")
FEWEST = 20  # games on each side before anything is said: a spread is not known earlier


class Amount(NamedTuple):
    """How much there was, and among how many: 1.0 wins of 1 seat, 12 rounds of 1 game."""

    total: float
    among: float
    apart: float = 0.0  # how much more it was than as many seats have on average in this game
    kinds: tuple[Kind, ...] = ()  # of the seats, for their fair share


NOTHING = Amount(0.0, 0.0)


def measured(row: Row, kinds: Sequence[Kind] = (), counted: Collection[str] = ()) -> dict[str, Amount]:
    """All there is to measure in one game: lengths, what the seats with each trait won, and of the kinds of
    counts that are wanted (`card`), what those seats won that had some.
    """
    found = {"decisions": Amount(float(row.decisions), 1.0, float(row.decisions))}
    if "rounds" in row.of_game:
        found["rounds"] = Amount(float(row.of_game["rounds"]), 1.0, float(row.of_game["rounds"]))
    average = sum(row.scores) / len(row.scores)
    for seat, score in enumerate(row.scores):
        own = tuple(kinds[seat : seat + 1])
        for name in _names(row, seat, counted):
            before = found.get(name, NOTHING)
            found[name] = Amount(
                before.total + score,
                before.among + 1.0,
                round(before.apart + score - average, 9) + 0.0,
                before.kinds + own,
            )
    return found


def _names(row: Row, seat: int, counted: Collection[str]) -> list[str]:
    names = [f"{trait}={value}" for trait, value in row.traits[seat].items()]
    if counted:
        parts = [name.partition(":") for name, times in row.counts[seat].items() if times]
        names += [f"{kind}={thing}" for kind, _, thing in parts if kind in counted]
    return names


def is_length(name: str) -> bool:
    """Whether a measure is how long games last, rather than how often something wins."""
    return name in LENGTHS


def trait_of(name: str) -> str:
    """What a measure is of: `fighter` of `fighter=Brother Rafelo`."""
    return name.partition("=")[0]


def full_name(measure: str) -> str:
    """A measure by its full name, if it was asked for by a short one."""
    return SHORT_NAMES.get(measure, measure)


def counted_kinds(measures: Iterable[str]) -> set[str]:
    """The kinds of counts that somebody might be asking for."""
    kinds = {trait_of(full_name(measure)) for measure in measures}
    return kinds | {HELD} if CARD in kinds else kinds


def wanted(name: str, measures: Sequence[str]) -> bool:
    """Whether somebody asked for this measure: by itself, or by its trait, like `fighter`; by default all."""
    return not measures or any(fits(name, full_name(measure)) for measure in measures)


def fits(name: str, measure: str) -> bool:
    """Whether a measure is the one asked for, or of the trait asked for."""
    trait, _, value = name.partition("=")
    asked, _, of = measure.partition("=")
    if trait != asked and (trait, asked) != (HELD, CARD):
        return False
    return not of or as_typed(of) == as_typed(value)


def as_typed(value: str) -> str:
    """A value however somebody writes it: The Long Game, the long game, the_long_game."""
    return value.strip().replace("_", " ").casefold()


class Paired:
    """One measure over pairs of games: on side A, on side B, and how they differ.

    Kept are sums over pairs of (what A had, among how many, what B had, among how many) and of all products
    of two of these: enough for two ratios, their difference and its standard error (the delta method), in
    which what moves both games of a pair alike cancels out.
    """

    def __init__(self) -> None:
        self.seen = 0  # pairs in which it could be measured on either side
        self.sums = [0.0] * 4
        self.products = [[0.0] * 4 for _ in range(4)]
        self.kinds: tuple[Counter[Kind], Counter[Kind]] = (Counter(), Counter())
        self.shape = Shape()

    def add(self, a: Amount, b: Amount, number: int = 0) -> None:
        """One more pair, and which it is of all."""
        values = (a[0], a[1], b[0], b[1])
        self.seen += 1
        for one, value in enumerate(values):
            self.sums[one] += value
            line = self.products[one]
            for two in range(4):
                line[two] += value * values[two]
        for kinds, amount in zip(self.kinds, (a, b), strict=True):
            kinds.update(amount[3:] and amount[3])
        self.shape.add(number, *a[2:3], *b[2:3])

    @property
    def known(self) -> bool:
        """Whether it was seen on both sides."""
        return bool(self.sums[1] and self.sums[3])

    @property
    def enough(self) -> bool:
        """Whether it was seen often enough on both sides to say anything."""
        return self.sums[1] >= FEWEST and self.sums[3] >= FEWEST

    @property
    def times_for_enough(self) -> float:
        """How many times as many pairs it takes until it was seen often enough."""
        return FEWEST / min(self.sums[1], self.sums[3]) if self.known else math.inf

    @property
    def a(self) -> float:
        return self.sums[0] / self.sums[1] if self.sums[1] else math.nan

    @property
    def b(self) -> float:
        return self.sums[2] / self.sums[3] if self.sums[3] else math.nan

    @property
    def difference(self) -> float:
        return self.b - self.a

    @property
    def error(self) -> float:
        """The standard error of the difference. Never quite 0: pairs to come may differ, if none has yet."""
        if self.seen < 2 or not self.known:
            return math.inf
        a, b = self.sums[1], self.sums[3]
        of_a, of_b = [-1 / a, self.a / a, 0.0, 0.0], [0.0, 0.0, 1 / b, -self.b / b]
        apart = self._spread(of_a) + self._spread(of_b)
        paired = self._spread([one + two for one, two in zip(of_a, of_b, strict=True)])
        least = max(apart / self.seen, 1 / a**2 + 1 / b**2)
        return math.sqrt(max(paired, least) * self.seen / (self.seen - 1))

    def _spread(self, weights: Sequence[float]) -> float:
        """The sum over pairs of the square of the weighted values."""
        return sum(
            weights[one] * weights[two] * self.products[one][two] for one in range(4) for two in range(4)
        )


class Shape:
    """How a measure went up and down from game to game, so that two that always go together are known."""

    def __init__(self) -> None:
        self.same = self.opposite = 0
        self.seen: set[float] = set()  # different values; more than two are not kept

    def add(self, number: int, *values: float) -> None:
        """One more pair; what is not above or below the average tells nothing."""
        for value in values:
            if len(self.seen) < 2:
                self.seen.add(value)
        if any(values):
            self.same = hash((self.same, number, *values))
            self.opposite = hash((self.opposite, number, *(0.0 - value for value in values)))

    @property
    def level(self) -> bool:
        """It was the same in all games."""
        return len(self.seen) < 2

    @property
    def average(self) -> bool:
        """It was always just what seats have on average, as what all seats share must be."""
        return not self.same

    def tells(self, other: Shape) -> bool:
        """Whether one is the other, or its complement."""
        return self.same in (other.same, other.opposite)
