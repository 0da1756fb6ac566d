"""Loads positions from a file, says what they are and how they end, and writes them down again.

Run as a program, so that pickles made compiled are loaded interpreted and the other way round.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import conftest  # noqa: F401 - registers the example game
import harena
from contract.play import pick
from harena.core.dice import fast_dice
from harena.core.state import OVER, State


def told(state: State) -> str:
    """All that two positions must have in common; none of it moves the position."""
    return f"{state.key()} {state.legal()} {state.dice.drawn} {state.made} {state.seen}"


def ending(state: State) -> str:
    """How a position ends that is played on at random, with its own dice."""
    choices = fast_dice(7)
    while state.seat != OVER:
        state.play(pick(state, choices))
    return f"{told(state)} {state.score()}"


def main(came: Path, goes: Path) -> None:
    print("compiled" if harena.compiled() else "interpreted")
    states: list[State] = pickle.loads(came.read_bytes())
    goes.write_bytes(pickle.dumps(states))
    for state in states:
        print(told(state), "ends", ending(state))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
