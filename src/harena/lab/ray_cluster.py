"""Playing on a Ray cluster: the same batches, the same rows, on as many machines as there are."""

from __future__ import annotations

import functools
import pickle
import time
from typing import Any

import msgspec

from harena.core.errors import HarenaError
from harena.lab.crew import Batch, Finished, play_batch
from harena.lab.play import Player
from harena.lab.ray_connection import connect, ray_package

RETRIES = 5  # how often a batch is played again whose machine or worker is lost
COUNT_AGAIN = 2.0  # seconds; machines may join and leave
LOOK_UP = 1.0  # seconds between two looks whether somebody wants to stop


class Cluster:
    """A crew of Ray tasks. Ray itself plays a batch again when the machine that had it is lost."""

    def __init__(self, player: Player, address: str, workers: int) -> None:
        self.ray = ray_package()
        self.ours = not self.ray.is_initialized()  # else whoever opened the connection closes it, too
        if self.ours:
            connect(self.ray, address, workers)
        self.player = self.ray.put(pickle.dumps(player))
        self.task = self.ray.remote(num_cpus=1, max_retries=RETRIES)(play_remotely)
        self.given: dict[Any, Batch] = {}
        self.cores, self.counted = 1, -COUNT_AGAIN

    def hands(self) -> int:
        if time.monotonic() - self.counted > COUNT_AGAIN:
            self.cores = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
            self.counted = time.monotonic()
        return self.cores

    def give(self, batch: Batch) -> None:
        self.given[self.task.remote(self.player, batch.first, batch.end)] = batch

    def take(self) -> Finished:
        while True:
            ready, _ = self.ray.wait(list(self.given), num_returns=1, timeout=LOOK_UP)
            if ready:
                return self.fetch(ready[0])

    def fetch(self, ready: Any) -> Finished:
        """What a task has played; a batch whose task was lost for good ends the run with a sentence."""
        batch = self.given.pop(ready)
        try:
            return msgspec.msgpack.decode(self.ray.get(ready), type=Finished)
        except self.ray.exceptions.RayError as error:
            what = str(error).strip().splitlines()[-1:] or [type(error).__name__]
            raise HarenaError(
                f"Ray could not play games {batch.first}-{batch.end - 1} in {RETRIES + 1} attempts: {what[0]}"
            ) from error

    def close(self) -> None:
        """Drop what is still being played, and leave the cluster if we joined it."""
        if self.ours:
            self.ray.shutdown()
        else:
            for task in self.given:
                self.ray.cancel(task, force=True)


def play_remotely(player: bytes, first: int, end: int) -> bytes:
    """What a Ray worker does with a batch."""
    batch = Batch(first, end)
    try:
        return msgspec.msgpack.encode(play_batch(_player(player), batch))
    except HarenaError as error:
        return msgspec.msgpack.encode(Finished(batch, b"\x90", 0.0, str(error)))  # no rows


@functools.lru_cache(maxsize=1)
def _player(written: bytes) -> Player:
    """Loaded once in each Ray worker, which plays many batches."""
    player: Player = pickle.loads(written)
    return player
