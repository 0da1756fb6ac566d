"""The few numbers a balance report needs, each with how far it can be trusted."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

Z95 = 1.96  # a 95% interval reaches this many standard errors to each side


def wilson(won: float, games: float, z: float = Z95) -> tuple[float, float]:
    """The range in which a true win rate lies with 95% confidence, after `won` of `games` (Wilson 1927).

    Half a win for a draw is allowed; the interval is then somewhat too wide, never too narrow.
    """
    if games <= 0:
        return 0.0, 1.0
    rate = min(1.0, max(0.0, won / games))
    square = z * z / games
    middle = (rate + square / 2) / (1 + square)
    reach = z / (1 + square) * math.sqrt(rate * (1 - rate) / games + square / (4 * games))
    # At the ends rounding would put the rate itself a hair outside.
    return min(rate, max(0.0, middle - reach)), max(rate, min(1.0, middle + reach))


class Gap(NamedTuple):
    """How much one rate is above another, and between what limits with 95% confidence."""

    gap: float
    low: float
    high: float


class Halves(NamedTuple):
    """Wins and games with something and without it."""

    won: float
    games: float
    other_won: float
    other_games: float


UNKNOWN = Gap(0.0, -1.0, 1.0)


def difference(halves: Halves, z: float = Z95) -> Gap:
    """How much the first rate is above the second, with its 95% interval (Newcombe 1998, method 10)."""
    won, games, other_won, other_games = halves
    if games <= 0 or other_games <= 0:
        return UNKNOWN
    one, two = won / games, other_won / other_games
    low, high = wilson(won, games, z)
    other_low, other_high = wilson(other_won, other_games, z)
    gap = one - two
    below, above = math.hypot(one - low, other_high - two), math.hypot(high - one, two - other_low)
    return Gap(gap, max(-1.0, gap - below), min(1.0, gap + above))


def evened(groups: Iterable[Halves]) -> Halves:
    """The rates with and without something, as they would be if every group did it as often as the others:
    then a strong group's habits are not taken for strength.

    Each group weighs as much as it knows (Mantel and Haenszel 1959); the games are as many as would give the
    weighted rates their spread.
    """
    known = comparable(groups)
    if not known:
        return Halves(0.0, 0.0, 0.0, 0.0)
    weights = [group.games * group.other_games / (group.games + group.other_games) for group in known]
    total = sum(weights)
    shares = [weight / total for weight in weights]
    one = sum(share * group.won / group.games for share, group in zip(shares, known, strict=True))
    two = sum(share * group.other_won / group.other_games for share, group in zip(shares, known, strict=True))
    games = 1 / sum(share**2 / group.games for share, group in zip(shares, known, strict=True))
    others = 1 / sum(share**2 / group.other_games for share, group in zip(shares, known, strict=True))
    return Halves(one * games, games, two * others, others)


def comparable(groups: Iterable[Halves]) -> list[Halves]:
    """The groups that have done something and have not: the others tell nothing about it."""
    return [group for group in groups if group.games > 0 and group.other_games > 0]


def share_p(won: float, games: int, share: float) -> float:
    """How often chance alone takes somebody so far from a fair share, to either side (exactly binomial)."""
    if games <= 0 or not 0 < share < 1:
        return 1.0
    if won < share * games:
        won, share = games - won, 1 - share
    least = math.floor(won + 1e-9)  # a draw's share of a win is not counted as a win
    if least <= share * games:
        return 1.0
    log_term = math.lgamma(games + 1) - math.lgamma(least + 1) - math.lgamma(games - least + 1)
    term = math.exp(log_term + least * math.log(share) + (games - least) * math.log1p(-share))
    tail = 0.0
    for number in range(least, games + 1):
        tail += term
        term *= (games - number) / (number + 1) * share / (1 - share)
        if term < tail * 1e-12:
            break
    return min(1.0, 2 * tail)


def gain_p(groups: Iterable[Halves]) -> float:
    """How often chance alone parts those with something from those without so far (Mantel and Haenszel)."""
    apart = spread = 0.0
    for won, games, other_won, others in comparable(groups):
        total, wins = games + others, won + other_won
        if total > 1:
            apart += won - games * wins / total
            spread += games * others * wins * (total - wins) / (total**2 * (total - 1))
    if spread <= 0:
        return 1.0
    return math.erfc(max(0.0, abs(apart) - 0.5) / math.sqrt(2 * spread))  # half a win for continuity


class Pairs:
    """Sums over pairs of numbers, enough for means and their correlation without keeping the pairs."""

    __slots__ = ("count", "x", "xx", "xy", "y", "yy")

    def __init__(self) -> None:
        self.count = 0
        self.x = self.y = self.xx = self.yy = self.xy = 0.0

    def add(self, x: float, y: float) -> None:
        """One more pair."""
        self.count += 1
        self.x += x
        self.y += y
        self.xx += x * x
        self.yy += y * y
        self.xy += x * y

    def spread(self) -> tuple[float, float, float]:
        """The sums of squares and products around the means: of x, of y, of both."""
        n = self.count or 1
        return self.xx - self.x**2 / n, self.yy - self.y**2 / n, self.xy - self.x * self.y / n


def correlation(groups: Iterable[Pairs]) -> float:
    """Pearson's r within groups (point-biserial where y is 0 or 1); 0 where either never varies."""
    across = along = both = 0.0
    for group in groups:
        one, two, product = group.spread()
        across, along, both = across + one, along + two, both + product
    if across <= 1e-9 or along <= 1e-9:
        return 0.0
    return max(-1.0, min(1.0, both / math.sqrt(across * along)))


def quantile(histogram: Mapping[int, int], share: float) -> float:
    """The value below which `share` of a histogram lies, between two values where it falls between."""
    total = sum(histogram.values())
    if total <= 0:
        raise ValueError("An empty histogram has no quantiles.")
    place = share * (total - 1)
    before, part = int(place), place - int(place)
    low = _nth(histogram, before)
    return low if part == 0 else low + part * (_nth(histogram, before + 1) - low)


def median_interval(histogram: Mapping[int, int]) -> tuple[float, float]:
    """Where the median of all such games lies, in 19 of 20 cases: from the ranks that chance reaches."""
    total = sum(histogram.values())
    reach = 0.98 / math.sqrt(total)
    return quantile(histogram, max(0.0, 0.5 - reach)), quantile(histogram, min(1.0, 0.5 + reach))


def _nth(histogram: Mapping[int, int], place: int) -> float:
    seen = 0
    value = 0
    for value in sorted(histogram):
        seen += histogram[value]
        if seen > place:
            break
    return float(value)


def mean(histogram: Mapping[int, int]) -> float:
    """The average of a histogram's values; 0 of none."""
    total = sum(histogram.values())
    return sum(value * times for value, times in histogram.items()) / total if total else 0.0
