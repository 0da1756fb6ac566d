"""One of several processes that serve one port: it is handed its connections, and ends with its parent."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
from dataclasses import dataclass
from typing import Any

import msgspec

from harena.core.errors import HarenaError
from harena.server.metrics import METRICS, Figures
from harena.server.settings import Settings
from harena.web.app import make_site
from harena.web.serve import PoliteServer

LOG = logging.getLogger("harena.server")
SIGN_EVERY = 1.0  # seconds between two signs of life
AT_ONCE = 64  # connections taken before anything else is looked at
LONGEST_LINE = 1 << 20
PRIVATE = getattr(socket, "MSG_CMSG_CLOEXEC", 0)  # what is handed over is no child's
CANNOT_BEGIN = 3  # the exit code of a worker that has said why


class Sign(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a worker tells its parent: that it lives, and what it has counted."""

    figures: Figures = Figures()
    ready: bool = False
    problem: str = ""


@dataclass(frozen=True)
class Ways:
    """How a worker and its parent reach each other."""

    hatch: socket.socket  # connections come through it
    line: socket.socket  # a JSON object a line, in both directions


class Worker(PoliteServer):
    """Serves what it is handed."""

    def __init__(self, settings: Settings, ways: Ways) -> None:
        super().__init__(make_site(settings), settings, lambda: None)
        self.ways = ways
        self._signing: asyncio.Task[None] | None = None
        self._letting_in: set[asyncio.Task[None]] = set()
        self._heard = b""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        loop = asyncio.get_running_loop()
        for way, take in ((self.ways.hatch, self._take), (self.ways.line, self._hear)):
            way.setblocking(False)
            loop.add_reader(way, take)
        self._say(Sign(ready=True))
        self._signing = asyncio.create_task(self._sign_on())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().remove_reader(self.ways.hatch)
        await super().shutdown([])
        if self._signing is not None:
            self._signing.cancel()

    # --- connections

    def _take(self) -> None:
        for _ in range(AT_ONCE):
            try:
                word, handles, _, _ = socket.recv_fds(self.ways.hatch, 1, 1, PRIVATE)
            except BlockingIOError:
                return
            except OSError:
                word, handles = b"", []
            if not word:
                self._parent_is_gone()
                return
            for handle in handles:
                task = asyncio.ensure_future(self._let_in(socket.socket(fileno=handle)))
                self._letting_in.add(task)
                task.add_done_callback(self._letting_in.discard)

    async def _let_in(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(self._protocol, connection)
        except OSError:  # it has gone meanwhile
            connection.close()

    def _protocol(self) -> asyncio.Protocol:
        make: Any = self.config.http_protocol_class
        protocol: asyncio.Protocol = make(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return protocol

    # --- the parent

    def _hear(self) -> None:
        """What the other processes have counted."""
        try:
            more = self.ways.line.recv(LONGEST_LINE)
        except BlockingIOError:
            return
        except OSError:
            more = b""
        if not more:
            self._parent_is_gone()
            return
        *lines, self._heard = (self._heard + more).split(b"\n")
        if lines:
            METRICS.elsewhere = msgspec.json.decode(lines[-1], type=Figures)

    def _parent_is_gone(self) -> None:
        loop = asyncio.get_running_loop()
        loop.remove_reader(self.ways.hatch)
        loop.remove_reader(self.ways.line)
        self.handle_exit(signal.SIGTERM, None)

    def _say(self, sign: Sign) -> None:
        with contextlib.suppress(OSError):  # the parent is busy, or gone
            self.ways.line.send(msgspec.json.encode(sign) + b"\n")

    async def _sign_on(self) -> None:
        while True:
            hub = self.hub
            METRICS.gauges["tables_in_memory"] = len(hub.live)
            METRICS.gauges["watchers"] = sum(len(live.watchers) for live in hub.live.values())
            self._say(Sign(METRICS.figures()))
            await asyncio.sleep(SIGN_EVERY)


def work(settings: Settings, ways: Ways) -> None:
    """The whole life of a worker."""
    os.setpgrp()  # Ctrl-C is for the parent, which tells the workers
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn sends it again once it has ended
    try:
        with contextlib.suppress(SystemExit):
            Worker(settings, ways).run(sockets=[])
        code = 0
    except HarenaError as error:
        ways.line.send(msgspec.json.encode(Sign(problem=str(error))) + b"\n")
        code = CANNOT_BEGIN
    except BaseException:
        LOG.exception("a worker failed")
        code = 1
    logging.shutdown()
    os._exit(code)  # a bot that still thinks ends with it, and is not waited for
