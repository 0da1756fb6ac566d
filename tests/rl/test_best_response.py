"""A player that is trained against a bot, by bench/best_response.py: it learns, and says what it is worth."""

from __future__ import annotations

import argparse
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from harena.rl.batch import Batch

PROGRAM = Path(__file__).parent.parent.parent / "bench" / "best_response.py"
LESSONS = 9


@pytest.fixture(scope="module")
def parts() -> dict[str, Any]:
    return runpy.run_path(str(PROGRAM))


def test_it_learns_to_beat_random_play(parts: dict[str, Any]) -> None:
    batch = Batch("dawn_raid", 64, seed=1, shaped=True, seat="turns", opponents="random")
    net, chance = parts["Network"](batch, 1), np.random.default_rng(1)
    asked = argparse.Namespace(game="dawn_raid", games=60, seed=1, bot="random")
    before = np.concatenate(parts["score"](net, asked, {})).mean()
    for _ in range(LESSONS):
        parts["lesson"](batch, net, chance)
    scores = parts["score"](net, asked, {})
    assert [len(one) for one in scores] == [60, 60]
    assert before < 0.6 < np.concatenate(scores).mean()


def test_a_lesson_makes_what_went_well_likelier_than_what_did_not(parts: dict[str, Any]) -> None:
    batch = Batch("high_card", 1)
    net, chance = parts["Network"](batch, 1), np.random.default_rng(1)
    rows, masks = batch.observations.copy(), batch.masks.copy()
    good, bad = np.flatnonzero(masks[0])[:2]
    logs, expected = net.judge(rows, masks)
    seen = [np.repeat(one[None], 2, 0) for one in (rows, masks)]
    taken = np.array([[logs[0, good]], [logs[0, bad]]])
    rewards, ended = np.array([[1.0], [-1.0]]), np.ones((2, 1), bool)
    kept = [*seen, np.array([[good], [bad]]), taken, np.repeat(expected[None], 2, 0), rewards, ended]
    parts["learn"](net, kept, expected, chance)
    after, _ = net.judge(rows, masks)
    assert after[0, good] > logs[0, good]
    assert after[0, bad] < logs[0, bad]


def test_it_says_that_its_score_is_a_lower_bound() -> None:
    words = ["high_card", "--minutes", "0.001", "--bot", "greedy", "--games", "4", "--option", "players=3"]
    began = "import conftest, runpy, sys; runpy.run_path(sys.argv.pop(1), run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", began, PROGRAM, *words],
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "of 12 games against it." in done.stdout
    assert "Even is 33%." in done.stdout
    assert "This is a lower bound" in done.stdout
