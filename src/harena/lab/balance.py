"""What is counted for a balance report, game by game. Memory grows with what can differ, never with games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import permutations

from harena.lab.fair import EVEN, Kind, Shares
from harena.lab.plan import Row
from harena.lab.statistics import Halves, Pairs, correlation, share_p, wilson

SEATING = ("seat", "first decision")  # traits every game has; what a game adds itself is asked about first
BOT = "bot"
NONE = "none"  # what a seat has of a trait that only others have


class Rate:
    """Games that something took part in and what it won of them; draws count as shares."""

    __slots__ = ("decided", "decided_won", "games", "kinds", "shares", "won")

    def __init__(self, shares: Shares) -> None:
        self.shares = shares
        self.kinds: Counter[tuple[Kind, ...]] = Counter()  # of the seats that it was on
        self.games = self.decided = 0
        self.won = self.decided_won = 0.0

    def add(self, won: float, kinds: tuple[Kind, ...], decided: bool) -> None:
        """One more game: what was won of it, and on what kinds of seats."""
        self.games += 1
        self.won += won
        self.kinds[kinds] += 1
        if decided:
            self.decided += 1
            self.decided_won += won

    @property
    def rate(self) -> float:
        return self.won / self.games if self.games else 0.0

    @property
    def fair(self) -> float:
        """What it would win if all sides were equal: one of two, one of four."""
        shares = (
            times * sum(map(self.shares.share, kinds)) / len(kinds) for kinds, times in self.kinds.items()
        )
        return sum(shares) / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.won, self.games)

    @property
    def decided_rate(self) -> float:
        return self.decided_won / self.decided if self.decided else 0.0

    @property
    def decided_interval(self) -> tuple[float, float]:
        return wilson(self.decided_won, self.decided)

    @property
    def standing(self) -> int:
        """1: more than its fair share, -1: less, if nothing else were looked at; 0: it may be just that."""
        low, high = self.interval
        return (low > self.fair) - (high < self.fair)

    @property
    def p_value(self) -> float:
        """How often chance alone takes it so far from its fair share."""
        return share_p(self.won, self.games, self.fair)


class Use:
    """How often a seat of one group did something, in the games in which it did, and how those went."""

    __slots__ = ("games", "pairs", "times", "won")

    def __init__(self) -> None:
        self.games = self.times = 0
        self.won = 0.0
        self.pairs = Pairs()

    def add(self, times: int, score: float) -> None:
        self.games += 1
        self.times += times
        self.won += score
        self.pairs.add(times, score)


class Group:
    """All seats with one value of the main trait, whatever they did."""

    __slots__ = ("seats", "won", "won_squares")

    def __init__(self) -> None:
        self.seats = 0
        self.won = self.won_squares = 0.0

    def add(self, score: float) -> None:
        self.seats += 1
        self.won += score
        self.won_squares += score * score


Pair = tuple[str, str]


class Tally:
    """Everything a report is made of."""

    def __init__(self, shares: Shares | None = None) -> None:
        self.shares = shares or Shares()
        self.games = self.drawn = self.most_seats = 0
        self.seats = self.seat_pairs = 0
        self.users: dict[str, list[int]] = {}  # by what was done: how many seats did, and pairs of seats
        self.decisions: Counter[int] = Counter()
        self.of_game: dict[str, Counter[int]] = defaultdict(Counter)
        self.traits: dict[str, dict[str, Rate]] = {}
        self.meetings: dict[str, dict[Pair, Rate]] = {}  # by trait: how the first fared against the second
        self.crossed: dict[str, dict[Pair, Rate]] = {}  # main trait's value with another trait's value
        self.groups: dict[str, Group] = defaultdict(Group)
        self.uses: dict[str, dict[str, Use]] = defaultdict(dict)  # by what was done, by group
        self.main = ""
        self.mirrors: dict[Pair, dict[str, str] | None] = {}  # by two traits: how one tells the other, if so

    def add(self, row: Row) -> None:
        """Count one game."""
        self.games += 1
        self.most_seats = max(self.most_seats, len(row.scores))
        self.decisions[row.decisions] += 1
        for name, number in row.of_game.items():
            self.of_game[name][number] += 1
        self.shares.add(row)
        kinds = self.shares.kinds(row)
        decided = all(score in (0.0, 1.0) for score in row.scores) and 1.0 in row.scores
        self.drawn += not decided
        traits = [dict(of_seat) for of_seat in row.traits] or [{} for _ in row.scores]
        if len(set(row.bots)) > 1:
            traits = [{**of_seat, BOT: bot} for of_seat, bot in zip(traits, row.bots, strict=True)]
        self.main = self.main or main_trait(traits)
        for name in dict.fromkeys(name for of_seat in traits for name in of_seat):
            self._add_trait(name, [of_seat.get(name, NONE) for of_seat in traits], row.scores, kinds, decided)
        self._add_mirrors(traits)
        self._add_crossed(traits, row.scores, kinds, decided)
        self._add_counts(row, [of_seat.get(self.main, NONE) for of_seat in traits])

    def _add_trait(
        self, name: str, values: list[str], scores: list[float], kinds: list[Kind], decided: bool
    ) -> None:
        rates = self.traits.setdefault(name, {})
        alike = len(set(values)) == 1
        for value in dict.fromkeys(values):
            rate = rates.setdefault(value, Rate(self.shares))
            if not alike or len(scores) == 1:  # one that only meets itself wins its share: that says nothing
                # Seats with the same value are one witness, not several: their mean counts once.
                own = [seat for seat, held in enumerate(values) if held == value]
                won = sum(scores[seat] for seat in own) / len(own)
                rate.add(won, tuple(kinds[seat] for seat in own), decided)
        if not alike:
            self._add_meetings(self.meetings.setdefault(name, {}), values, scores, decided)

    def _add_meetings(
        self, meetings: dict[Pair, Rate], values: list[str], scores: list[float], decided: bool
    ) -> None:
        for one, value in enumerate(values):
            for two, other in enumerate(values):
                both = scores[one] + scores[two]
                allies = scores[one] == scores[two] == 1.0
                if value != other and both > 0 and not allies:  # two losers have settled nothing
                    rate = meetings.setdefault((value, other), Rate(self.shares))
                    rate.add(scores[one] / both, (EVEN,), decided)

    def _add_mirrors(self, traits: list[dict[str, str]]) -> None:
        for one, two in permutations(traits[0], 2):
            told = self.mirrors.setdefault((one, two), {})
            if told is not None and any(
                told.setdefault(of_seat.get(one, NONE), of_seat.get(two, NONE)) != of_seat.get(two, NONE)
                for of_seat in traits
            ):
                self.mirrors[one, two] = None

    def same(self, one: str, two: str) -> bool:
        """Does either of two traits always tell the other, like the first seat and the first decision?"""
        return self.mirrors.get((one, two)) is not None and self.mirrors.get((two, one)) is not None

    def _add_crossed(
        self, traits: list[dict[str, str]], scores: list[float], kinds: list[Kind], decided: bool
    ) -> None:
        if len({of_seat.get(self.main, NONE) for of_seat in traits}) < 2:
            return
        for of_seat, score, kind in zip(traits, scores, kinds, strict=True):
            for name, value in of_seat.items():
                if name != self.main:
                    rates = self.crossed.setdefault(name, {})
                    pair = of_seat.get(self.main, NONE), value
                    rates.setdefault(pair, Rate(self.shares)).add(score, (kind,), decided)

    def _add_counts(self, row: Row, groups: list[str]) -> None:
        for group, score, counts in zip(groups, row.scores, row.counts, strict=True):
            self.groups[group].add(score)
            for name, times in counts.items():
                if times:
                    uses = self.uses[name]
                    if group not in uses:
                        uses[group] = Use()
                    uses[group].add(times, score)
        self._add_users(row)

    def _add_users(self, row: Row) -> None:
        """Count how many seats did the same thing in a game: they are not independent witnesses."""
        seats = len(row.counts)
        self.seats += seats
        self.seat_pairs += seats * (seats - 1)
        did = Counter(name for counts in row.counts for name, times in counts.items() if times)
        for name, seats in did.items():
            users = self.users.setdefault(name, [0, 0])
            users[0] += seats
            users[1] += seats * (seats - 1)

    def lengths(self) -> dict[str, Counter[int]]:
        """Histograms of decisions and of all that is counted once a game, unless it never differs.

        What a game did not name was 0.
        """
        out = {"decisions": self.decisions}
        for name, histogram in self.of_game.items():
            whole = filled(histogram, self.games)
            if ":" not in name and len(whole) > 1:
                out[name] = whole
        for kind, things in self.parts().items():
            if are_numbers(things):
                out[kind] = Counter({int(thing): times for thing, times in things.items()})
        return out

    def parts(self) -> dict[str, dict[str, int]]:
        """What was counted by kind for the game as a whole: `ending:K.O.`, `turns in a round:12`."""
        out: dict[str, dict[str, int]] = {}
        for name, histogram in self.of_game.items():
            kind, sign, thing = name.partition(":")
            if sign:
                out.setdefault(kind, {})[thing] = sum(number * times for number, times in histogram.items())
        return out

    def counted(self) -> dict[str, dict[str, int]]:
        """All that was counted by kind, for the game as a whole or by seat, unless it is a length."""
        out = {kind: things for kind, things in self.parts().items() if not are_numbers(things)}
        for name, by_group in self.uses.items():
            kind, _, thing = name.partition(":")
            if thing and kind not in self.parts():
                out.setdefault(kind, {})[thing] = sum(use.times for use in by_group.values())
        return out

    def kinds(self) -> dict[str, list[str]]:
        """What was counted by seat, as full names by their kind."""
        out: dict[str, list[str]] = {}
        for name in sorted(self.uses):
            out.setdefault(name.partition(":")[0], []).append(name)
        return out

    def per_game(self, name: str) -> float:
        """How often something happened in a game, all seats together."""
        return sum(use.times for use in self.uses[name].values()) / self.games

    def halves(self, name: str, group: str) -> Halves:
        """Wins and games of a group with something done at least once, and without."""
        use, all_ = self.uses[name][group], self.groups[group]
        return Halves(use.won, use.games, all_.won - use.won, all_.seats - use.games)

    def witnesses(self, name: str) -> list[Halves]:
        """The same for all groups, in as many games as there are independent witnesses.

        If only one seat at a table can do something (there is one such card), the game tells the same thing
        twice: one with it has won, so the others without it have lost.
        """
        twice = max(1.0, 1 - self.together(name))
        return [Halves(*(number / twice for number in self.halves(name, group))) for group in self.uses[name]]

    def together(self, name: str) -> float:
        """The correlation between two seats in doing something; below 0 if one keeps the other off."""
        seats, pairs = self.users.get(name, (0, 0))
        often = seats / self.seats if self.seats else 0.0
        if not 0 < often < 1 or not self.seat_pairs:
            return 0.0
        return max(-1.0, (pairs / self.seat_pairs - often**2) / (often * (1 - often)))

    def correlation(self, name: str) -> float:
        """Between how often something was done and the score, among those who ever do it."""
        return correlation(self._pairs(name, group) for group in self.uses[name])

    def _pairs(self, name: str, group: str) -> Pairs:
        done, all_ = self.uses[name][group].pairs, self.groups[group]
        pairs = Pairs()
        pairs.count, pairs.y, pairs.yy = all_.seats, all_.won, all_.won_squares
        pairs.x, pairs.xx, pairs.xy = done.x, done.xx, done.xy  # who did it 0 times adds nothing to these
        return pairs


def tally(rows: Iterable[Row], shares: Shares | None = None) -> Tally:
    """Count games."""
    out = Tally(shares)
    for row in rows:
        out.add(row)
    return out


def main_trait(traits: list[dict[str, str]]) -> str:
    """What a report is about first: the game's own first trait in which seats differ, else where one sits."""
    own = [name for name in traits[0] if name not in (*SEATING, BOT)]
    differing = [name for name in own if len({of_seat.get(name, NONE) for of_seat in traits}) > 1]
    return next(iter([*differing, *traits[0]]), "")


def are_numbers(things: Iterable[str]) -> bool:
    """Is a kind of counts a length, each thing being how long one was?"""
    return all(thing.isdecimal() for thing in things)


def filled(histogram: Counter[int], games: int) -> Counter[int]:
    """A histogram with a 0 for each game that did not name the number."""
    missing = games - sum(histogram.values())
    return histogram + Counter({0: missing}) if missing > 0 else histogram
