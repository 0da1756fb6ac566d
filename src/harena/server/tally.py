"""What a person's results come to: how often they won, against whom, and what may be said of it.

A range holds the share of wins that is believed. It is a confidence sequence, from a likelihood that is
averaged over all shares (Robbins 1970): the true share leaves it at any time in at most `RISK` of all
histories, so it is as safe for someone who looks after every game as for someone who looks once. The risk
is shared out among all games and bots there are, so it holds for all ranges of a page together. A draw
counts as the share that the rules give for it: for results between 0 and 1 the range only gets safer.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

RISK = 0.05
STEPS = 60  # of a bisection
POINTS = 400 / math.log(10)  # of a rating as in chess: 400 more for ten times the odds
EDGE = 0.02  # a share nearer than this to 0 or 1 gives no rating: it would be any number


@dataclass(frozen=True)
class Result:
    """A finished game of one person, in the order in which they ended."""

    game: str
    score: float  # 1 won, 0 lost, between them shared
    sides: int
    bot: str = ""  # the level of all opponents; empty: they were not bots of one level


@dataclass(frozen=True)
class Tally:
    """How some games went."""

    played: int
    won: int
    drawn: int
    lost: int
    streak: int  # wins in a row up to now
    longest: int


@dataclass(frozen=True)
class Against:
    """How games against one kind of bot went, and between which limits one may believe it."""

    game: str
    bot: str
    tally: Tally
    even: float  # the share of wins if all sides were equally good
    low: float
    high: float

    @property
    def verdict(self) -> str:
        """Whether there are more wins than even, fewer, or nothing can be said."""
        return "more" if self.low > self.even else "fewer" if self.high < self.even else ""

    @property
    def rating(self) -> tuple[int | None, int | None] | None:
        """Points above the bot, at least and at most; none if nothing can be said, or sides are not two."""
        if self.even != 0.5:
            return None
        ends = points(self.low), points(self.high)
        return None if ends == (None, None) else ends


def tally(results: Sequence[Result]) -> Tally:
    """Counted, with the wins in a row."""
    won = sum(one.score >= 1 for one in results)
    lost = sum(one.score <= 0 for one in results)
    row = longest = 0
    for one in results:
        row = row + 1 if one.score >= 1 else 0
        longest = max(longest, row)
    return Tally(len(results), won, len(results) - won - lost, lost, row, longest)


def against_bots(results: Iterable[Result], questions: int) -> list[Against]:
    """By game, bot and number of sides; `questions` is how many such ranges there could be."""
    groups: dict[tuple[str, str, int], list[Result]] = {}
    for one in results:
        if one.bot:
            groups.setdefault((one.game, one.bot, one.sides), []).append(one)
    found = []
    for (game, bot, sides), some in sorted(groups.items()):
        low, high = bounds(sum(one.score for one in some), len(some), RISK / max(questions, len(groups)))
        found.append(Against(game, bot, tally(some), 1 / sides, low, high))
    return found


def bounds(won: float, played: int, risk: float) -> tuple[float, float]:
    """Between which shares of wins the truth lies; nothing is known before a game."""
    if played == 0:
        return 0.0, 1.0
    lost = played - won
    most = math.lgamma(won + 1) + math.lgamma(lost + 1) - math.lgamma(played + 2) + math.log(risk)

    def refuted(share: float) -> bool:
        """Is a share so unlikely beside all others together?"""
        return most > _times(won, share) + _times(lost, 1 - share)

    found = won / played
    return _edge(0.0, found, refuted), _edge(1.0, found, refuted)


def _times(count: float, share: float) -> float:
    if count == 0:
        return 0.0
    return -math.inf if share <= 0 else count * math.log(share)


def _edge(outside: float, inside: float, refuted: Callable[[float], bool]) -> float:
    """Where refuted shares begin, between an end of the scale and what was seen; else that end."""
    if not refuted(outside):
        return outside
    for _ in range(STEPS):
        middle = (outside + inside) / 2
        outside, inside = (middle, inside) if refuted(middle) else (outside, middle)
    return outside


def points(share: float) -> int | None:
    """A share of wins as a difference of ratings; none where it would be any number."""
    return round(POINTS * math.log(share / (1 - share))) if EDGE <= share <= 1 - EDGE else None
