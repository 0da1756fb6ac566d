#!/usr/bin/env python3
"""How many tables a server carries: the real `harena serve`, and scripted players over real sockets.

    python bench/load.py                                   # 100, 500 and 1,000 tables of every game
    python bench/load.py --tables 500 --games dawn_raid --parts picture,choices --seconds 30
    python bench/load.py --tables 300 --workers 2 --database postgresql://USER:PASSWORD@HOST/NAME

The database is an SQLite file of its own, unless you name another for the purpose. At each table two players
sit, and every two seconds whoever is asked takes an action. The delay is from sending it to the moment the
OTHER player's broadcast arrives. Memory is what the server process has grown by, for each table, with both
players connected and some actions played. Meanwhile a visitor asks for something small over one kept
connection, twenty times a second, and before that while nobody plays ("quiet"). Pauses that hide what a
player thinks about are switched off: they are meant, and no load.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, fields
from multiprocessing.connection import Connection
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import players
from ending import end_in_order, end_with
from visitor import Visitor

from harena.core import registry

GAMES = registry.installed()
PARTS = ["view", "picture,choices"]
SIZES = [100, 500, 1000]
TICK = os.sysconf("SC_CLK_TCK")
FILES = 16_384  # open at once


@dataclass(frozen=True)
class Case:
    """One thing to measure."""

    tables: int
    game: str
    parts: str


@dataclass(frozen=True)
class Worked:
    """Seconds of processor time: of the server, of its painters, of everything on this machine."""

    server: float
    painters: float
    machine: float

    def since(self, before: Worked) -> Worked:
        return Worked(
            self.server - before.server, self.painters - before.painters, self.machine - before.machine
        )


@dataclass(frozen=True)
class Used:
    """What the measured time cost: processors, bytes sent, and bytes of memory from the first table on."""

    worked: Worked
    sent: int
    grown: int


def seconds_of(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def machine_worked() -> float:
    """Seconds of all processors that were not idle."""
    user, nice, system, _, _, irq, softirq, *_ = map(
        int, Path("/proc/stat").read_text().splitlines()[0].split()[1:]
    )
    return (user + nice + system + irq + softirq) / TICK


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


class ServerProcess:
    """A server with a database of its own, and what the kernel says of it."""

    def __init__(self, folder: Path, wish: argparse.Namespace) -> None:
        self.port = players.free_port()
        database = wish.database or f"sqlite:///{folder / 'load.db'}"
        words = ["--port", str(self.port), "--database", database, "--workers", str(wish.workers)]
        command = [sys.executable, __file__, "--serve", *words, "--parent", str(os.getpid())]
        # in a session of its own, as a service is: Linux shares processors among sessions, then by nice
        self.process = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL)
        self.address = f"http://127.0.0.1:{self.port}"
        self.workers = wish.workers

    def wait(self) -> None:
        """Until it answers."""
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.address}/healthz", timeout=5).close()
            except OSError:
                time.sleep(0.05)
            else:
                return
        raise SystemExit("The server does not start.")

    def memory(self) -> int:
        """Bytes in memory, of the server and its painters."""
        every = [*self.servers(), *self.painters()]
        pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in every)
        return pages * resource.getpagesize()

    def servers(self) -> list[int]:
        """The processes that serve; with several workers also the one that watches them."""
        return [self.process.pid, *(children(self.process.pid) if self.workers > 1 else [])]

    def painters(self) -> list[int]:
        """The processes that draw pictures for them."""
        serving = self.servers()
        return [child for pid in serving for child in children(pid) if child not in serving]

    def worked(self) -> Worked:
        """Seconds of processor time so far."""
        return Worked(
            sum(map(seconds_of, self.servers())), sum(map(seconds_of, self.painters())), machine_worked()
        )

    def sent(self) -> int:
        """Bytes that it has sent over sockets so far."""
        with urllib.request.urlopen(f"{self.address}/metrics", timeout=30) as figures:
            found = re.search(r"^harena_bytes_sent_total (\d+)", figures.read().decode(), re.MULTILINE)
        return int(found[1]) if found else 0

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()


MANY = ("connections", "sockets")


def serve(wish: argparse.Namespace) -> None:
    """In the server's process: `harena serve` itself, without limits for one address."""
    from harena.commands.cli import main as harena
    from harena.server.limits import Limits, Rate

    rates = [one.name for one in fields(Limits) if isinstance(getattr(Limits(), one.name), Rate)]
    limits = [*(f"{name}=1e9/1e9" for name in rates), *(f"{name}=100000" for name in MANY)]
    words = ["serve", "--port", str(wish.port), "--database", wish.database, "--workers", str(wish.workers)]
    words += [word for one in limits for word in ("--limits", one)]
    harena([*words, "--hidden-pace", "0", "--no-open"])


