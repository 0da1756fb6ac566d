"""Where connections arrive when several processes serve one port: each is handed to the one it belongs to.

All who are at one table come to the same process, so that an action is worked out once. Everything else that
one address asks for comes to one process too, so that limits count for all of it. No table and no address
depends on a process, though: while one is away, another serves them.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import re
import socket
from collections.abc import Callable
from typing import Protocol

from harena.server.http import household
from harena.server.serving import SEND_BUFFER
from harena.server.settings import Settings

LOG = logging.getLogger("harena.server")
BACKLOG = 1024  # connections that wait to be let in
AT_ONCE = 64  # that are let in before anything else is looked at
PEEK = 2048  # bytes of a request that are looked at; they stay where they are
PEEK_WITHIN = 0.25  # seconds; whoever has said nothing by then is handed on by address
MOST_HELD = 1000  # connections that wait for a process to serve them
BREATHE = 0.2  # seconds without a new connection when the system gives no more
LIVE = re.compile(rb"GET /api/tables/([0-9a-f]{16})/live[ ?]")
FORWARDED = re.compile(rb"(?i)\r\nx-forwarded-for:[^\r\n]*?([0-9a-fA-F.:]+)[ \t]*\r\n")


class Place(Protocol):
    """A process that connections can be handed to."""

    number: int
    hatch: socket.socket


class Reception:
    """Lets connections in and hands them on. `open_places` are the processes that answer now."""

    def __init__(
        self, settings: Settings, listening: socket.socket, open_places: Callable[[], list[Place]]
    ) -> None:
        self.trust_proxy = settings.trust_proxy
        self.listening = listening
        self.open_places = open_places
        self._looked_at: dict[socket.socket, asyncio.TimerHandle] = {}
        self._held: list[tuple[socket.socket, bytes]] = []

    def open(self) -> None:
        self.listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)  # connections inherit it
        self.listening.setblocking(False)
        self.listening.listen(BACKLOG)
        self._listen()

    def _listen(self) -> None:
        if self.listening.fileno() >= 0:
            asyncio.get_running_loop().add_reader(self.listening, self._accept)

    def close(self) -> None:
        """Nobody comes in any more."""
        loop = asyncio.get_running_loop()
        loop.remove_reader(self.listening)
        self.listening.close()
        for connection in list(self._looked_at):
            self._stop_looking(connection)
            connection.close()
        for connection, _ in self._held:
            connection.close()
        self._held.clear()

    def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(AT_ONCE):
            try:
                connection, _ = self.listening.accept()
            except (BlockingIOError, ConnectionError, InterruptedError):
                return
            except OSError as error:
                LOG.warning("no connection could be let in: %s", error.strerror)
                loop.remove_reader(self.listening)
                loop.call_later(BREATHE, self._listen)
                return
            connection.setblocking(False)
            handle = loop.call_later(PEEK_WITHIN, self._look, connection)
            self._looked_at[connection] = handle
            loop.add_reader(connection, self._look, connection)

    def _look(self, connection: socket.socket) -> None:
        """What is it about? Nothing is read: that is for the process that serves it."""
        begin = b""
        try:
            begin = connection.recv(PEEK, socket.MSG_PEEK)
            has_gone = not begin
        except BlockingIOError:
            has_gone = False
        except OSError:
            has_gone = True
        if has_gone:
            self._stop_looking(connection)
            connection.close()
            return
        self._stop_looking(connection)
        self._hand_on(connection, self._belongs_to(connection, begin))

    def _stop_looking(self, connection: socket.socket) -> None:
        self._looked_at.pop(connection).cancel()
        asyncio.get_running_loop().remove_reader(connection)

    def _belongs_to(self, connection: socket.socket, begin: bytes) -> bytes:
        """A table, or an address."""
        if table := LIVE.match(begin):
            return table[1]
        if self.trust_proxy and (forwarded := FORWARDED.search(begin)):
            return household(forwarded[1].decode()).encode()
        with contextlib.suppress(OSError):
            return household(str(connection.getpeername()[0])).encode()
        return b""

    def _hand_on(self, connection: socket.socket, key: bytes) -> None:
        for place in sorted(self.open_places(), key=lambda one: _rank(key, one.number), reverse=True):
            try:
                socket.send_fds(place.hatch, [b"+"], [connection.fileno()])
            except OSError:  # it has ended, or takes nothing now
                continue
            connection.close()
            return
        self._held.append((connection, key))
        if len(self._held) > MOST_HELD:
            self._held.pop(0)[0].close()

    def hand_on_held(self) -> None:
        """A process is there again."""
        held, self._held = self._held, []
        for connection, key in held:
            self._hand_on(connection, key)


def _rank(key: bytes, number: int) -> bytes:
    """Which process comes first for a key: while it is away the others share what was its."""
    return hashlib.blake2b(key + b" %d" % number, digest_size=8).digest()
