"""Walking through OpenSpiel's states as its suites do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any


def take_any(state: Any, chances: random.Random) -> None:
    """Any outcome by its probability, or any open action; nothing once the game is over."""
    if state.is_terminal():
        return
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chances.choices(outcomes, weights)[0])
    else:
        state.apply_action(chances.choice(state.legal_actions()))


def decisions(game: Any, seed: int) -> Iterator[Any]:
    """Every decision of a random game; the states are the caller's to look at, not to play."""
    state, chances = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        if not state.is_chance_node():
            yield state
        take_any(state, chances)


def last(game: Any, seed: int) -> Any:
    """How a random game ends."""
    state, chances = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        take_any(state, chances)
    return state
