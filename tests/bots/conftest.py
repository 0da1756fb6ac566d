"""What the tests of bots share."""

from __future__ import annotations

from pathlib import Path

import pytest

from bots.programs import (
    CHANCE,
    PYTHON,
    READY,
    Writer,
)
from harena.bots.program import ProgramBot


@pytest.fixture
def written(tmp_path: Path) -> Writer:
    """A bot that is a program of these lines: what it does at each message."""

    def write(game: str = READY, decide: str = CHANCE, over: str = "pass", seconds: float = 10) -> ProgramBot:
        lines = ["import json, os, signal, sys, time"]
        lines += ["def say(m): print(json.dumps(m), flush=True)"]
        lines += ["for line in sys.stdin:", "    m = json.loads(line)"]
        for kind, code in (("game", game), ("decide", decide), ("over", over)):
            lines += [f"    if m['type'] == {kind!r}:"]
            lines += [f"        {line}" for line in code.strip().splitlines()]
        file = tmp_path / "bot.py"
        file.write_text("\n".join(lines))
        return ProgramBot([*PYTHON, str(file)], seconds)

    return write
