"""Shimmy, which makes environments of PettingZoo out of OpenSpiel's games, takes every game as it is."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: the extra rl brings it")
pytest.importorskip("shimmy", reason="Shimmy is not installed: the extra test brings it")

from pettingzoo.test import api_test
from shimmy import OpenSpielCompatibilityV0

from harena.core.game import AnyGame
from harena.rl import spiel
from rl.settings import LONG, settings_of

CYCLES = 300 if LONG else 5


def shimmed(game: AnyGame, config: dict[str, Any]) -> Any:
    """Shimmy loads a game again at every reset by its short name, so parameters go beside it."""
    return OpenSpielCompatibilityV0(game_name=spiel.PREFIX + game.name, config=config)


@pytest.mark.filterwarnings("ignore")  # of every observation that is no picture, and of Shimmy's own spaces
def test_pettingzoos_suite_passes_through_shimmy(game: AnyGame) -> None:
    for chosen in settings_of(game.name) if LONG else [{}]:
        api_test(shimmed(game, {**chosen, **game.short}), num_cycles=CYCLES)


def test_a_game_through_shimmy_goes_to_its_end_and_pays_what_it_is_worth(game: AnyGame) -> None:
    """Each agent sees its own row, and may do what the game allows. OpenSpiel counts no draws in a game's
    length; Shimmy does, and would cut off what begins with a long shuffle."""
    env, chances = shimmed(game, game.short), random.Random(3)
    env.reset(seed=3)
    position = env.game_state
    env.game_length -= position.get_game().max_chance_nodes_in_history()
    while not position.is_terminal():
        seen, _, ended, cut, info = env.last()
        assert not ended
        assert not cut
        assert np.array_equal(seen, position.observation_tensor(position.current_player()))
        assert np.flatnonzero(info["action_mask"]).tolist() == position.legal_actions()
        env.step(chances.choice(position.legal_actions()))
    assert all(env.terminations.values())
    assert [env.rewards[agent] for agent in env.possible_agents] == position.returns()


def test_the_page_shows_how_a_game_goes_through_shimmy() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "openspiel.md").read_text(encoding="utf-8")
    block = next(part for part in page.split("```python\n") if "from shimmy" in part.split("```")[0])
    names: dict[str, Any] = {}
    exec(block.split("```")[0], names)
    assert all(names["env"].game_state.rewards())
