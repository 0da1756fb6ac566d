"""The load tool measures, and whatever ends it, nothing that it started outlives it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
TOOL = [sys.executable, str(ROOT / "bench" / "load.py"), "--games", "dawn_raid", "--parts", "view"]

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads Linux' /proc")


def run_tool(folder: Path, *words: str) -> subprocess.Popen[str]:
    command = [*TOOL, "--folder", str(folder), *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def started_by(folder: Path) -> dict[int, str]:
    """The processes of a tool: those that name its folder, and all that they started."""
    commands, parents = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                commands[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:  # it has ended meanwhile
                continue
    found = {pid for pid, command in commands.items() if str(folder) in command}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return {pid: commands[pid] for pid in found if commands.get(pid)}


def test_a_small_load_is_measured_without_an_error(tmp_path: Path) -> None:
    tool = run_tool(tmp_path, "--json", "--tables", "3", "--seconds", "2", "--every", "0.3", "--before", "1")
    out, errors = tool.communicate(timeout=100)
    assert tool.returncode == 0, errors
    found = json.loads(out)
    assert (found["tables"], found["errors"]) == (3, 0)
    assert found["actions"] >= 6
    assert 0 < found["p50_ms"] <= found["p99_ms"] <= found["max_ms"]
    assert found["bytes_per_action"] > 1000
    assert started_by(tmp_path) == {}
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def at_work(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], dict[int, str]]]:
    """A tool whose players play at its server, and all its processes."""
    tool = run_tool(tmp_path, "--tables", "4", "--seconds", "300", "--before", "1")
    until = time.monotonic() + 60
    while len(found := started_by(tmp_path)) < 6 or not played(
        tmp_path
    ):  # tool, server, painter, 2 crews, ...
        assert time.monotonic() < until, found
        assert tool.poll() is None
        time.sleep(0.2)
    yield tool, found
    for pid in started_by(tmp_path):
        os.kill(pid, signal.SIGKILL)


def played(folder: Path) -> bool:
    """Is the database written to?"""
    return any(one.stat().st_size > 100_000 for one in folder.glob("*/load.db-wal"))


@pytest.mark.parametrize("how", ["SIGTERM", "SIGINT", "SIGKILL"])
def test_nothing_outlives_it(
    at_work: tuple[subprocess.Popen[str], dict[int, str]], tmp_path: Path, how: str
) -> None:
    tool, found = at_work
    tool.send_signal(getattr(signal, how))
    tool.communicate(timeout=30)
    assert tool.returncode != 0
    until = time.monotonic() + 15
    while left := {pid: command for pid, command in found.items() if is_alive(pid, command)}:
        assert time.monotonic() < until, left
        time.sleep(0.1)
    if how != "SIGKILL":
        assert list(tmp_path.iterdir()) == [], "and its files are gone"


def is_alive(pid: int, command: str) -> bool:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode() == command
    except OSError:
        return False


def test_it_ends_when_nobody_reads_what_it_finds(tmp_path: Path) -> None:
    tool = run_tool(tmp_path, "--tables", "1", "1", "1", "--seconds", "1", "--every", "0.3", "--before", "1")
    assert tool.stdout is not None
    tool.stdout.close()
    assert tool.wait(100) != 0
    assert started_by(tmp_path) == {}
