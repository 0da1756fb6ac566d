"""Plays random games and prints a fingerprint of every key and dice counter on the way.

Run as a program, so that the same source can be played compiled and interpreted and compared.
"""

from __future__ import annotations

import hashlib
import sys

import conftest  # noqa: F401 - registers the example game
import harena
from contract.play import positions


def trace(name: str, games: int) -> str:
    """A digest over all decisions of so many games."""
    digest = hashlib.sha256()
    for state in positions(harena.game(name), games):
        digest.update(f"{state.key()} {state.dice.drawn} {state.legal()}\n".encode())
    return digest.hexdigest()


if __name__ == "__main__":
    print("compiled" if harena.compiled() else "interpreted")
    for name in sys.argv[2:]:
        print(name, trace(name, int(sys.argv[1])))
