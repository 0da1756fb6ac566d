"""What a balance report may claim: the more lines it looks at, the clearer each of them has to be.

Of a hundred lines that are all even, five look uneven by chance alone. So all lines of a family are judged
together (Holm 1979): that anything at all is claimed where nothing is happens in at most RISK of the reports.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from statistics import NormalDist

from harena.lab.sequential import corrected

RISK = 0.05  # of a false claim at the top of a report: half of it for who wins, half for cards
OF_WINS = OF_CARDS = RISK / 2
OF_CELLS = RISK  # of a false mark in the tables of two things


def clear_names(p_values: Mapping[str, float], risk: float) -> set[str]:
    """Of a family of lines, those that are clear even so."""
    return {name for name, p in corrected(p_values).items() if p <= risk}


def stands(difference: float, clear: bool) -> int:
    """1: clearly more; -1: clearly less; 0: neither."""
    return (difference > 0) - (difference < 0) if clear else 0


def could_hide(lines: Iterable[tuple[float, int]], count: int) -> float:
    """How far a rate may be from its fair share and still not be seen, where all of so many lines are judged
    together: of lines as (fair share, games), the one of which least is known.
    """
    far = NormalDist().inv_cdf(1 - OF_WINS / 2 / max(count, 1))
    return max(far * math.sqrt(fair * (1 - fair) / games) for fair, games in lines)
