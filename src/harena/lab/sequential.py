"""What may be said of a difference while games are still being played, looking after every pair.

The evidence against a difference is a mixture likelihood ratio (Robbins 1970; the mSPRT of Johari, Koomen,
Pekelis and Walsh 2022): how much likelier the results are, averaged over the differences one might expect,
than with this one. If it is the true one, the evidence reaches 20 at any time in at most one run of twenty,
so whoever stops when they like is as safe as whoever says before how many games to play. All differences
that are not refuted make an interval, a confidence sequence; a p-value is what the evidence against no
difference leaves. The three are one calculation, so they never contradict each other.

Means over pairs are taken to be normal with the spread that was seen (Waudby-Smith, Arbour, Sinha, Kennedy
and Ramdas 2024), which needs some pairs before the first look.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from harena.lab.sprt import Verdict

EXPECTED = (
    2.0  # margins: how large differences are that one looks for. It hardly matters within a factor of 3.
)
FURTHEST = 1 << 24  # times as many pairs; beyond, nobody would play them


def p_value(found: float, error: float, margin: float) -> float:
    """How often chance alone would ever show so much, at whatever time one stops."""
    if not (math.isfinite(error) and error > 0 and margin > 0):
        return 1.0
    ratio = (EXPECTED * margin / error) ** 2
    log_evidence = (found / error) ** 2 / 2 * ratio / (1 + ratio) - math.log1p(ratio) / 2
    return min(1.0, math.exp(-log_evidence))


def reach(error: float, margin: float, level: float) -> float:
    """How far the interval goes to each side that misses the true difference at no time, but for `level`."""
    if not (math.isfinite(error) and error > 0 and margin > 0):
        return math.inf
    ratio = (EXPECTED * margin / error) ** 2
    return error * math.sqrt(2 * (1 + 1 / ratio) * (math.log1p(ratio) / 2 - math.log(level)))


def verdict_of(low: float, high: float, margin: float) -> Verdict:
    """What an interval settles: more, less, nothing worth the margin, or not yet anything."""
    if low > 0:
        return Verdict.MORE
    if high < 0:
        return Verdict.LESS
    return Verdict.SAME if -margin < low and high < margin else Verdict.OPEN


def corrected(p_values: Mapping[str, float]) -> dict[str, float]:
    """The p-values for that many questions at once (Holm 1979)."""
    found: dict[str, float] = {}
    highest = 0.0
    for rank, (name, p) in enumerate(_ranked(p_values)):
        highest = max(highest, min(1.0, p * (len(p_values) - rank)))
        found[name] = highest
    return found


def levels(p_values: Mapping[str, float], risk: float) -> dict[str, float]:
    """By question: at which level its interval excludes 0 just when its corrected p-value is below the risk.

    Holm asks the least likely first, at risk / n, the next at risk / (n - 1), until one does not pass; that
    one's level is the level of all that are left.
    """
    found: dict[str, float] = {}
    passed = True
    level = risk
    for rank, (name, p) in enumerate(_ranked(p_values)):
        if passed:
            level = risk / (len(p_values) - rank)
            passed = p <= level
        found[name] = level
    return found


def _ranked(p_values: Mapping[str, float]) -> list[tuple[str, float]]:
    return sorted(p_values.items(), key=lambda item: (item[1], item[0]))


def times_as_many(found: float, error: float, margin: float, level: float) -> float:
    """How many times as many pairs would settle it, if the difference stays what it is now."""

    def settled(times: float) -> bool:
        smaller = error / math.sqrt(times)
        far = reach(smaller, margin, level)
        return verdict_of(found - far, found + far, margin) is not Verdict.OPEN

    if not math.isfinite(error):
        return math.inf
    high = 1.0
    while not settled(high):
        high *= 2
        if high > FURTHEST:
            return math.inf
    low = high / 2
    while high - low > 0.01 * high:
        middle = (low + high) / 2
        low, high = (low, middle) if settled(middle) else (middle, high)
    return high
