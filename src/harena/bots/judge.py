"""A learned judgement: every seat's chances from what it sees as numbers, in compiled code.

A side's strength is the logarithm of its share in the game's own estimate, times a trust in that, and a
weight for every number its seats see, on average over those who still play. Chances are the softmax of
strengths, by one set of weights for each number of sides that still stand.

It is asked in guesses of the searching seat only, never in the truth: what it sees of the others' hidden
things there was dealt anew by that seat's guess, so it can know no more than the searcher does.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log
from typing import Any, Final, Optional, final

from librt.vecs import vec
from mypy_extensions import i64

from harena.core.pen import Pen, floats
from harena.core.state import State
from harena.core.travel import reduced

LEAST: Final = 1e-6  # a share of an estimate so small is no smaller
WEAKEST: Final = -1e30  # in place of the strength of a side that stands no more


@final
class Judge:
    """Weighs only what is written in a row. It is made once for a search, and everything it needs with it."""

    def __init__(self, width: i64, sides: list[i64]) -> None:
        self.width: i64 = width
        self.sides: list[i64] = sides  # by seat
        count: i64 = 0
        for side in sides:
            if side >= count:
                count = side + 1
        self.count: i64 = count
        self.known: i64 = 0  # as bits: for which numbers of standing sides there are weights
        self.trust: vec[float] = floats(count + 1)  # by number of standing sides
        self.weights: vec[float] = floats((count + 1) * width)
        self.encoder: Optional[Callable[[State, i64, Pen], None]] = (
            None  # where games do not write themselves
        )
        self.pen = Pen(1, width)
        self.share: vec[float] = floats(count)  # by side, of the estimate
        self.strength: vec[float] = floats(count)
        self.seats: vec[float] = floats(count)  # by side: how many seats still play

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self)

    def learn(self, standing: i64, trust: float, places: list[i64], weights: list[float]) -> None:
        """The weights for so many standing sides; places not named weigh nothing."""
        one: i64 = 1
        self.known |= one << standing
        self.trust[standing] = trust
        start = standing * self.width
        i: i64 = 0
        for place in places:
            self.weights[start + place] = weights[i]
            i += 1

    def chances(self, state: State) -> list[float]:
        """By seat, as `estimate` gives them: the chances of its side, which add up to 1 over the sides."""
        shares = state.estimate()
        standing = self.stand(shares)
        if standing < 2 or (self.known >> standing) & 1 == 0:
            return shares
        self.weigh(state, shares, standing)
        most = WEAKEST
        side: i64 = 0
        while side < self.count:
            if self.share[side] > 0.0 and self.strength[side] > most:
                most = self.strength[side]
            side += 1
        total = 0.0
        side = 0
        while side < self.count:
            if self.share[side] > 0.0:
                odds = exp(self.strength[side] - most)
                self.strength[side] = odds
                total += odds
            side += 1
        seat: i64 = 0
        while seat < state.seats:
            share = shares[seat]
            if share > 0.0:
                side = self.sides[seat]
                shares[seat] = self.strength[side] / total * (share / self.share[side])
            seat += 1
        return shares

    def stand(self, shares: list[float]) -> i64:
        """How many sides still stand: those to whom the estimate gives anything."""
        side: i64 = 0
        while side < self.count:
            self.share[side] = 0.0
            self.strength[side] = 0.0
            self.seats[side] = 0.0
            side += 1
        standing: i64 = 0
        seat: i64 = 0
        for share in shares:
            if share > 0.0:
                side = self.sides[seat]
                if self.share[side] == 0.0:
                    standing += 1
                if share > self.share[side]:
                    self.share[side] = share
                self.seats[side] += 1.0
            seat += 1
        return standing

    def weigh(self, state: State, shares: list[float], standing: i64) -> None:
        """By side: how strong it is."""
        seat: i64 = 0
        while seat < state.seats:
            if shares[seat] > 0.0:
                side = self.sides[seat]
                self.strength[side] += self.worth(state, seat, standing) / self.seats[side]
            seat += 1
        trust = self.trust[standing]
        side = 0
        while side < self.count:
            share = self.share[side]
            if share > 0.0:
                self.strength[side] += trust * log(share if share > LEAST else LEAST)
            side += 1

    def worth(self, state: State, seat: i64, standing: i64) -> float:
        """What the numbers that a seat sees weigh together."""
        pen = self.pen
        self.write(state, seat)
        paper = pen.paper
        marks = pen.marks
        weights = self.weights
        start = standing * self.width
        total = 0.0
        i = i64(marks[0])
        while i > 0:
            place = i64(marks[i])
            total += weights[start + place] * float(i64(paper[place]))
            i -= 1
        return total

    def write(self, state: State, seat: i64) -> None:
        """A seat's row."""
        pen = self.pen
        pen.begin(0)
        encoder = self.encoder
        if encoder is None:
            state.encode(seat, pen)
        else:
            encoder(state, seat, pen)
        pen.end()
