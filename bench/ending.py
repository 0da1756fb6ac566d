"""No process of a tool outlives it, however it ends."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

SIGNAL_WHEN_PARENT_ENDS = 1  # PR_SET_PDEATHSIG of Linux


def end_with(parent: int) -> None:
    """This process is killed when its parent ends; at once, if that has happened already."""
    ctypes.CDLL(None).prctl(SIGNAL_WHEN_PARENT_ENDS, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit("The tool that started this is gone.")


def end_in_order() -> None:
    """SIGTERM ends this process as Ctrl-C does: what was begun is put away."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
