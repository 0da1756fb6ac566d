"""Another policy plays the other seats: it is asked about all games at once in which they decide."""

from __future__ import annotations

from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from harena.core.actions import Actions
from harena.core.errors import ActionError, OptionError
from harena.rl.opponents import Policy
from harena.rl.stepping import LEFT, Stepper

PATIENCE: Final = 100  # episodes of a game that may end one after the other before the caller decides


class Games(Protocol):
    """What a policy needs of a batch."""

    stepper: Stepper
    actions: Actions
    observations: NDArray[Any]
    masks: NDArray[Any]
    seats: NDArray[Any]
    own: NDArray[Any]


class SelfPlay:
    """Lets a policy decide until every game waits for the caller, and adds up what happens meanwhile."""

    def __init__(self, games: Games, policy: Policy, told: tuple[NDArray[Any], ...]) -> None:
        """`told` are the arrays in which each step tells rewards, terminations, truncations, and finals."""
        self.games = games
        self.policy = policy
        self.steps = told
        self.told = tuple(np.zeros_like(array) for array in told)
        self._chosen = np.full(len(games.seats), LEFT, dtype="<u2")

    def begin(self) -> None:
        """All games have begun anew."""
        self._play(np.ones(len(self._chosen), dtype=bool))
        for array in self.told:
            array[:] = 0

    def answer(self) -> None:
        """The caller has stepped all games."""
        for told, step in zip(self.told, self.steps, strict=True):
            told[:] = step
        self._play(self._ended())

    def _ended(self) -> NDArray[np.bool_]:
        ended: NDArray[np.bool_] = (self.steps[1] | self.steps[2]) != 0
        return ended

    def _play(self, ended: NDArray[np.bool_]) -> None:
        """Ask until nobody else decides. What comes after an episode's end is not the caller's any more."""
        games = self.games
        most = games.stepper.ended + PATIENCE * len(ended)
        waiting = np.flatnonzero(games.seats != games.own)
        while waiting.size:
            masks = games.masks[waiting]
            actions = checked_actions(self.policy(games.observations[waiting], masks), masks, games.actions)
            self._chosen[:] = LEFT
            self._chosen[waiting] = actions
            games.stepper.step(self._chosen.tobytes())
            self._add(waiting[~ended[waiting]])
            ended[waiting] |= self._ended()[waiting]
            waiting = waiting[games.seats[waiting] != games.own[waiting]]
            if games.stepper.ended > most:
                raise OptionError("Episodes end before the caller decides: `longest` is too short.")

    def _add(self, live: NDArray[Any]) -> None:
        rewards, *ends = self.told
        rewards[live] += self.steps[0][live]
        for told, step in zip(ends, self.steps[1:], strict=True):
            told[live] = step[live]


def checked_actions(actions: ArrayLike, masks: NDArray[Any], all_actions: Actions) -> NDArray[Any]:
    """Actions that the masks leave open, one for each game; else a sentence says what is wrong."""
    chosen = np.asarray(actions)
    if chosen.shape != (len(masks),):
        raise ActionError(f"A step takes one action for each of the {len(masks)} games.")
    if not np.issubdtype(chosen.dtype, np.integer):
        raise ActionError("Actions are whole numbers.")
    outside = (chosen < 0) | (chosen >= all_actions.size)
    closed = outside | (masks[np.arange(len(masks)), np.where(outside, 0, chosen)] == 0)
    if closed.any():
        game = int(np.flatnonzero(closed)[0])
        notation = all_actions.notation(int(chosen[game]))
        raise ActionError(f"In game {game} the action {notation} is not open.")
    return chosen