def measure(case: Case, wish: argparse.Namespace) -> dict[str, float | int | str]:
    """Start a server, seat the players, let them play, and count."""
    with tempfile.TemporaryDirectory(dir=wish.folder) as folder:
        server = ServerProcess(Path(folder), wish)
        try:
            server.wait()
            players.warm_up(server.address, case.game, case.parts)
            before = server.memory()
            crews = [Crew(server.address, case, number, wish) for number in range(wish.clients)]
            for crew in crews:
                crew.wait()  # all are seated and some actions are played
            visitor = Visitor(server.address)
            quiet = visitor.quiet()
            profile = start_profile(server, wish)
            sent, worked, began = server.sent(), server.worked(), time.monotonic()
            visitor.begin()
            for crew in crews:
                crew.go()
            for crew in crews:
                crew.wait()  # all have played; they are still connected
            took = time.monotonic() - began
            visited = visitor.end()
            used = Used(server.worked().since(worked), server.sent() - sent, server.memory() - before)
            if profile is not None:
                profile.wait()
            for crew in crews:
                crew.go()
            reports = [crew.wait() for crew in crews]
        finally:
            server.stop()
    reports.append(players.Report(errors=visitor.errors))
    return figures(case, reports, took, used) | {
        "workers": wish.workers,
        "http_quiet_ms": in_ms(quiet, 50),
        "http_p50_ms": in_ms(visited, 50),
        "http_p99_ms": in_ms(visited, 99),
    }


def in_ms(delays: list[float], percent: int) -> float:
    """Of sorted delays in seconds, the one that so many percent do not exceed."""
    return round(1000 * delays[min(len(delays) - 1, len(delays) * percent // 100)], 1) if delays else 0.0


def start_profile(server: ServerProcess, wish: argparse.Namespace) -> subprocess.Popen[bytes] | None:
    """Where the time goes, if py-spy is to be found and was asked for."""
    if not wish.profile:
        return None
    seconds = str(int(wish.seconds))
    command = ["py-spy", "record", "--pid", str(server.process.pid), "--duration", seconds]
    return subprocess.Popen([*command, "--format", "raw", "--output", wish.profile, "--rate", "200"])


def figures(
    case: Case, reports: list[players.Report], took: float, used: Used
) -> dict[str, float | int | str]:
    """What came of it."""
    worked = used.worked
    delays = sorted(delay for report in reports for delay in report.delays)
    if not delays:
        raise SystemExit("Nothing was played.")
    errors = [error for report in reports for error in report.errors]
    clients = sum(report.worked for report in reports)
    for error in errors[:3]:
        print(f"  error: {error}", file=sys.stderr)
    return {
        "game": case.game,
        "parts": case.parts,
        "tables": case.tables,
        "actions": len(delays),
        "actions_per_second": round(len(delays) / took, 1),
        "p50_ms": in_ms(delays, 50),
        "p99_ms": in_ms(delays, 99),
        "max_ms": round(1000 * delays[-1], 1),
        "errors": len(errors),
        "kb_per_table": round(used.grown / 1024 / case.tables, 1),
        "cpu_ms_per_action": round(1000 * worked.server / len(delays), 2),
        "server_cpu_percent": round(100 * worked.server / took, 1),
        "painters_cpu_percent": round(100 * worked.painters / took, 1),
        "clients_cpu_percent": round(100 * clients / took, 1),
        "others_cpu_percent": round(
            100 * (worked.machine - worked.server - worked.painters - clients) / took, 1
        ),
        "bytes_per_action": round(used.sent / len(delays)),
        "machine_load": round(os.getloadavg()[0], 1),
    }


class Crew:
    """A process that plays a share of the tables, so that no single one of them is the bottleneck."""

    def __init__(self, address: str, case: Case, number: int, wish: argparse.Namespace) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        share = len(range(number, case.tables, wish.clients))
        plan = players.Plan(
            address,
            case.game,
            case.parts,
            share,
            wish.every,
            wish.seconds,
            wish.before,
            number,
            getattr(wish, "peer", False),
        )
        self.process = context.Process(target=crew_main, args=(plan, theirs), daemon=True)
        self.process.start()

    def go(self) -> None:
        self.pipe.send("go")

    def wait(self) -> players.Report:
        if not self.pipe.poll(900):
            raise SystemExit("The players do not answer.")
        report: players.Report = self.pipe.recv()
        return report


def crew_main(plan: players.Plan, pipe: Connection) -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    assert parent.pid is not None
    end_with(parent.pid)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the tool, which ends this
    allow_many_files()
    players.play(plan, pipe)


def allow_many_files() -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, most), most))


