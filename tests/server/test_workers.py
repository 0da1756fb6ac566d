"""`harena serve --workers 2`: one command, one port, two processes that are watched and stopped together."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from harena.core.errors import HarenaError
from harena.server.metrics import Figures, Metrics
from harena.server.settings import Settings
from harena.server.store import pool_for
from harena.web.parent import STOPS_WITHIN, check_workers
from harena.web.reception import Reception
from server.conftest import free_port, run
from server.players import Player, ask, open_table
from server.truth import compare

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at Linux' /proc")
WITHIN = 240.0  # seconds: a busy machine is very slow


class Served:
    """A `harena serve --workers 2` that was started by hand."""

    def __init__(self, database: str, log: Path) -> None:
        self.log = log
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        words = ["serve", "--workers", "2", "--no-open", "--port", str(self.port), "--database", database]
        plenty = ["requests=1e6/1e6", "tables=1e6/1e6", "messages=1e6/1e6"]
        limits = [word for one in plenty for word in ("--limits", one)]
        paces = ["--hidden-pace", "0", "--painters", "0"]
        begin = "from harena.commands.cli import main; main()"
        with log.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-c", begin, *words, *limits, *paces], stdout=out, stderr=out
            )

    def workers(self) -> dict[int, int]:
        """By number of the worker: the process that serves now."""
        said = re.findall(r"a worker serves worker=(\d) pid=(\d+)", self.log.read_text())
        return {int(number): int(pid) for number, pid in said}

    def wait_for(self, fulfilled: Callable[[], bool]) -> None:
        until = time.monotonic() + WITHIN
        while not fulfilled():
            assert time.monotonic() < until, self.log.read_text()[-2000:]
            time.sleep(0.05)


@contextlib.contextmanager
def serving(database: str, folder: Path) -> Iterator[Served]:
    running = Served(database, folder / "log")
    running.wait_for(lambda: len(running.workers()) == 2)
    yield running
    for pid in (running.process.pid, *running.workers().values()):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    running.process.wait(20)


@pytest.fixture(scope="module")
def served(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(database, tmp_path_factory.mktemp("workers")) as running:
        yield running


def has_ended(pid: int) -> bool:
    try:
        return "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return True


def test_a_worker_that_is_killed_is_replaced_and_nobody_loses_anything(served: Served, database: str) -> None:
    tables = [open_table(served.address, "dawn_raid", ["person", "person"]) for _ in range(4)]
    players = [
        Player(lambda: served.address, table, seat, number)
        for number, table in enumerate(tables)
        for seat in (0, 1, None)
    ]

    async def play_and_kill() -> None:
        for player in players:
            player.pause = 0.05
        playing = [asyncio.create_task(player.play()) for player in players]
        while min(len(player.told.tables) for player in players) < 4:
            await asyncio.sleep(0.05)
        old = served.workers()
        os.kill(old[2], signal.SIGKILL)
        await asyncio.to_thread(served.wait_for, lambda: served.workers()[2] != old[2])
        before = [len(player.told.tables) for player in players]
        while not all(
            player.over or len(player.told.tables) > many
            for player, many in zip(players, before, strict=True)
        ):
            await asyncio.sleep(0.05)
        await asyncio.gather(*playing)

    run(play_and_kill(), 2 * WITHIN)
    assert compare(players, database)["done"] > 10
    assert "a worker ended (signal 9); another starts in 0.5 s" in served.log.read_text()


def test_limits_and_figures_hold_for_both_processes(served: Served) -> None:
    """What one address asks for comes to one process; figures are those of all."""
    tables = [open_table(served.address, "dawn_raid", ["person", "person"]) for _ in range(8)]
    busy = {pid: threads_time(pid) for pid in served.workers().values()}
    players = [Player(lambda: served.address, table, seat, 1) for table in tables for seat in (0, 1)]

    async def play() -> None:
        await asyncio.gather(*(player.play() for player in players))

    run(play(), 2 * WITHIN)
    assert all(threads_time(pid) > before for pid, before in busy.items()), "both have worked"
    done = sum(len(player.told.done) for player in players)

    def counted() -> bool:
        with urllib.request.urlopen(f"{served.address}/metrics", timeout=30) as answer:
            found = re.search(r"harena_entries_action_total (\d+)", answer.read().decode())
        return found is not None and int(found[1]) >= done * 0.7  # the rest is chat, and what was taken back

    served.wait_for(counted)
    assert ask(served.address, "/api/tables")["running"] == []


def threads_time(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def test_told_to_stop_all_end_in_time_even_if_one_stands_still(served: Served) -> None:
    pids = served.workers()
    os.kill(pids[2], signal.SIGSTOP)
    served.process.terminate()
    assert served.process.wait(WITHIN) == 0
    assert STOPS_WITHIN < 5
    assert "a worker did not end in time worker=2" in served.log.read_text()
    assert all(has_ended(pid) for pid in pids.values())


def test_workers_do_not_outlive_their_parent(database: str, tmp_path: Path) -> None:
    with serving(database, tmp_path) as served:
        served.process.kill()
        served.wait_for(lambda: all(has_ended(pid) for pid in served.workers().values()))


# --- without a database


def test_with_a_file_one_process_serves_and_it_is_said_so() -> None:
    check_workers(Settings(database="sqlite:///tables.db"))
    with pytest.raises(HarenaError, match=r"--workers 2 needs PostgreSQL: an SQLite file takes one process"):
        check_workers(Settings(database="sqlite:///tables.db", workers=2))


def test_workers_share_the_connections_that_a_database_allows() -> None:
    for workers in (1, 2, 4, 8, 16):
        pool = pool_for(workers)
        assert workers * (pool["pool_size"] + pool["max_overflow"] + 1) <= 90


def test_who_fails_to_begin_says_why(tmp_path: Path) -> None:
    served = Served(f"postgresql://harena@127.0.0.1:{free_port()}/none", tmp_path / "log")
    assert served.process.wait(WITHIN) == 2
    assert "cannot be opened" in served.log.read_text()


class Place:
    """A process that takes connections, as far as the reception can tell."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.hatch, self._theirs = socket.socketpair()
        self._theirs.setblocking(False)

    def taken(self) -> list[bytes]:
        """How each connection begins that it was handed."""
        out = []
        with contextlib.suppress(BlockingIOError):
            while handles := socket.recv_fds(self._theirs, 1, 1)[1]:
                with socket.socket(fileno=handles[0]) as connection:
                    out.append(connection.recv(1000))
        return out


