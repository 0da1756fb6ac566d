"""Which of two bots is stronger: they play each other, every deal twice with their places changed."""

from __future__ import annotations

import math
from collections import Counter

from harena.lab.plan import Row
from harena.lab.sprt import OneSided, TwoSided, Verdict, elo_of, evidence, score_of
from harena.lab.statistics import Z95


class Stronger:
    """Counts pairs of games. In a pair both have had every place, so it is worth a half to equals."""

    def __init__(self, a: str, b: str, margin: float, risk: float) -> None:
        self.a, self.b, self.margin, self.risk = a, b, margin, risk
        self.scores: Counter[float] = Counter()  # of A in a pair, 0 to 1
        self.test: TwoSided | OneSided = TwoSided(risk, risk)
        self.means = (0.5, 0.5 + margin)

    def ask_elo(self, elo0: float, elo1: float) -> None:
        """Ask what Fishtest asks: is A stronger by elo1 rather than by elo0 only?"""
        self.test = OneSided(self.risk)
        self.means = score_of(elo0), score_of(elo1)

    def add(self, one: Row, two: Row) -> None:
        """One more pair."""
        score = (self.share(one) + self.share(two)) / 2
        self.scores[round(score, 9)] += 1
        if isinstance(self.test, OneSided):
            self.test.look(evidence(self.scores, *self.means))
        else:
            more = evidence(self.scores, 0.5, 0.5 + self.margin)
            self.test.look(more, evidence(self.scores, 0.5, 0.5 - self.margin))

    def share(self, row: Row) -> float:
        """What A took of the points of one game."""
        total = sum(row.scores)
        won = sum(score for score, bot in zip(row.scores, row.bots, strict=True) if bot == self.a)
        return won / total if total else 0.5

    @property
    def pairs(self) -> int:
        return sum(self.scores.values())

    @property
    def score(self) -> float:
        """A's average share of the points."""
        return sum(score * n for score, n in self.scores.items()) / self.pairs if self.pairs else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Where A's true share lies, with 95 % confidence; a pair yet to come may differ from all so far."""
        if not self.pairs:
            return 0.0, 1.0
        spread = sum(n * (score - self.score) ** 2 for score, n in self.scores.items())
        pairs = self.pairs
        error = math.sqrt(max(spread, 1.0) / pairs / max(pairs - 1, 1))
        return max(0.0, self.score - Z95 * error), min(1.0, self.score + Z95 * error)

    @property
    def decided(self) -> bool:
        return self.test.verdict is not Verdict.OPEN

    def progress(self) -> str:
        """How it stands, in a line."""
        return f"{2 * self.pairs:,} games, {self.a} scores {self.score:.1%}, {self.test}"

    def sentences(self) -> list[str]:
        """What was found."""
        if not self.pairs:
            return ["No pair of games was finished, so nothing is known."]
        verdict = self.test.verdict
        if isinstance(self.test, OneSided):
            return [self._of_elo(verdict)]
        if verdict is Verdict.MORE:
            return [f"{self.a} is stronger than {self.b}: {self._takes(self.score, *self.interval)}."]
        low, high = self.interval
        if verdict is Verdict.LESS:
            taken = self._takes(1 - self.score, 1 - high, 1 - low)
            return [f"{self.b} is stronger than {self.a}: {taken}."]
        taken = self._takes(self.score, low, high)
        worth = f"{100 * self.margin:g} points"
        if verdict is Verdict.SAME:
            return [f"No difference was found between {self.a} and {self.b} that is worth {worth}: {taken}."]
        return [f"It is not clear yet whether {self.a} or {self.b} is stronger: {self.a} {taken[3:]}."]

    def _of_elo(self, verdict: Verdict) -> str:
        low, high = (round(elo_of(mean), 2) + 0.0 for mean in self.means)
        taken = self._takes(self.score, *self.interval)
        if verdict is Verdict.MORE:
            return (
                f"{self.a} passes: it is stronger than {self.b} by {high:g} Elo rather than {low:g}; {taken}."
            )
        if verdict is Verdict.LESS:
            return (
                f"{self.a} fails: it is not {high:g} Elo stronger than {self.b} but rather {low:g}; {taken}."
            )
        return f"It is not clear yet whether {self.a} is {low:g} or {high:g} Elo stronger; {taken}."

    def _takes(self, score: float, low: float, high: float) -> str:
        elo = elo_of(score)
        about = f", about {elo:+.0f} Elo" if math.isfinite(elo) else ""
        range_ = f"({100 * low:.0f}–{100 * high:.0f})"  # noqa: RUF001 - a range of numbers has an en dash
        return f"it wins {100 * score:.0f} % {range_} of {2 * self.pairs:,} games{about}"
