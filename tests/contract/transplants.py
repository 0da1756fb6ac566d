"""Positions that differ in one thing: a field of one position is put into a copy of another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from contract.test_names import FIELDS
from harena.core.game import AnyGame
from harena.core.state import State

QUESTION = "question"
QUESTIONS = 12  # that are put at a position, at most


def transplants(game: AnyGame, into: State, sources: Sequence[State]) -> Iterator[tuple[str, State]]:
    """Copies of a position with one number or list of another, or with its question, and what that is.

    Where nothing is lost or doubled by that, as far as the game can tell.
    """
    for path in paths(into, into.copy(), ""):
        yield from mixed(game, into, sources[0], path)
    alike = [source for source in sources if type(source.waiting) is type(into.waiting)]
    for source in alike[:QUESTIONS]:
        yield from mixed(game, into, source, QUESTION)


def mixed(game: AnyGame, into: State, source: State, path: str) -> Iterator[tuple[str, State]]:
    both = into.copy()
    try:
        whole = change(both, source, path) and game.missing(both) == ""
    except (AttributeError, IndexError):  # the other has no such piece
        return
    if whole:
        yield path, both


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


def change(both: State, source: State, path: str) -> bool:
    """Put it in; was it another there?"""
    if path == QUESTION:
        source.copy_flow_to(both)
        return True
    to, come = both, source
    *way, name = path.split(".")
    for each in way:
        to, come = step(to, each), step(come, each)
    before, value = getattr(to, name), getattr(come, name)
    setattr(to, name, list(value) if isinstance(value, list) else value)
    return bool(before != value)


def step(thing: Any, name: str) -> Any:
    return thing[int(name)] if name.isdigit() else getattr(thing, name)
