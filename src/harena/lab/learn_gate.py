"""Is a judgement better? Only games tell: a sequential test, with sides swapped and fresh seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, cast

from harena.core.game import AnyGame
from harena.core.learned import Trial
from harena.core.prose import percent
from harena.lab.plan import Plan, make_plan
from harena.lab.simulate import rows
from harena.lab.sprt import Verdict
from harena.lab.stronger import Stronger

MARGIN = 0.05  # of a share of the points: what its interval is best for
FEWEST_PAIRS = 25  # before the first look: a few equal results would seem to prove anything
MOST_PAIRS = 5000  # then the two are taken to be equal

Stop = Callable[[], bool]


@dataclass(frozen=True)
class Terms:
    """What a candidate must show."""

    budget: str  # a move, of both
    elo: tuple[float, float]
    risk: float  # how often an equal of the other is kept


@dataclass(frozen=True)
class Arena:
    """Where bots meet: every setting in turn."""

    game: AnyGame
    pack: str
    settings: Sequence[Any]
    workers: int = 1
    ray: str | None = None

    def plan(self, players: Sequence[str], games: int, seed: int) -> Plan:
        return make_plan(self.game, self.settings, players, games, seed, self.pack)


class Gate:
    """One test of a candidate against another; it goes on where it was left."""

    def __init__(self, arena: Arena, bots: tuple[str, str], terms: Terms, seed: int) -> None:
        self.arena, self.bots, self.terms, self.seed = arena, bots, terms, seed
        self.study = Stronger(*bots, MARGIN, terms.risk)
        self.study.ask_elo(*terms.elo)
        self.scores: list[float] = []  # by pair: the candidate's share

    def add(self, score: float) -> None:
        """One more pair."""
        self.scores.append(score)
        self.study.count(score)
        if len(self.scores) >= FEWEST_PAIRS:
            self.study.look()

    def progress(self) -> str:
        """How it stands, in a few words."""
        return f"{percent(self.study.score, 1)} of {2 * len(self.scores):,} games"

    @property
    def verdict(self) -> Verdict:
        return self.study.verdict

    @property
    def over(self) -> bool:
        return self.verdict is not Verdict.OPEN or len(self.scores) >= MOST_PAIRS

    def run(self, stop: Stop, tell: Callable[[Gate], None]) -> None:
        """Play until the answer is clear, or somebody stops it."""
        if self.over:
            return
        with closing(cast(Any, self.pairs(stop, len(self.scores)))) as pairs:
            for score in pairs:
                self.add(score)
                tell(self)
                if self.over:
                    return

    def pairs(self, stop: Stop, done: int, most: int = MOST_PAIRS) -> Iterator[float]:
        """The candidate's share of the points, pair by pair, after those that were played before."""
        first, second = self.plans(most)
        arena = self.arena
        runs = [rows(plan, arena.workers, arena.ray, done, stop) for plan in (first, second)]
        with closing(cast(Any, runs[0])), closing(cast(Any, runs[1])):
            for one, two in zip(*runs, strict=False):  # when stopped, one run may have a game more
                yield (self.study.share(one) + self.study.share(two)) / 2

    def plans(self, most: int) -> tuple[Plan, Plan]:
        """The same deals twice; in the second game each side is played by the other."""
        arena = self.arena
        sides = arena.game.sides(arena.settings[0])
        one = [self.bots[side % 2] for side in sides]
        two = [self.bots[1 - side % 2] for side in sides]
        return arena.plan(one, most, self.seed), arena.plan(two, most, self.seed)

    def trial(self, against: str) -> Trial:
        """What came of it, to be kept."""
        low, high = self.study.interval
        return Trial(
            against=against,
            budget=self.terms.budget,
            games=2 * len(self.scores),
            score=round(self.study.score, 4),
            low=round(low, 4),
            high=round(high, 4),
            elo=self.terms.elo,
            risk=self.terms.risk,
            seed=self.seed,
            verdict=self.verdict.value,
        )
