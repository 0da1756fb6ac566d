"""A round robin of bots, and ratings from it.

OpenSkill (a Plackett-Luce model, after Weng and Lin 2011) goes through games one after the other, so their
order matters. A round robin has none: so the games are drawn anew many times, with replacement, each time
in a different order, and each draw is rated from the beginning. A bot's rating is the mean of these, its
interval holds 95% of them, and how often one bot is ahead of another says how clear that is.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Any, NamedTuple, cast

from harena.core import registry
from harena.core.errors import HarenaError
from harena.core.fitting import complete
from harena.lab.fair import Shares, shares_of
from harena.lab.plan import Plan, Row, make_plan
from harena.lab.simulate import rows

DRAWS = 100
FEWEST_DRAWS = 40  # an interval needs some
MOST_RATED = 40_000  # games rated over all draws, as rating takes time too
# Of equal bots one is called clearly first in less than one of twenty runs: measured with coins for games,
# from two bots and ten seeds on. With fewer seeds the draws resemble each other too much to show anything.
CLEAR = 0.975
FEWEST_BLOCKS = 10

Block = list[Row]  # games from one seed, in which all at the table have had every seat


@dataclass(frozen=True)
class Tournament:
    """Who plays what, and how much of it."""

    game: str
    bots: Sequence[str]
    pack: str = "standard"
    options: Mapping[str, str] = field(default_factory=dict)
    games: int = 100  # at each table
    seed: int = 1


class Rated(NamedTuple):
    """One bot's place in the ratings."""

    bot: str
    rating: float
    low: float
    high: float
    games: int
    score: float  # the share of the points it took, as a win is 1
    ahead: float  # in how many of the draws it is ahead of the next one


@dataclass
class Results:
    """The games of a tournament so far."""

    bots: list[str]
    plans: list[list[Plan]]  # by table: one run for each way round it
    seed: int
    blocks: list[Block] = field(default_factory=list)
    interrupted: bool = False
    shares: Shares = field(default_factory=Shares)  # who plays with whom

    @property
    def games(self) -> int:
        return sum(map(len, self.blocks))

    @property
    def planned(self) -> int:
        return sum(plan.games for table in self.plans for plan in table)

    def run(self, workers: int, tell: Callable[[str], None]) -> None:
        """Play all tables, or until somebody stops it."""
        try:
            for table in self.plans:
                for block in _blocks(table, workers):
                    self.blocks.append(block)
                    tell(f"{self.games:,} of {self.planned:,} games, now {', '.join(table[0].bots)}")
        except KeyboardInterrupt:
            self.interrupted = True


def _blocks(table: Sequence[Plan], workers: int) -> Iterator[Block]:
    """The games at one table: each seed once for each way to sit there in this order."""
    runs: list[Any] = [cast(Any, rows(plan, workers)) for plan in table]
    try:
        for block in zip(*runs, strict=True):
            yield list(block)
    finally:
        for run in runs:
            with closing(run):
                pass


