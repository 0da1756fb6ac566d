"""The link by which a friend is invited."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import msgspec

from harena.core.errors import HarenaError


class Link(msgspec.Struct, frozen=True):
    """Where a friend's link leads: a server, a table, a seat, and the secret that allows to take it."""

    address: str
    id: str
    seat: int
    invite: str


def read_link(link: str) -> Link:
    """A link as a table's page shows it, like `http://127.0.0.1:8421/t/TABLE#1.SECRET`."""
    parts = urlsplit(link.strip())
    table = re.fullmatch(r"/t/([0-9a-f]{16})/?", parts.path)
    seat = re.fullmatch(r"(\d)\.([\w-]{8,64})", parts.fragment)
    if parts.scheme not in ("http", "https") or not parts.netloc or table is None or seat is None:
        raise HarenaError("A link to a seat looks like http://127.0.0.1:8421/t/0123456789abcdef#1.SECRET.")
    return Link(f"{parts.scheme}://{parts.netloc}", table[1], int(seat[1]), seat[2])
