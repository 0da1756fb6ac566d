"""A batch shared out: its games are stepped elsewhere, and what they write comes together in whole arrays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from harena.core.errors import OptionError
from harena.rl.batch import Batch
from harena.rl.self_play import checked_actions
from harena.rl.setting import checked_seed

Allocate = Callable[[tuple[int, ...], Any], NDArray[Any]]

ARRAYS: Final = (
    "observations",
    "masks",
    "rewards",
    "terminations",
    "truncations",
    "seats",
    "own",
    "made",
)


def cut(games: int, parts: int) -> list[slice]:
    """So many games in so many parts, as even as can be."""
    if isinstance(parts, bool) or not isinstance(parts, int) or not 1 <= parts <= games:
        raise OptionError(f"{games} games can be shared out among 1 to {games} workers.")
    ends = [games * part // parts for part in range(parts + 1)]
    return [slice(begin, end) for begin, end in pairwise(ends)]


def written(batch: Batch) -> dict[str, NDArray[Any]]:
    """The arrays of a batch by their names."""
    found = {name: getattr(batch, name) for name in ARRAYS}
    return found if batch.finals is None else {**found, "finals": batch.finals}


class Shares(ABC):
    """What a `Batch` gives, for games that are stepped in several places.

    One seed gives the same games for any number of them.
    """

    observations: NDArray[Any]
    masks: NDArray[Any]
    rewards: NDArray[Any]
    terminations: NDArray[Any]
    truncations: NDArray[Any]
    seats: NDArray[Any]
    own: NDArray[Any]
    made: NDArray[Any]
    finals: NDArray[Any] | None = None

    def __init__(self, games: int, template: Batch, allocate: Allocate) -> None:
        self.games = games
        self.setting = template.setting
        self.game, self.pack, self.options = template.game, template.pack, template.options
        self.actions, self.features = template.actions, template.features
        self.arrays: dict[str, NDArray[Any]] = {}
        for name, array in written(template).items():
            self.arrays[name] = allocate((games, *array.shape[1:]), array.dtype)
            setattr(self, name, self.arrays[name])
        self.picked = allocate((games,), np.dtype(np.int32))
        self.chosen = allocate((games,), np.dtype("<u2"))

    def __len__(self) -> int:
        return self.games

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.game.name!r}, {len(self)} games, {self.features.width} numbers)"

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def reset(self, seed: int) -> None:
        """Begin all games anew: one seed gives the same games on any machine."""
        self._reset(checked_seed(seed))

    def step(self, actions: ArrayLike) -> None:
        """Take an open action in each game, and write what comes of it into the arrays."""
        self.step_trusting(self.checked(actions))

    def checked(self, actions: ArrayLike) -> NDArray[Any]:
        """Actions that are open, one for each game; else a sentence says what is wrong."""
        return checked_actions(actions, self.masks, self.actions)

    def step_trusting(self, actions: NDArray[Any]) -> None:
        """As `step`, for callers who choose from the masks: nothing is checked."""
        self.chosen[:] = actions
        self._step()

    @abstractmethod
    def any_actions(self) -> NDArray[np.int32]:
        """An open action of each game, each as likely, in an array that stays the same."""

    @abstractmethod
    def close(self) -> None:
        """Nobody steps any more."""

    @abstractmethod
    def _reset(self, seed: int) -> None: ...

    @abstractmethod
    def _step(self) -> None: ...
