"""What seats see as numbers, in short random games of every setting.

The suite looks at a few positions of each setting; `make rl-suites` at every decision of many games.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache, cached_property
from itertools import chain
from typing import Any

from conftest import MOST_OPTION_SETS
from contract.play import LONG, MANY, options_for, pack_of, pick, start
from harena.core.dice import FastDice, fast_dice
from harena.core.features import Feature, Features, encoder
from harena.core.game import AnyGame
from harena.core.pen import Note, Pen, describing_pen
from harena.core.state import OVER, State

PLAIN_SETTINGS = 2
AHEAD = 2  # decisions, after the first
POSITIONS = 3  # of each setting that are looked at, besides the end


class Rows:
    """One setting of a game: its short games, and how their positions are written."""

    def __init__(self, game: AnyGame, number: int) -> None:
        chosen: dict[str, Any] = {**options_for(game, number), **game.short}
        self.game, self.number = game, number
        self.pack, self.options = pack_of(game), game.options(**chosen)
        self.features: Features = game.features(self.pack, self.options)
        self.pen = Pen(1, self.features.width)

    def start(self, seed: int) -> State:
        state: State = self.game.start(self.pack, self.options, fast_dice(seed))
        return state

    def row(self, state: State, seat: int) -> bytes:
        """What a seat sees; the same paper is written again and again, as a batch does."""
        pen = self.pen
        pen.begin(0)
        encoder(self.game, state)(state, seat, pen)
        pen.end()
        assert pen.at == self.features.width, "a row has the same width in every position"
        return bytes(memoryview(pen.paper))

    def described(self, state: State, seat: int) -> list[Note]:
        """How this very position is laid out."""
        pen = describing_pen(self.features.width)
        encoder(self.game, state)(state, seat, pen)
        return pen.notes or []

    def play_through(self, seed: int) -> list[State]:
        """Every position of a random game; nobody plays on in them."""
        state, choices = self.start(seed), fast_dice(1000 + seed)
        found = [state.copy()]
        while state.seat != OVER:
            state.play(pick(state, choices))
            found.append(state.copy())
        return found

    @cached_property
    def played(self) -> list[State]:
        return self.play_through(self.number)

    @cached_property
    def positions(self) -> list[State]:
        """Some of them, and the end."""
        *before, end = self.played
        return [*random.Random(self.number).sample(before, min(POSITIONS, len(before))), end]

    def games(self) -> Iterator[list[State]]:
        """What is looked at, game by game."""
        if not LONG:
            yield self.positions
            return
        for game in range(MANY):
            yield self.play_through(MANY * self.number + game)

    def looked_at(self) -> Iterator[State]:
        return chain.from_iterable(self.games())


@cache
def settings(game: AnyGame) -> list[Rows]:
    """The option sets of a game, each once; only a few where rows are made from the view anyway."""
    plain = type(start(game, 1)).encode is State.encode
    numbers = {str(options_for(game, number)): number for number in reversed(range(MOST_OPTION_SETS))}
    return [Rows(game, number) for number in sorted(numbers.values())[: PLAIN_SETTINGS if plain else None]]


def written(row: bytes, feature: Feature) -> bytes:
    """The numbers of one feature."""
    return row[feature.place : feature.stop]


def futures(state: State, dice: FastDice, most: int) -> Iterator[State]:
    """Positions that have much in common: what comes of an action, with other dice, and with other cards."""
    for _ in range(most):
        action = pick(state, dice)
        for begun in (
            state.copy(),
            state.copy(),
            state.guess(state.seat, dice),
            state.guess(state.seat, dice),
        ):
            begun.dice = fast_dice(dice.below(2))
            begun.play(action)
            yield begun
            for _ in range(AHEAD):
                if begun.seat != OVER:
                    begun.play(begun.nth(0))
                    yield begun
