"""Ratings as tables, as a sentence and as a file."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from itertools import pairwise

from rich.table import Table
from rich.text import Text

from harena.core.prose import listed, percent
from harena.lab.balance_tables import plain
from harena.lab.ratings import CLEAR, FEWEST_BLOCKS, Rated, Results, cross


def rating_table(found: Sequence[Rated]) -> Table:
    """Rank, rating and interval, best first."""
    table = plain("bot", "rating", "95% interval", "games", "score")
    for rank, one in enumerate(found, 1):
        table.add_row(
            Text(f"{rank} {one.bot}"),
            f"{one.rating:.1f}",
            f"{one.low:.1f} to {one.high:.1f}",
            f"{one.games:,}",
            percent(one.score, 1) if one.games else "",
        )
    return table


def cross_table(results: Results, found: Sequence[Rated]) -> Table:
    """How often in a hundred games the bot of a row came out before the bot of a column."""
    rates = cross(results)
    table = plain("", *map(str, range(1, len(found) + 1)))
    for rank, one in enumerate(found, 1):
        cells = ["-" if other is one else _percent(rates.get((one.bot, other.bot))) for other in found]
        table.add_row(Text(f"{rank} {one.bot}"), *cells)
    return table


def _percent(rate: float | None) -> str:
    return "" if rate is None else f"{100 * rate:.0f}"


def rating_sentence(results: Results, found: Sequence[Rated]) -> str:
    """Who is first, and whether that is clear."""
    stopped = (
        f"Stopped after {results.games:,} of {results.planned:,} games. "
        if results.games < results.planned
        else ""
    )
    if len(cross(results)) < len(found) * (len(found) - 1):
        return f"{stopped}Not everybody has met everybody, so nobody can say who is first."
    return stopped + _who_is_first(results, found)


def _who_is_first(results: Results, found: Sequence[Rated]) -> str:
    first, second = found[0], found[1]
    if len(results.blocks) < FEWEST_BLOCKS:
        return f"{results.games} games are too few to tell who is first."
    ahead = f"{percent(first.ahead)} of the draws"
    if first.ahead >= CLEAR:
        return f"{first.bot} is first, clearly: it is ahead of {second.bot} in {ahead}."
    level = [first.bot]
    for one, following in pairwise(found):
        if one.ahead >= CLEAR:
            break
        level.append(following.bot)
    return (
        f"It is not clear who is first: {listed(level)} are too close to tell apart "
        f"({first.bot} is ahead of {second.bot} in {ahead})."
    )


def as_csv(results: Results, found: Sequence[Rated]) -> str:
    """Ratings and cross table in one file: a line for each bot, and a column for each opponent."""
    rates = cross(results)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    against = [f"against {one.bot}" for one in found]
    writer.writerow(["rank", "bot", "rating", "low", "high", "games", "score", *against])
    for rank, one in enumerate(found, 1):
        numbers = [one.rating, one.low, one.high]
        cells = [rates.get((one.bot, other.bot)) for other in found]
        writer.writerow(
            [rank, one.bot, *(f"{number:.3f}" for number in numbers), one.games, f"{one.score:.4f}"]
            + ["" if cell is None else f"{cell:.4f}" for cell in cells]
        )
    return out.getvalue()
