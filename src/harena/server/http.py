"""Requests and answers: addresses, cookies, sentences instead of faults, headers that keep a page safe."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from harena.core.errors import HarenaError
from harena.server import trace
from harena.server.keys import hashed
from harena.server.metrics import METRICS
from harena.server.settings import Settings

LOG = logging.getLogger("harena.server")
COOKIE = "harena"
A_YEAR = 365 * 86400
LONGEST_SENTENCE = 600  # characters
TOO_MUCH = 429
HELD_BACK = 0.5  # seconds before somebody who asks too much is told so: a refusal, too, costs something
BODY_WITHIN = 20.0  # seconds; who sends a body more slowly keeps a connection busy for nothing

SAFE_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
        "manifest-src 'self'; media-src 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
NO_DOCUMENTS = ("text/javascript", "application/javascript", "text/css")  # never opened as a page
FOR_DOCUMENTS = (  # what browsers heed in documents alone; beside a short script it is most of an answer
    "content-security-policy",
    "x-frame-options",
    "cross-origin-opener-policy",
    "permissions-policy",
)


class ProblemError(HarenaError):
    """A request that cannot be served, with the status to say so."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


def answer(content: Any, status: int = 200) -> Response:
    """Plain data as JSON."""
    return Response(
        msgspec.json.encode(content), status, {"cache-control": "no-store"}, media_type="application/json"
    )


def problem(status: int, text: str) -> Response:
    """A sentence that says what is wrong."""
    METRICS.count(f"answers_{status}")
    return answer({"problem": in_short(text)}, status)


async def hold_back() -> None:
    """Whoever asks again as soon as they are answered asks less."""
    await asyncio.sleep(HELD_BACK)


def in_short(text: str, most: int = LONGEST_SENTENCE) -> str:
    """A sentence that may quote what was sent, which can be long."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


async def read_json(request: Request, most: int) -> dict[str, Any]:
    """The JSON object in a request's body."""
    try:
        async with asyncio.timeout(BODY_WITHIN):
            body = await read_body(request, most)
    except TimeoutError:
        raise ProblemError(408, f"The body of a request must come within {BODY_WITHIN:g} seconds.") from None
    except ClientDisconnect:
        raise ProblemError(400, "The connection was closed before the request was whole.") from None
    try:
        plain = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise ProblemError(400, "The body of this request must be JSON.") from None
    if not isinstance(plain, dict):
        raise ProblemError(400, "The body of this request must be a JSON object.")
    return plain


async def read_body(request: Request, most: int) -> bytes:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise ProblemError(413, f"A request has at most {most} bytes.")
    return body


def address_of(connection: HTTPConnection, settings: Settings) -> str:
    """Where a request comes from."""
    forwarded = connection.headers.get("x-forwarded-for", "")
    if settings.trust_proxy and forwarded:
        return household(forwarded.rpartition(",")[2].strip()[:64])
    return household(connection.client.host if connection.client else "unknown")


def household(address: str) -> str:
    """What shares one limit: with IPv6 a single house has 2**64 addresses to come from."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    return str(known.ipv4_mapped or ipaddress.ip_network((known, 64), strict=False))


def is_foreign(connection: HTTPConnection, settings: Settings) -> bool:
    """Was this sent by a page of another site? Programs that are no browsers send no origin."""
    origin = connection.headers.get("origin")
    if origin is None:
        return False
    own = (connection.headers.get("host", ""), *settings.hosts)
    pages = [f"{scheme}://{host}" for host in own for scheme in ("http", "https")]
    return origin not in (*pages, *settings.origins)


def player_of(connection: HTTPConnection) -> str:
    """The hash of the browser's own secret; empty if it has none yet."""
    cookie = connection.cookies.get(COOKIE, "")
    return hashed(cookie) if 16 <= len(cookie) <= 64 else ""


def give_cookie(response: Response, secret: str, connection: HTTPConnection, settings: Settings) -> None:
    """Let a browser find its tables again."""
    proto = connection.headers.get("x-forwarded-proto") if settings.trust_proxy else None
    secure = (proto or connection.scope["scheme"]) == "https"
    response.set_cookie(
        COOKIE, secret, max_age=A_YEAR, path="/", httponly=True, samesite="lax", secure=secure
    )


VISITORS_DOINGS = (
    "Invalid UTF-8 sequence",
    "Invalid HTTP request",
    "Unsupported upgrade request",
    "ASGI callable returned without completing handshake",
)


class VisitorsFaults(logging.Filter):
    """Keeps from the log what uvicorn takes for an error and is none of the server's.

    A frame that is no text (there with a traceback), a request that is no HTTP or is turned away at the door,
    and a connection that was refused with a sentence, or given up by the visitor, before it was made.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        said = str(record.msg)
        if said.startswith("Invalid UTF-8 sequence"):
            METRICS.count("refused_frame")
        return not said.startswith(VISITORS_DOINGS)


VISITORS_FAULTS = VisitorsFaults()


def safe_headers(content_type: str) -> dict[str, str]:
    """The headers for an answer of this type."""
    if not content_type.startswith(NO_DOCUMENTS):
        return SAFE_HEADERS
    return {name: value for name, value in SAFE_HEADERS.items() if name not in FOR_DOCUMENTS}


class SafeHeaders:
    """Puts the headers on every answer, and turns faults into a sentence."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        mark = trace.begin(Headers(scope=scope).get(trace.HEADER, ""))

        async def send_safely(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message["headers"] = [*message["headers"], (trace.HEADER.encode(), mark.encode())]
                present = Headers(raw=message["headers"])
                more = safe_headers(present.get("content-type", ""))
                message["headers"] = [
                    *message["headers"],
                    *((name.encode(), value.encode()) for name, value in more.items() if name not in present),
                ]
            await send(message)

        await self.app(scope, receive, send_safely)
