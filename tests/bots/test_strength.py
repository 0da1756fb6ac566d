"""How well the bots play, by each game's own bars (its study.toml).

The bars take some minutes: `make strength`; the suite plays a short version.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

import harena
from bots.cheat import share_of_twin
from harena.core import registry
from harena.core.options import read_options
from harena.core.study import Honesty, Level, Strength, Study
from harena.lab.plan import Plan, make_plan
from harena.lab.simulate import cores, rows
from harena.lab.statistics import wilson

LONG = os.environ.get("HARENA_STRENGTH", "") not in ("", "0")
long_only = pytest.mark.skipif(not LONG, reason="takes minutes: make strength")
SEEING = 400  # iterations of a twin that sees everything


def of_every_game(part: str) -> Any:
    """A test for each entry of this part, of each game that has one."""
    found = [(name, one) for name in registry.names() for one in getattr(registry.find(name).study, part)]
    return pytest.mark.parametrize(("name", "bar"), found, ids=[f"{name}: {one}" for name, one in found])


def plan_of(name: str, bar: Strength) -> Plan:
    game = harena.game(name)
    settings = game.match_ups(game.pack(), read_options(game.options, bar.options))
    return make_plan(game, settings, bar.bots, bar.games, seed=11)


def won_by_the_first(name: str, bar: Strength, workers: int = 1) -> float:
    """What the first bot scores in all games; a draw counts for its share."""
    return sum(row.scores[row.bots.index(bar.bots[0])] for row in rows(plan_of(name, bar), workers))


def test_every_part_of_a_study_is_played_for_some_game() -> None:
    """Without this a part that was renamed would test nothing."""
    studies = [registry.find(name).study for name in registry.names()]
    for part in ("strength", "levels", "quick", "honesty", "balance", "counts"):
        assert part in Study.__struct_fields__
        assert any(getattr(study, part) for study in studies), part


@of_every_game("quick")
def test_thinking_pays(name: str, bar: Strength) -> None:
    assert won_by_the_first(name, bar) / bar.games >= bar.least


@long_only
@of_every_game("strength")
def test_the_bar_is_cleared_with_all_of_its_interval(name: str, bar: Strength) -> None:
    assert interval(name, bar)[0] >= bar.least


@long_only
@of_every_game("levels")
def test_a_level_wins_as_much_as_its_name_says_and_not_much_more(name: str, bar: Level) -> None:
    assert bar.least <= interval(name, bar)[1] <= bar.most


def interval(name: str, bar: Strength) -> tuple[float, float, float]:
    """What the first bot wins, between the ends of its interval; printed for whoever looks on."""
    won = won_by_the_first(name, bar, cores())
    low, high = wilson(won, bar.games)
    share = won / bar.games
    most = f" to {bar.most:.0%}" if isinstance(bar, Level) else ""
    wanted = f"bar {bar.least:.0%}{most}"
    print(f"\n{name}: {bar}: {share:.1%} ({low:.1%} to {high:.1%}) of {bar.games} games, {wanted}")
    return low, share, high


@long_only
@of_every_game("honesty")
def test_the_price_of_honesty(name: str, bar: Honesty) -> None:
    """A twin that sees the truth is the upper bound of what any bot could reach with as much thinking."""
    game = harena.game(name)
    share = share_of_twin(game, SEEING, bar.bot, bar.games, bar.options)
    low, high = wilson(share * bar.games, bar.games)
    print(
        f"\n{name}: the twin that cheats scores {share:.1%} ({low:.1%} to {high:.1%}) against {bar.bot}"
        f" on every other seat, in {bar.games} games"
    )
    assert high > 1 / game.seats(read_options(game.options, bar.options))
