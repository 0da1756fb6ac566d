"""Rows that nobody played, for tests of what reports make of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from random import Random

from harena.lab.plan import Row

FIGHTERS = ("Ada the Bold", "Brutus", "Cyra", "Drusus")


def row(
    number: int,
    scores: Sequence[float],
    traits: Sequence[Mapping[str, str]] = (),
    counts: Sequence[Mapping[str, int]] = (),
    *,
    decisions: int = 10,
    of_game: Mapping[str, int] | None = None,
    bots: Sequence[str] = (),
) -> Row:
    """One game, as far as it matters."""
    seats = len(scores)
    return Row(
        number=number,
        setting=0,
        bots=list(bots) or ["random"] * seats,
        seed=number,
        scores=list(scores),
        decisions=decisions,
        traits=[dict(each) for each in traits] or [{"seat": str(seat + 1)} for seat in range(seats)],
        counts=[dict(each) for each in counts] or [{} for _ in range(seats)],
        of_game=dict(of_game or {}),
    )


def duel(number: int, first: str, second: str, won: float) -> Row:
    """A game of two fighters; what the first won of it."""
    return row(number, [won, 1 - won], [{"fighter": first}, {"fighter": second}])


def arena(games: int, seats: int = 2, strong: float = 2.0, seed: int = 1) -> Iterator[Row]:
    """Games in which Ada is `strong` times as likely to win as anybody else, with cards and wounds."""
    random = Random(seed)
    orders = list(permutations(FIGHTERS, seats))
    for number in range(games):
        fighters = orders[number % len(orders)]
        weights = [strong if fighter == FIGHTERS[0] else 1.0 for fighter in fighters]
        winner = random.choices(range(seats), weights)[0]
        first = random.randrange(seats)
        yield row(
            number,
            [float(seat == winner) for seat in range(seats)],
            [
                {
                    "seat": str(seat + 1),
                    "first decision": "yes" if seat == first else "no",
                    "fighter": fighter,
                }
                for seat, fighter in enumerate(fighters)
            ],
            [counted(random, seat == winner) for seat in range(seats)],
            decisions=random.randrange(20, 60),
            of_game={"rounds": random.randrange(2, 7)},
        )


def counted(random: Random, won: bool) -> dict[str, int]:
    """What a seat did: winners like Lunge, losers Cower; the rest is as it falls."""
    counts = {"action:hex": 5, "action:card": 3, "wounds:melee": random.randrange(4), "wounds:snare": 1}
    for card, likely in (("Lunge", 0.8 if won else 0.4), ("Cower", 0.3 if won else 0.7), ("Wait", 0.5)):
        if random.random() < likely:
            counts[f"card:{card}"] = random.randrange(1, 4)
    if not won:
        counts["defeat:melee"] = 1
    return counts
