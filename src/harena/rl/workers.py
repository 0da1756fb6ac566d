"""A batch over several processes, with arrays in memory that they share."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import time
import weakref
from contextlib import suppress
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from harena.core.errors import HarenaError
from harena.rl.batch import Batch
from harena.rl.shares import Shares, cut, written

# A fresh interpreter, the same on every system: it inherits no locks and no pipes.
PROCESSES: Final = multiprocessing.get_context("spawn")
STEP, RESET, PICK = range(3)  # orders
SPIN: Final = 200e-6  # seconds in which to look for the next order before falling asleep
LOOK_UP: Final = 1.0  # seconds between two looks whether the others are still there
PATIENCE: Final = 5.0  # seconds until a worker that does not end is ended


class Memory:
    """An array in memory that processes share; it travels to a process when that is started."""

    def __init__(self, shape: tuple[int, ...], kind: Any) -> None:
        self.shape, self.kind = shape, np.dtype(kind)
        self.bytes: Any = PROCESSES.RawArray(ctypes.c_uint8, int(np.prod(shape)) * self.kind.itemsize)

    def array(self) -> NDArray[Any]:
        return np.frombuffer(self.bytes, dtype=self.kind).reshape(self.shape)


class Signal:
    """Somebody waits until another says so."""

    def __init__(self) -> None:
        self.said = PROCESSES.Semaphore(0)

    def say(self) -> None:
        self.said.release()

    def wait(self) -> bool:
        """True once it was said, False if nobody has for some time."""
        soon = time.perf_counter() + SPIN
        while time.perf_counter() < soon:
            if self.said.acquire(False):
                return True
        return bool(self.said.acquire(True, LOOK_UP))


class Workers(Shares):
    """So many processes, this one included, each with its share of the games.

    The keywords are those of `Batch`. Close it in the end, or use it in a `with`.
    """

    def __init__(
        self, game: str, games: int = 512, *, workers: int = 2, first: int = 0, seed: int = 0, **asked: Any
    ) -> None:
        self.parts = cut(games, workers)
        own = self.parts[0]
        self.batch = Batch(game, own.stop, first=first, **asked)
        self._memory: list[Memory] = []
        super().__init__(games, self.batch, self._allocate)
        self.orders = self._allocate((2,), np.int64)  # what to do, and with which seed
        self._given = Given(self.batch, own, self.whole())
        self._helpers: list[Helper] = []
        self._end = weakref.finalize(self, end_all, self._helpers)
        try:
            self._call(game, first, asked)
            self.reset(seed)
        except BaseException:
            self.close()
            raise

    def _call(self, game: str, first: int, asked: dict[str, Any]) -> None:
        """Start the other processes, and wait until they are ready."""
        memory = dict(zip(self.whole() | {"orders": self.orders}, self._memory, strict=True))
        for part in self.parts[1:]:
            theirs = {**asked, "first": first + part.start}
            self._helpers.append(Helper(part, memory, (game, part.stop - part.start), theirs))
        for helper in self._helpers:
            helper.hear()

    def _allocate(self, shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
        self._memory.append(Memory(shape, kind))
        return self._memory[-1].array()

    def whole(self) -> dict[str, NDArray[Any]]:
        """All arrays that processes share, in the order in which they were made."""
        return {**self.arrays, "picked": self.picked, "chosen": self.chosen}

    def _order(self, what: int, seed: int = 0) -> None:
        """All do their share; this process, too."""
        if not self._end.alive:
            raise HarenaError("These workers were sent home.")
        self.orders[:] = what, seed
        for helper in self._helpers:
            helper.go.say()
        failure = ""
        try:
            self._given.do(what, seed)
        except HarenaError as error:
            failure = str(error)
        for helper in self._helpers:
            helper.wait()
        for helper in self._helpers:
            failure = failure or helper.failure()
        if failure:
            raise HarenaError(failure)

    def _reset(self, seed: int) -> None:
        self._order(RESET, seed)

    def _step(self) -> None:
        self._order(STEP)

    def any_actions(self) -> NDArray[np.int32]:
        self._order(PICK)
        return self.picked

    def close(self) -> None:
        """End the processes; bots let go of what they hold."""
        self._end()
        self.batch.close()


class Given:
    """A share of the games, and where in the whole it is written."""

    def __init__(self, batch: Batch, part: slice, whole: dict[str, NDArray[Any]]) -> None:
        self.batch = batch
        self.chosen = whole["chosen"][part]
        self.picked = whole["picked"][part]
        self.pairs = [(array, whole[name][part]) for name, array in written(batch).items()]

    def do(self, what: int, seed: int) -> None:
        """Obey an order."""
        batch = self.batch
        if what == PICK:
            self.picked[:] = batch.any_actions()
            return
        if what == RESET:
            batch.reset(seed)
        else:
            batch.step_trusting(self.chosen)
        for mine, theirs in self.pairs:
            np.copyto(theirs, mine)


class Helper:
    """Another process, seen from here."""

    def __init__(
        self, part: slice, memory: dict[str, Memory], games: tuple[str, int], asked: dict[str, Any]
    ) -> None:
        self.part = part
        self.go, self.done = Signal(), Signal()
        self.pipe, theirs = PROCESSES.Pipe(duplex=False)
        self.process = PROCESSES.Process(
            target=work, args=(part, memory, games, asked, self.go, self.done, theirs), daemon=True
        )
        self.process.start()
        theirs.close()  # so that the pipe breaks when the process ends

    def wait(self) -> None:
        """Until its share is done."""
        while not self.done.wait():
            if not self.process.is_alive():
                raise self.gone()

    def hear(self) -> None:
        """Its first word: that it is ready, or why not."""
        try:
            failure = self.pipe.recv()
        except EOFError:
            raise self.gone() from None
        if failure:
            raise HarenaError(failure)

    def failure(self) -> str:
        """What went wrong in its share, if anything."""
        return str(self.pipe.recv()) if self.pipe.poll() else ""

    def gone(self) -> HarenaError:
        return HarenaError(
            f"The worker with games {self.part.start}-{self.part.stop - 1} has ended "
            f"(exit code {self.process.exitcode}). A script of your own needs `if __name__ == '__main__':` "
            "around what it starts."
        )

    def end(self) -> None:
        """End the process, whatever it is at."""
        self.process.terminate()
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.pipe.close()


def end_all(helpers: list[Helper]) -> None:
    """End all processes."""
    for helper in helpers:
        helper.end()


def work(
    part: slice,
    memory: dict[str, Memory],
    games: tuple[str, int],
    asked: dict[str, Any],
    go: Signal,
    done: Signal,
    pipe: Any,
) -> None:
    """What another process does, until it is ended or nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = os.getppid()
    try:
        given = Given(Batch(*games, **asked), part, {name: one.array() for name, one in memory.items()})
        orders = memory["orders"].array()
    except Exception as error:
        pipe.send(f"The worker with games {part.start}-{part.stop - 1} could not begin: {error}")
        return
    pipe.send("")
    while os.getppid() == parent:
        if go.wait():
            with suppress(BrokenPipeError):
                obey(given, orders, pipe)
            done.say()


def obey(given: Given, orders: NDArray[Any], pipe: Any) -> None:
    """Do what was ordered, and say so if that fails."""
    try:
        given.do(int(orders[0]), int(orders[1]))
    except Exception as error:
        pipe.send(str(error) or type(error).__name__)
