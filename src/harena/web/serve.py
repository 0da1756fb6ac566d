"""Running the server: uvicorn with the right settings, logs without secrets, and a polite end."""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path

from starlette.applications import Starlette

from harena.core.errors import HarenaError
from harena.server.reach import network_address
from harena.server.serving import Serving, configured
from harena.server.settings import Settings
from harena.server.trouble import TroubleError
from harena.web.app import make_site

EVERYWHERE = ("0.0.0.0", "::", "")
USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class PoliteServer(Serving):
    """Says in a sentence why it cannot begin, and tells everyone at a table before it ends."""

    def __init__(self, app: Starlette, settings: Settings, started: Callable[[], None]) -> None:
        config = configured(
            app,
            settings,
            lifespan="off",  # it opens and closes the tables itself
            log_config=log_settings(settings.log_json, settings.trace),
            log_level=None,
        )
        super().__init__(config, app.state.hub)
        self.app = app
        self.settings = settings
        self.when_started = started
        self.tables = AsyncExitStack()  # open while the server runs

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await self.tables.enter_async_context(self.app.router.lifespan_context(self.app))
        except TroubleError as error:
            where = kept_in(self.settings)
            raise HarenaError(f"The tables in {where} cannot be opened. {error.trouble.to_host}") from None
        except HarenaError:
            raise
        except Exception as error:
            why = (str(error).strip() or type(error).__name__).splitlines()[0].rstrip(".")
            raise HarenaError(f"The tables in {kept_in(self.settings)} cannot be opened: {why}.") from None
        await super().startup(sockets)
        if self.started:
            self.when_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        await self.tables.aclose()


def serve(settings: Settings, say: Callable[[str], None], page: str = "/", show: bool = True) -> None:
    """Serve until stopped; `show` opens the page in a browser where there is one."""
    from harena.web.parent import Parent, check_workers

    check_workers(settings)
    make_room(settings.database)
    listening = listen(settings)
    address = f"http://{spoken_host(settings.host)}:{listening.getsockname()[1]}"

    def started() -> None:
        where = f"Tables are kept in {kept_in(settings)}"
        by = f", and {settings.workers} processes serve them." if settings.workers > 1 else "."
        say(f"Harena is at {address}{page} - stop it with Ctrl-C. {where}{by}")
        if settings.host in EVERYWHERE and (network := network_address()):
            say(f"In your network it is at http://{network}:{listening.getsockname()[1]}{page}")
        if settings.trust_proxy and not (settings.hosts or settings.origins):
            say("Behind a proxy, name your site with --hosts: no name but this machine's is answered.")
        if show and has_screen():
            with suppress(webbrowser.Error):
                webbrowser.open(f"{address}{page}")

    if settings.workers > 1:
        Parent(settings, listening, started).run()
        return
    # Uvicorn sends itself the signal again once it has ended: then Python may tidy up after its workers.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    PoliteServer(make_site(settings), settings, started).run(sockets=[listening])


def make_room(database: str) -> None:
    """The folder of an embedded database, where it is not there yet."""
    kind, _, path = database.partition(":///")
    if kind.startswith("sqlite") and path:
        Path(path).expanduser().parent.mkdir(parents=True, exist_ok=True)


def listen(settings: Settings) -> socket.socket:
    """A listening socket, or a sentence that says why there is none."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # The protocol is named, as asyncio sends at once (TCP_NODELAY) only over sockets that name it.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        listening.close()
        why = ((error.strerror if isinstance(error, OSError) else "") or str(error)).rstrip(".")
        raise HarenaError(
            f"Cannot listen at {settings.host} port {settings.port}: {why}. Choose another with --port."
        ) from None
    return listening


def spoken_host(host: str) -> str:
    """The host as a browser on this machine would address it."""
    if host in EVERYWHERE:
        return "localhost"
    return f"[{host}]" if ":" in host else host


def kept_in(settings: Settings) -> str:
    """Where the tables are, without the password that the address of a database may hold."""
    kind, _, path = settings.database.partition("://")
    return path.removeprefix("/") if kind.startswith("sqlite") else f"{kind} at {path.rpartition('@')[2]}"


def has_screen() -> bool:
    """Can a browser be shown here?"""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


# --- logs


class PlainLines(logging.Formatter):
    """One event, one line; what belongs to it behind it."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        more = "".join(f" {name}={value}" for name, value in facts(record).items())
        return super().formatMessage(record) + more


class JsonLines(logging.Formatter):
    """One event, one JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": record.created,
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage(),
            **facts(record),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def facts(record: logging.LogRecord) -> dict[str, object]:
    """What a log line was given besides its words, but for the _marks other libraries put on every one."""
    return {
        name: value for name, value in vars(record).items() if name not in USUAL and not name.startswith("_")
    }


def log_settings(as_json: bool, trace: bool = False) -> dict[str, object]:
    """Everything goes to the standard error output, in lines or as JSON."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": JsonLines if as_json else PlainLines}},
        "handlers": {
            "out": {"class": "logging.StreamHandler", "formatter": "line", "stream": "ext://sys.stderr"}
        },
        "loggers": {
            "harena": {"handlers": ["out"], "level": "INFO", "propagate": False},
            "harena.trace": {"level": "INFO" if trace else "WARNING"},
            "uvicorn": {"handlers": ["out"], "level": "WARNING", "propagate": False},
        },
    }
