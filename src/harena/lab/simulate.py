"""Playing all games of a plan: in this process, in several, or on a Ray cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from harena.core.errors import HarenaError
from harena.lab.crew import in_order
from harena.lab.plan import Plan, Row, job
from harena.lab.play import Player

MOST_WORKERS = 1024


def never() -> bool:
    """Play on to the end."""
    return False


def rows(
    plan: Plan,
    workers: int = 1,
    ray: str | None = None,
    first: int = 0,
    stop: Callable[[], bool] = never,
) -> Iterator[Row]:
    """The rows of a plan from a game's number on, in order; the same whoever plays them.

    One worker is this process itself. With `ray`, an address or `local`, a Ray cluster plays; `workers` is
    then how many a local one has. No game is begun after `stop` says so. Workers end with the iterator.
    """
    player = checked(plan, workers)
    if ray is not None:
        return _rows_of_cluster(player, ray, workers, first, stop)
    if workers == 1:
        return _rows_of_player(player, first, stop)
    return _rows_of_processes(player, workers, first, stop)


def checked(plan: Plan, workers: int) -> Player:
    """One who can play the plan in this process; refuses what cannot be played before anybody is asked to."""
    if not 1 <= workers <= MOST_WORKERS:
        raise HarenaError(f"A run takes 1 to {MOST_WORKERS} workers, not {workers}.")
    return Player(plan)


def _rows_of_player(player: Player, first: int, stop: Callable[[], bool]) -> Iterator[Row]:
    for number in range(first, player.plan.games):
        if stop():
            return
        yield player.play(job(player.plan, number))


def _rows_of_processes(player: Player, workers: int, first: int, stop: Callable[[], bool]) -> Iterator[Row]:
    from harena.lab.processes import Processes

    plan = player.plan
    crew = Processes(player, max(1, min(workers, plan.games - first)))
    try:
        yield from in_order(plan, crew, first, stop)
    finally:
        crew.close()


def _rows_of_cluster(
    player: Player, address: str, workers: int, first: int, stop: Callable[[], bool]
) -> Iterator[Row]:
    from harena.lab.ray_cluster import Cluster

    crew = Cluster(player, address, workers)
    try:
        yield from in_order(player.plan, crew, first, stop)
    finally:
        crew.close()


def cores() -> int:
    """How many processes can run here at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
