"""Fitting a judgement to who won: softmax regression with a ridge, one for each number of standing sides."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse  # type: ignore[import-untyped]
from scipy.optimize import minimize  # type: ignore[import-untyped]

from harena.bots.judge import LEAST
from harena.core.learned import Weights
from harena.lab.samples import Position

# Tried from the stiffest on, by what they do for games not fitted to.
RIDGES = (1.0, 0.1, 0.03, 0.01, 3e-3, 1e-3, 1e-4)
HELD_OUT = 5  # one game in so many is not fitted to while the ridge is chosen
FEWEST = 50  # positions; fewer teach nothing
STEPS = 200
DIGITS = 4  # significant ones of a weight

Array = NDArray[np.float64]


@dataclass
class Table:
    """The positions with so many sides standing: a row for each of these, one after the other."""

    standing: int
    prior: list[list[float]] = field(default_factory=list)  # by position and side: the estimate's logarithm
    won: list[list[float]] = field(default_factory=list)  # by position and side: its share of the points
    games: list[int] = field(default_factory=list)  # by position
    places: list[NDArray[Any]] = field(default_factory=list)  # by row: which numbers are not 0
    numbers: list[NDArray[Any]] = field(default_factory=list)  # by row: what they are

    def add(self, game: int, rows: Sequence[Array], shares: Sequence[float], won: Sequence[float]) -> None:
        self.games.append(game)
        self.prior.append([math.log(max(share, LEAST)) for share in shares])
        total = sum(won)
        self.won.append([score / total for score in won])
        for row in rows:
            places = np.flatnonzero(row)
            self.places.append(places.astype(np.int32))
            self.numbers.append(row[places])

    def matrix(self, width: int) -> Any:
        """All rows, sparse. Of the weights' kind of numbers, else every product would make a copy of it."""
        ends = np.cumsum([0, *map(len, self.places)])
        parts = (np.concatenate(self.numbers), np.concatenate(self.places), ends)
        return sparse.csr_matrix(parts, shape=(len(self.places), width), dtype=np.float64)


class Fit(NamedTuple):
    """What was fitted for one number of standing sides, and how well it foretells games not fitted to."""

    weights: Weights
    positions: int
    loss: float  # the mean logarithmic loss
    hand_made: float  # that of the game's own estimate


def tables(games: Iterable[tuple[Sequence[float], Sequence[Position]]], sides: Sequence[int]) -> list[Table]:
    """The positions of games, each with its scores, by how many sides stood."""
    found: dict[int, Table] = {}
    for number, (scores, positions) in enumerate(games):
        for position in positions:
            _sort_in(found, number, scores, position, sides)
    return [found[standing] for standing in sorted(found)]


def _sort_in(
    found: dict[int, Table], game: int, scores: Sequence[float], position: Position, sides: Sequence[int]
) -> None:
    seats: dict[int, list[int]] = defaultdict(list)
    for seat, share in enumerate(position.shares):
        if share > 0:
            seats[sides[seat]].append(seat)
    standing = len(seats)
    won = [max(scores[seat] for seat in held) for held in seats.values()]
    if standing < 2 or not sum(won):
        return
    rows = [_mean([position.rows[seat] for seat in held]) for held in seats.values()]
    shares = [max(position.shares[seat] for seat in held) for held in seats.values()]
    found.setdefault(standing, Table(standing)).add(game, rows, shares, won)


def _mean(rows: Sequence[bytes]) -> Array:
    numbers = [np.frombuffer(row, dtype=np.uint8) for row in rows]
    return np.mean(numbers, axis=0) if len(numbers) > 1 else numbers[0].astype(np.float64)


def fitted(table: Table, width: int) -> Fit | None:
    """The weights that foretell best; none where there is too little to learn from."""
    number = len(table.games)
    if number < FEWEST:
        return None
    matrix = table.matrix(width)
    most = np.asarray(abs(matrix).max(axis=0).todense()).ravel()
    scale = np.where(most > 0, 1.0 / np.maximum(most, 1e-9), 0.0)
    scaled = matrix @ sparse.diags(scale)
    task = Task(scaled.tocsr(), np.asarray(table.prior), np.asarray(table.won))
    held = np.asarray(table.games) % HELD_OUT == HELD_OUT - 1
    if held.all() or not held.any():
        held = np.arange(number) % HELD_OUT == HELD_OUT - 1
    fitted_to, held_out = task.part(~held), task.part(held)
    best_ridge, best, start = RIDGES[0], math.inf, task.nothing()
    for ridge in RIDGES:
        start = fitted_to.fit(ridge, start)
        loss = held_out.loss(start)
        if loss >= best:
            break
        best_ridge, best = ridge, loss
    found = task.fit(best_ridge, start)
    hand_made = held_out.loss(task.nothing())
    return Fit(_as_weights(table.standing, found, scale), number, best, hand_made)


def _as_weights(standing: int, found: Array, scale: Array) -> Weights:
    raw = found[1:] * scale
    places = [int(place) for place in np.flatnonzero(np.abs(raw) > 1e-6)]
    rounded = [float(f"{raw[place]:.{DIGITS}g}") for place in places]
    return Weights(standing, float(f"{found[0]:.{DIGITS}g}"), places, rounded)


@dataclass
class Task:
    """Foretell who won from a prior and rows, so many for each position."""

    rows: Any  # sparse: positions times sides
    prior: Array  # by position and side
    won: Array

    def nothing(self) -> Array:
        """Full trust in the prior and no weights."""
        start = np.zeros(self.rows.shape[1] + 1)
        start[0] = 1.0
        return start

    def part(self, chosen: NDArray[np.bool_]) -> Task:
        """Some of the positions."""
        of_rows = np.repeat(chosen, self.prior.shape[1])
        return Task(self.rows[of_rows], self.prior[chosen], self.won[chosen])

    def chances(self, weights: Array) -> Array:
        strength = weights[0] * self.prior + (self.rows @ weights[1:]).reshape(self.prior.shape)
        strength -= strength.max(axis=1, keepdims=True)
        odds = np.exp(strength)
        return np.asarray(odds / odds.sum(axis=1, keepdims=True))

    def loss(self, weights: Array) -> float:
        return float(-np.mean(np.sum(self.won * np.log(np.maximum(self.chances(weights), 1e-12)), axis=1)))

    def fit(self, ridge: float, start: Array) -> Array:
        """The weights with the least loss and a ridge, which also holds the trust in the prior near 1."""
        count = len(self.prior)

        def both(weights: Array) -> tuple[float, Array]:
            chances = self.chances(weights)
            away = weights.copy()
            away[0] -= 1.0
            cost = -np.sum(self.won * np.log(np.maximum(chances, 1e-12))) / count
            missed = (chances - self.won) / count
            slope = np.concatenate([[np.sum(missed * self.prior)], self.rows.T @ missed.ravel()])
            return float(cost + ridge / 2 * away @ away), slope + ridge * away

        return np.asarray(minimize(both, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS}).x)