HEADS = [
    ("game", "game"),
    ("parts", "parts"),
    ("tables", "tables"),
    ("actions/s", "actions_per_second"),
    ("p50 ms", "p50_ms"),
    ("p99 ms", "p99_ms"),
    ("max ms", "max_ms"),
    ("errors", "errors"),
    ("GET quiet ms", "http_quiet_ms"),
    ("GET p50 ms", "http_p50_ms"),
    ("GET p99 ms", "http_p99_ms"),
    ("CPU ms/action", "cpu_ms_per_action"),
    ("KB/table", "kb_per_table"),
    ("server CPU %", "server_cpu_percent"),
    ("painters CPU %", "painters_cpu_percent"),
    ("clients CPU %", "clients_cpu_percent"),
    ("others CPU %", "others_cpu_percent"),
    ("bytes/action", "bytes_per_action"),
    ("load", "machine_load"),
]


BARS = [  # what a server is to stay under or at: with views alone, and with pictures
    ("CPU", "cpu_ms_per_action", "ms an action", 0.6, None),
    ("memory", "kb_per_table", "KB a table", 90.0, 90.0),
    ("p99", "p99_ms", "ms", 60.0, 150.0),
]


def bars(found: dict[str, float | int | str]) -> str:
    """The figures that have a bar, each beside it."""
    pictures = "picture" in str(found["parts"])
    said = []
    for name, key, unit, views, drawn in BARS:
        bar = drawn if pictures else views
        if bar is not None:
            figure = float(found[key])
            said.append(f"{name} {figure:g} of {bar:g} {unit}: {'pass' if figure <= bar else 'MISS'}")
    return "; ".join(said)


def read_wish() -> argparse.Namespace:
    wish = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wish.add_argument("--tables", type=int, nargs="+", default=SIZES)
    wish.add_argument("--games", nargs="+", default=GAMES)
    wish.add_argument("--parts", nargs="+", default=PARTS, help="what each client asks to be sent")
    wish.add_argument("--seconds", type=float, default=20.0, help="how long is measured")
    wish.add_argument("--every", type=float, default=2.0, help="seconds between two actions of a table")
    wish.add_argument("--before", type=int, default=8, help="actions at each table before it is measured")
    wish.add_argument("--clients", type=int, default=2, help="processes that play")
    wish.add_argument("--workers", type=int, default=1, help="processes that serve; more take PostgreSQL")
    wish.add_argument("--database", default="", help="a PostgreSQL; left out: an SQLite file")
    wish.add_argument("--folder", default=None, help="where the database is written")
    wish.add_argument("--profile", default="", help="a file for py-spy's stacks of the server")
    wish.add_argument("--json", action="store_true")
    wish.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    wish.add_argument("--port", type=int, help=argparse.SUPPRESS)
    wish.add_argument("--parent", type=int, help=argparse.SUPPRESS)
    return wish.parse_args()


def main() -> None:
    wish = read_wish()
    allow_many_files()
    if wish.serve:
        end_with(wish.parent)
        serve(wish)
        return
    end_in_order()
    cases = [Case(size, game, parts) for game in wish.games for parts in wish.parts for size in wish.tables]
    if not wish.json:
        print("  ".join(f"{head:>{len(head)}}" for head, _ in HEADS))
    for case in cases:
        found = measure(case, wish)
        if wish.json:
            print(json.dumps(found), flush=True)
        else:
            print("  ".join(f"{found[key]!s:>{len(head)}}" for head, key in HEADS), flush=True)
            print(f"  bars: {bars(found)}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(1)  # nobody reads on, or somebody has seen enough; what was begun is put away already
