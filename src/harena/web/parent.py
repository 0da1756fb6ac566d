"""`harena serve --workers N`: a parent that starts N processes, watches them, and stops them in time."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import logging.config
import multiprocessing
import signal
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.context import SpawnProcess

import msgspec

from harena.core.errors import HarenaError
from harena.server.metrics import Figures
from harena.server.serving import allow_many_files
from harena.server.settings import Settings
from harena.web.reception import Place, Reception
from harena.web.serve import log_settings
from harena.web.worker import LONGEST_LINE, Sign, Ways, work

LOG = logging.getLogger("harena.server")
TICK = 1.0  # seconds
QUIET = 4.0  # seconds without a sign of life: others are handed what comes
HUNG = 45.0  # seconds after which a worker that gives no sign is replaced
BEGINS_WITHIN = 300.0  # seconds for a start
STOPS_WITHIN = 4.0  # seconds; then it is ended
FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0  # seconds before another is started; twice as long each time
STEADY = 60.0  # seconds after which one that ends has not failed to start


def check_workers(settings: Settings) -> None:
    """Several processes need a database that several can use."""
    if settings.workers > 1 and settings.database.startswith("sqlite"):
        raise HarenaError(
            f"--workers {settings.workers} needs PostgreSQL: an SQLite file takes one process. "
            "Name a database with --database postgresql://USER:PASSWORD@HOST/NAME, or leave --workers out."
        )
    if settings.workers > 1 and not hasattr(socket, "send_fds"):
        raise HarenaError("--workers is not available on this system; it takes Linux, macOS or another Unix.")


@dataclass
class Slot:
    """The place of one worker, whichever process fills it just now."""

    number: int
    hatch: socket.socket = field(default_factory=socket.socket)
    line: socket.socket = field(default_factory=socket.socket)
    process: SpawnProcess | None = None
    ready: bool = False
    started_at: float = 0.0
    heard_at: float = 0.0
    wait: float = 0.0  # before the next is started
    figures: Figures = field(default_factory=Figures)
    problem: str = ""
    unread: bytes = b""


class Parent:
    """The process that was started by hand: it serves nobody itself."""

    def __init__(self, settings: Settings, listening: socket.socket, started: Callable[[], None]) -> None:
        self.settings = settings
        self.when_started = started
        self.slots = [Slot(number) for number in range(1, settings.workers + 1)]
        self.reception = Reception(settings, listening, self._open_places)
        self.problem = ""
        self._gone = Figures()  # what workers had counted that are no more
        self._stopping = False
        self._all_ended = asyncio.Event()
        self._begun = False

    def run(self) -> None:
        """Until stopped."""
        logging.config.dictConfig(log_settings(self.settings.log_json))
        allow_many_files()
        asyncio.run(self._run())
        if self.problem:
            raise HarenaError(self.problem)

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.stop)
        self.reception.open()
        self._start(self.slots[0])  # the first makes the database's tables, or says why that cannot be
        watching = asyncio.create_task(self._watch_on())
        await self._all_ended.wait()
        watching.cancel()

    # --- starting and ending

    def _start(self, slot: Slot) -> None:
        if self._stopping:
            return
        slot.hatch, hatch = socket.socketpair()
        slot.line, line = socket.socketpair()
        context = multiprocessing.get_context("spawn")
        slot.process = context.Process(target=work, args=(self.settings, Ways(hatch, line)))
        slot.process.start()
        for end in (hatch, line):
            end.close()
        for way in (slot.hatch, slot.line):
            way.setblocking(False)
        slot.ready, slot.unread, slot.problem, slot.figures = False, b"", "", Figures()
        slot.started_at = slot.heard_at = time.monotonic()
        loop = asyncio.get_running_loop()
        loop.add_reader(slot.line, self._hear, slot)
        loop.add_reader(slot.process.sentinel, self._ended, slot)

    def _ended(self, slot: Slot) -> None:
        assert slot.process is not None
        self._hear(slot)
        loop = asyncio.get_running_loop()
        loop.remove_reader(slot.process.sentinel)
        loop.remove_reader(slot.line)
        slot.process.join()
        code, pid, slot.process, slot.ready = slot.process.exitcode, slot.process.pid, None, False
        slot.hatch.close()
        slot.line.close()
        self._gone = self._gone.plus(slot.figures.only_counted())
        slot.figures = Figures()
        if self._stopping or not self._begun:
            if not self._stopping:
                self.problem = slot.problem or f"The server could not start: it ended with {code}."
            self._end_if_all_have()
            return
        lived = time.monotonic() - slot.started_at
        slot.wait = FIRST_WAIT if lived > STEADY or not slot.wait else min(2 * slot.wait, LONGEST_WAIT)
        why = slot.problem or (f"signal {-code}" if code and code < 0 else f"exit code {code}")
        facts = {"worker": slot.number, "pid": pid}
        LOG.error("a worker ended (%s); another starts in %g s", why, slot.wait, extra=facts)
        loop.call_later(slot.wait, self._start, slot)

    def stop(self) -> None:
        """Tell all to end, and end those that do not; told twice, end them at once."""
        if self._stopping:
            self._kill_all()
            return
        self._stopping = True
        self.reception.close()
        for slot in self.slots:
            if slot.process is not None:
                slot.process.terminate()
        asyncio.get_running_loop().call_later(STOPS_WITHIN, self._kill_all)
        self._end_if_all_have()

    def _kill_all(self) -> None:
        for slot in self.slots:
            if slot.process is not None:
                LOG.warning("a worker did not end in time", extra={"worker": slot.number})
                slot.process.kill()

    def _end_if_all_have(self) -> None:
        if all(slot.process is None for slot in self.slots):
            if not self._stopping:
                self.reception.close()
            self._all_ended.set()

    # --- watching

    def _open_places(self) -> list[Place]:
        """The workers that answer; one that stands still gets what nobody else can take."""
        ready: list[Slot] = [slot for slot in self.slots if slot.ready]
        now = time.monotonic()
        return list([slot for slot in ready if now - slot.heard_at < QUIET] or ready)

    def _hear(self, slot: Slot) -> None:
        more = b""
        with contextlib.suppress(OSError):
            more = slot.line.recv(LONGEST_LINE)
        if not more:
            asyncio.get_running_loop().remove_reader(slot.line)
            return
        *lines, slot.unread = (slot.unread + more).split(b"\n")
        for line in lines:
            sign = msgspec.json.decode(line, type=Sign)
            slot.heard_at = time.monotonic()
            slot.problem = sign.problem
            if sign.ready:
                self._is_ready(slot)
            elif not sign.problem:
                slot.figures = sign.figures

    def _is_ready(self, slot: Slot) -> None:
        slot.ready = True
        LOG.info("a worker serves", extra={"worker": slot.number, "pid": slot.process and slot.process.pid})
        if not self._begun:
            self._begun = True
            for other in self.slots[1:]:
                self._start(other)
            self.when_started()
        self.reception.hand_on_held()

    async def _watch_on(self) -> None:
        looked_at = time.monotonic()
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            if now - looked_at > QUIET:  # this process stood still itself: it has heard nobody
                for slot in self.slots:
                    slot.heard_at = now
            looked_at = now
            for slot in self.slots:
                self._watch(slot, now)

    def _watch(self, slot: Slot, now: float) -> None:
        if slot.process is None or self._stopping:
            return
        if now - slot.heard_at > (HUNG if slot.ready else BEGINS_WITHIN):
            LOG.error("a worker gives no sign of life", extra={"worker": slot.number})
            slot.process.kill()
            return
        others = self._gone
        for other in self.slots:
            if other is not slot:
                others = others.plus(other.figures)
        with contextlib.suppress(OSError):  # it takes nothing now
            slot.line.send(msgspec.json.encode(others) + b"\n")
