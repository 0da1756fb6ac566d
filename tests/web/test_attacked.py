"""A real `harena serve` while somebody does their worst: others are answered, and it ends when told to."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from web.hosted import Server

LONGEST_STOP = 12.0  # seconds: 5 are promised, the rest is for a busy machine
TINY = b"1\r\nx\r\n" * 10_000
ATTACKS = {
    b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n": TINY,
    b"POST /api/verify HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n": TINY,
}

HELD_UP = """
import sys, time
from harena.server.hub import Hub
from harena.server.serving import make_server
from harena.server.settings import Settings

async def wait_for_ever(hub):
    time.sleep(60)

Hub.say_goodbye = wait_for_ever
server = make_server(Settings(database=f"sqlite:///{sys.argv[1]}", port=0, painters=0))
ready = server.on_tick
async def tick(count):
    print("ready", flush=True)
    return await ready(count)
server.on_tick = tick
server.run()
"""


@contextlib.contextmanager
def attacked(port: int) -> Iterator[None]:
    """Bodies in one-byte chunks over four connections, again and again."""
    over = threading.Event()
    threads = [
        threading.Thread(target=go_on, args=(port, head, body, over.is_set), daemon=True)
        for head, body in [*ATTACKS.items()] * 2
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join(20)


def go_on(port: int, head: bytes, body: bytes, over: Callable[[], bool]) -> None:
    while not over():
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 2) as line:
            line.sendall(head)
            while not over():
                line.sendall(body)
        time.sleep(0.05)


def test_others_are_answered_and_the_server_stops_while_bodies_come_in_tiny_chunks(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with attacked(server.port):
        for _ in range(20):
            assert server.get("/healthz")[0] == 200
        began = time.monotonic()
        assert server.stop() == 0
        took = time.monotonic() - began
    assert took < LONGEST_STOP, f"{took:.1f} s"
    assert "Traceback" not in server.log


def test_a_server_that_something_holds_up_ends_all_the_same(tmp_path: Path) -> None:
    stuck = subprocess.Popen(
        [sys.executable, "-c", HELD_UP, str(tmp_path / "tables.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ,
    )
    assert stuck.stdout is not None
    assert stuck.stdout.readline() == b"ready\n"
    began = time.monotonic()
    stuck.send_signal(signal.SIGTERM)
    errors = stuck.communicate(timeout=40)[1]
    took = time.monotonic() - began
    assert stuck.returncode == 0, errors
    assert took < LONGEST_STOP, f"{took:.1f} s"
    assert b"stopped at once" in errors
