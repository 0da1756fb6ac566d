"""Many games for PufferLib, which learns from flat rows and knows no masks.

So the mask stands at the end of each row, and a closed action is replaced by an open one, at random.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from harena.rl.batch import Batch
from harena.rl.extra import MissingExtraError
from harena.rl.opponents import RANDOM, Opponents
from harena.rl.setting import any_seed
from harena.rl.spaces import row_space

try:
    import pufferlib  # type: ignore[import-not-found,unused-ignore]
    from gymnasium import spaces
except ImportError as error:
    raise MissingExtraError("PufferLib is not installed: pip install pufferlib brings it.") from error


class PufferGames(pufferlib.PufferEnv):  # type: ignore[misc]
    """A native environment with an agent for each game: the seat that decides, of those the caller plays."""

    def __init__(
        self,
        game: str,
        num_envs: int = 256,
        *,
        seat: int | str | None = 0,
        opponents: Opponents = RANDOM,
        buf: Any = None,
        seed: int = 0,
        **setting: Any,
    ) -> None:
        """Further keywords are those of `Batch`: `longest`, `shaped`, `pack` and the game's options."""
        self.batch = Batch(game, num_envs, seat=seat, opponents=opponents, seed=seed, **setting)
        self.width, size = self.batch.features.width, self.batch.actions.size
        self.single_observation_space = row_space(self.width + size)
        self.single_action_space = spaces.Discrete(size)
        self.num_agents = num_envs
        self._games = np.arange(num_envs)
        self._replaced = 0  # closed actions since games were last reported
        self._taken = 0  # actions since then
        super().__init__(buf)

    def reset(self, seed: int | None = None) -> tuple[NDArray[Any], list[dict[str, float]]]:
        """Begin all games anew."""
        self.batch.reset(any_seed() if seed is None else seed)
        self._write()
        return self.observations, []

    def step(self, actions: NDArray[Any]) -> tuple[Any, Any, Any, Any, list[dict[str, float]]]:
        """Take an action in each game; one that is closed is replaced."""
        batch = self.batch
        acting = batch.seats.copy()
        batch.step_trusting(self._opened(np.asarray(actions).reshape(-1)))
        self.rewards[:] = batch.rewards[self._games, acting]
        self.terminals[:] = batch.terminations
        self.truncations[:] = batch.truncations
        self._write()
        return self.observations, self.rewards, self.terminals, self.truncations, self._ends()

    def _opened(self, actions: NDArray[Any]) -> NDArray[Any]:
        """The actions, with an open one in place of each that is closed."""
        closed = self.batch.masks[self._games, actions] == 0
        self._taken += len(actions)
        self._replaced += int(closed.sum())
        return np.where(closed, self.batch.any_actions(), actions) if closed.any() else actions

    def _write(self) -> None:
        self.observations[:, : self.width] = self.batch.observations
        self.observations[:, self.width :] = self.batch.masks

    def _ends(self) -> list[dict[str, float]]:
        """A report of the games that ended: how many, with which score, and how many actions were closed."""
        ended = self.terminals | self.truncations
        if not ended.any():
            return []
        report = {
            "games": float(ended.sum()),
            "score": float(self.rewards[ended].mean()),
            "replaced": self._replaced / self._taken,
        }
        self._replaced = self._taken = 0
        return [report]

    def close(self) -> None:
        """The opponents let go of what they hold."""
        self.batch.close()
