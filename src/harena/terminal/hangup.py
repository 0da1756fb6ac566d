"""Leaving tidily when the terminal is closed or the program is told to end."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = ("SIGHUP", "SIGTERM")  # not every system has both


@contextmanager
def as_end_of_input() -> Iterator[None]:
    """While this lasts, such a signal ends the input, as if the keyboard had been unplugged."""
    numbers = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        numbers = []  # only the main thread may say what a signal does
    before = {number: signal.getsignal(number) for number in numbers}
    ours = [number for number, handler in before.items() if handler == signal.SIG_DFL]
    for number in ours:
        signal.signal(number, _end)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def _end(number: int, frame: FrameType | None) -> None:
    raise EOFError
