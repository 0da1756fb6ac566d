"""Playing at a table server from a program: `async with harena.client.connect(address) as server: ...`."""

from __future__ import annotations

from harena.client.errors import NoAnswerError, ProblemError, RefusedError
from harena.client.link import Link, read_link
from harena.client.live import Live
from harena.client.server import Opened, Place, Server, connect
from harena.client.sight import Choice, Line, SeatSeen, Sight

__all__ = [
    "Choice",
    "Line",
    "Link",
    "Live",
    "NoAnswerError",
    "Opened",
    "Place",
    "ProblemError",
    "RefusedError",
    "SeatSeen",
    "Server",
    "Sight",
    "connect",
    "read_link",
]
