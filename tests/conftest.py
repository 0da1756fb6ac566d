"""What all tests share: every registered game, and the tiny example game among them."""

from __future__ import annotations

import contextlib
import io
import itertools
import os
import random
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

import harena
from example.high_card import GAME as HIGH_CARD
from harena.commands import cli
from harena.core import options, registry
from harena.core.dice import fast_dice
from harena.core.errors import OptionError
from harena.core.game import AnyGame
from lab.typed import Run

pytest_plugins = ["side_by_side"]
registry.add(HIGH_CARD)
settings.register_profile("anew", deadline=None, print_blob=True)  # --hypothesis-profile=anew: other examples
settings.register_profile("harena", settings.get_profile("anew"), derandomize=True)
settings.load_profile("harena")

# A run that is started in the background or by nohup ignores these, and so would every program a test starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

MOST_OPTION_SETS = 18
FEWEST_WORKERS = 4  # even on two cores: tests in a browser mostly wait


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """How many tests run side by side under `-n auto`."""
    return max(FEWEST_WORKERS, os.cpu_count() or 1)


def pytest_collection_finish() -> None:
    """OpenSpiel brings a log handler that closes, with a server's logs, what pytest then still writes to."""
    if "absl.logging" in sys.modules:
        from absl import logging

        logging.get_absl_handler().python_handler.stream = sys.__stderr__


def option_sets(game: AnyGame) -> list[dict[str, Any]]:
    """Some combinations of a game's options that go together, as far as they are a matter of choosing."""
    pack, found = game.pack(), []
    named = {field.name: field.choices for field in options.fields(game.options) if field.choices}
    for name, known in game.known(pack).items():
        if known.most == 1 and len(known.names) > 1:  # scenarios and the like, of which the pack has several
            named[name] = list(known.names)
    combinations = list(itertools.product(*named.values()))
    random.Random(1).shuffle(combinations)
    for values in combinations:
        chosen = dict(zip(named, values, strict=True))
        with contextlib.suppress(OptionError):
            game.new(pack, game.options(**chosen), fast_dice(1))
            found.append(chosen)
        if len(found) == MOST_OPTION_SETS:
            break
    return found


@pytest.fixture(params=registry.names())
def game(request: pytest.FixtureRequest) -> AnyGame:
    """Each registered game in turn."""
    return harena.game(request.param)


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
