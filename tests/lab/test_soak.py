"""What takes minutes, and the machine for itself: `make soak`."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import harena
from harena.lab.plan import Plan, make_plan
from harena.lab.simulate import rows

pytestmark = [
    pytest.mark.skipif("HARENA_SOAK" not in os.environ, reason="takes minutes: make soak"),
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads memory from /proc"),
]

HARENA = [sys.executable, "-c", "from harena.commands.cli import main; main()"]
GAMES = 200_000
DUELS = 240  # long enough that starting the workers does not count
MEGABYTE = 1024  # in kB, as /proc counts


def test_memory_does_not_grow_with_the_number_of_games(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    words = ["simulate", "dawn_raid", "--games", str(GAMES), "--seed", "1", "--workers", "2"]
    program = subprocess.Popen([*HARENA, *words, "--out", str(file)])
    seen: list[int] = []
    while program.poll() is None:
        time.sleep(1)
        if file.exists() and file.stat().st_size > MEGABYTE * 1024:  # all are at work
            seen.append(memory_of_all(program.pid))
    assert program.returncode == 0
    assert file.read_bytes().count(b"\n") == GAMES + 1
    seen = [each for each in seen if each]
    half = len(seen) // 2
    early, late = max(seen[:half]), max(seen[half:])  # workers take some seconds to reach their size
    print(f"all processes together: {early // MEGABYTE} MB at most, then {late // MEGABYTE} MB")
    assert late - early < 2 * MEGABYTE


def memory_of_all(number: int) -> int:
    """What a process and its children have in memory, in kB; 0 once one of them has ended."""
    try:
        children = Path(f"/proc/{number}/task/{number}/children").read_text().split()
        lines = [Path(f"/proc/{each}/status").read_text() for each in [str(number), *children]]
        return sum(int(text.partition("VmRSS:")[2].split()[0]) for text in lines)
    except (OSError, IndexError):
        return 0


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="needs two cores")
def test_two_workers_play_at_least_1_8_times_as_fast_as_one() -> None:
    game = harena.game("combat_arena")
    plan = make_plan(game, [game.options()], ["mcts:100"], DUELS, 1)
    took = {workers: min(seconds(plan, workers) for _ in range(2)) for workers in (1, 2)}
    print(f"{DUELS} duels: {took[1]:.1f} s alone, {took[2]:.1f} s by two: {took[1] / took[2]:.2f} times")
    assert took[1] / took[2] >= 1.8


def seconds(plan: Plan, workers: int) -> float:
    began = time.monotonic()
    played = sum(1 for _ in rows(plan, workers=workers))
    assert played == DUELS
    return time.monotonic() - began
