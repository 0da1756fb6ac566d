"""What a run shows in a few lines: who won how often, from which seat, and how long games were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
from rich.console import RenderableType
from rich.text import Text

from harena.core.prose import percent
from harena.lab.balance_tables import plain
from harena.lab.plan import Row
from harena.lab.statistics import wilson


class Tally(msgspec.Struct):
    """How one bot, or one seat, has fared."""

    games: int = 0
    seats: int = 0  # of all games together: a bot may have several in one
    won: int = 0
    drawn: int = 0
    points: float = 0.0  # the sum of scores: a draw counts by its share

    def add(self, scores: Sequence[float]) -> None:
        """One more game, with the scores of all its seats in it."""
        self.games += 1
        self.seats += len(scores)
        self.won += sum(score == 1.0 for score in scores)
        self.drawn += sum(0.0 < score < 1.0 for score in scores)
        self.points += sum(scores)

    @property
    def rate(self) -> float:
        """How much of what a seat can win it has won."""
        return self.points / self.seats

    def interval(self) -> tuple[float, float]:
        """Where the true rate lies. Seats of one game hang together, so it is games that count, not seats."""
        return wilson(self.rate * self.games, self.games)


class Summary:
    """Counts rows as they come, and keeps none of them."""

    def __init__(self) -> None:
        self.bots: dict[str, Tally] = {}
        self.seats: list[Tally] = []
        self.lengths: Counter[int] = Counter()  # in decisions; no game has more than so many different ones
        self.rounds: Counter[int] = Counter()  # where the game counts them

    def add(self, row: Row) -> None:
        """One more game."""
        if not self.seats:
            self.seats = [Tally() for _ in row.scores]
        for bot in dict.fromkeys(row.bots):
            own = [score for name, score in zip(row.bots, row.scores, strict=True) if name == bot]
            self.bots.setdefault(bot, Tally()).add(own)
        for tally, score in zip(self.seats, row.scores, strict=True):
            tally.add([score])
        self.lengths[row.decisions] += 1
        if "rounds" in row.of_game:
            self.rounds[row.of_game["rounds"]] += 1

    def tables(self) -> Iterator[RenderableType]:
        """The summary for a terminal."""
        drawn = any(tally.drawn for tally in self.seats)
        table = plain("", "games", "won", *(["drawn"] if drawn else []), "win rate", "95% interval")
        if len(self.bots) > 1:  # against itself a bot wins as often as it loses
            for bot, tally in sorted(self.bots.items(), key=lambda item: -item[1].rate):
                table.add_row(*cells(bot, tally, drawn))
            table.add_section()
        for seat, tally in enumerate(self.seats):
            table.add_row(*cells(f"Seat {seat + 1}", tally, drawn))
        yield table
        if any(tally.seats > tally.games for tally in self.bots.values()) and len(self.bots) > 1:
            yield Text("A bot on several seats wins once for each seat; its rate is that of one seat.")
        yield Text(length_sentence("decisions", self.lengths))
        if self.rounds:
            yield Text(length_sentence("rounds", self.rounds))


def cells(name: str, tally: Tally, drawn: bool) -> list[Text]:
    """One row of the table; a draw counts in the win rate by its share."""
    low, high = tally.interval()
    return [
        Text(name),
        Text(f"{tally.games:,}"),
        Text(f"{tally.won:,}"),
        *([Text(f"{tally.drawn:,}")] if drawn else []),
        Text(percent(tally.rate, 1)),
        Text(f"{100 * low:.1f} to {100 * high:.1f}"),
    ]


def length_sentence(what: str, counted: Counter[int]) -> str:
    """How long games were."""
    mean = sum(length * times for length, times in counted.items()) / counted.total()
    return f"A game took {mean:.1f} {what} on average, {median(counted):g} in the median."


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
