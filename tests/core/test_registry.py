"""The registry: other packages bring games through an entry point."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from harena.core import registry
from harena.core.errors import HarenaError, UnknownGameError

TESTS = Path(__file__).parent.parent


def a_package_that_brings(folder: Path, entry: str) -> None:
    info = folder / "other_games-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other-games\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[harena.games]\n{entry}\n")


def run(folder: Path, code: str) -> str:
    path = f"import sys; sys.path[:0] = [{str(folder)!r}, {str(TESTS)!r}]\n"
    done = subprocess.run([sys.executable, "-c", path + code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_third_party_game_is_found_and_played(tmp_path: Path) -> None:
    a_package_that_brings(tmp_path, "high_card = example.high_card:GAME")
    said = run(tmp_path, "import harena; print(harena.game_names()); print(harena.new('high_card', seed=1))")
    assert "high_card" in said
    assert "Round 1" in said


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("broken = no.such.module:GAME", "cannot be loaded"),
        ("broken = example.high_card:HighCardOptions", "not a Harena game"),
        ("broken = example.high_card:GAME", "not a Harena game named 'broken'"),
    ],
)
def test_a_broken_entry_point_is_explained_when_it_is_used(tmp_path: Path, entry: str, sentence: str) -> None:
    a_package_that_brings(tmp_path, entry)
    code = "import harena\ntry: harena.game('broken')\nexcept harena.HarenaError as error: print(error)"
    assert sentence in run(tmp_path, code)


def test_an_unknown_game_lists_those_installed() -> None:
    with pytest.raises(UnknownGameError, match="dawn_raid"):
        registry.find("nothing")
    assert issubclass(UnknownGameError, HarenaError)
