"""Random matches, looked at wherever something else is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import harena
from harena.core.dice import fast_dice
from harena.core.match import Match


def by_question(
    game: str, options: dict[str, Any], seeds: range, each: int, then_every: int
) -> Iterator[Match]:
    """Positions of random matches: so many of every question that is asked, then a few more, and the ends."""
    choices = fast_dice(3)
    asked: Counter[str] = Counter()
    for seed in seeds:
        match = harena.new(game, seed=seed, **options)
        while not match.over:
            asking = match.view(harena.SPECTATOR).asking
            asked[asking] += 1
            if asked[asking] <= each or asked[asking] % then_every == 0:
                yield match
            match.play(match.state.nth(choices.below(match.state.count())))
        yield match


def every_eye(match: Match) -> list[int]:
    """All seats, and somebody who only looks on."""
    return [*range(len(match.names)), harena.SPECTATOR]
