"""Positions that travel: how states, packs, dice and whatever they hold are pickled, compiled or not.

Most compiled objects cannot be made without their `__init__`. It is called with what the object keeps under
the names of its parameters, and the rest is set afterwards. A pickle holds names and values alone, so one
that compiled code wrote loads in plain Python, and the other way round.

Pickles are for one's own processes: loading one runs whatever its writer wanted.
"""

from __future__ import annotations

import copyreg
import inspect
from collections.abc import Iterable, Mapping
from functools import cache, partial
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i32, u8

OURS: Final = "harena."  # modules that may be compiled where a pickle is loaded
NATIVE: Final = "__mypyc_attrs__"  # of a compiled class: the names of its attributes
HEAP: Final = 1 << 9  # the flag of a class that a program has made, as opposed to Python's own
CONTAINERS: Final = frozenset({list, tuple, set, frozenset, dict})
VECTORS: Final[dict[str, Any]] = {
    "u8": vec[u8],
    "i32": vec[i32],
    "float": vec[float],
}  # lists of numbers in compiled code
IN_ORDER: Final = frozenset({inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD})

_met: set[Any] = {bool, bytes, float, int, str, type(None), type}  # kinds that need no further look


def reduced(thing: Any) -> tuple[Any, ...]:
    """For `__reduce__`: how a thing is made again, and what is set then. Whatever it holds can follow it."""
    kind: Any = type(thing)
    values = held(thing)
    meet(values.values())
    names = parameters(kind)
    if may_begin_blank(kind) and not kind.__module__.startswith(OURS):
        names = ()  # then even things that hold each other can travel
    if not all(name in values for name in names):
        if not may_begin_blank(kind):
            missing = ", ".join(name for name in names if name not in values)
            raise TypeError(f"{kind.__qualname__} cannot be pickled: it does not keep {missing} by that name")
        names = ()
    given = {name: values.pop(name) for name in names}
    return made, (kind, given), values


def made(kind: Any, given: Mapping[str, Any]) -> Any:
    """A thing whose other values are still to be set."""
    if not may_begin_blank(kind):
        if given.keys() != set(parameters(kind)):
            raise TypeError(f"{kind.__qualname__} was pickled by a different version, and cannot be loaded")
        return kind(*(given[name] for name in parameters(kind)))
    thing = kind.__new__(kind)
    for name, value in given.items():
        object.__setattr__(thing, name, value)
    return thing


def held(thing: Any) -> dict[str, Any]:
    """Whatever a thing holds, by name, as far as it was ever set."""
    values = {name: getattr(thing, name) for name in getattr(thing, NATIVE, ()) if hasattr(thing, name)}
    return {**values, **getattr(thing, "__dict__", {})}


@cache
def parameters(kind: type) -> tuple[str, ...]:
    """What a class is called with; nothing if not all of it can be given in order."""
    try:
        found = inspect.signature(kind).parameters
    except ValueError:
        return ()
    return tuple(found) if all(one.kind in IN_ORDER for one in found.values()) else ()


@cache
def may_begin_blank(kind: Any) -> bool:
    """Can it be made without anything? Not if it is compiled and its `__init__` must be given something."""
    try:
        kind.__new__(kind)
    except TypeError:
        return False
    return True


def meet(things: Iterable[Any]) -> None:
    """Have the kinds of all these things, and of what lies in lists and the like, travel as we say."""
    if _met.issuperset(map(type, things)):
        return
    for thing in things:
        kind = type(thing)
        if kind in CONTAINERS:
            meet(thing)
            if isinstance(thing, Mapping):
                meet(thing.values())
        elif kind not in _met:
            _met.add(kind)
            if is_plain(kind):
                copyreg.pickle(kind, reduced)


def is_plain(kind: Any) -> bool:
    """Does a class leave it to others how it is pickled, and hold nothing but attributes?"""
    if kind.__reduce_ex__ is not object.__reduce_ex__ or kind.__reduce__ is not object.__reduce__:
        return False
    if hasattr(kind, "__getnewargs__") or hasattr(kind, "__getnewargs_ex__"):
        return False
    if hasattr(kind, NATIVE):
        return True
    written_in_python = bool(kind.__flags__ & HEAP) and kind.__new__ is object.__new__
    slots = any(vars(base).get("__slots__") for base in kind.__mro__)
    return written_in_python and not slots and kind.__getstate__ is object.__getstate__


def vector(kind: str, numbers: Iterable[Any]) -> Any:
    """A list of numbers as compiled code keeps it."""
    return VECTORS[kind](numbers)


def _reduced_vector(kind: str, numbers: Iterable[Any]) -> tuple[Any, ...]:
    return vector, (kind, list(numbers))


def _let_vectors_travel() -> None:
    for name, kind in VECTORS.items():
        _met.add(kind)
        copyreg.pickle(kind, partial(_reduced_vector, name))


_let_vectors_travel()
