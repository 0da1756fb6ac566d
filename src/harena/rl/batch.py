"""Many games stepped at once in compiled code, with numpy arrays that are made once and written in place."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

import harena
from harena.core.actions import Actions
from harena.core.dice import fast_dice
from harena.core.errors import ActionError, OptionError
from harena.core.features import Features, encoder
from harena.core.fitting import complete
from harena.core.state import State
from harena.rl.stepping import Stepper

MOST_ACTIONS: Final = 1 << 16  # an action travels in two bytes


class Batch:
    """So many games of one setting, all waiting for a decision.

    `observations`, `masks`, `rewards`, `terminations`, `truncations` and `seats` are arrays that stay the
    same and change at each step: copy what you want to keep. A finished game begins anew by itself.
    """

    def __init__(
        self,
        game: str,
        games: int = 256,
        *,
        seed: int = 0,
        first: int = 0,
        longest: int = 0,
        shaped: bool = False,
        pack: Any = "standard",
        **options: Any,
    ) -> None:
        """`first` numbers the games from there, for batches shared out; `longest` cuts episodes."""
        found = harena.game(game)
        if games < 1:
            raise OptionError("A batch has at least one game.")
        self.game = found
        self.pack = found.pack(pack) if isinstance(pack, str) else pack
        self.options = complete(found, self.pack, options)
        self.actions: Actions = found.actions(self.pack)
        self.features: Features = found.features(self.pack, self.options)
        fresh = found.new(self.pack, self.options, fast_dice(0))
        self.stepper = Stepper(fresh, games, self.actions.size, self.features.width)
        self._set_up(fresh, first, longest, shaped)
        self._show()
        self.reset(seed)

    def _set_up(self, fresh: State, first: int, longest: int, shaped: bool) -> None:
        stepper = self.stepper
        stepper.first, stepper.longest, stepper.shaped = first, longest, shaped
        if type(fresh).encode is State.encode:
            stepper.encoder = encoder(self.game, fresh)

    def _show(self) -> None:
        """Arrays over the memory that the stepper writes into."""
        stepper, games = self.stepper, self.stepper.games
        self.observations = _seen(stepper.pen.paper, np.uint8).reshape(games, -1)
        self.masks = _seen(stepper.mask, np.uint8).reshape(games, -1)
        self.rewards = _seen(stepper.reward, np.float64).reshape(games, -1)
        self.terminations = _seen(stepper.terminated, np.uint8)
        self.truncations = _seen(stepper.truncated, np.uint8)
        self.seats = _seen(stepper.seat, np.int32)
        self._rows = np.arange(games)
        self.made = _seen(stepper.made, np.int32)

    def __len__(self) -> int:
        return int(self.stepper.games)

    def __repr__(self) -> str:
        return f"Batch({self.game.name!r}, {len(self)} games, {self.features.width} numbers)"

    def reset(self, seed: int) -> None:
        """Begin all games anew: one seed gives the same games on any machine."""
        self.stepper.reset(seed)

    def step(self, actions: ArrayLike) -> None:
        """Take an open action in each game, and write what comes of it into the arrays."""
        chosen = np.asarray(actions)
        if chosen.shape != (len(self),):
            raise ActionError(f"A step takes one action for each of the {len(self)} games.")
        if not np.issubdtype(chosen.dtype, np.integer):
            raise ActionError("Actions are whole numbers.")
        outside = (chosen < 0) | (chosen >= self.actions.size)
        closed = outside | (self.masks[self._rows, np.where(outside, 0, chosen)] == 0)
        if closed.any():
            game = int(np.flatnonzero(closed)[0])
            notation = self.actions.notation(int(chosen[game]))
            raise ActionError(f"In game {game} the action {notation} is not open.")
        self.step_trusting(chosen)

    def step_trusting(self, actions: NDArray[Any]) -> None:
        """As `step`, for callers who choose from the masks: nothing is checked."""
        self.stepper.step(actions.astype("<u2").tobytes())


def _seen(memory: Any, kind: Any) -> NDArray[Any]:
    return np.frombuffer(memory, dtype=kind)
