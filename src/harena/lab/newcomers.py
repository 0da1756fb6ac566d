"""What only one of two sides has, a new fighter or one that is gone, measured by whose place it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from harena.lab.fair import Kind
from harena.lab.measures import SEATING, Amount, Paired
from harena.lab.plan import Row

NEW, GONE = "new", "gone"


class Place(NamedTuple):
    """A seat in both games of a pair, where something on it differs."""

    old: str  # like `fighter=Brother Rafelo`
    new: str
    a: Amount
    b: Amount


class Stranger:
    """What one side alone has, set against whoever had its seat on the other."""

    def __init__(self) -> None:
        self.paired = Paired()
        self.others: Counter[str] = Counter()  # who had its place in the other game


class Newcomers:
    """Follows, pair by pair, what differs on a seat; what turns out to be on both sides is no newcomer."""

    def __init__(self) -> None:
        self.seen: tuple[set[str], set[str]] = (set(), set())  # on A, on B
        self.came: dict[str, Stranger] = {}
        self.went: dict[str, Stranger] = {}

    def add(self, one: Row, two: Row, kinds: tuple[list[Kind], list[Kind]], number: int) -> None:
        """One more pair."""
        for place in places(one, two, kinds):
            self.seen[0].add(place.old)
            self.seen[1].add(place.new)
            if place.old == place.new:
                continue
            for name, other, all_ in ((place.new, place.old, self.came), (place.old, place.new, self.went)):
                stranger = all_.setdefault(name, Stranger())
                stranger.paired.add(place.a, place.b, number)
                stranger.others[other] += 1

    def strangers(self) -> dict[str, Stranger]:
        """Those that only one side has; of two that always changed places, the new one stands for both."""
        came = {name: each for name, each in self.came.items() if name not in self.seen[0]}
        went = {name: each for name, each in self.went.items() if name not in self.seen[1]}
        renamed = {next(iter(each.others)) for each in came.values() if len(each.others) == 1}
        return {
            **came,
            **{name: each for name, each in went.items() if not (name in renamed and len(each.others) == 1)},
        }

    def called(self, name: str) -> str:
        """How a stranger came or went: instead of one, or of several."""
        is_new = name not in self.seen[0]
        stranger = (self.came if is_new else self.went)[name]
        values = [other.partition("=")[2] for other in stranger.others]
        if len(values) == 1:
            return f"instead of {values[0]}" if is_new else f"replaced by {values[0]}"
        return NEW if is_new else GONE


def places(one: Row, two: Row, kinds: tuple[list[Kind], list[Kind]]) -> Iterator[Place]:
    """What the seats of a pair had from the start, on A and on B; where they sit is no matter."""
    for seat, (old, new) in enumerate(zip(one.traits, two.traits, strict=True)):
        a, b = (amount(row, seat, of[seat]) for row, of in ((one, kinds[0]), (two, kinds[1])))
        for trait in old:
            if trait in new and trait not in SEATING:
                yield Place(f"{trait}={old[trait]}", f"{trait}={new[trait]}", a, b)


def amount(row: Row, seat: int, kind: Kind) -> Amount:
    """What a seat won."""
    apart = row.scores[seat] - sum(row.scores) / len(row.scores)
    return Amount(row.scores[seat], 1.0, round(apart, 9) + 0.0, (kind,))
