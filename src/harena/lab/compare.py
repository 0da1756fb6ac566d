"""Comparing two bots, packs or sets of options, with no more games than the answer needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, cast

from harena.core import registry
from harena.core.errors import HarenaError
from harena.core.game import AnyGame
from harena.lab.changes import Changes
from harena.lab.fair import shares_of
from harena.lab.match_ups import pair_settings
from harena.lab.plan import Plan, Row, make_plan
from harena.lab.sides import Common, Side, check_sides, read_side
from harena.lab.simulate import rows
from harena.lab.stronger import Stronger

MOST_OF_BOTS = 2000  # games, if nobody says how many
MOST_OF_RULES = 1200  # some minutes' worth for the default bot
GREATEST_RISK = 0.4  # beyond it a coin might as well be thrown


@dataclass(frozen=True)
class Asked:
    """What somebody wants to know."""

    game: str
    a: Sequence[str]
    b: Sequence[str]
    bot: str = "mcts:100"  # plays where a side names none
    pack: str = "standard"
    options: Mapping[str, str] = field(default_factory=dict)
    measures: Sequence[str] = ()
    margin: float = 5.0  # points of a win rate, per cent of a length: what is worth knowing
    elo: tuple[float, float] | None = None
    risk: float = 0.05
    games: int | None = None  # at most, both sides together
    seed: int = 1
    table: str = ""  # who sits where in the first game of a pair, like ABBA; else they alternate


@dataclass
class Comparison:
    """Two runs that differ in one thing, and what is learned from their games, pair by pair."""

    game: AnyGame
    a: Side
    b: Side
    plans: tuple[Plan, Plan]
    study: Stronger | Changes
    left_out: int = 0  # match-ups of one side that are like none of the other
    interrupted: bool = field(default=False)

    def run(self, workers: int, tell: Callable[[str], None]) -> None:
        """Play until the answer is clear, the games are used up, or somebody stops it."""
        pairs = self._pairs(workers)
        try:
            for one, two in pairs:
                self.study.add(one, two)
                tell(self.study.progress())
                if self.study.decided:
                    break
        except KeyboardInterrupt:
            self.interrupted = True
        finally:
            pairs.close()  # type: ignore[attr-defined]

    def _pairs(self, workers: int) -> Iterator[tuple[Row, Row]]:
        """The games of both runs side by side: those of a pair have the same number, so the same seed."""
        first, second = (cast(Any, rows(plan, workers)) for plan in self.plans)
        with closing(first), closing(second):
            yield from zip(first, second, strict=True)


def prepare(asked: Asked) -> Comparison:
    """Make ready what was asked for, or say what is wrong with it."""
    check(asked)
    game = registry.find(asked.game)
    common = Common(asked.bot, asked.pack, asked.options)
    a, b = read_side(game, asked.a, common), read_side(game, asked.b, common)
    check_sides(game, a, b)
    if a.bot != b.bot:
        return _of_bots(asked, game, a, b)
    return _of_rules(asked, game, a, b)


def check(asked: Asked) -> None:
    """Refuse what no test can be made of."""
    if not asked.a and not asked.b:
        raise HarenaError("Say what to compare: --a and --b, like --a mcts:400 --b mcts:100.")
    if asked.games is not None and asked.games < 2:
        raise HarenaError(f"A pair is two games; at most {asked.games} cannot be played.")
    if not 0 < asked.margin < 50:
        raise HarenaError(f"--margin takes points above 0 and below 50, not {asked.margin:g}.")
    if not 0 < asked.risk <= GREATEST_RISK:
        raise HarenaError(f"--risk takes a number above 0 and up to {GREATEST_RISK}, not {asked.risk:g}.")
    if asked.elo is not None and not -800 <= asked.elo[0] < asked.elo[1] <= 800:
        raise HarenaError("--elo0 must be less than --elo1, both between -800 and 800.")


def _of_bots(asked: Asked, game: AnyGame, a: Side, b: Side) -> Comparison:
    """Two bots at one table; in the second game of a pair each sits where the other sat."""
    if asked.measures:
        raise HarenaError("--measure is for comparing packs or options; bots are compared by what they win.")
    settings = game.match_ups(game.pack(a.pack), a.options)
    pairs = (asked.games or MOST_OF_BOTS) // 2
    seats = seating(asked.table, game.seats(a.options))
    first = [a.bot if seat == "A" else b.bot for seat in seats]
    second = [b.bot if seat == "A" else a.bot for seat in seats]
    study = Stronger(a.bot, b.bot, asked.margin / 100, asked.risk)
    if asked.elo is not None:
        study.ask_elo(*asked.elo)
    one, two = (make_plan(game, settings, bots, pairs, asked.seed, a.pack) for bots in (first, second))
    return Comparison(game, a, b, (one, two), study)


def seating(table: str, seats: int) -> str:
    """Who sits where in the first game of a pair; by default A and B in turn."""
    letters = table.upper() or ("AB" * seats)[:seats]
    if len(letters) != seats or set(letters) != {"A", "B"}:
        example = ("AB" * seats)[:seats]
        raise HarenaError(f"--table takes {seats} letters A and B here, both of them, like {example}.")
    return letters


def _of_rules(asked: Asked, game: AnyGame, a: Side, b: Side) -> Comparison:
    """The same games played by equal bots under A and under B."""
    if asked.elo is not None:
        raise HarenaError("--elo0 and --elo1 are for comparing bots; packs and options have a --margin.")
    if asked.table:
        raise HarenaError("--table is for comparing bots; here all seats play alike.")
    check_measures(asked.measures)
    settings = pair_settings(game, a, b)
    pairs = (asked.games or MOST_OF_RULES) // 2
    one, two = (
        make_plan(game, options, [side.bot], pairs, asked.seed, side.pack)
        for side, options in zip((a, b), settings[:2], strict=True)
    )
    shares = shares_of(one), shares_of(two)
    study = Changes(asked.measures, asked.margin / 100, asked.risk, shares, settings.exchanged)
    return Comparison(game, a, b, (one, two), study, left_out=settings.left_out)


def check_measures(measures: Sequence[str]) -> None:
    """A measure has a name, and if it is a trait with a value, that too."""
    for measure in measures:
        name, equals, value = measure.partition("=")
        if not name.strip() or (equals and not value.strip()):
            raise HarenaError(
                f"--measure takes a trait like fighter, a trait's value like 'fighter=NAME', "
                f"'card=NAME', rounds, decisions or first, not {measure[:60]!r}."
            )
