"""Fishtest's question: is a bot stronger by this much rather than by that, asked after every pair of games.

The generalised sequential probability ratio test (GSPRT) is the one with which Stockfish's Fishtest judges
changes. Its evidence is the log-likelihood ratio: how much better one mean explains the results than another,
each with the distribution that fits the results best among all that have this mean.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import Enum

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of two games: lost both, ..., won both (pentanomial)
UNSEEN = 1e-3  # how often a score counts as seen that never was, so that nothing is held impossible
ELO_SCALE = 400.0


class Verdict(Enum):
    """What a test has found so far."""

    OPEN = "open"
    MORE = "more"
    LESS = "less"
    SAME = "same"  # no difference that would be worth the margin


def bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Between which values the evidence leaves the answer open (Wald 1945)."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def score_of(elo: float) -> float:
    """The share of points that somebody so much stronger takes."""
    return 1 / (1 + math.pow(10.0, -elo / ELO_SCALE))


def elo_of(score: float) -> float:
    """How much stronger somebody is who takes this share of the points; without limit for all of them."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -ELO_SCALE * math.log10(1 / score - 1)


def evidence(counts: Mapping[float, float], mean0: float, mean1: float) -> float:
    """The log-likelihood ratio of pair scores for the mean `mean1` against `mean0`."""
    seen = {**dict.fromkeys(PAIR_SCORES, UNSEEN), **{score: n for score, n in counts.items() if n > 0}}
    total = sum(seen.values())
    shares = {score: n / total for score, n in seen.items()}
    tilt0, tilt1 = _tilt(shares, mean0), _tilt(shares, mean1)
    return total * sum(
        share * math.log((1 + tilt0 * (score - mean0)) / (1 + tilt1 * (score - mean1)))
        for score, share in shares.items()
    )


def _tilt(shares: Mapping[float, float], mean: float) -> float:
    """What makes of the seen shares the likeliest ones with this mean: share / (1 + tilt * (score - mean)).

    The tilt is where the mean of these comes out right; the excess falls all the way between the two ends,
    so Newton's steps are taken and, where one would leave what is still possible, the middle instead.
    """
    low, high = -1 / (max(shares) - mean), 1 / (mean - min(shares))
    tilt = 0.0
    for _ in range(100):
        excess = slope = 0.0
        for score, share in shares.items():
            part = (score - mean) / (1 + tilt * (score - mean))
            excess += share * part
            slope -= share * part * part
        low, high = (tilt, high) if excess > 0 else (low, tilt)
        following = tilt - excess / slope
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - tilt) < 1e-12:
            break
        tilt = following
    return tilt


class Sprt:
    """One test of one side against another. What it has once found stands."""

    def __init__(self, alpha: float, beta: float) -> None:
        self.low, self.high = bounds(alpha, beta)
        self.evidence = 0.0
        self.passed = self.failed = False

    def look(self, evidence: float) -> None:
        """Judge by the evidence there is now."""
        if not (self.passed or self.failed):
            self.evidence = evidence
            self.passed, self.failed = evidence >= self.high, evidence <= self.low


class OneSided:
    """Is it `more` rather than `less`? As Fishtest asks: elo1 or better, against elo0 or worse."""

    def __init__(self, risk: float) -> None:
        self.test = Sprt(risk, risk)

    def look(self, evidence: float) -> None:
        """Judge by the evidence there is now."""
        self.test.look(evidence)

    @property
    def verdict(self) -> Verdict:
        if self.test.passed:
            return Verdict.MORE
        return Verdict.LESS if self.test.failed else Verdict.OPEN

    def __str__(self) -> str:
        return f"evidence {self.test.evidence:+.2f} between {self.test.low:.2f} and {self.test.high:+.2f}"
