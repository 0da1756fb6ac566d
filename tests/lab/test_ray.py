"""A Ray cluster plays the same games: no row is lost or counted twice when one of its machines is."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import harena
from harena.core.errors import HarenaError
from harena.lab.plan import Plan, make_plan
from harena.lab.simulate import rows
from harena.rl.batch import Batch
from harena.rl.ray_workers import RayWorkers
from harena.rl.shares import written

STORE = 100 * 1024 * 1024  # bytes of each machine; Ray takes no less than 75 MB


def a_plan(games: int, game: str = "dawn_raid", bots: tuple[str, ...] = ("random", "greedy")) -> Plan:
    found = harena.game(game)
    return make_plan(found, [found.options()], bots, games, 11)


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@pytest.fixture(scope="class")
def cluster() -> Iterator[Any]:
    """A real cluster of two machines with a core each, both of them here."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    import ray
    from ray.cluster_utils import Cluster

    # A machine that is gone is missed after 2 seconds rather than half a minute.
    config = {
        "health_check_initial_delay_ms": 0,
        "health_check_period_ms": 500,
        "health_check_failure_threshold": 4,
    }
    made = Cluster()
    try:
        made.add_node(num_cpus=1, object_store_memory=STORE, include_dashboard=False, _system_config=config)
        made.second = made.add_node(num_cpus=1, object_store_memory=STORE)
        made.wait_for_nodes()
        yield made
    finally:
        ray.shutdown()
        made.shutdown()


class TestOfTwoMachines:
    """One cluster for both: it takes long to stand."""

    def test_a_batch_plays_the_same_games_as_one_in_this_process(self, cluster: Any) -> None:
        asked: dict[str, Any] = {"seed": 3, "seat": 0, "opponents": "hunch"}
        alone = Batch("dawn_raid", 5, **asked)
        with RayWorkers("dawn_raid", 5, workers=2, address=cluster.address, **asked) as together:
            for step in range(12):
                if step == 8:
                    alone.reset(4)
                    together.reset(4)
                for name, array in written(alone).items():
                    assert np.array_equal(getattr(together, name), array)
                actions = alone.any_actions()
                assert np.array_equal(together.any_actions(), actions)
                alone.step(actions)
                together.step(actions)

    def test_a_machine_that_is_lost_loses_no_game(self, cluster: Any) -> None:
        plan, played = a_plan(1600), []
        for row in rows(plan, ray=cluster.address):
            played.append(row)
            if len(played) == 200:
                cluster.remove_node(cluster.second, allow_graceful=False)
        assert [row.number for row in played] == list(range(1600))
        assert played == list(rows(plan, workers=2))


def test_a_local_cluster_gives_the_same_rows_and_ends_with_the_iterator() -> None:
    import ray

    plan = a_plan(200)
    games = rows(plan, workers=2, ray="local")
    first = next(games)
    assert ray.is_initialized()
    assert [first, *games] == list(rows(plan))
    assert not ray.is_initialized()
    with pytest.raises(HarenaError, match="There is no game 'high_card'"):  # known in this process only
        list(rows(a_plan(10, "high_card", ("random",)), ray="local"))
    assert not ray.is_initialized()


def test_an_address_without_a_cluster_is_refused_at_once() -> None:
    address = f"127.0.0.1:{free_port()}"
    with pytest.raises(HarenaError, match=f"There is no Ray cluster at '{address}': Connection refused"):
        list(rows(a_plan(5), ray=address))


def test_without_ray_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(HarenaError, match=r'Ray is not installed: pip install "harena\[ray\]" brings it\.'):
        list(rows(a_plan(5), ray="local"))
