"""A door to a server that counts what comes out: pages, scripts, pictures and live messages alike."""

from __future__ import annotations

import contextlib
import socket
import threading


class Counting:
    """Passes everything on to a port of this machine, and counts the bytes that come back."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.bytes = 0
        self.door = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self.open, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.door.getsockname()[1]}"

    def open(self) -> None:
        with contextlib.suppress(OSError):  # until the door is closed
            while True:
                inside = self.door.accept()[0]
                outside = socket.create_connection(("127.0.0.1", self.port))
                threading.Thread(target=self.pass_on, args=(inside, outside, False), daemon=True).start()
                threading.Thread(target=self.pass_on, args=(outside, inside, True), daemon=True).start()

    def pass_on(self, source: socket.socket, target: socket.socket, counted: bool) -> None:
        with contextlib.suppress(OSError), source, target:
            while data := source.recv(65536):
                if counted:
                    self.bytes += len(data)
                target.sendall(data)

    def close(self) -> None:
        self.door.close()
