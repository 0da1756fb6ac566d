"""Programs of the tests in a process of their own, compiled or as plain Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent.parent


def run_program(*arguments: str, pure: bool) -> str:
    """What a Python program prints; `pure` runs the plain source even beside compiled modules."""
    found = [str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "HARENA_PURE": "1" if pure else "", "PYTHONPATH": os.pathsep.join(found)}
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
