#!/usr/bin/env python3
"""Harena's server beside boardgame.io's own: the same kind of players, one machine, one run.

    python bench/server_peers.py [--tables 100 500] [--seconds 20] [--games dawn_raid] [--only harena]

boardgame.io runs as it comes, in memory: it stores nothing. Harena writes every action to an SQLite file
before anyone hears of it. The players of both are sent the position as data after each action; the peer's
game is a duel of cards (peer_server.cjs). It needs Node.js and npm, and installs the package in a folder of
its own below `.venv/peers`, which is kept for the next time. Where that cannot be done it says so.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import load
import players
from ending import end_in_order

HERE = Path(__file__).parent
PACKAGE = "boardgame.io@0.50.2"
WITH = "koa-compose@4.1.0"  # with 4.2 its lobby answers 404 to everything
INSTALL_WITHIN = 900  # seconds
COLUMNS = [
    ("server", "game"),
    ("tables", "tables"),
    ("actions/s", "actions_per_second"),
    ("p50 ms", "p50_ms"),
    ("p99 ms", "p99_ms"),
    ("CPU ms an action", "cpu_ms_per_action"),
    ("KB a table", "kb_per_table"),
    ("bytes an action", "bytes_per_action"),
    ("errors", "errors"),
    ("others CPU %", "others_cpu_percent"),
    ("Harena's bars", "bars"),
]


def install(folder: Path) -> str:
    """Have boardgame.io in a folder of its own; why it cannot be had, or nothing."""
    for tool in ("node", "npm"):
        if shutil.which(tool) is None:
            return f"{tool} is not installed here"
    if (folder / "node_modules" / "boardgame.io").is_dir() and (folder / "installed.txt").exists():
        return ""
    folder.mkdir(parents=True, exist_ok=True)
    print(f"installing {PACKAGE} ...", file=sys.stderr, flush=True)
    words = ["npm", "install", "--no-audit", "--no-fund", "--silent", "--prefix", str(folder), PACKAGE, WITH]
    try:
        tried = subprocess.run(words, capture_output=True, text=True, timeout=INSTALL_WITHIN, check=False)
    except subprocess.TimeoutExpired:
        return f"npm did not install {PACKAGE} within {INSTALL_WITHIN} s"
    if tried.returncode != 0:
        said = [line for line in tried.stderr.splitlines() if line.strip()]
        return f"npm could not install {PACKAGE}: {said[0] if said else tried.returncode}"
    (folder / "installed.txt").write_text(PACKAGE)
    return ""


class PeerProcess(load.ServerProcess):
    """boardgame.io's server."""

    def __init__(self, folder: Path) -> None:
        self.port = players.free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.workers = 1
        script = shutil.copy(HERE / "peer_server.cjs", folder)
        self.process = subprocess.Popen(
            ["node", script, str(self.port), str(os.getpid())],
            cwd=folder,
            env={**os.environ, "NODE_ENV": "production"},
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )

    def wait(self) -> None:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.address}/games", timeout=5).close()
            except urllib.error.HTTPError:
                return
            except OSError:
                time.sleep(0.05)
            else:
                return
        raise SystemExit("boardgame.io's server does not start.")

    def sent(self) -> int:
        return 0  # its clients count


def measure_peer(case: load.Case, wish: argparse.Namespace, folder: Path) -> dict[str, float | int | str]:
    """As the load tool measures ours."""
    server = PeerProcess(folder)
    try:
        server.wait()
        players.warm_up(server.address, case.game, case.parts, peer=True)
        before = server.memory()
        crews = [load.Crew(server.address, case, number, wish) for number in range(wish.clients)]
        for crew in crews:
            crew.wait()
        worked, began = server.worked(), time.monotonic()
        for crew in crews:
            crew.go()
        reports = [crew.wait() for crew in crews]
        took = time.monotonic() - began
        got = sum(report.got for report in reports)
        used = load.Used(server.worked().since(worked), got, server.memory() - before)
        for crew in crews:
            crew.go()
        reports = [crew.wait() for crew in crews]
    finally:
        server.stop()
    return load.figures(case, reports, took, used)


def row(found: dict[str, float | int | str]) -> str:
    return f"| {' | '.join(str(found[key]) for _, key in COLUMNS)} |"


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--tables", type=int, nargs="+", default=[100, 500, 1000])
    words.add_argument("--games", nargs="+", default=["dawn_raid"], help="ours that are played")
    words.add_argument("--seconds", type=float, default=20.0, help="how long is measured")
    words.add_argument("--every", type=float, default=2.0, help="seconds between two actions of a table")
    words.add_argument("--before", type=int, default=8, help="actions at each table before it is measured")
    words.add_argument("--clients", type=int, default=2, help="processes that play")
    words.add_argument("--only", choices=["harena", "boardgame.io"])
    words.add_argument("--peer-folder", type=Path, default=HERE.parent / ".venv" / "peers" / "boardgame.io")
    wish = words.parse_args()
    wish.workers, wish.database, wish.folder, wish.profile = 1, "", None, ""
    load.allow_many_files()
    end_in_order()
    why = "" if wish.only == "harena" else install(wish.peer_folder)
    print(f"| {' | '.join(head for head, _ in COLUMNS)} |\n|{' --- |' * len(COLUMNS)}")
    for tables in wish.tables:
        for game in wish.games if wish.only != "boardgame.io" else []:
            found = load.measure(load.Case(tables, game, "view"), wish)
            print(row(found | {"game": f"Harena, {game}", "bars": load.bars(found)}), flush=True)
        if wish.only != "harena" and not why:
            wish.peer = True
            found = measure_peer(load.Case(tables, "duel", "view"), wish, wish.peer_folder)
            print(row(found | {"game": "boardgame.io, a duel of cards", "bars": ""}), flush=True)
            wish.peer = False
    if why:
        print(f"\nboardgame.io was not measured: {why}.")


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(1)
