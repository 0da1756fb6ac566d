"""A batch over several processes: the same games as in one, and sentences when something goes wrong."""

from __future__ import annotations

import os
import time
from typing import Any

import gymnasium
import numpy as np
import pytest

from harena.core.errors import ActionError, HarenaError, OptionError
from harena.rl import gym
from harena.rl.batch import Batch
from harena.rl.shares import cut, written
from harena.rl.workers import Workers
from rl.policies import by_the_row
from rl.settings import LONG


def same(one: Any, other: Any) -> bool:
    pairs = [(array, getattr(other, name)) for name, array in written(one).items()]
    return all(np.array_equal(*pair) for pair in pairs)


def test_one_seed_gives_the_same_batch_in_one_process_and_in_several() -> None:
    asked: dict[str, Any] = {"seed": 3, "first": 10, "seat": "turns", "opponents": by_the_row, "finals": True}
    alone = Batch("dawn_raid", 5, **asked)
    with Workers("dawn_raid", 5, workers=2, **asked) as together:
        assert together.seats.shape == (5,)
        for step in range(40):
            assert same(alone, together)
            actions = alone.any_actions().copy()
            assert np.array_equal(together.any_actions(), actions)
            alone.step(actions)
            together.step(actions)
            if step == 30:
                alone.reset(4)
                together.reset(4)
        with pytest.raises(ActionError, match=r"In game 4 the action .* is not open"):
            together.step([*alone.masks[:4].argmax(axis=1), alone.masks[4].argmin()])
        assert same(alone, together)
        with pytest.raises(OptionError, match="A seed is a whole number"):
            together.reset(-1)
        together._helpers[0].process.kill()
        together._helpers[0].process.join()
        with pytest.raises(HarenaError, match=r"The worker with games 2-4 has ended \(exit code -9\)"):
            together.step(together.masks.argmax(axis=1))
    with pytest.raises(HarenaError, match="These workers were sent home"):
        together.any_actions()


def test_gymnasium_can_share_its_games_out_and_what_cannot_begin_says_why() -> None:
    one = gymnasium.make_vec(gym.id_of("dawn_raid"), 4, workers=2)
    rows, _ = one.reset(seed=6)
    alone = gymnasium.make_vec(gym.id_of("dawn_raid"), 4)
    assert np.array_equal(alone.reset(seed=6)[0], rows)
    helpers = one.unwrapped.batch._helpers
    with pytest.raises(OptionError, match="Games in other processes are not rendered"):
        one.render()
    one.close()
    assert not any(helper.process.is_alive() for helper in helpers)
    with pytest.raises(HarenaError, match="games 1-1 could not begin: There is no game 'high_card'"):
        Workers("high_card", 2)  # known in this process only


def test_games_are_cut_into_even_shares() -> None:
    assert cut(5, 2) == [slice(0, 2), slice(2, 5)]
    assert cut(4, 4) == [slice(n, n + 1) for n in range(4)]
    for parts in (0, 6, True, 1.5):
        with pytest.raises(OptionError, match="5 games can be shared out among 1 to 5 workers"):
            cut(5, parts)  # type: ignore[arg-type]


@pytest.mark.skipif(
    not LONG or (os.cpu_count() or 1) < 2, reason="needs two cores for itself: make rl-suites"
)
def test_two_processes_step_at_least_1_8_times_as_many_games_as_one() -> None:
    speeds = {}
    for workers in (1, 2):
        with Workers("combat_arena", 1024, workers=workers, players=2) as games:
            speeds[workers] = max(steps_a_second(games) for _ in range(3))
    print(f"{speeds[1]:.0f} steps a second in one process, {speeds[2]:.0f} in two")
    assert speeds[2] >= 1.8 * speeds[1]


def steps_a_second(games: Workers) -> float:
    began, steps = time.perf_counter(), 0
    while time.perf_counter() - began < 1.0:
        for _ in range(10):
            games.step_trusting(games.any_actions())
        steps += 10
    return steps * len(games) / (time.perf_counter() - began)
