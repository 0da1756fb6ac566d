"""Waiting for another program until it waits itself."""

from __future__ import annotations

import time
from pathlib import Path

LOOKS = 30


def wait_until_it_rests(pid: int) -> None:
    """Until a program has not been working at any of several looks in a row."""
    resting, end = 0, time.monotonic() + 60
    while resting < LOOKS:
        assert time.monotonic() < end, "the program does not come to rest"
        resting = resting + 1 if is_resting(pid) else 0
        time.sleep(0.01)


def is_resting(pid: int) -> bool:
    """Where the system does not tell, any program seems to rest."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"
    except OSError:
        return True
