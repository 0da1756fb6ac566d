"""What a run shows in a few lines: who won how often, from which seat, and how long games were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from harena.lab.plan import Row
from harena.lab.statistics import wilson


class Record(msgspec.Struct):
    """How one bot, or one seat, has fared."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    points: float = 0.0  # the sum of scores: a draw counts by its share

    def add(self, score: float) -> None:
        """One more game."""
        self.games += 1
        self.won += score == 1.0
        self.drawn += 0.0 < score < 1.0
        self.points += score


class Summary:
    """Counts rows as they come, and keeps none of them."""

    def __init__(self) -> None:
        self.bots: dict[str, Record] = {}
        self.seats: list[Record] = []
        self.lengths: Counter[int] = Counter()  # in decisions; no game has more than so many different ones
        self.rounds: Counter[int] = Counter()  # where the game counts them

    def add(self, row: Row) -> None:
        """One more game."""
        if not self.seats:
            self.seats = [Record() for _ in row.scores]
        for seat, (bot, score) in enumerate(zip(row.bots, row.scores, strict=True)):
            self.bots.setdefault(bot, Record()).add(score)
            self.seats[seat].add(score)
        self.lengths[row.decisions] += 1
        if "rounds" in row.of_game:
            self.rounds[row.of_game["rounds"]] += 1

    def tables(self) -> Iterator[RenderableType]:
        """The summary for a terminal."""
        table = Table("", "Games", "Won", "Drawn", "Win rate", "95 % interval")
        for column in table.columns[1:]:
            column.justify = "right"
        if len(self.bots) > 1:  # against itself a bot wins as often as it loses
            for bot, record in sorted(self.bots.items(), key=lambda item: -item[1].points / item[1].games):
                table.add_row(*cells(bot, record))
            table.add_section()
        for seat, record in enumerate(self.seats):
            table.add_row(*cells(f"Seat {seat + 1}", record))
        yield table
        yield length_sentence("decisions", self.lengths)
        if self.rounds:
            yield length_sentence("rounds", self.rounds)


def cells(name: str, record: Record) -> list[Text]:
    """One row of the table; a draw counts in the win rate by its share."""
    low, high = wilson(record.points, record.games)
    return [
        Text(name),
        Text(f"{record.games:,}"),
        Text(f"{record.won:,}"),
        Text(f"{record.drawn:,}"),
        Text(f"{record.points / record.games:.1%}"),
        Text(f"{low:.1%} to {high:.1%}"),
    ]


def length_sentence(what: str, counted: Counter[int]) -> str:
    """How long games were."""
    mean = sum(length * times for length, times in counted.items()) / counted.total()
    return f"A game took {mean:.1f} {what} in the mean, {median(counted):g} in the median."


def median(counted: Counter[int]) -> float:
    """The middle one of all that were counted."""
    last = counted.total() - 1
    return (nth(counted, last // 2) + nth(counted, -(-last // 2))) / 2


def nth(counted: Counter[int], place: int) -> int:
    """The value with `place` smaller or equal ones before it."""
    for value in sorted(counted):
        place -= counted[value]
        if place < 0:
            return value
    raise IndexError(place)
