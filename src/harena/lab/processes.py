"""Playing on all cores of this machine: one process for each."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from multiprocessing.connection import Connection, wait
from threading import current_thread, main_thread
from typing import Any

import msgspec

from harena.core.errors import HarenaError
from harena.lab.crew import Batch, Finished, play_batch
from harena.lab.play import Player

# A fresh interpreter, the same on every system: it inherits no locks, and no pipes of other workers.
PROCESSES = multiprocessing.get_context("spawn")
LIVES = 3  # a batch in which so many workers ended is not tried again
GONE = (EOFError, ConnectionError, BrokenPipeError)
PATIENCE = 5.0  # seconds until a worker that does not end is ended

_pack = msgspec.msgpack.Encoder().encode
_unpack_batch = msgspec.msgpack.Decoder(Batch).decode
_unpack_finished = msgspec.msgpack.Decoder(Finished).decode


class Worker:
    """One process, and the batches it has been given."""

    def __init__(self, player: bytes) -> None:
        self.pipe, theirs = PROCESSES.Pipe()
        self.batches: deque[Batch] = deque()
        self.process = PROCESSES.Process(target=work, args=(theirs,), daemon=True)
        with _ctrl_c_waits():
            self.process.start()
        theirs.close()  # so that the pipe breaks when the process ends
        try:
            self.send(player)  # here it may take as long as the process does to begin: Ctrl-C need not wait
        except BaseException:
            self.end()
            raise

    def send(self, written: bytes) -> None:
        """One that ended is noticed when its answer is waited for."""
        with suppress(*GONE):
            self.pipe.send_bytes(written)

    def give(self, batch: Batch) -> None:
        self.batches.append(batch)
        self.send(_pack(batch))

    def take(self) -> Finished:
        """The batch it has finished; EOFError if it has ended instead."""
        try:
            finished = _unpack_finished(self.pipe.recv_bytes())
        except OSError:
            raise EOFError from None
        self.batches.remove(finished.batch)
        return finished

    def end(self) -> int | None:
        """End the process, whatever it is at; its exit code."""
        self.pipe.close()
        self.process.terminate()
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        return self.process.exitcode


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Ctrl-C, which the whole terminal is sent, is not for a process started here, not even at first.

    And it does not break off starting one, which would then complain that it was told half of what to do.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    with _noted() if current_thread() is main_thread() else nullcontext():
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)


@contextmanager
def _noted() -> Iterator[None]:
    """In the main thread: Ctrl-C, which another thread may hear meanwhile, is answered afterwards."""
    heard: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        for number in heard:
            signal.raise_signal(number)


class Processes:
    """A crew of worker processes. One that is killed is replaced, and its batches are played again."""

    def __init__(self, player: Player, count: int) -> None:
        self.player = pickle.dumps(player)
        self.ended: Counter[int] = Counter()  # by a batch's first game: in how many workers
        self.workers: list[Worker] = []
        try:
            for _ in range(count):
                self.workers.append(Worker(self.player))
        except BaseException:
            self.close()
            raise

    def hands(self) -> int:
        return len(self.workers)

    def give(self, batch: Batch) -> None:
        min(self.workers, key=lambda worker: len(worker.batches)).give(batch)

    def take(self) -> Finished:
        while True:
            busy: dict[Any, Worker] = {worker.pipe: worker for worker in self.workers if worker.batches}
            worker = busy[wait(list(busy))[0]]
            try:
                return worker.take()
            except EOFError:
                self.replace(worker)

    def replace(self, worker: Worker) -> None:
        """Put another in the place of a worker that has ended, with the same batches."""
        code, batches = worker.end(), list(worker.batches)
        self.workers.remove(worker)
        self.ended[batches[0].first] += 1
        if self.ended[batches[0].first] == LIVES:
            raise HarenaError(_hopeless(batches[0], code))
        fresh = Worker(self.player)
        self.workers.append(fresh)
        for batch in batches:
            fresh.give(batch)

    def close(self) -> None:
        """End all workers, whatever they are at."""
        for worker in self.workers:
            worker.process.terminate()
        for worker in self.workers:
            worker.end()


def _hopeless(batch: Batch, code: int | None) -> str:
    games = f"game {batch.first}" if batch.end == batch.first + 1 else f"games {batch.first}-{batch.end - 1}"
    how = f"by signal {-code}" if code is not None and code < 0 else f"with exit code {code}"
    return (
        f"{LIVES} worker processes ended ({how}) while they played {games}: perhaps for want of memory, or "
        "because of a bot. A script of your own needs `if __name__ == '__main__':` around what it starts."
    )


def work(pipe: Connection) -> None:
    """What a worker process does until nobody is at the other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(*GONE):
        try:
            written = pipe.recv_bytes()
        except OSError:  # half of it came
            return
        batch = _unpack_batch(pipe.recv_bytes())
        try:
            player: Player = pickle.loads(written)
        except HarenaError as error:
            pipe.send_bytes(_pack(Finished(batch, b"\x90", 0.0, str(error))))  # no rows
            return
        while True:
            pipe.send_bytes(_pack(play_batch(player, batch)))
            batch = _unpack_batch(pipe.recv_bytes())
