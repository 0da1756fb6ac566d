"""Sealed choices: the state asks one seat after the other, yet all of them can decide at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from harena.core.state import State


def asked_ahead(state: State, seat: int, given: Mapping[int, Sequence[int]]) -> State | None:
    """The position in which a seat is asked while choices are sealed; None if it has nothing to answer.

    `given` are answers by seat that wait for their turn.
    """
    if seat < 0 or state.sealed >> seat & 1 == 0:
        return None
    ahead = state.copy()
    waiting = {of: list(answers) for of, answers in given.items()}
    while ahead.seat != seat or waiting.get(seat):
        # No seat's open actions depend on another's answer, so any answer will do for the others.
        queue = waiting.get(ahead.seat)
        ahead.play(queue.pop(0) if queue else ahead.nth(0))
        if ahead.sealed == 0 or ahead.sealings != state.sealings:
            return None  # all have answered: what comes next depends on it
    return ahead
