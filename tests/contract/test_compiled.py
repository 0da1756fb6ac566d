"""Promise 7: compiled and interpreted play are the same game. Also: nothing is written without a journal."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import harena
from contract import traces
from harena.core import registry
from kit.running import run_program

GAMES = 108  # each set of options six times
HERE = Path(__file__).parent


@pytest.mark.parametrize("name", registry.names())
def test_compiled_and_interpreted_play_give_the_same_keys(name: str) -> None:
    lines = run_program("-m", "contract.traces", str(GAMES), name, pure=True).splitlines()
    assert lines == ["interpreted", f"{name} {traces.trace(name, GAMES)}"], (
        "it plays differently when compiled"
    )


NO_EVENTS = """
import conftest, harena
from contract.play import new_match, start
from harena.core import registry, state
from harena.core.dice import fast_dice
from harena.core.playout import play_out
class Forbidden(Exception): pass
def no_event(*_): raise Forbidden
state.Event = no_event
for name in registry.names():
    play_out(start(harena.game(name), 1), fast_dice(1), 10**6)
    try:
        new_match(harena.game(name), 1)
    except Forbidden:
        print(name, "writes events only into a journal")
"""


def test_a_game_without_a_journal_allocates_no_event() -> None:
    said = run_program("-c", NO_EVENTS, pure=True)
    assert said.splitlines() == [f"{name} writes events only into a journal" for name in registry.names()]


DEEP = """
import conftest, harena
from contract.play import start
from harena.core import registry
from harena.core.dice import fast_dice
assert harena.compiled()
for name in registry.names():
    state = start(harena.game(name), 1)
    for depth in range(30, 90):
        tree = None
        for _ in range(depth):
            tree = [tree, state.copy(), state.guess(0, fast_dice(1))]
        del tree
    print(name, "freed")
"""


@pytest.mark.skipif(not harena.compiled(), reason="plain Python asked for, and this is about compiled memory")
def test_a_deep_tree_of_positions_is_freed_without_harm() -> None:
    """Classes that mypyc is told are acyclic corrupt memory when they are freed fifty levels deep."""
    environment = {**os.environ, "PYTHONMALLOC": "debug", "PYTHONPATH": str(HERE.parent)}
    done = subprocess.run(
        [sys.executable, "-c", DEEP], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.splitlines() == [f"{name} freed" for name in registry.names()]
