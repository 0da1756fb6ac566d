"""What is sent as it is, again and again: made and compressed once, and again when it has changed.

Scripts, style and icons come from the disk; pages that are the same for everybody are made here.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cache
from pathlib import Path

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from harena.look.seat_css import seat_css

FOLDER = Path(__file__).parent / "static"
ICONS = Path(__file__).parent / "icons"  # pictures for systems that take no SVG
NAME = re.compile(r"[\w-]{1,60}\.[a-z0-9]{2,6}", re.ASCII)
SEATS = "seats.css"  # the seats' colours and patterns, from where pictures and terminal have them too
WORTH_IT = 500  # bytes; what is smaller goes as it is
FRESH = "no-cache"  # kept, but asked for each time: a new version shows at once
MOST_KEPT = 16_000_000  # bytes of pages; those asked for last stay
Mark = tuple[int, int]  # time and size

_kept: dict[str, tuple[Mark, File]] = {}
_pages: OrderedDict[tuple[Hashable, ...], File] = OrderedDict()


class File(msgspec.Struct, frozen=True):
    """A file as it is sent."""

    kind: str
    plain: bytes
    small: bytes  # compressed; empty: not worth it
    mark: str  # the same for the same content


def made(name: str, content: bytes) -> File:
    small = gzip.compress(content, mtime=0) if len(content) >= WORTH_IT else b""
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return File(kind, content, small, hashlib.sha256(content).hexdigest()[:20])


def kept(name: str, made_from: tuple[Hashable, ...], make: Callable[[], bytes]) -> File:
    """What is made from the same things, and therefore the same for everybody."""
    key = name, *made_from
    page = _pages.pop(key, None) or made(name, make())
    _pages[key] = page
    while len(_pages) > 1 and sum(len(one.plain) + len(one.small) for one in _pages.values()) > MOST_KEPT:
        _pages.popitem(last=False)
    return page


@cache
def seats_style() -> File:
    return made(SEATS, seat_css().encode())


def find(name: str) -> File:
    """A file of this name as it is now; KeyError if there is none."""
    if name == SEATS:
        return seats_style()
    path = FOLDER / name
    if not NAME.fullmatch(name) or not path.is_file():
        raise KeyError(name)
    known = path.stat()
    mark = (known.st_mtime_ns, known.st_size)
    if name not in _kept or _kept[name][0] != mark:
        _kept[name] = mark, made(name, path.read_bytes())
    return _kept[name][1]


async def file_of(request: Request) -> Response:
    """A file; what is sent counts by its size."""
    try:
        file = find(request.path_params["name"])
    except KeyError:
        request.app.state.api.check(request)
        raise HTTPException(404) from None
    response = sent(request, file)
    request.app.state.api.check_file(request, len(response.body))
    return response


def sent(request: Request, file: File, cached: str = FRESH) -> Response:
    """A file as a browser takes it, unless it has it."""
    zipped = bool(file.small) and "gzip" in request.headers.get("accept-encoding", "")
    mark = f'"{file.mark}{"-gz" if zipped else ""}"'
    headers = {"cache-control": cached, "vary": "accept-encoding", "etag": mark}
    known = request.headers.get("if-none-match", "").replace("W/", "")
    if mark in map(str.strip, known.split(",")):
        return Response(status_code=304, headers=headers)
    if zipped:
        headers["content-encoding"] = "gzip"
    return Response(file.small if zipped else file.plain, headers=headers, media_type=file.kind)


async def icon_of(request: Request) -> Response:
    """A picture for a system that installs this site, or that shows a link to it."""
    name = request.path_params["name"]
    path = ICONS / name
    if not NAME.fullmatch(name) or path.suffix != ".png" or not path.is_file():
        request.app.state.api.check(request)
        raise HTTPException(404)
    content = path.read_bytes()
    request.app.state.api.check_file(request, len(content))
    return Response(content, headers={"cache-control": "max-age=3600"}, media_type="image/png")
