"""Whoever plays a run: games are given out in batches, and their rows come back in order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Protocol

import msgspec

from harena.core.errors import HarenaError
from harena.lab.plan import Plan, Row, job
from harena.lab.play import Player

BATCH_SECONDS = 0.25  # about as long a batch takes: long beside its way to a worker, short beside a person
BIGGEST_BATCH = 500  # games
GROWTH = 8  # a batch is at most so many times the last one: the first games may be quick by chance
SPARE = 32  # batches that may wait for a slow one before them


class Batch(msgspec.Struct, frozen=True, array_like=True):
    """Games of a run that are played together: from a number on, up to another."""

    first: int
    end: int  # the first game that is not of it


class Finished(msgspec.Struct, frozen=True, array_like=True):
    """A batch that was played, or its games before one that failed."""

    batch: Batch
    rows: bytes  # packed until they are wanted
    seconds: float
    failure: str = ""


class Crew(Protocol):
    """Players elsewhere, in processes or on other machines."""

    def hands(self) -> int:
        """How many batches they can play at once."""

    def give(self, batch: Batch) -> None:
        """Let somebody play a batch, now or soon."""

    def take(self) -> Finished:
        """Wait for a batch that is finished, given out earlier; each comes back once."""


pack_rows = msgspec.msgpack.Encoder().encode
unpack_rows = msgspec.msgpack.Decoder(list[Row]).decode


def play_batch(player: Player, batch: Batch) -> Finished:
    """What a worker does with a batch."""
    rows: list[Row] = []
    failure, began = "", time.perf_counter()
    try:
        rows.extend(player.play(job(player.plan, number)) for number in range(batch.first, batch.end))
    except HarenaError as error:
        failure = str(error)
    return Finished(batch, pack_rows(rows), time.perf_counter() - began, failure)


def in_order(plan: Plan, crew: Crew, first: int, stop: Callable[[], bool]) -> Iterator[Row]:
    """The rows a crew plays, in order. After `stop` says so what is being played is still waited for."""
    batches = Batches(first, plan.games)
    given: set[int] = set()  # the first games of batches that are being played
    waiting: dict[int, Finished] = {}  # finished, by their first game, but an earlier batch is not
    number = first
    while True:
        while _room(crew, given, waiting) and not stop() and (batch := batches.next(crew.hands())):
            given.add(batch.first)
            crew.give(batch)
        if not given:
            return
        finished = crew.take()
        given.remove(finished.batch.first)
        waiting[finished.batch.first] = finished
        batches.learn(finished)
        while (ready := waiting.pop(number, None)) is not None:
            yield from unpack_rows(ready.rows)
            if ready.failure:
                raise HarenaError(ready.failure)
            number = ready.batch.end


def _room(crew: Crew, given: set[int], waiting: dict[int, Finished]) -> bool:
    """Can another batch be given out? Each hand has one to play and one to go on with."""
    hands = crew.hands()
    return len(given) < 2 * hands and len(given) + len(waiting) < 4 * hands + SPARE


class Batches:
    """Cuts a run into batches, as many games at a time as can be played in a moment."""

    def __init__(self, first: int, games: int) -> None:
        self.number, self.games = first, games
        self.size = 1

    def next(self, hands: int) -> Batch | None:
        """The next games to be played, if any are left."""
        left = self.games - self.number
        if not left:
            return None
        fair = -(-left // (2 * hands))  # near the end nobody shall wait for another's big batch
        batch = Batch(self.number, self.number + min(self.size, fair))
        self.number = batch.end
        return batch

    def learn(self, finished: Finished) -> None:
        """Choose the size of the next batches from how long this one took."""
        played = finished.batch.end - finished.batch.first
        fitting = int(BATCH_SECONDS * played / max(finished.seconds, 1e-6))
        self.size = max(1, min(fitting, GROWTH * played, BIGGEST_BATCH))
