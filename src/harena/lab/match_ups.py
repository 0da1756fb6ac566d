"""Which match-ups of two sides make a pair: the same one, or the one that comes nearest to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from harena.core.game import AnyGame
from harena.core.options import write_options
from harena.lab.sides import Side

Tokens = tuple[tuple[str, ...], ...]  # by option: its value, or the parts of a list with commas
Part = tuple[int, int, str]  # of which option, at which place, and what


class Settings(NamedTuple):
    """The settings of both sides, pair by pair."""

    a: list[Any]
    b: list[Any]
    exchanged: frozenset[int] = frozenset()  # pairs in which something new has the place of something old
    left_out: int = 0  # match-ups of one side that are like none of the other


def pair_settings(game: AnyGame, a: Side, b: Side) -> Settings:
    """All match-ups of both sides. What only one side has is set in the place of what the other has there,
    against the same opponents: the new one against the old one in the same field.
    """
    lists = [game.match_ups(game.pack(side.pack), side.options) for side in (a, b)]
    fixed = differing_options(a.options, b.options) - varied_options(lists)
    one, two = ({tokens(options, fixed): options for options in found} for found in lists)
    shared = [name for name in one if name in two]
    exchanges = list(_exchanges(one, two))
    if not shared and not exchanges:
        return Settings([a.options], [b.options])
    pairs = [(one[name], two[name]) for name in shared] + [(one[old], two[new]) for old, new in exchanges]
    met = {*shared, *(old for old, _ in exchanges)}, {*shared, *(new for _, new in exchanges)}
    return Settings(
        [old for old, _ in pairs],
        [new for _, new in pairs],
        frozenset(range(len(shared), len(pairs))),
        sum(name not in met[0] for name in one) + sum(name not in met[1] for name in two),
    )


def _exchanges(one: Mapping[Tokens, Any], two: Mapping[Tokens, Any]) -> Iterator[tuple[Tokens, Tokens]]:
    """For each match-up that only B has, one of A's in which others have the newcomers' places, by turns;
    then the same for those of A that are left.
    """
    gone, new = parts(one) - parts(two), parts(two) - parts(one)
    used: set[Tokens] = set()
    for turn, name in enumerate(each for each in two if each not in one):
        old = _nearest(name, list(one), new, gone, turn)
        if old is not None:
            used.add(old)
            yield old, name
    for turn, name in enumerate(each for each in one if each not in two and each not in used):
        other = _nearest(name, list(two), gone, new, turn)
        if other is not None:
            yield name, other


def _nearest(
    name: Tokens, others: Sequence[Tokens], strange: set[Part], prefer: set[Part], turn: int
) -> Tokens | None:
    """One of the other side's match-ups that differs only where either is strange; by turns."""
    like = [other for other in others if _fits(name, other, strange, prefer)]
    if not like:
        return None
    best = max(_likeness(name, other, prefer) for other in like)
    like = [other for other in like if _likeness(name, other, prefer) == best]
    return like[turn % len(like)]


def _fits(name: Tokens, other: Tokens, strange: set[Part], prefer: set[Part]) -> bool:
    if [*map(len, name)] != [*map(len, other)]:
        return False
    return all(
        one == two or one in strange or two in prefer
        for one, two in zip(_parts_of(name), _parts_of(other), strict=True)
    )


def _likeness(name: Tokens, other: Tokens, prefer: set[Part]) -> tuple[int, int]:
    """How well two match-ups suit each other: strangers in strangers' places, and little that differs."""
    theirs = _parts_of(other)
    differing = sum(one != two for one, two in zip(_parts_of(name), theirs, strict=True))
    return sum(part in prefer for part in theirs), -differing


def tokens(options: Any, without: set[str]) -> Tokens:
    """A setting as plain parts, but for some options."""
    return tuple(
        tuple(value.split(",")) if isinstance(value, str) else (repr(value),)
        for name, value in write_options(options).items()
        if name not in without
    )


def parts(settings: Iterable[Tokens]) -> set[Part]:
    """Everything that is named in some setting, and where."""
    return {part for name in settings for part in _parts_of(name)}


def _parts_of(name: Tokens) -> list[Part]:
    return [(option, place, part) for option, value in enumerate(name) for place, part in enumerate(value)]


def differing_options(a: Any, b: Any) -> set[str]:
    """The names of the options in which two sides differ."""
    one, two = write_options(a), write_options(b)
    return {name for name in one if one[name] != two[name]}


def varied_options(lists: Iterable[Sequence[Any]]) -> set[str]:
    """The names of the options in which the match-ups of one side differ from each other."""
    return {name for found in lists for options in found for name in differing_options(found[0], options)}