class Counting(Reception):
    handed = 0

    def _hand_on(self, connection: socket.socket, key: bytes) -> None:
        super()._hand_on(connection, key)
        self.handed += 1


def receive(begins: list[str], places: list[Place], **settings: Any) -> list[list[bytes]]:
    """Connections that begin like this, and what each process is handed."""

    async def come() -> None:
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        reception = Counting(Settings(database="", **settings), listening, lambda: cast(Any, places))
        reception.open()
        for number, begin in enumerate(begins):
            with socket.create_connection(listening.getsockname()) as connection:
                connection.sendall(begin.encode())
                while reception.handed == number:
                    await asyncio.sleep(0.001)
        reception.close()

    run(come())
    return [place.taken() for place in places]


def test_all_who_come_to_one_table_come_to_one_process_and_what_they_said_is_not_lost() -> None:
    ids = [f"{number:016x}" for number in range(40)]
    begins = [f"GET /api/tables/{one}/live HTTP/1.1\r\nHost: x\r\n\r\n" for one in ids for _ in range(2)]
    handed = receive(begins, [Place(1), Place(2)])
    assert sorted(one.decode() for part in handed for one in part) == sorted(begins)
    for part in handed:
        assert len(part) > 20
        assert all(part.count(one) == 2 for one in part)


def test_all_else_that_one_address_asks_for_comes_to_one_process() -> None:
    begins = [f"GET /start/{number} HTTP/1.1\r\nHost: x\r\n\r\n" for number in range(10)]
    assert sorted(map(len, receive(begins, [Place(1), Place(2), Place(3)]))) == [0, 0, 10]


def test_behind_a_proxy_it_is_the_address_that_the_proxy_names() -> None:
    begins = [
        f"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.0.0.{number}\r\n\r\n"
        for number in range(40)
        for _ in range(2)
    ]
    handed = receive(begins, [Place(1), Place(2)], trust_proxy=True)
    assert all(len(part) > 20 for part in handed)
    assert all(part.count(one) == 2 for part in handed for one in part)


def test_while_a_process_is_away_another_takes_its_connections() -> None:
    places = [Place(1), Place(2)]
    places[0].hatch.close()
    begins = [f"GET /api/tables/{number:016x}/live HTTP/1.1\r\n\r\n" for number in range(10)]
    assert len(receive(begins, [places[0], places[1]])[1]) == 10


def test_figures_of_several_processes_add_up() -> None:
    here = Metrics()
    here.count("messages", 3)
    here.took(0.02)
    there = Figures({"messages": 4, "errors": 1}, {"watchers": 2}, {"0.025": 1, "+Inf": 1}, 0.5)
    here.elsewhere = there.plus(Figures())
    text = here.text()
    for line in ("messages_total 7", "errors_total 1", "watchers 2", "answer_seconds_count 2"):
        assert f"harena_{line}\n" in text
    assert 'bucket{le="0.025"} 2' in text
    assert there.only_counted().gauges == {}
