"""A batch over a Ray cluster: the same games, on as many machines as there are."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from harena.core.errors import HarenaError
from harena.lab.ray_connection import LOCAL, connect, ray_package
from harena.rl.batch import Batch
from harena.rl.shares import Shares, cut, written


class RayWorkers(Shares):
    """So many actors of a Ray cluster, each with its share of the games.

    `address` is that of a cluster, or "local" for one on this machine; the other keywords are those of
    `Batch`. Each step sends actions there and rows back, so shares should be large.
    """

    def __init__(
        self,
        game: str,
        games: int = 512,
        *,
        workers: int = 2,
        address: str = LOCAL,
        first: int = 0,
        seed: int = 0,
        **asked: Any,
    ) -> None:
        self.parts = cut(games, workers)
        template = Batch(game, 1, **asked)
        super().__init__(games, template, np.zeros)
        template.close()
        self.ray = ray_package()
        self.ours = not self.ray.is_initialized()  # else whoever opened the connection closes it, too
        if self.ours:
            connect(self.ray, address, workers)
        remote = self.ray.remote(num_cpus=1)(Share)
        self.actors = [
            remote.remote(game, part.stop - part.start, {**asked, "first": first + part.start})
            for part in self.parts
        ]
        try:
            self.reset(seed)
        except BaseException:
            self.close()
            raise

    def _reset(self, seed: int) -> None:
        self._write([actor.reset.remote(seed) for actor in self.actors])

    def _step(self) -> None:
        self._write(
            [
                actor.step.remote(self.chosen[part].copy())
                for actor, part in zip(self.actors, self.parts, strict=True)
            ]
        )

    def any_actions(self) -> NDArray[np.int32]:
        picked = self._heard([actor.pick.remote() for actor in self.actors])
        for part, theirs in zip(self.parts, picked, strict=True):
            self.picked[part] = theirs
        return self.picked

    def _write(self, answers: list[Any]) -> None:
        for part, arrays in zip(self.parts, self._heard(answers), strict=True):
            for name, array in arrays.items():
                self.arrays[name][part] = array

    def _heard(self, answers: list[Any]) -> list[Any]:
        try:
            heard: list[Any] = self.ray.get(answers)
        except self.ray.exceptions.RayError as error:
            cause = getattr(error, "cause", None)
            what = str(cause or error).strip().splitlines()[-1:] or [type(error).__name__]
            raise HarenaError(f"A worker on Ray failed: {what[0]}") from error
        return heard

    def close(self) -> None:
        """Let the actors go, and leave the cluster if we joined it."""
        for actor in self.actors:
            self.ray.kill(actor)
        self.actors = []
        if self.ours:
            self.ray.shutdown()
            self.ours = False


class Share:
    """What an actor does: it steps its share of the games."""

    def __init__(self, game: str, games: int, asked: dict[str, Any]) -> None:
        self.batch = Batch(game, games, **asked)

    def reset(self, seed: int) -> dict[str, NDArray[Any]]:
        self.batch.reset(seed)
        return written(self.batch)

    def step(self, actions: NDArray[Any]) -> dict[str, NDArray[Any]]:
        self.batch.step_trusting(actions)
        return written(self.batch)

    def pick(self) -> NDArray[np.int32]:
        return self.batch.any_actions()
