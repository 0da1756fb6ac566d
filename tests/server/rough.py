"""Visitors without manners, and a whole site in a thread that notes whatever goes wrong inside."""

from __future__ import annotations

import http.client
import json
import logging
import socket
import threading
import time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from harena.server.doors import Door
from harena.server.metrics import METRICS
from harena.server.serving import Serving, configured
from harena.server.settings import Settings
from harena.web.app import make_site
from server.conftest import RunningServer

# another server of this process may have told uvicorn's logger to keep what it hears from the root
LOGGERS = (logging.getLogger(), logging.getLogger("uvicorn"))

TWO = [{"kind": "person"}, {"kind": "person"}]


class Troubles(logging.Handler):
    """Everything that is logged as an error, with its traceback; by whichever server of this process."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR or record.exc_info:
            self.seen.append(logging.Formatter().format(record))


class Site(RunningServer):
    """Interface and pages. `troubles` must stay empty, whatever visitors do."""

    def __init__(self, settings: Settings) -> None:
        self.troubles = Troubles()
        self.errors_before = METRICS.counters["errors"]
        super().__init__(settings)

    def start(self) -> None:
        for logger in LOGGERS:
            logger.addHandler(self.troubles)
        app = make_site(self.settings)
        self.hub, self.api = app.state.hub, app.state.api
        # uvicorn's own logging would take the handler away again
        self._server = Serving(configured(app, self.settings, log_config=None), self.hub)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        until = time.monotonic() + 90
        while not self._server.started:
            assert self._thread.is_alive()
            assert time.monotonic() < until
            time.sleep(0.01)

    def stop(self) -> None:
        super().stop()
        for logger in LOGGERS:
            logger.removeHandler(self.troubles)

    def assert_sound(self) -> None:
        assert self.troubles.seen == []
        assert METRICS.counters["errors"] == self.errors_before

    def forget_troubles(self) -> list[str]:
        """Those that a test has made on purpose, seen by all servers of this process."""
        noted = self.troubles.seen[:]
        for handler in logging.getLogger().handlers:
            if isinstance(handler, Troubles):
                handler.seen.clear()
        METRICS.counters["errors"] = self.errors_before
        return noted

    # --- HTTP

    def ask(
        self, path: str, body: Any = None, method: str = "", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of an answer; header names with _ for -."""
        connection = http.client.HTTPConnection("127.0.0.1", self.settings.port, timeout=30)
        sent = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        sent_headers = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method or ("GET" if body is None else "POST"), path, sent, sent_headers)
        response = connection.getresponse()
        content = response.read()
        connection.close()
        return response.status, {name.lower(): value for name, value in response.getheaders()}, content

    def problem(self, path: str, body: Any = None, method: str = "", **headers: str) -> tuple[int, str]:
        """Status and sentence of a refusal."""
        status, _, content = self.ask(path, body, method, **headers)
        return status, json.loads(content)["problem"]

    def raw(self, request: bytes, wait: bool = True) -> bytes:
        """Bytes as they are, and what comes back."""
        with socket.create_connection(("127.0.0.1", self.settings.port), 10) as line:
            line.sendall(request)
            got = b""
            while wait and (more := line.recv(65536)):
                got += more
            return got

    def count(self, name: str) -> float:
        """A counter as /metrics tells it."""
        lines = self.ask("/metrics")[2].decode().splitlines()
        return sum(float(line.split()[1]) for line in lines if line.split()[0] == f"harena_{name}_total")

    def lines(self) -> int:
        """How many connections are open that are no WebSockets."""
        doors = self._server.config.http_protocol_class
        assert issubclass(doors, Door)
        return doors.inside.total()

    # --- tables

    def open(self, game: str = "dawn_raid", **more: Any) -> dict[str, Any]:
        status, _, content = self.ask("/api/tables", {"game": game, "seats": TWO, **more})
        assert status == 201, content
        made: dict[str, Any] = json.loads(content)
        return made

    def seated(self, game: str = "dawn_raid", names: tuple[str, ...] = ("Ann", "Bob"), **more: Any) -> Seated:
        """A table that runs, with the keys of its seats."""
        seed = more.pop("seed", "s")
        made = self.open(game, **more)
        keys = []
        for seat, invite in made["invites"].items():
            body = {"seat": int(seat), "name": names[int(seat)], "seed": seed, "invite": invite}
            status, _, content = self.ask(f"/api/tables/{made['id']}/sit", body)
            assert status == 200, content
            keys.append(json.loads(content)["key"])
        return Seated(self, made["id"], keys)

    def socket(self, table_id: str, **headers: str) -> connect:
        address = f"ws{self.address.removeprefix('http')}/api/tables/{table_id}/live"
        return self.connect(address, **headers)

    def connect(self, address: str, **headers: str) -> connect:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return connect(address, max_size=2**24, proxy=None, close_timeout=2, additional_headers=sent)

    async def denied(self, table_id: str, **headers: str) -> tuple[int, str]:
        """Status and sentence with which a connection is not even accepted."""
        try:
            async with self.socket(table_id, **headers):
                raise AssertionError("it was accepted")
        except InvalidStatus as error:
            return error.response.status_code, json.loads(error.response.body or b"")["problem"]


class Seated:
    """A table that runs."""

    def __init__(self, site: Site, table_id: str, keys: list[str]) -> None:
        self.site = site
        self.id = table_id
        self.keys = keys

    def socket(self, **headers: str) -> connect:
        return self.site.socket(self.id, **headers)

    async def still_plays(self) -> None:
        """Whatever was done to it: the next action counts and is told."""
        async with self.socket() as socket:
            table = (await greet(socket, *self.keys))["table"]
            seat = table["asked"][0]
            await socket.send(json.dumps({"type": "look", "seat": seat}))
            while table["eyes"] != seat:
                table = (await hear(socket, "table"))["table"]
            act = {"type": "act", "action": table["actions"][0]["action"], "moves": table["moves"]}
            await socket.send(json.dumps({**act, "seat": seat, "request": f"plays {table['moves']}"}))
            assert (await hear(socket, "done", "refused"))["type"] == "done"


async def hear(socket: ClientConnection, *kinds: str) -> Any:
    """The next message of one of these kinds."""
    async for frame in socket:
        told = json.loads(frame)
        if told["type"] in kinds:
            return told
    raise AssertionError(f"closed with {socket.close_code} before {kinds}")


async def greet(socket: ClientConnection, *keys: str, parts: tuple[str, ...] = ()) -> Any:
    await socket.send(json.dumps({"type": "hello", "keys": keys, "parts": parts}))
    return await hear(socket, "table")
