"""`harena` as typed at a prompt: the type of `run`, which conftest.py gives, and a run that Ctrl-C stops."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable

Run = Callable[..., tuple[str, str, int]]  # words, as typed after `harena`, to output, errors and exit code

# Python itself takes long to begin on a busy machine, and a Ctrl-C then is not ours to answer.
PROGRAM = """
import harena.lab.compare, harena.lab.ratings
from harena.commands.cli import main
print("begun", flush=True)
main()
"""


def stopped_by_ctrl_c(*words: str) -> tuple[str, str, int]:
    """Begin a command as a program of its own, and press Ctrl-C after some seconds of work."""
    command = [sys.executable, "-c", PROGRAM, *words]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    time.sleep(5)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    return out, err, process.returncode
