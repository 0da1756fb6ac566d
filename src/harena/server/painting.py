"""Pictures are drawn in processes of their own: they take longer than all else that an action costs."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import pickle
import signal
import sys
from collections import OrderedDict, deque
from collections.abc import Sequence
from typing import Any, BinaryIO, NamedTuple

import msgspec

from harena.core import registry
from harena.core.picture import Layout, Picture
from harena.core.redrawn import changes
from harena.server.metrics import METRICS
from harena.server.packs import PackKit, load, pack_of

LOG = logging.getLogger("harena.server")
AGAIN_AFTER = 1.0  # seconds before another painter takes the place of one that ended
GOODBYE = 2.0  # seconds in which a painter ends by itself
HEAD = 4  # bytes that say how long what follows is
ROOM = 1 << 20  # bytes of pictures that may wait to be read
KEPT = 10_000  # pictures that a painter remembers, to tell what has changed
Sketch = tuple[PackKit, Any, Sequence[str], Layout]  # the pack, what is seen, the names of the seats


class Redrawing(NamedTuple):
    """Which picture it is, and which one those who get it have already."""

    place: tuple[str, int, Layout]  # the table, whose eyes, how it is laid out
    number: int
    before: int  # the number of the one they have; below 0: none


def painted(sketch: Sketch) -> bytes:
    """A picture as a JSON string."""
    return _drawn(sketch).json()


def _drawn(sketch: Sketch) -> Picture:
    kit, view, names, layout = sketch
    picture: Picture = registry.find(kit.game).draw(load(kit), view, names, layout)
    return picture


class UnpaintedError(Exception):
    """A painter could not, or is gone: the picture has to be drawn here."""


class Painter:
    """One process that draws, one picture after the other."""

    def __init__(self) -> None:
        self.waiting: deque[asyncio.Future[bytes]] = deque()
        self.ready = False
        self._process: asyncio.subprocess.Process | None = None

    async def work(self) -> None:
        """Start the process and take its pictures until it ends."""
        pipe = asyncio.subprocess.PIPE
        command = [sys.executable, "-P", "-m", "harena.server.painting"]
        self._process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, limit=ROOM, start_new_session=True
        )
        assert self._process.stdout is not None
        try:
            await read_block(self._process.stdout)
            self.ready = True
            while True:
                picture = await read_block(self._process.stdout)
                self._deliver(picture)
        except asyncio.IncompleteReadError:
            pass
        finally:
            self.ready = False
            while self.waiting:
                self._deliver(b"")
            await self._end()

    def _deliver(self, picture: bytes) -> None:
        """Pictures come in the order in which they were asked for."""
        wanted = self.waiting.popleft()
        if wanted.done():
            return
        if picture:
            wanted.set_result(picture)
        else:
            METRICS.count("pictures_drawn_here")
            wanted.set_exception(UnpaintedError())
            wanted.exception()  # seen: nobody may wait for it any more

    def ask(self, sketch: bytes) -> asyncio.Future[bytes]:
        """A picture that will come."""
        assert self._process is not None
        assert self._process.stdin is not None
        wanted: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.waiting.append(wanted)
        self._process.stdin.write(block(sketch))
        return wanted

    async def _end(self) -> None:
        if self._process is None:
            return
        if self._process.stdin is not None:
            self._process.stdin.close()  # it ends when there is nothing more to read
        try:
            await asyncio.wait_for(self._process.wait(), GOODBYE)
        except (TimeoutError, asyncio.CancelledError):
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


class Painters:
    """All processes that draw. Where none is free to ask, pictures are drawn in the server itself."""

    def __init__(self, count: int) -> None:
        self._painters = [Painter() for _ in range(count)]
        self._tasks: list[asyncio.Task[None]] = []

    def open(self) -> None:
        """Begin; nobody waits for it."""
        self._tasks = [asyncio.create_task(self._work_on(painter)) for painter in self._painters]

    async def _work_on(self, painter: Painter) -> None:
        while True:
            try:
                await painter.work()
                LOG.warning("a painter has ended; another takes its place")
            except OSError:
                LOG.exception("a painter could not start")
            await asyncio.sleep(AGAIN_AFTER)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def draw(self, sketch: Sketch, redrawing: Redrawing | None = None) -> asyncio.Future[bytes] | None:
        """Have a picture drawn; none if it has to be drawn here.

        It comes as a JSON string. Where something is said of its redrawing it may come as a list of changes.
        """
        ready = [painter for painter in self._painters if painter.ready]
        if not ready:
            return None
        try:
            written = pickle.dumps((sketch, redrawing))
        except Exception:  # somebody else's view, which cannot be sent
            return None
        if redrawing is not None:  # who drew the last one knows what has changed
            return ready[int(redrawing.place[0], 16) % len(ready)].ask(written)
        return min(ready, key=lambda painter: len(painter.waiting)).ask(written)


def block(content: bytes) -> bytes:
    return len(content).to_bytes(HEAD, "big") + content


async def read_block(reader: asyncio.StreamReader) -> bytes:
    return await reader.readexactly(int.from_bytes(await reader.readexactly(HEAD), "big"))


# --- in the painter's process


def main() -> None:
    """Draw what is asked for until the server is gone; signals to all are for the server, which ends this."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    pictures, sys.stdout = sys.stdout.buffer, sys.stderr  # a game that prints must not spoil them
    for name in registry.names():
        with contextlib.suppress(Exception):  # said where somebody plays it
            pack_of(name)
    easel = Easel()
    gc.freeze()  # what is loaded stays: Python need not look through it again and again
    send(pictures, b"ready")
    while head := sys.stdin.buffer.read(HEAD):
        send(pictures, easel.try_to_paint(sys.stdin.buffer.read(int.from_bytes(head, "big"))))


class Easel:
    """Where pictures are drawn, with the last ones beside it."""

    def __init__(self) -> None:
        self._last: OrderedDict[tuple[str, int, Layout], tuple[int, Sequence[str]]] = OrderedDict()

    def try_to_paint(self, asked: bytes) -> bytes:
        """The picture; empty if it cannot be drawn here: then the server draws it and says what is wrong."""
        try:
            sketch, redrawing = pickle.loads(asked)
            picture = _drawn(sketch)
            return picture.json() if redrawing is None else self.redraw(picture, redrawing)
        except Exception:
            return b""

    def redraw(self, picture: Picture, redrawing: Redrawing) -> bytes:
        """What has changed, if the last picture is known and that is less; else the whole picture."""
        parts = picture.parts()
        number, before = self._last.pop(redrawing.place, (-1, []))
        self._last[redrawing.place] = redrawing.number, parts
        while len(self._last) > KEPT:
            self._last.popitem(last=False)
        if number < 0 or number != redrawing.before:
            return picture.json()
        told = msgspec.json.encode(changes(before, parts))
        return told if len(told) < sum(map(len, parts)) else picture.json()


def send(pictures: BinaryIO, content: bytes) -> None:
    try:
        pictures.write(block(content))
        pictures.flush()
    except BrokenPipeError:  # the server is gone
        sys.exit(0)


if __name__ == "__main__":
    main()
