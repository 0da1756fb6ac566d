"""Worker processes: the same rows, and nothing lost when one of them is killed."""

from __future__ import annotations

import os
import pickle
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import harena
from harena.core.errors import HarenaError
from harena.lab import processes
from harena.lab.crew import BIGGEST_BATCH, Batch, Batches, Finished, in_order, pack_rows
from harena.lab.plan import Plan, Row, make_plan
from harena.lab.play import Player
from harena.lab.processes import Processes
from harena.lab.simulate import never, rows


def a_plan(games: int, game: str = "dawn_raid", bots: tuple[str, ...] = ("random", "greedy")) -> Plan:
    found = harena.game(game)
    return make_plan(found, [found.options()], bots, games, 11)


@pytest.mark.parametrize("workers", [2, 3])
def test_any_number_of_workers_gives_the_same_rows(workers: int) -> None:
    plan = a_plan(300)
    assert list(rows(plan, workers=workers)) == list(rows(plan))


def test_a_run_can_begin_at_any_game() -> None:
    plan = a_plan(60)
    assert list(rows(plan, workers=2, first=23)) == list(rows(plan))[23:]
    assert list(rows(plan, workers=2, first=60)) == []


def test_workers_end_with_the_iterator() -> None:
    games = rows(a_plan(100_000), workers=2)
    next(games)
    started = {process.pid for process in processes.PROCESSES.active_children()}
    assert len(started) == 2
    games.close()
    assert not started & {process.pid for process in processes.PROCESSES.active_children()}


def test_a_worker_that_is_killed_is_replaced_and_nothing_is_lost() -> None:
    plan = a_plan(1500)
    crew, played = Processes(Player(plan), 2), []
    try:
        for row in in_order(plan, crew, 0, never):
            played.append(row)
            if len(played) in (1, 200):
                os.kill(crew.workers[0].process.pid or 0, signal.SIGKILL)
    finally:
        crew.close()
    assert sum(crew.ended.values()) == 2
    assert played == list(rows(plan))


def test_a_batch_that_ends_every_worker_is_given_up_with_a_sentence() -> None:
    crew = Processes(Player(a_plan(1000, "combat_arena", ("mcts:100000",))), 1)
    crew.give(Batch(3, 5))
    try:
        with pytest.raises(HarenaError, match=r"3 worker processes ended \(by signal 9\) while .* games 3-4"):
            _kill_while(crew, crew.take)
    finally:
        crew.close()


def _kill_while(crew: Processes, wait: Callable[[], object]) -> None:
    import threading

    def kill() -> None:
        for _ in range(processes.LIVES):
            victim = crew.workers[0].process.pid or 0
            os.kill(victim, signal.SIGKILL)
            while not crew.workers or crew.workers[0].process.pid == victim:
                if crew.ended[3] == processes.LIVES:
                    return
                time.sleep(0.02)

    killer = threading.Thread(target=kill)
    killer.start()
    wait()
    killer.join()


def test_workers_play_a_pack_whose_folder_is_gone(tmp_path: Path) -> None:
    game = harena.game("dawn_raid")
    folder = shutil.copytree(game.pack_folder("standard"), tmp_path / "house")
    plan = make_plan(game, [game.options()], ("random",), 20, 11, str(folder))
    here = list(rows(plan))
    elsewhere = rows(plan, workers=2)
    shutil.rmtree(folder)
    assert list(elsewhere) == here


def test_a_player_goes_only_where_the_rules_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    written = pickle.dumps(Player(a_plan(1)))
    monkeypatch.setattr(type(harena.game("dawn_raid")), "rules_version", 99)
    with pytest.raises(HarenaError, match="The rules of Dawn Raid have changed since this run was planned"):
        pickle.loads(written)


def test_what_workers_cannot_play_is_said() -> None:
    plan = a_plan(10, "high_card", ("random",))  # known in this process only
    with pytest.raises(HarenaError, match="There is no game 'high_card'"):
        list(rows(plan, workers=2))


# --- batches


class Told:
    """A crew whose batches come back in the order a test wants, each game as a row with its number."""

    def __init__(self, take: Callable[[list[Batch]], Batch]) -> None:
        self.given: list[Batch] = []
        self.most = 0
        self.choose = take

    def hands(self) -> int:
        return 2

    def give(self, batch: Batch) -> None:
        self.given.append(batch)
        self.most = max(self.most, len(self.given))

    def take(self) -> Finished:
        batch = self.choose(self.given)
        self.given.remove(batch)
        played = [Row(n, 0, [], n, [], 0, [], [], {}) for n in range(batch.first, batch.end)]
        failure = "Game 30 broke off." if batch.first <= 30 < batch.end else ""
        return Finished(
            batch, pack_rows([row for row in played if not failure or row.number < 30]), 0.1, failure
        )


@pytest.mark.parametrize("take", [lambda given: given[0], lambda given: given[-1]])
def test_rows_come_in_order_and_few_batches_are_given_out(take: Callable[[list[Batch]], Batch]) -> None:
    crew = Told(take)
    assert [row.number for row in in_order(a_plan(30), crew, 4, never)] == list(range(4, 30))
    assert crew.most == 4


def test_games_before_one_that_failed_are_kept() -> None:
    games = in_order(a_plan(1000), Told(lambda given: given[-1]), 0, never)
    assert [next(games).number for _ in range(30)] == list(range(30))
    with pytest.raises(HarenaError, match="Game 30 broke off"):
        next(games)


def test_after_a_stop_what_was_given_out_is_waited_for_and_nothing_more_is_given() -> None:
    crew, seen = Told(lambda given: given[0]), []
    for row in in_order(a_plan(1000), crew, 0, lambda: len(seen) >= 3):
        seen.append(row.number)
    assert seen == list(range(len(seen)))
    assert 3 <= len(seen) < 30
    assert crew.given == []


def test_a_slow_batch_does_not_let_the_others_pile_up() -> None:
    def all_but_the_first(given: list[Batch]) -> Batch:
        assert len(taken) < 100
        taken.append(given[1] if len(given) > 1 else given[0])
        return taken[-1]

    taken: list[Batch] = []
    next(in_order(a_plan(100_000), Told(all_but_the_first), 0, never))
    assert taken[-1].first == 0
    assert 10 < len(taken) <= 40


def test_batches_grow_for_quick_games_and_stay_small_for_slow_ones() -> None:
    batches = Batches(0, 1_000_000)
    sizes = []
    for seconds in (0.0002, 0.0002, 0.0002, 0.0002, 3.0):
        batch = batches.next(2)
        assert batch is not None
        size = batch.end - batch.first
        sizes.append(size)
        batches.learn(Finished(batch, b"", seconds * size))
    assert sizes == [1, 8, 64, BIGGEST_BATCH, BIGGEST_BATCH]
    assert batches.size == 1


def test_near_the_end_batches_get_smaller() -> None:
    batches = Batches(0, 20)
    batches.size = BIGGEST_BATCH
    ends = []
    while batch := batches.next(2):
        ends.append(batch.end)
    assert ends == [5, 9, 12, 14, 16, 17, 18, 19, 20]
