"""What the tests of the lab share: `harena`, as typed at a prompt."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from harena import cli
from lab.typed import Run


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `harena` with these words in this process, in a folder of its own: output, errors, exit code."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))

    def typed(*words: str) -> tuple[str, str, int]:
        with pytest.raises(SystemExit) as exit_info:
            cli.main(words)
        out, err = capsys.readouterr()
        assert isinstance(exit_info.value.code, int)
        return out, err, exit_info.value.code

    return typed
