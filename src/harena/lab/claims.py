"""What a balance report may claim: the more lines it looks at, the clearer each of them has to be.

Of a hundred lines that are all even, five look uneven by chance alone. So all lines of a family are judged
together (Holm 1979): that anything at all is claimed where nothing is happens in at most RISK of the reports.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from statistics import NormalDist

import msgspec

from harena.lab.balance import Rate
from harena.lab.balance_parts import Heat, Section, Uses
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


def judged_values(sections: list[Section]) -> list[Section]:
    """All values judged together. Of two that share all games only one is asked about, and a section that
    says the same as another is not asked again: what is clear there is clear here.
    """
    asked = {
        f"{section.trait}={value.name}": value.rate.p_value
        for section in sections
        if not section.said
        for value in (section.values[:1] if len(section.values) == 2 else section.values)
    }
    least = largest(asked, OF_WINS)
    return [
        msgspec.structs.replace(
            section,
            values=[
                msgspec.structs.replace(value, clear=clear_rate(value.rate, least))
                for value in section.values
            ],
        )
        for section in sections
    ]


def judged_cells(sections: list[Section]) -> list[Section]:
    """All cells of the tables of two things judged together; a meeting has two cells and is asked once."""
    asked = {
        repr((section.trait, heat.title, row, column)): cell.p_value
        for section in sections
        for heat in section.heats
        for row, cells in enumerate(heat.cells)
        for column, cell in enumerate(cells)
        if cell is not None and not (heat.rows == heat.columns and column < row)
    }
    least = largest(asked, OF_CELLS)

    def judged(heat: Heat) -> Heat:
        clear = [[0 if cell is None else clear_rate(cell, least) for cell in cells] for cells in heat.cells]
        return msgspec.structs.replace(heat, clear=clear)

    return [
        msgspec.structs.replace(section, heats=[judged(heat) for heat in section.heats])
        for section in sections
    ]


def largest(asked: Mapping[str, float], risk: float) -> float:
    """The largest p-value that is still clear; below 0 if none is."""
    return max((asked[name] for name in clear_names(asked, risk)), default=-1.0) * (1 + 1e-9)


def clear_rate(rate: Rate, least: float) -> int:
    """How a rate stands to its fair share, if that is clear."""
    return stands(rate.rate - rate.fair, rate.p_value <= least)


def judged_uses(all_: list[Uses]) -> list[Uses]:
    """Everything that can be used judged together."""
    asked = {f"{uses.kind}:{each.name}": each.p_value for uses in all_ for each in uses.things}
    clear = clear_names(asked, OF_CARDS)
    return [
        Uses(
            uses.kind,
            uses.title,
            [
                msgspec.structs.replace(
                    each, clear=stands(each.gain.gap, f"{uses.kind}:{each.name}" in clear)
                )
                for each in uses.things
            ],
        )
        for uses in all_
    ]
