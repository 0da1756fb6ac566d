"""Positions to learn from: what each seat saw as numbers now and then in a game, and how it was estimated."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import msgspec

from harena.bots.judge import Judge
from harena.bots.learned import untaught
from harena.core.dice import fast_dice
from harena.core.event import Event
from harena.core.game import AnyGame
from harena.core.observer import Observer
from harena.core.state import OVER, State


class Position(msgspec.Struct, frozen=True, array_like=True):
    """A moment of a game, from a guess of the seat that decided: so a search will see such moments."""

    shares: list[float]  # by seat: the game's own estimate
    rows: list[bytes]  # by seat: what it sees; empty where it is out of the game


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[Position]).decode


class Sampler(Observer):
    """Keeps the position after one decision in so many, by dice of its own."""

    def __init__(self, writer: Judge, every: int, seed: int) -> None:
        super().__init__()
        self.every = every
        self.dice = fast_dice(seed)
        self.writer = writer
        self.positions: list[Position] = []

    def step(self, state: State, seat: int, action: int, events: Sequence[Event]) -> None:
        if state.seat == OVER or state.measured or self.dice.below(self.every):
            return
        guess = state.guess(state.seat, self.dice)
        shares = [float(share) for share in guess.estimate()]
        rows = [self.row(guess, number) if share > 0 else b"" for number, share in enumerate(shares)]
        self.positions.append(Position(shares, rows))

    def row(self, state: State, seat: int) -> bytes:
        self.writer.write(state, seat)
        return bytes(memoryview(self.writer.pen.paper))

    def packed(self) -> bytes:
        """All of them in few bytes."""
        return zlib.compress(_encode(self.positions), 1)


def unpacked(kept: bytes) -> list[Position]:
    """The positions of a game."""
    return _decode(zlib.decompress(kept))


def writer_for(game: AnyGame, pack: Any, options: Any) -> Judge:
    """Writes rows; made once for all games of a setting."""
    return untaught(game, pack, options, game.features(pack, options).width)
