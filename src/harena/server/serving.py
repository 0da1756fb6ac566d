"""Running the application: a server that says goodbye before it closes connections."""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import threading
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette

from harena.server.app import make_app
from harena.server.doors import Door, make_doors
from harena.server.hub import Hub
from harena.server.pace import Pace
from harena.server.settings import Settings
from harena.server.wires import make_wires

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

SEND_BUFFER = 128 * 1024  # bytes that the system keeps for a client that does not read
LARGEST_FRAME = 65536  # bytes that are read at all; what a client may send is a limit of the server
AT_ONCE = 128  # connections let in before the first of them is looked at
GRACE = 2  # seconds for requests that are under way when the server is told to stop
STOPPED_WITHIN = 4.5  # seconds after a signal; then the process ends, whatever holds it up

LOG = logging.getLogger("harena.server")


class Serving(uvicorn.Server):
    """Uvicorn closes all connections before the application hears that it ends; clients are told first."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self.hub = hub
        self.pace = Pace()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        allow_many_files()
        await super().startup(sockets)
        self.pace.begin()
        for server in self.servers:
            for listening in server.sockets:  # its connections inherit it
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal to stop: from now on the end has a time."""
        if not self.should_exit:
            last = threading.Timer(STOPPED_WITHIN, end_now)
            last.daemon = True
            last.start()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        for connection in list(self.server_state.connections):  # those that play are told first
            if isinstance(connection, Door):
                connection.shutdown()
        await self.hub.say_goodbye()
        await super().shutdown(sockets)
        self.pace.end()


def end_now() -> None:
    """The last means. Nothing that was acknowledged is lost, and workers end with their server."""
    LOG.warning("stopped at once: something held up the end", extra={"seconds": STOPPED_WITHIN})
    logging.shutdown()
    os._exit(0)


def allow_many_files() -> None:
    """As many open connections as the system lets this process have; few systems give them unasked."""
    if resource is not None:
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        with contextlib.suppress(OSError, ValueError):  # some systems name a number they do not grant
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def configured(app: Starlette, settings: Settings, **more: Any) -> uvicorn.Config:
    """How uvicorn runs it. No access log: addresses of tables are known only to those who were given them."""
    config = {
        "host": settings.host,
        "port": settings.port,
        "http": make_doors(settings),
        "backlog": AT_ONCE,
        "log_level": "warning",
        "ws": make_wires(settings),
        "ws_per_message_deflate": False,  # it would take more memory than everything else of a table
        "ws_max_size": LARGEST_FRAME,
        "access_log": False,
        "server_header": False,
        "proxy_headers": settings.trust_proxy,
        "timeout_graceful_shutdown": GRACE,
        **more,
    }
    return uvicorn.Config(app, **config)


def make_server(settings: Settings, **config: Any) -> Serving:
    """A server without pages that can be run: `make_server(settings).run()`."""
    app = make_app(settings)
    return Serving(configured(app, settings, **config), app.state.hub)
