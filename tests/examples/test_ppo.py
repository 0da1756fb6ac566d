"""The example of PPO: what each decision brought is worked out rightly, and with torch it runs.

`make test-examples` trains for five minutes and holds the result against random play.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from unittest.mock import MagicMock

import numpy as np
import pytest

ROOT = Path(__file__).parent.parent.parent
PPO = ROOT / "examples" / "ppo.py"
HAS_TORCH = importlib.util.find_spec("torch") is not None
BAR = 0.8  # of the score against random after five minutes


@pytest.fixture
def ppo(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The example, with a stand-in for torch: what is tested here does not need it."""
    monkeypatch.setitem(sys.modules, "torch", MagicMock())
    module = ModuleType("ppo")
    SourceFileLoader("ppo", str(PPO)).exec_module(module)
    return module


def gains(
    ppo: ModuleType, seats: str, values: str, rewards: dict[int, tuple[float, ...]]
) -> list[float | None]:
    """One game, a letter or a number for each step: what each decision gained, None where it is not known."""
    steps, players = len(seats), 2
    given = np.zeros((steps, 1, players))
    ended = np.zeros((steps, 1), bool)
    for step, scores in rewards.items():
        given[step, 0], ended[step] = scores, True
    seated = np.array([["ab".index(seat)] for seat in seats])
    expected = np.array([[float(f"0.{value}")] for value in values])
    found, taught = ppo.advantages(given, ended, seated, expected)
    return [
        round(float(gain), 6) if known else None
        for gain, known in zip(found[:, 0], taught[:, 0], strict=True)
    ]


def test_the_last_decision_gets_the_score_of_its_own_seat(ppo: ModuleType) -> None:
    assert gains(ppo, "ab", "54", {1: (1.0, 0.0)}) == [0.5, -0.4]
    assert gains(ppo, "ba", "54", {1: (1.0, 0.0)}) == [-0.5, 0.6]


def test_what_comes_after_a_decision_is_the_next_of_the_same_seat(ppo: ModuleType) -> None:
    later = 1.0 - 0.7
    first = (0.7 - 0.5) + ppo.DECAY * later
    assert gains(ppo, "abba", "5337", {3: (1.0, 0.0)}) == [
        round(first, 6),
        round(0.0 + ppo.DECAY * -0.3, 6),
        -0.3,
        round(later, 6),
    ]


def test_nothing_is_learned_from_what_has_not_ended(ppo: ModuleType) -> None:
    assert gains(ppo, "aab", "579", {}) == [0.2, None, None]


def test_a_game_that_begins_anew_has_nothing_to_do_with_the_one_before(ppo: ModuleType) -> None:
    assert gains(ppo, "aaa", "591", {0: (0.0, 1.0)}) == [-0.5, -0.8, None]


def run(*words: str) -> str:
    done = subprocess.run([sys.executable, PPO, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(not HAS_TORCH, reason="needs torch: pip install 'harena[examples]'")
def test_it_runs() -> None:
    assert "of 20 games of Dawn Raid against random" in run("--minutes", "0.01", "--games", "20")


@pytest.mark.skipif("HARENA_TEST_EXAMPLES" not in os.environ, reason="takes minutes: make test-examples")
@pytest.mark.parametrize(
    "setting", [["dawn_raid"], ["combat_arena", "-o", "players=2", "-o", "set_up=given"]]
)
def test_it_beats_random_after_five_minutes(setting: list[str]) -> None:
    said = run(*setting, "--minutes", "5")
    print(said)
    found = re.search(r"^([\d.]+)% ± ([\d.]+)% of 1,000 games", said, re.MULTILINE)
    assert found is not None
    assert float(found[1]) - float(found[2]) > 100 * BAR
