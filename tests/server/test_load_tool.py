"""The load tool measures, and whatever ends it, nothing that it started outlives it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
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
    assert found["http_quiet_ms"] > 0
    assert 0 < found["http_p50_ms"] <= found["http_p99_ms"]
    assert found["cpu_ms_per_action"] > 0
    assert started_by(tmp_path) == {}
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("at_once", [True, False])
def test_it_sees_a_server_that_does_not_send_at_once(at_once: bool) -> None:
    """Over a connection that is kept, an answer in two packets waits 40 ms without TCP_NODELAY."""
    sys.path.insert(0, str(ROOT / "bench"))
    from visitor import Visitor

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=answer_in_two, args=(listening, at_once), daemon=True).start()
        visitor = Visitor(f"http://127.0.0.1:{listening.getsockname()[1]}")
        took = visitor.quiet()
        visitor.end()
    if at_once:
        assert took[0] < 0.03, "the quickest: others may have waited for the machine"
    else:
        assert took[len(took) // 2] > 0.03


def answer_in_two(listening: socket.socket, at_once: bool) -> None:
    """Answers each request with head and body apart, as a server does that sends what it has."""
    connection, _ = listening.accept()
    with connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, int(at_once))
        while connection.recv(65536):
            connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n")
            connection.sendall(b"ok")


def test_where_the_peer_cannot_be_had_it_is_said_so(tmp_path: Path) -> None:
    """boardgame.io's server needs Node.js."""
    tool = [sys.executable, str(ROOT / "bench" / "server_peers.py"), "--only", "boardgame.io"]
    environment = {**os.environ, "PATH": str(tmp_path)}
    said = subprocess.run(
        [*tool, "--peer-folder", str(tmp_path)], env=environment, capture_output=True, text=True, timeout=100
    )
    assert said.returncode == 0, said.stderr
    assert said.stdout.endswith("boardgame.io was not measured: node is not installed here.\n")


def test_a_guest_of_the_peer_is_seen_to_act_and_to_be_shown_what_others_did() -> None:
    sys.path.insert(0, str(ROOT / "bench"))
    from guests import Guest

    async def look() -> None:
        guest = Guest("http://127.0.0.1", "match", "1", "secret")
        state = {"_stateID": 4, "ctx": {"currentPlayer": "0"}, "G": {}}
        guest._see(["sync", "match", {"state": state}], 1.0)
        assert (guest.sight.moves, guest.sight.open_actions, guest.moved_at) == (4, [], 1.0)
        guest._see(["update", "other", {}], 2.0)
        guest._see(["matchData", "match", []], 3.0)
        guest._see(["update", "match", {"_stateID": 5, "ctx": {"currentPlayer": "1"}}, []], 4.0)
        assert (guest.sight.moves, len(guest.sight.open_actions), guest.moved_at) == (5, 5, 4.0)

    asyncio.run(look())


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
    until = time.monotonic() + 90
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


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        (
            {"parts": "view", "cpu_ms_per_action": 0.61, "kb_per_table": 90.0, "p99_ms": 61.0},
            "CPU 0.61 of 0.6 ms an action: MISS; memory 90 of 90 KB a table: pass; p99 61 of 60 ms: MISS",
        ),
        (
            {"parts": "picture,choices", "cpu_ms_per_action": 0.9, "kb_per_table": 91.0, "p99_ms": 150.0},
            "memory 91 of 90 KB a table: MISS; p99 150 of 150 ms: pass",
        ),
    ],
)
def test_the_bars_stand_beside_the_figures(figures: dict[str, float | str], said: str) -> None:
    code = "import sys, json; sys.path.insert(0, sys.argv[1]); import load; "
    code += "print(load.bars(json.loads(sys.argv[2])))"
    words = [sys.executable, "-c", code, str(ROOT / "bench"), json.dumps(figures)]
    assert subprocess.run(words, capture_output=True, text=True, check=True).stdout == said + "\n"
