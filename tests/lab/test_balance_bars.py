"""How even the standard packs are, by each game's own bars (its study.toml): `make balance`, for minutes."""

from __future__ import annotations

import os

import pytest

from harena.core import registry
from harena.core.study import Balance
from harena.lab.balance_run import Findings, Wish, find, plan_balance
from harena.lab.bars import MEDIAN, read_bar
from harena.lab.simulate import cores, rows

LONG = os.environ.get("HARENA_BALANCE", "") not in ("", "0")
BARS = [(name, bar) for name in registry.names() for bar in registry.find(name).study.balance]
every_bar = pytest.mark.parametrize(("name", "bar"), BARS, ids=[f"{name}: {bar}" for name, bar in BARS])


def found_for(name: str, bar: Balance, bots: str, games: int) -> Findings:
    """What `harena balance` finds for a bar."""
    wish = Wish(game=name, bot=bots, games=games, options=bar.options, seed=14200)
    plan = plan_balance(wish)
    return find(plan, rows(plan, cores()), [read_bar(text) for text in bar.bars], "make balance")


@every_bar
def test_a_bar_is_about_something_that_the_game_counts(name: str, bar: Balance) -> None:
    judged = found_for(name, bar, "random", 24).judged
    assert {one.trait for one in judged} == {read_bar(text).trait for text in bar.bars}


@pytest.mark.skipif(not LONG, reason="takes minutes: make balance")
@every_bar
def test_the_standard_pack_is_even(name: str, bar: Balance) -> None:
    found = found_for(name, bar, bar.bots, bar.games)
    for one in found.judged:
        rate = f"{one.rate:g}" if one.of == MEDIAN else f"{one.rate:.1%}"
        limits = f"{one.bar.trait}={one.bar.lowest:g}-{one.bar.highest:g}"
        print(f"\n{name}: {one.value}: {rate}, {one.verdict} the bar {limits}")
    assert found.holds
