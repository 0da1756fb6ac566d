"""Positions that differ in one thing: a field of one position is put into a copy of another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from contract.test_names import FIELDS
from harena.core.game import AnyGame
from harena.core.state import State

FLOW = "question"


def transplants(game: AnyGame, into: State, source: State) -> Iterator[tuple[str, State]]:
    """Copies of a position with one number or list, or the whole question, of another, and what that is.

    Where nothing is lost or doubled by that, as far as the game can tell.
    """
    for path in [FLOW, *paths(into, into.copy(), "")]:
        mixed = into.copy()
        try:
            change(mixed, source, path)
            whole = game.missing(mixed) == ""
        except (AttributeError, IndexError):  # the other has no such piece
            continue
        if whole:
            yield path, mixed


def paths(thing: Any, copy: Any, before: str) -> Iterator[str]:
    """Where the numbers of a position are: not in what copies share, such as the pack."""
    for name in fields(thing):
        value, copied = getattr(thing, name), getattr(copy, name)
        if is_plain(value):
            yield f"{before}{name}"
        elif isinstance(value, list):
            for number, (one, other) in enumerate(zip(value, copied, strict=True)):
                if one is not other:
                    yield from paths(one, other, f"{before}{name}.{number}.")
        elif value is not copied:
            yield from paths(value, copied, f"{before}{name}.")


def fields(thing: Any) -> list[str]:
    """The names of an object's fields, compiled or not; of a state those that are the game's own."""
    names = [name for name in dir(thing) if name[0] != "_" and not callable(getattr(thing, name))]
    return [name for name in names if not (isinstance(thing, State) and name in FIELDS)]


def is_plain(value: Any) -> bool:
    """A number, or a list of numbers."""
    return isinstance(value, int) or (isinstance(value, list) and all(isinstance(one, int) for one in value))


def change(mixed: State, source: State, path: str) -> None:
    if path == FLOW:
        source.copy_flow_to(mixed)
        return
    to, come = mixed, source
    *way, name = path.split(".")
    for each in way:
        to, come = step(to, each), step(come, each)
    value = getattr(come, name)
    setattr(to, name, list(value) if isinstance(value, list) else value)


def step(thing: Any, name: str) -> Any:
    return thing[int(name)] if name.isdigit() else getattr(thing, name)
