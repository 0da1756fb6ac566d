"""What can be measured in a game, and how it differs between two ways to play the same games."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from harena.lab.plan import Row

LENGTHS = ("rounds", "decisions")
SHORT_NAMES = {"first": "first decision=yes", "length": "rounds"}
REDUNDANT = ("first decision=no",)  # wins what the one who decides first does not
REDUNDANT_OF_TWO = ("seat=2",)
FEWEST = 20  # games on each side before anything is said: a spread is not known earlier

Amount = tuple[
    float, float
]  # how much there was, and among how many: 1.0 wins of 1 seat, 12 rounds of 1 game


def measured(row: Row) -> dict[str, Amount]:
    """All there is to measure in one game: lengths, and what the seats with each trait won."""
    found: dict[str, Amount] = {"decisions": (float(row.decisions), 1.0)}
    if "rounds" in row.of_game:
        found["rounds"] = (float(row.of_game["rounds"]), 1.0)
    for score, traits in zip(row.scores, row.traits, strict=True):
        for trait, value in traits.items():
            name = f"{trait}={value}"
            won, seats = found.get(name, (0.0, 0.0))
            found[name] = (won + score, seats + 1.0)
    for name in REDUNDANT + (REDUNDANT_OF_TWO if len(row.scores) == 2 else ()):
        found.pop(name, None)
    return found


def is_length(name: str) -> bool:
    """Whether a measure is how long games last, rather than how often something wins."""
    return name in LENGTHS


def full_name(measure: str) -> str:
    """A measure by its full name, if it was asked for by a short one."""
    return SHORT_NAMES.get(measure, measure)


def wanted(name: str, measures: Sequence[str]) -> bool:
    """Whether somebody asked for this measure: by itself, or by its trait, like `fighter`; by default all."""
    return not measures or any(fits(name, full_name(measure)) for measure in measures)


def fits(name: str, measure: str) -> bool:
    """Whether a measure is the one asked for, or of the trait asked for."""
    return name == measure or name.startswith(f"{measure}=")


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

    def add(self, a: Amount, b: Amount) -> None:
        """One more pair."""
        values = (*a, *b)
        self.seen += 1
        for one, value in enumerate(values):
            self.sums[one] += value
            line = self.products[one]
            for two in range(4):
                line[two] += value * values[two]

    @property
    def enough(self) -> bool:
        """Whether it was seen often enough on both sides to say anything."""
        return self.sums[1] >= FEWEST and self.sums[3] >= FEWEST

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
        if self.seen < 2 or not self.sums[1] or not self.sums[3]:
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

    @property
    def p_value(self) -> float:
        """How often so great a difference would come about by chance if there were none."""
        return math.erfc(abs(self.difference) / self.error / math.sqrt(2))


def corrected(p_values: Mapping[str, float]) -> dict[str, float]:
    """The p-values for that many questions at once (Holm 1979)."""
    found: dict[str, float] = {}
    highest = 0.0
    for rank, (name, p) in enumerate(sorted(p_values.items(), key=lambda item: (item[1], item[0]))):
        highest = max(highest, min(1.0, p * (len(p_values) - rank)))
        found[name] = highest
    return found


def both(one: Row, two: Row) -> Iterator[tuple[str, Amount, Amount]]:
    """What can be measured in either game of a pair."""
    a, b = measured(one), measured(two)
    for name in {**a, **b}:
        yield name, a.get(name, (0.0, 0.0)), b.get(name, (0.0, 0.0))
