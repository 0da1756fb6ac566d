"""Which of two bots is stronger: they play each other, every deal twice with their places changed."""

from __future__ import annotations

import math
from collections import Counter

from harena.core.prose import percent
from harena.lab.measures import FEWEST
from harena.lab.plan import Row
from harena.lab.sequential import p_value, reach, times_as_many, verdict_of
from harena.lab.sprt import OneSided, Verdict, elo_of, evidence, score_of
from harena.lab.words import about_games, digits_apart, p_words


class Stronger:
    """Counts pairs of games. In a pair both have had every place, so it is worth a half to equals."""

    def __init__(self, a: str, b: str, margin: float, risk: float) -> None:
        self.a, self.b, self.margin, self.risk = a, b, margin, risk
        self.scores: Counter[float] = Counter()  # of A in a pair, 0 to 1
        self.fishtest: OneSided | None = None
        self.means = (0.5, 0.5 + margin)

    def ask_elo(self, elo0: float, elo1: float) -> None:
        """Ask what Fishtest asks: is A stronger by elo1 rather than by elo0 only?"""
        self.fishtest = OneSided(self.risk)
        self.means = score_of(elo0), score_of(elo1)

    def add(self, one: Row, two: Row) -> None:
        """One more pair."""
        self.count((self.share(one) + self.share(two)) / 2)
        self.look()

    def count(self, score: float) -> None:
        """One more pair, of which A took this share."""
        self.scores[round(score, 9)] += 1

    def look(self) -> None:
        """Judge by all pairs so far, where Fishtest's question is asked."""
        if self.fishtest is not None:
            self.fishtest.look(evidence(self.scores, *self.means))

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
    def error(self) -> float:
        """The standard error of the score; a pair yet to come may differ from all so far."""
        pairs = self.pairs
        if pairs < FEWEST:
            return math.inf
        spread = sum(n * (score - self.score) ** 2 for score, n in self.scores.items())
        return math.sqrt(max(spread, 1.0) / pairs / (pairs - 1))

    @property
    def interval(self) -> tuple[float, float]:
        """Where A's true share lies, whenever one stops, but for the risk."""
        far = reach(self.error, self.margin, self.risk)
        return max(0.0, self.score - far), min(1.0, self.score + far)

    @property
    def p_value(self) -> float:
        """How often equals would ever show so much."""
        return p_value(self.score - 0.5, self.error, self.margin)

    @property
    def verdict(self) -> Verdict:
        if self.fishtest is not None:
            return self.fishtest.verdict
        low, high = self.interval
        return verdict_of(low - 0.5, high - 0.5, self.margin)

    @property
    def games_more(self) -> float:
        """How many would settle it, if the score stays what it is."""
        if self.fishtest is not None or self.verdict is not Verdict.OPEN:
            return 0.0
        return 2 * self.pairs * (times_as_many(self.score - 0.5, self.error, self.margin, self.risk) - 1)

    @property
    def decided(self) -> bool:
        return self.verdict is not Verdict.OPEN

    def progress(self) -> str:
        """How it stands, in a line."""
        asked = f", {self.fishtest}" if self.fishtest is not None else ""
        return f"{2 * self.pairs:,} games, {self.a} wins {percent(self.score, 1)}{asked}"

    def sentences(self) -> list[str]:
        """What was found."""
        if not self.pairs:
            return ["No pair of games was finished, so nothing is known."]
        if self.fishtest is not None:
            return [self._of_elo(self.fishtest.verdict), f"{self.fishtest}.".capitalize()]
        low, high = self.interval
        sure = f", p {p_words(self.p_value)}"
        if self.verdict is Verdict.MORE:
            return [f"{self.a} is stronger than {self.b}: {self._takes(self.score, low, high)}{sure}."]
        if self.verdict is Verdict.LESS:
            taken = self._takes(1 - self.score, 1 - high, 1 - low)
            return [f"{self.b} is stronger than {self.a}: {taken}{sure}."]
        taken = self._takes(self.score, low, high)
        if self.verdict is Verdict.SAME:
            worth = f"{100 * self.margin:g} points"
            return [f"No difference between {self.a} and {self.b} worth {worth}: {self.a} {taken[3:]}."]
        return [
            f"It is not clear yet whether {self.a} or {self.b} is stronger: {self.a} {taken[3:]}.",
            f"{about_games(self.games_more)} would settle it.",
        ]

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
        fine = max(digits_apart(100 * end, 50.0, 1) for end in (low, high))
        range_ = f"({100 * low:.{fine}f}–{100 * high:.{fine}f})"  # noqa: RUF001 - a range of numbers has an en dash
        return f"it wins {percent(score, 1)} {range_} of {2 * self.pairs:,} games{about}"
