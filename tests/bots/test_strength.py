"""How well the bots play. The bars take some minutes: `make strength`; the suite plays a short version."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

import pytest

import harena
from bots.cheat import share_of_twin
from harena.core.options import read_options
from harena.lab.plan import Plan, make_plan
from harena.lab.simulate import cores, rows
from harena.lab.statistics import wilson

LONG = os.environ.get("HARENA_STRENGTH", "") not in ("", "0")
long_only = pytest.mark.skipif(not LONG, reason="takes minutes: make strength")
DUEL = {"players": 2, "set_up": "given"}
FOUR = {"players": 4, "set_up": "given"}


@dataclass(frozen=True)
class Bar:
    """What the first bot must win against the others; all fighters or decks meet, sides and seats swapped."""

    game: str
    bots: tuple[str, ...]
    least: float
    games: int
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.game}: {self.bots[0]} against {', '.join(self.bots[1:])}"


BARS = [
    Bar("combat_arena", ("mcts:400", "random"), 0.97, 240, DUEL),
    Bar("combat_arena", ("mcts:400", "greedy"), 0.75, 480, DUEL),
    Bar("combat_arena", ("mcts:400", "mcts:100"), 0.62, 320, DUEL),
    Bar("combat_arena", ("mcts:400", "greedy", "greedy", "greedy"), 0.60, 288, FOUR),
    Bar("dawn_raid", ("mcts:400", "random"), 0.75, 400),
    Bar("dawn_raid", ("mcts:400", "greedy"), 0.55, 1600),
    Bar("combat_arena", ("normal", "greedy"), 0.60, 240, DUEL),
    Bar("dawn_raid", ("normal", "greedy"), 0.60, 560),
]
# Easy, normal and hard are in this order: too few games for their whole interval, hard takes its time.
LEVELS = [
    Bar("combat_arena", ("normal", "easy"), 0.60, 96, DUEL),
    Bar("dawn_raid", ("normal", "easy"), 0.60, 120),
    Bar("combat_arena", ("hard", "normal"), 0.50, 24, DUEL),
]
SHORT = [
    Bar("combat_arena", ("mcts:60", "random"), 0.85, 24, DUEL),
    Bar("combat_arena", ("greedy", "random"), 0.75, 24, DUEL),
    Bar("dawn_raid", ("mcts:60", "random"), 0.75, 80),
    Bar("dawn_raid", ("greedy", "random"), 0.75, 80),
]


def plan_of(bar: Bar) -> Plan:
    game = harena.game(bar.game)
    settings = game.match_ups(game.pack(), read_options(game.options, bar.options))
    return make_plan(game, settings, bar.bots, bar.games, seed=11)


def won_by_the_first(bar: Bar, workers: int = 1) -> float:
    """What the first bot scores in all games; a draw counts for its share."""
    return sum(row.scores[row.bots.index(bar.bots[0])] for row in rows(plan_of(bar), workers))


@pytest.mark.parametrize("bar", SHORT, ids=str)
def test_thinking_pays(bar: Bar) -> None:
    assert won_by_the_first(bar) / bar.games >= bar.least


@long_only
@pytest.mark.parametrize("bar", BARS, ids=str)
def test_the_bar_is_cleared_with_all_of_its_interval(bar: Bar) -> None:
    won = won_by_the_first(bar, cores())
    low, high = wilson(won, bar.games)
    print(
        f"\n{bar}: {won / bar.games:.1%} ({low:.1%} to {high:.1%}) of {bar.games} games, bar {bar.least:.0%}"
    )
    assert low >= bar.least


@long_only
@pytest.mark.parametrize("bar", LEVELS, ids=str)
def test_a_level_wins_as_much_as_its_name_says(bar: Bar) -> None:
    won = won_by_the_first(bar, cores())
    low, high = wilson(won, bar.games)
    print(
        f"\n{bar}: {won / bar.games:.1%} ({low:.1%} to {high:.1%}) of {bar.games} games, bar {bar.least:.0%}"
    )
    assert won / bar.games >= bar.least


@long_only
@pytest.mark.parametrize(
    ("name", "others", "games", "options"),
    [
        ("dawn_raid", "mcts:400", 400, {}),
        ("combat_arena", "mcts:400", 400, DUEL),
        ("combat_arena", "greedy", 288, FOUR),
    ],
)
def test_the_price_of_honesty(name: str, others: str, games: int, options: dict[str, Any]) -> None:
    """A twin that sees the truth is the upper bound of what any bot could reach with as much thinking."""
    share = share_of_twin(harena.game(name), 400, others, games, options)
    low, high = wilson(share * games, games)
    print(
        f"\n{name}: the twin that cheats scores {share:.1%} ({low:.1%} to {high:.1%}) against {others}"
        f" on every other seat, in {games} games"
    )
    assert high > 1 / options.get("players", 2)
