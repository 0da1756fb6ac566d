"""Many games at once as a `VectorEnv` of Gymnasium, stepped in compiled code."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from harena.core.errors import OptionError
from harena.core.record import SEED_LIMIT
from harena.rl.batch import Batch
from harena.rl.extra import missing
from harena.rl.opponents import RANDOM, Opponents
from harena.rl.rendering import RENDER_MODES, checked_mode, rendered
from harena.rl.setting import checked_seed
from harena.rl.spaces import AllOpenActions, row_space
from harena.rl.workers import Workers

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing("Gymnasium") from error

Info = dict[str, Any]
Numbers = NDArray[Any]


class SeatsEnv(VectorEnv[Numbers, Numbers, Numbers]):
    """One seat of each game against opponents, or, with `seat=None`, all seats by one policy.

    Arrays are those that the games are written into: they change with the next step, unless `copy` is set.
    A game that ends begins anew in the same step; `infos["final_obs"]` has what was seen at its end.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": list(RENDER_MODES),
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 256,
        *,
        seat: int | str | None = 0,
        opponents: Opponents = RANDOM,
        copy: bool = False,
        workers: int = 1,
        render_mode: str | None = None,
        **setting: Any,
    ) -> None:
        """With several `workers` the games are shared out among so many processes.

        Further keywords are those of `Batch`: `longest`, `shaped`, `pack` and the game's options.
        """
        setting = {**setting, "seat": seat, "opponents": opponents, "finals": True}
        self.batch: Batch | Workers = (
            Batch(game, num_envs, **setting)
            if workers == 1
            else Workers(game, num_envs, workers=workers, **setting)
        )
        self.num_envs = num_envs
        self.seat = seat
        self.copy = copy
        self.render_mode = checked_mode(render_mode)
        size = self.batch.actions.size
        self.single_observation_space = row_space(self.batch.features.width)
        self.single_action_space = spaces.Discrete(size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = AllOpenActions(size, num_envs, self._masks)
        self._games = np.arange(num_envs)
        self._acting = np.zeros(num_envs, dtype=np.int32)  # whose reward is told

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Numbers, Info]:
        """Begin all games anew. One seed gives the same games, and those of later resets without any."""
        if seed is not None:
            checked_seed(seed)
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(SEED_LIMIT)) if seed is None else seed)
        return self._given(self.batch.observations), self._info()

    def step(self, actions: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers, Info]:
        """Take an open action in each game. Rewards are those of the seats that act."""
        batch = self.batch
        chosen = batch.checked(actions)
        self._acting[:] = batch.seats
        batch.step_trusting(chosen)
        return (
            self._given(batch.observations),
            batch.rewards[self._games, self._acting],
            self._given(batch.terminations.view(np.bool_)),
            self._given(batch.truncations.view(np.bool_)),
            self._info(),
        )

    def _masks(self) -> Numbers:
        return self.batch.masks

    def _given(self, array: Numbers) -> Numbers:
        return array.copy() if self.copy else array

    def _info(self) -> Info:
        """Masks, the seats that decide, the rewards of all seats, and what ended."""
        batch = self.batch
        info = {
            "action_mask": self._given(batch.masks.view(np.int8)),
            "seat": self._given(batch.seats),
            "rewards": self._given(batch.rewards),
        }
        ended = (batch.terminations | batch.truncations).view(np.bool_)
        if ended.any():
            info |= self._ends(ended)
        return info

    def _ends(self, ended: NDArray[np.bool_]) -> Info:
        """What was seen at the end of episodes, as Gymnasium tells it."""
        assert self.batch.finals is not None
        seen = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(ended):
            seen[game] = self.batch.finals[game].copy()
        return {"final_obs": seen, "_final_obs": ended}

    def render(self) -> tuple[Any, ...] | None:
        """Every game as the seat sees it that decides."""
        if not isinstance(self.batch, Batch):
            raise OptionError("Games in other processes are not rendered.")
        setting = self.batch.setting
        shown = [
            rendered(setting, state, int(state.seat), self.render_mode) for state in self.batch.stepper.states
        ]
        return None if self.render_mode == "human" else tuple(shown)

    def close_extras(self, **kwargs: Any) -> None:
        """The opponents let go of what they hold."""
        self.batch.close()