def prepare(asked: Tournament) -> Results:
    """All tables of a tournament, or a sentence that says why there can be none."""
    game = registry.find(asked.game)
    pack = game.pack(asked.pack)
    options = complete(game, pack, asked.options)
    seats = game.seats(options)
    check(asked, game.title, seats)
    settings = game.match_ups(pack, options)
    ways = seatings([tuple(game.sides(setting)) for setting in settings])
    each = max(1, asked.games // len(ways))
    plans = [
        [
            make_plan(game, settings, [table[place] for place in way], each, asked.seed, asked.pack)
            for way in ways
        ]
        for table in combinations(asked.bots, seats)
    ]
    return Results(list(asked.bots), plans, asked.seed, shares=shares_of(plans[0][0]))


def seatings(sides: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """The ways to sit down at a table: everybody on every seat and, where there are teams, with everybody.

    `sides` says by setting and seat who plays together. Going round alone would leave the same two together
    for ever, and nobody could tell who of them is the better.
    """
    seats = range(len(sides[0]))
    ways: list[list[int]] = []
    seen: set[Teams] = set()
    for others in permutations(seats[1:]):
        order = [0, *others]
        rounds = [order[turn:] + order[:turn] for turn in seats]
        new = {teams(way, by_seat) for way in rounds for by_seat in sides} - seen
        if new:
            seen |= new
            ways += rounds
    return ways


Teams = frozenset[frozenset[int]]


def teams(players: Sequence[Any], sides: Sequence[int]) -> Teams:
    """Who plays together, from who sits where."""
    return frozenset(
        frozenset(player for player, side in zip(players, sides, strict=True) if side == own)
        for own in set(sides)
    )


def check(asked: Tournament, title: str, seats: int) -> None:
    """Refuse tables that cannot be filled."""
    twice = [bot for bot in asked.bots if asked.bots.count(bot) > 1]
    if twice:
        raise HarenaError(f"The bot {twice[0]} is named twice; each takes part once.")
    if len(asked.bots) < max(seats, 2):
        raise HarenaError(
            f"{title} has {seats} seats here, so ratings need at least {max(seats, 2)} different bots, "
            f"not {len(asked.bots)}."
        )
    if asked.games < 1:
        raise HarenaError(f"There is at least one game at each table, not {asked.games}.")


# --- ratings


def rated(results: Results) -> list[Rated]:
    """The bots, best first."""
    drawn = draws(results)
    means = {bot: sum(draw[bot] for draw in drawn) / len(drawn) for bot in results.bots}
    order = sorted(results.bots, key=lambda bot: (-means[bot], bot))
    points, games = taken(results)
    found = []
    for bot, following in zip(order, [*order[1:], None], strict=True):
        low, high = middle([draw[bot] for draw in drawn])
        ahead = sum(draw[bot] > draw[following] for draw in drawn) / len(drawn) if following else math.nan
        share = points[bot] / games[bot] if games[bot] else math.nan
        found.append(Rated(bot, means[bot], low, high, games[bot], share, ahead))
    return found


def draws(results: Results) -> list[dict[str, float]]:
    """The ratings after each draw of as many games as there were."""
    shuffled = random.Random(results.seed)
    number = max(FEWEST_DRAWS, min(DRAWS, MOST_RATED // max(results.games, 1)))
    return [rate_once(results, shuffled) for _ in range(number)]


def rate_once(results: Results, chance: random.Random) -> dict[str, float]:
    """The ratings after one draw; games from one seed are drawn together, as they resemble each other."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {bot: model.rating(name=bot) for bot in results.bots}
    games = [row for block in chance.choices(results.blocks, k=len(results.blocks)) for row in block]
    chance.shuffle(games)
    for row in games:
        sides = by_side(row, results.shares)
        outcome = model.rate(
            [[ratings[bot] for bot in side.bots] for side in sides], scores=[side.score for side in sides]
        )
        for side, new in zip(sides, outcome, strict=True):
            ratings.update(zip(side.bots, new, strict=True))
    return {bot: rating.mu for bot, rating in ratings.items()}


class Together(NamedTuple):
    """The bots of one side in a game, and what the side took: as much as the best of them."""

    bots: list[str]
    score: float


def by_side(row: Row, shares: Shares) -> list[Together]:
    """A game's sides."""
    held: dict[int, list[int]] = {}
    for seat, side in enumerate(shares.sides_of(row)):
        held.setdefault(side, []).append(seat)
    return [
        Together([row.bots[seat] for seat in seats], max(row.scores[seat] for seat in seats))
        for seats in held.values()
    ]


def middle(values: Sequence[float], share: float = 0.95) -> tuple[float, float]:
    """Between which values that share of them lies."""
    ordered = sorted(values)
    out = int(len(ordered) * (1 - share) / 2)
    return ordered[out], ordered[-1 - out]


# --- what else the games say


def taken(results: Results) -> tuple[dict[str, float], dict[str, int]]:
    """By bot: its points, and its games."""
    points: dict[str, float] = defaultdict(float)
    games: dict[str, int] = defaultdict(int)
    for block in results.blocks:
        for row in block:
            for bot, score in zip(row.bots, row.scores, strict=True):
                points[bot] += score
                games[bot] += 1
    return points, games


def cross(results: Results) -> dict[tuple[str, str], float]:
    """By two bots: how often the first's side came out before the second's; a half where neither did."""
    before: dict[tuple[str, str], float] = defaultdict(float)
    met: dict[tuple[str, str], int] = defaultdict(int)
    for block in results.blocks:
        for row in block:
            for one, two in permutations(by_side(row, results.shares), 2):
                for bot in one.bots:
                    for other in two.bots:
                        met[bot, other] += 1
                        before[bot, other] += (one.score > two.score) + (one.score == two.score) / 2
    return {pair: before[pair] / count for pair, count in met.items()}
