"""The names a server answers to. Another site can give its own name this machine's address (DNS rebinding);
a browser then takes the two for one site, and only the name in the request tells that they are not.
"""

from __future__ import annotations

import hmac
import html
import ipaddress
import logging
import re
import socket
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from harena.core.errors import HarenaError
from harena.server.http import problem
from harena.server.metrics import METRICS
from harena.server.settings import Settings

LOG = logging.getLogger("harena.server")
NUMBER, NAME = r"\[([0-9a-f:.]{2,45})\]", r"([a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?)\.?"
HOST = re.compile(rf"(?:{NUMBER}|{NAME})(?::\d{{0,5}})?", re.ASCII)
EVERY = "*"  # any name at all
BELOW = "*."  # any name below one
MISDIRECTED = 421
MOST_TOLD = 20  # unknown names that are logged, each once
FORWARDED = ("x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via")  # a proxy's marks
UNKNOWN = "This server does not answer to that name."
PAGE = (Path(__file__).parent / "another_address.html").read_text(encoding="utf-8")
IP = ipaddress.IPv4Address | ipaddress.IPv6Address


def name_in(host: str) -> str:
    """The name or number in a Host header, small and without its port; empty if it is none."""
    found = HOST.fullmatch(host.strip().lower())
    return (found[1] or found[2]) if found else ""


def checked_host(word: str) -> str:
    """A host that an operator names, or a sentence that says what is wrong with it."""
    plain = word.strip().lower()
    if plain == EVERY or name_in(plain.removeprefix(BELOW)) or number_in(plain):
        return plain
    raise HarenaError(
        f"--hosts takes a name or an address, like play.example.org or 192.168.1.5, not {word[:80]!r}."
    )


def number_in(name: str) -> IP | None:
    try:
        return ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return None


def is_own(number: IP) -> bool:
    """Is this an address of the machine itself? Nobody can listen at any other."""
    if number.is_loopback or number.is_multicast:
        return number.is_loopback
    family = socket.AF_INET if number.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.bind((str(number), 0))
    except OSError:
        return False
    return True


def own_names() -> set[str]:
    """The machine's own name, and that in its local network; nobody else can give them an address."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return {"localhost", name, short, f"{short}.local"} - {"", ".local"}


class Hosts:
    """The names that are answered: the machine's own and those its operator names."""

    def __init__(self, settings: Settings) -> None:
        named = [*settings.hosts, *(origin.partition("://")[2] for origin in settings.origins), settings.host]
        self.all = EVERY in named
        self.names = own_names() | {name_in(one) or one for one in named}
        self.parents = tuple(f".{one.removeprefix(BELOW)}" for one in named if one.startswith(BELOW))
        self._told: set[str] = set()

    def answers(self, host: str | None, reached_at: str) -> bool:
        """Is a request for this host answered that came to this address? Browsers always name a host."""
        if host is None or self.all:
            return True
        name = name_in(host)
        if not name:
            return False
        if name in self.names or name == reached_at or name.endswith((".localhost", *self.parents)):
            return True
        number = number_in(name)
        return number is not None and is_own(number)

    def tell(self, name: str) -> None:
        """The operator hears of each unknown name once: it may be one that people should use."""
        if name and name not in self._told and len(self._told) < MOST_TOLD:
            self._told.add(name)
            LOG.warning(
                "somebody asked for a name that is not answered; --hosts adds it", extra={"host": name}
            )


class KnownHosts:
    """Lets requests through that name a known host, over HTTP and for WebSockets."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            headers = Headers(scope=scope)
            host, (reached_at, _) = headers.get("host"), scope.get("server") or ("", 0)
            if not self.hosts.answers(host, reached_at.partition("%")[0]):
                METRICS.count("refused_host")
                name = name_in(host or "")
                self.hosts.tell(name)
                await turned_away(name, headers.get("accept", ""))(scope, receive, send)
                return
        await self.app(scope, receive, send)


def turned_away(name: str, accepted: str) -> Response:
    """A sentence for programs, a page for people."""
    said = UNKNOWN
    if name:
        said = f"This server does not answer to the name {name}. Whoever runs it can add --hosts {name}."
    if "text/html" not in accepted:
        return problem(MISDIRECTED, said)
    return HTMLResponse(PAGE.replace("SAID", html.escape(said)), MISDIRECTED, {"cache-control": "no-store"})


# --- the operator


def is_operator(connection: HTTPConnection, settings: Settings) -> bool:
    """Does somebody ask on this machine itself, past any proxy, or with the operator's token?"""
    given = connection.headers.get("authorization", "").partition("Bearer ")[2].strip()
    if settings.metrics_token and hmac.compare_digest(given.encode(), settings.metrics_token.encode()):
        return True
    if any(mark in connection.headers for mark in FORWARDED):
        return False
    asked = name_in(connection.headers.get("host", "localhost"))
    return all(map(_is_here, [asked, connection.client.host if connection.client else ""]))


def _is_here(name: str) -> bool:
    number = number_in(name)
    return number.is_loopback if number else name == "localhost"
