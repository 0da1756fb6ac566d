"""A whole server in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

SEEDED = Path(__file__).parent / "seeded"  # makes its dice the same in every run
SOON = 60  # seconds a server may take to start on a busy machine


class Server:
    """`harena serve` at a free port, on a database of its own."""

    def __init__(self, folder: Path, *more: str) -> None:
        """`more` are further words after `harena serve`."""
        self.folder, self.more = folder, more
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        words = ["serve", "--no-open", "--pace", "0.05", "--hidden-pace", "0.1", "--port", str(self.port)]
        words += ["--limits", "tables=1000/100", "--limits", "requests=5000/1000"]
        words += ["--limits", "counsels=1000/100", "--limits", "messages=2000/1000", *self.more]
        words += ["--database", f"sqlite:///{self.folder / 'tables.db'}"]
        self.errors = (self.folder / "log").open("a")
        before = os.environ.get("PYTHONPATH", "")  # of whoever tests a source that is not installed
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from harena.commands.cli import main; main()", *words],
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, [str(SEEDED), before]))},
        )
        deadline = time.monotonic() + SOON
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(f"{self.address}/healthz", timeout=5)
            except OSError:
                assert self.process.poll() is None, self.log
                time.sleep(0.1)
            else:
                return
        raise AssertionError("the server does not start")

    def stop(self) -> int:
        """Ask it to end, as a host would."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(20)
        self.errors.close()
        return code

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    def post(self, path: str, body: Any) -> Any:
        request = urllib.request.Request(self.address + path, json.dumps(body).encode())
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def get(self, path: str, accept: str = "text/html") -> tuple[int, dict[str, str], str]:
        """Status, headers and text of an answer, whatever its status."""
        request = urllib.request.Request(self.address + path, headers={"accept": accept})
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, dict(answer.headers.items()), answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, dict(error.headers.items()), error.read().decode()
