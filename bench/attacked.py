#!/usr/bin/env python3
"""What another player feels while somebody attacks a real `harena serve` over loopback, and how it stops.

python bench/attacked.py                             # every attack, ten seconds each
python bench/attacked.py chunks frames --seconds 20
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
from collections.abc import Callable, Iterator

from harena import client

ATTACKER = "127.0.0.2"  # an address of its own, as limits count by address
LINES = 4  # connections that attack at a time
THINKS = 0.07  # seconds between two actions of the player
HOST = "Host: 127.0.0.1\r\n"
CHUNKED = f"GET /healthz HTTP/1.1\r\n{HOST}Transfer-Encoding: chunked\r\n\r\n".encode()
SHAKE = (
    f"GET /api/lists HTTP/1.1\r\n{HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
).encode()
TINY_CHUNKS = b"1\r\nx\r\n" * 10_000
TINY_FRAMES = b"\x8a\x80\0\0\0\0" * 10_000  # pongs nobody asked for
Attack = Callable[[socket.socket], None]


def pour(first: bytes, rest: bytes) -> Attack:
    """Something that begins well, and then goes on and on."""

    def attack(line: socket.socket) -> None:
        line.sendall(first)
        while True:
            line.sendall(rest)

    return attack


def ask_on(path: str) -> Attack:
    """The same request again and again, over one connection."""
    request = f"GET {path} HTTP/1.1\r\n{HOST}Accept-Encoding: gzip\r\n\r\n".encode()

    def attack(line: socket.socket) -> None:
        while True:
            line.sendall(request)
            if not line.recv(65536):
                return

    return attack


ATTACKS: dict[str, Attack | None] = {
    "quiet": None,
    "chunks": pour(CHUNKED, TINY_CHUNKS),
    "frames": pour(SHAKE, TINY_FRAMES),
    "files": ask_on("/static/table.js"),
    "pages": ask_on("/start/combat_arena"),
}


def go_on(port: int, name: str) -> None:
    """In a process of its own: one connection after the other."""
    attack = ATTACKS[name]
    assert attack is not None
    while True:
        with (
            contextlib.suppress(OSError),
            socket.create_connection(("127.0.0.1", port), 5, (ATTACKER, 0)) as line,
        ):
            attack(line)
        time.sleep(0.01)


@contextlib.contextmanager
def attacked(port: int, name: str) -> Iterator[None]:
    lines = [multiprocessing.Process(target=go_on, args=(port, name), daemon=True) for _ in range(LINES)]
    lines = lines if ATTACKS[name] else []
    for line in lines:
        line.start()
    try:
        yield
    finally:
        for line in lines:
            line.kill()
            line.join()


def start(folder: str, port: int) -> subprocess.Popen[bytes]:
    words = ["serve", "--no-open", "--pace", "0", "--hidden-pace", "0", "--port", str(port)]
    words += ["--database", f"sqlite:///{folder}/tables.db"]
    code = "from harena.commands.cli import main; main()"
    process = subprocess.Popen([sys.executable, "-c", code, *words], stdout=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5)
            return process
        time.sleep(0.1)
    process.kill()
    raise SystemExit("The server does not start.")


async def play(address: str, seconds: float) -> list[float]:
    """Milliseconds that each action took until it was acknowledged."""
    took: list[float] = []
    until = time.monotonic() + seconds
    async with client.connect(address) as server:
        while time.monotonic() < until:
            opened = await server.open_table("dawn_raid", ["person", "bot:easy"])
            place = await server.sit(opened.id, 0, "Ann", opened.invites[0])
            async with server.live(place.id, place.key) as live:
                while time.monotonic() < until:
                    sight = await live.until(lambda sight: sight.actions or sight.over)
                    if sight.over:
                        break
                    began = time.monotonic()
                    await live.act(sight.open_actions[0])
                    took.append((time.monotonic() - began) * 1000)
                    await asyncio.sleep(THINKS)
    return took


def measure(name: str, seconds: float) -> str:
    """One attack on a server of its own; a line of the table."""
    with socket.socket() as free, tempfile.TemporaryDirectory() as folder:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        process = start(folder, port)
        with attacked(port, name):
            took = asyncio.run(play(f"http://127.0.0.1:{port}", seconds))
            began = time.monotonic()
            process.send_signal(signal.SIGTERM)
            process.wait(60)
            stopped = time.monotonic() - began
    if len(took) < 2:
        return f"| {name} | {len(took)} | | | | {stopped:.1f} |"
    parts = statistics.quantiles(took, n=100, method="inclusive")
    return f"| {name} | {len(took)} | {parts[49]:.1f} | {parts[98]:.1f} | {max(took):.0f} | {stopped:.1f} |"


def main() -> None:
    """Every attack that is asked for."""
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    wanted.add_argument("attacks", nargs="*", default=list(ATTACKS), help=", ".join(ATTACKS))
    wanted.add_argument("--seconds", type=float, default=10.0)
    asked = wanted.parse_args()
    if unknown := set(asked.attacks) - set(ATTACKS):
        wanted.error(f"there is no attack {', '.join(sorted(unknown))}; there are: {', '.join(ATTACKS)}")
    print("| Attack | Actions | p50 ms | p99 ms | Longest ms | Stops in s |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name in asked.attacks:
        print(measure(name, asked.seconds), flush=True)


if __name__ == "__main__":
    main()
