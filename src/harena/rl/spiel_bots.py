"""Harena's bots for OpenSpiel: as policies, which answer alike in the same information state, and as bots.

And for OpenSpiel's own searches: what the game's own judgement says of a position.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import pyspiel
from open_spiel.python import policy

from harena import bots
from harena.core.dice import fast_dice
from harena.rl.spiel import HarenaState


class BotPolicy(policy.Policy):  # type: ignore[misc]
    """A named bot as a pure strategy, which can be answered exactly: information states give it its dice.

    It begins to think anew at every decision.
    """

    def __init__(self, game: Any, name: str) -> None:
        super().__init__(game, list(range(game.num_players())))
        self.name = name
        self._answers: dict[str, int] = {}

    def action_probabilities(self, state: HarenaState, player_id: int | None = None) -> dict[int, float]:
        memory: str = state.information_state_string(state.current_player())
        if memory not in self._answers:
            self._answers[memory] = self._answer(state, memory)
        return {action: float(action == self._answers[memory]) for action in state.legal_actions()}

    def _answer(self, state: HarenaState, memory: str) -> int:
        seed = int.from_bytes(blake2b(memory.encode(), digest_size=7).digest(), "big")
        return bots.answer(bots.find(self.name), state.course.position, fast_dice(seed))


class PlayingBot(pyspiel.Bot):  # type: ignore[misc]
    """A named bot that plays one seat of one game after the other."""

    def __init__(self, name: str, seed: int) -> None:
        super().__init__()
        self.bot = bots.find(name)
        self.dice = fast_dice(seed)

    def step(self, state: HarenaState) -> int:
        return bots.answer(self.bot, state.course.position, self.dice)


class Judge:
    """An evaluator for OpenSpiel's searches: the game's own estimate, and no action before another."""

    def evaluate(self, state: HarenaState) -> list[float]:
        course = state.course
        if course.over:
            return course.variant.returns(course)
        return [course.variant.count_sides * share - 1.0 for share in course.position.estimate()]

    def prior(self, state: HarenaState) -> list[tuple[int, float]]:
        if state.is_chance_node():
            return state.chance_outcomes()
        actions: list[int] = state.legal_actions()
        return [(action, 1.0 / len(actions)) for action in actions]
