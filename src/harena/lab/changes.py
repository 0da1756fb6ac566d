"""What a change of pack or options does: the same games played both ways by equal bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from harena.core.errors import HarenaError
from harena.lab.measures import Paired, both, corrected, fits, full_name, is_length, wanted
from harena.lab.plan import Row
from harena.lab.sprt import TwoSided, Verdict, normal_evidence
from harena.lab.statistics import Z95

ALL_SEEN = 100  # pairs; after these whatever there is has been seen
RARE = 0.1  # what is seen in fewer of the pairs is shown, but not waited for


class Line(NamedTuple):
    """One measure as the table shows it: a rate or a length under A and under B."""

    name: str
    a: float
    b: float
    low: float  # the 95 % interval of the difference
    high: float
    p_value: float  # for all measures together
    verdict: Verdict

    @property
    def difference(self) -> float:
        return self.b - self.a


class Changes:
    """Counts pairs of games, one played as A says and one as B says, until every measure is decided."""

    def __init__(self, measures: Sequence[str], margin: float, risk: float) -> None:
        self.measures, self.margin, self.risk = measures, margin, risk
        self.pairs = 0
        self.names: set[str] = set()  # of all there is to measure, asked for or not
        self.paired: dict[str, Paired] = {}
        self.found: dict[str, Verdict] = {}

    def add(self, one: Row, two: Row) -> None:
        """One more pair."""
        self.pairs += 1
        for name, a, b in both(one, two):
            self.names.add(name)
            if wanted(name, self.measures):
                self.paired.setdefault(name, Paired()).add(a, b)
        if self.measures:
            self._check_names()
        self._judge()

    def _check_names(self) -> None:
        """Tell somebody who misspelt a measure at once, not after all games: traits show in every game."""
        if self.pairs not in (1, ALL_SEEN):
            return
        for measure in map(full_name, self.measures):
            trait, _, value = measure.partition("=")
            if not any(fits(name, trait if self.pairs == 1 else measure) for name in self.names):
                known = {name.partition("=")[0] for name in self.names}
                if value and trait in known:
                    known = {name.partition("=")[2] for name in self.names if fits(name, trait)}
                raise HarenaError(
                    f"There is no {measure!r} to measure; there are: {', '.join(sorted(known))}."
                )

    def _judge(self) -> None:
        """Each measure has its own test, and all of them together may err as often as one would alone."""
        alpha = self.risk / max(len(self.paired), 1)
        for name, paired in self.paired.items():
            if paired.enough and name not in self.found:
                verdict = judged(paired, self._margin_of(name, paired), TwoSided(alpha, self.risk))
                if verdict is not Verdict.OPEN:
                    self.found[name] = verdict

    def _margin_of(self, name: str, paired: Paired) -> float:
        """Points of a win rate; of a length, that part of what it is under A."""
        return self.margin * paired.a if is_length(name) else self.margin

    @property
    def decided(self) -> bool:
        awaited = [name for name, paired in self.paired.items() if paired.seen >= RARE * self.pairs]
        return bool(awaited) and all(name in self.found for name in awaited)

    def progress(self) -> str:
        """How it stands, in a line."""
        return f"{2 * self.pairs:,} games, {len(self.found)} of {len(self.paired)} measures are clear"

    def lines(self) -> list[Line]:
        """All measures: win rates by trait, then lengths."""
        known = {name: paired for name, paired in self.paired.items() if paired.sums[1] and paired.sums[3]}
        p_values = corrected({name: paired.p_value for name, paired in known.items()})
        return [
            Line(
                name,
                paired.a,
                paired.b,
                paired.difference - Z95 * paired.error,
                paired.difference + Z95 * paired.error,
                p_values[name],
                self.found.get(name, Verdict.OPEN),
            )
            for name, paired in sorted(known.items(), key=lambda item: in_order(item[0]))
        ]


def judged(paired: Paired, margin: float, test: TwoSided) -> Verdict:
    """What a measure's pairs say by now."""
    if margin > 0:
        found, error = paired.difference, paired.error
        test.look(normal_evidence(found, error, 0.0, margin), normal_evidence(found, error, 0.0, -margin))
    return test.verdict


def in_order(name: str) -> tuple[bool, bool, str]:
    """The game's own traits first, then seats, then lengths."""
    return is_length(name), name.startswith(("seat=", "first decision=")), name
