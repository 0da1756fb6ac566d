"""What PufferLib expects of an environment, with a stand-in for its base class."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Box, Discrete

from harena.rl.batch import Batch
from harena.rl.extra import MissingExtraError


class PufferEnv:
    """As in PufferLib 3: spaces and agents are known by now, and arrays are made here or handed in."""

    def __init__(self, buf: Any = None) -> None:
        assert isinstance(self.single_observation_space, Box)  # type: ignore[attr-defined]
        assert isinstance(self.single_action_space, Discrete)  # type: ignore[attr-defined]
        shape = (self.num_agents, *self.single_observation_space.shape)  # type: ignore[attr-defined]
        self.observations = np.zeros(shape, np.uint8) if buf is None else buf["observations"]
        self.rewards = np.zeros(shape[0], np.float32)
        self.terminals, self.truncations = np.zeros(shape[0], bool), np.zeros(shape[0], bool)


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The environment as it is where PufferLib is installed."""
    stand_in = ModuleType("pufferlib")
    stand_in.PufferEnv = PufferEnv  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pufferlib", stand_in)
    monkeypatch.delitem(sys.modules, "harena.rl.puffer", raising=False)
    from harena.rl.puffer import PufferGames

    yield PufferGames
    sys.modules.pop("harena.rl.puffer", None)


def test_rows_with_masks_are_written_into_arrays_that_are_handed_in(games: Any) -> None:
    width, size = Batch("dawn_raid", 1).features.width, 9
    buffer = {"observations": np.zeros((4, width + size), np.uint8)}
    one = games("dawn_raid", 4, opponents="hunch", buf=buffer)
    alone = Batch("dawn_raid", 4, seat=0, opponents="hunch")
    rows, infos = one.reset(seed=3)
    alone.reset(3)
    reports = []
    for _ in range(30):
        assert rows is buffer["observations"]
        assert np.array_equal(rows[:, :width], alone.observations)
        assert np.array_equal(rows[:, width:], alone.masks)
        actions = alone.masks.argmax(axis=1)
        alone.step(actions)
        rows, rewards, terminals, _, infos = one.step(actions)
        assert rewards.tolist() == alone.rewards[:, 0].tolist()
        assert terminals.tolist() == alone.terminations.astype(bool).tolist()
        reports += infos
    assert sum(report["games"] for report in reports) == alone.stepper.ended >= 2
    assert {report["replaced"] for report in reports} == {0.0}
    one.close()


def test_a_closed_action_is_replaced_and_counted(games: Any) -> None:
    one = games("dawn_raid", 4, seat=None)
    one.reset(seed=3)
    reports: list[dict[str, float]] = []
    while not reports:
        reports = one.step(np.zeros(4, np.int32))[4]
    assert 0.0 < reports[0]["replaced"] < 1.0
    assert reports[0]["score"] in (0.0, 0.5, 1.0)


def test_without_pufferlib_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pufferlib", None)
    monkeypatch.delitem(sys.modules, "harena.rl.puffer", raising=False)
    with pytest.raises(
        MissingExtraError, match="PufferLib is not installed: pip install pufferlib brings it"
    ):
        import harena.rl.puffer  # noqa: F401
