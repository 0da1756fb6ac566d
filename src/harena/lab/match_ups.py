"""Which match-ups of two sides make a pair: the same one, or the one that comes nearest to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from harena.core.game import AnyGame
from harena.core.options import write_options
from harena.lab.sides import Side

Tokens = tuple[tuple[str, ...], ...]  # by option: its value, or the parts of a list with commas


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
    differing = differing_options(a.options, b.options)
    one, two = (
        {
            tokens(options, differing): options
            for options in game.match_ups(game.pack(side.pack), side.options)
        }
        for side in (a, b)
    )
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
    name: Tokens, others: Sequence[Tokens], strange: set[str], prefer: set[str], turn: int
) -> Tokens | None:
    """One of the other side's match-ups that differs only where this one is strange; by turns."""
    like = [other for other in others if _fits(name, other, strange, prefer)]
    if not like:
        return None
    best = max(_exchanged(name, other, prefer) for other in like)
    like = [other for other in like if _exchanged(name, other, prefer) == best]
    return like[turn % len(like)]


def _fits(name: Tokens, other: Tokens, strange: set[str], prefer: set[str]) -> bool:
    for here, there in zip(name, other, strict=True):
        if len(here) != len(there):
            return False
        for one, two in zip(here, there, strict=True):
            if one != two and one not in strange and two not in prefer:
                return False
    return True


def _exchanged(name: Tokens, other: Tokens, prefer: set[str]) -> tuple[int, int]:
    """How well two match-ups suit each other: few parts that differ, strangers in strangers' places."""
    both = [
        (one, two)
        for here, there in zip(name, other, strict=True)
        for one, two in zip(here, there, strict=True)
    ]
    return sum(two in prefer for _, two in both), -sum(one != two for one, two in both)


def tokens(options: Any, without: set[str]) -> Tokens:
    """A setting as plain parts, but for some options."""
    return tuple(
        tuple(value.split(",")) if isinstance(value, str) else (repr(value),)
        for name, value in write_options(options).items()
        if name not in without
    )


def parts(settings: Mapping[Tokens, Any]) -> set[str]:
    """Everything that is named in some setting."""
    return {part for name in settings for value in name for part in value}


def differing_options(a: Any, b: Any) -> set[str]:
    """The names of the options in which two sides differ."""
    one, two = write_options(a), write_options(b)
    return {name for name in one if one[name] != two[name]}
