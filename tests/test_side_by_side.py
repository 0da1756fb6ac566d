"""How tests are handed out to processes side by side."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from side_by_side import FIRST, TOGETHER, rank, together

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("start", [*FIRST, *TOGETHER])
def test_whatever_is_named_is_there(start: str) -> None:
    """A file that was moved would lose its place in line."""
    file, _, test = start.partition("::")
    assert (ROOT / file).exists()
    assert not test or f"def {test}(" in (ROOT / file).read_text()


def test_tests_in_a_browser_stay_with_their_file_and_others_go_anywhere() -> None:
    assert together("tests/web/test_log.py::test_one") == together("tests/web/test_log.py::test_two[a::b]")
    assert together("tests/web/test_log.py::test_one") != together("tests/web/test_dice.py::test_one")
    assert together("tests/core/test_dice.py::test_one") != together("tests/core/test_dice.py::test_two")


def test_what_takes_long_comes_first() -> None:
    line = sorted(["tests/core/test_dice.py::a", "tests/web/test_log.py::b", FIRST[0]], key=rank)
    assert line == [FIRST[0], "tests/web/test_log.py::b", "tests/core/test_dice.py::a"]


NOTED = """
import os, pytest
@pytest.mark.parametrize("number", range(4))
def test_where(number):
    with open(f"{__file__}.seen", "a") as seen:
        print(os.environ["PYTEST_XDIST_WORKER"], file=seen)
"""


def test_two_processes_each_take_whole_files(tmp_path: Path) -> None:
    """As they really are handed out: new tools once forgot all groups, and nobody noticed."""
    files = [tmp_path / "tests" / "web" / f"test_{name}.py" for name in "abc"]
    files[0].parent.mkdir(parents=True)
    for file in files:
        file.write_text(NOTED)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    words = ["-p", "side_by_side", "-p", "no:cacheprovider", "-n", "2", "-q", "tests"]
    around = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    around["PYTHONPATH"] = str(ROOT / "tests")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=tmp_path,
        env=around,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    seen = [(tmp_path / f"{file}.seen").read_text().split() for file in files]
    assert [len(workers) for workers in seen] == [4, 4, 4]
    assert [len(set(workers)) for workers in seen] == [1, 1, 1]
