#!/usr/bin/env python3
"""What another player feels while somebody attacks a real `harena serve` over loopback, and how it stops.

python bench/attacked.py                             # every attack, ten seconds each
python bench/attacked.py chunks frames --seconds 20

The bar: the p99 of the other player's actions stays under three times what it is in quiet, and under 150 ms.
The player, the attackers and the server share this machine, so run it while nothing else does much.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))
import attacks
import poison
from load import seconds_of

from harena import client

LINES = 4  # connections that attack at a time
THINKS = 0.07  # seconds between two actions of the player
TIMES, MOST = 3.0, 150.0  # what p99 stays under: so many times quiet, and so many milliseconds
QUIET = "quiet"
FEW = 2  # actions; fewer say nothing


class Felt(NamedTuple):
    """What a player felt: milliseconds, seconds to the end."""

    took: list[float]  # each action, until it was acknowledged
    waited: float  # the longest for a bot
    stopped: float
    worked: float  # processor time of the server itself, in percent of a core

    @property
    def p50(self) -> float:
        return statistics.median(self.took) if self.took else 0.0

    @property
    def p99(self) -> float:
        if len(self.took) < FEW:
            return 0.0
        return statistics.quantiles(self.took, n=100, method="inclusive")[98]


@contextlib.contextmanager
def attacked(port: int, name: str, lines: int = LINES) -> Iterator[None]:
    count = lines if attacks.ATTACKS[name] is not None else 0
    going = [
        multiprocessing.Process(target=attacks.go_on, args=(port, name), daemon=True) for _ in range(count)
    ]
    for line in going:
        line.start()
    try:
        yield
    finally:
        for line in going:
            line.kill()
            line.join()


def start(database: str, port: int) -> subprocess.Popen[bytes]:
    words = ["serve", "--no-open", "--pace", "0", "--hidden-pace", "0", "--port", str(port)]
    words += ["--database", database]
    code = "from harena.commands.cli import main; main()"
    # in a session of its own, as a service is: Linux shares processors among sessions
    process = subprocess.Popen(
        [sys.executable, "-c", code, *words], stdout=subprocess.DEVNULL, start_new_session=True
    )
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5)
            return process
        time.sleep(0.1)
    process.kill()
    raise SystemExit("The server does not start.")


async def play(address: str, seconds: float) -> tuple[list[float], float]:
    """Milliseconds that each action took until it was acknowledged, and the longest wait for a bot."""
    took: list[float] = []
    waited, until = 0.0, time.monotonic() + seconds
    async with client.connect(address) as server:
        while time.monotonic() < until:
            opened = await server.open_table("dawn_raid", ["person", "bot:easy"])
            place = await server.sit(opened.id, 0, "Ann", opened.invites[0])
            async with server.live(place.id, place.key) as live:
                while time.monotonic() < until:
                    began = time.monotonic()
                    sight = await live.until(lambda sight: sight.actions or sight.over)
                    waited = max(waited, time.monotonic() - began)
                    if sight.over:
                        break
                    began = time.monotonic()
                    await live.act(sight.open_actions[0])
                    took.append((time.monotonic() - began) * 1000)
                    await asyncio.sleep(THINKS)
    return took, waited * 1000


def measure(name: str, seconds: float) -> Felt:
    """One attack on a server of its own."""
    with socket.socket() as free, tempfile.TemporaryDirectory() as folder:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        database = f"sqlite:///{folder}/tables.db"
        if name == "poison":
            asyncio.run(poison.put_into(database))
        process = start(database, port)
        try:
            with attacked(port, name):
                began, before = time.monotonic(), seconds_of(process.pid)
                took, waited = asyncio.run(play(f"http://127.0.0.1:{port}", seconds))
                worked = 100 * (seconds_of(process.pid) - before) / (time.monotonic() - began)
                began = time.monotonic()
                process.send_signal(signal.SIGTERM)
                process.wait(60)
                stopped = time.monotonic() - began
        finally:
            process.kill()
    return Felt(took, waited, stopped, worked)


def verdict(felt: Felt, quiet: Felt) -> str:
    """Was the bar passed, and how far from it?"""
    if min(len(felt.took), len(quiet.took)) < FEW:
        return "MISS, too few actions"
    times = felt.p99 / quiet.p99
    passed = times < TIMES and felt.p99 < MOST
    return f"{'pass' if passed else 'MISS'}, {times:.1f} times quiet"


def main() -> None:
    """Every attack that is asked for, after a quiet time."""
    names = [name for name in attacks.ATTACKS if name != QUIET]
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    wanted.add_argument("attacks", nargs="*", default=names, help=", ".join(names))
    wanted.add_argument("--seconds", type=float, default=10.0)
    asked = wanted.parse_args()
    if unknown := set(asked.attacks) - set(names):
        wanted.error(f"there is no attack {', '.join(sorted(unknown))}; there are: {', '.join(names)}")
    bar = f"Under {TIMES:g} times quiet and {MOST:g} ms?"
    print(
        f"| Attack | Actions | p50 ms | p99 ms | Longest for a bot ms | Server CPU % | Stops in s | {bar} |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    quiet = measure(QUIET, asked.seconds)
    for name in [QUIET, *asked.attacks]:
        felt = quiet if name == QUIET else measure(name, asked.seconds)
        said = "" if name == QUIET else verdict(felt, quiet)
        cells = [name, len(felt.took), f"{felt.p50:.1f}", f"{felt.p99:.1f}", f"{felt.waited:.0f}"]
        cells.append(f"{felt.worked:.0f}")
        print(f"| {' | '.join(map(str, [*cells, f'{felt.stopped:.1f}', said]))} |", flush=True)


if __name__ == "__main__":
    main()
