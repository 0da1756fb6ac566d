"""Rows and actions as spaces of Gymnasium."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from harena.rl.extra import missing
from harena.rl.table import Mask

try:
    from gymnasium import spaces
except ImportError as error:
    raise missing("Gymnasium") from error


class OpenActions(spaces.Discrete[np.int64]):
    """All actions of a game; a sample that names no mask of its own is one of those that are open now."""

    def __init__(self, size: int, now: Callable[[], Mask]) -> None:
        super().__init__(size)
        self.now = now

    def sample(self, mask: NDArray[np.int8] | None = None, probability: Any = None) -> np.int64:
        """Any action that the mask leaves open, or that is open now."""
        if mask is None and probability is None:
            mask = self.now()
            if not mask.any():
                mask = None
        return super().sample(mask, probability)


class AllOpenActions(spaces.MultiDiscrete):
    """The actions of many games; a sample that names no mask of its own is open in each of them now."""

    def __init__(self, size: int, games: int, now: Callable[[], NDArray[Any]]) -> None:
        super().__init__([size] * games)
        self.now = now

    def sample(self, mask: Any = None, probability: Any = None) -> NDArray[Any]:
        """Any actions that the masks leave open, or that are open now."""
        if mask is None and probability is None:
            masks = self.now()
            chosen: NDArray[Any] = (self.np_random.random(masks.shape) * masks).argmax(axis=1)
            return chosen.astype(self.dtype)
        return super().sample(mask, probability)


def row_space(width: int) -> spaces.Box[Any]:
    """Rows of so many small numbers."""
    return spaces.Box(0, 255, (width,), np.uint8)


def row_and_mask_space(width: int, actions: int) -> spaces.Dict:
    """A row with the mask of what may be done."""
    mask = spaces.Box(0, 1, (actions,), np.int8)
    return spaces.Dict({"observation": row_space(width), "action_mask": mask})


Seen = dict[str, NDArray[Any]]
