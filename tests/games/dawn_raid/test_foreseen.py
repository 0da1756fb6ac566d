"""What is said of going on with a raid or ending it is what the rules then do, whatever pack is played."""

from __future__ import annotations

import math
import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harena.core.dice import fast_dice
from harena.core.listing import listing
from harena.core.state import OVER
from harena.games.dawn_raid import ACTIONS, GAME
from harena.games.dawn_raid.actions import NO_ROLE
from harena.games.dawn_raid.pack.cards import DawnRaidPack
from harena.games.dawn_raid.state import Table

from .table import random_pack, start

GUESSES = 60
SIGMAS = 5
GOES_ON = ("raid:continue", "raid:take_over")
TOLD = re.compile(r"(?:all (\d+)|(\d+) of the (\d+)) cards \w+ may turn up")


def played(table: Table, action: str, seed: int) -> Any:
    """A choice and, if a role is asked about, none; what the decider cannot know is dealt anew."""
    then: Any = table.guess(table.seat, fast_dice(seed))
    then.journal = []
    then.play(ACTIONS.parse(action))
    if then.seat != OVER and type(then.waiting).__name__ == "ChooseRole":
        then.play(NO_ROLE)
    return then


def loses(then: Any) -> bool:
    """Did the one who went on lose the stake in the battle that came next?"""
    attack, defence = next((event.b, event.c) for event in then.journal if event.kind == "compared")
    first = [event.kind for event in then.journal if event.kind in ("compared", "pot_lost")][:2]
    return bool(defence > attack or first == ["compared", "pot_lost"])


def check(table: Table, names: list[str], pack: DawnRaidPack) -> int:
    """All choices of a decision; how many of them were warned of."""
    view = GAME.view(table, table.seat)
    words = GAME.words(pack, names)
    warned = 0
    for one in listing(words, view):
        if one.action in ("raid:end", "raid:bank"):
            then = played(table, one.action, 0)
            kind = "ended_raid" if one.action == "raid:end" else "banked"
            taken = next(event.b for event in then.journal if event.kind == kind)
            assert re.search(rf"\b{taken} cards", words.hint(view, one.action))
        if one.action in GOES_ON:
            lost = [loses(played(table, one.action, seed)) for seed in range(GUESSES)]
            danger = words.danger(view, one.action)
            if not danger:
                assert not view.pot or not any(lost)
                continue
            warned += 1
            told = TOLD.search(danger)
            if told is None or told[1]:
                assert all(lost), danger
            else:
                chance = int(told[2]) / int(told[3])
                spread = math.sqrt(chance * (1 - chance) / GUESSES)
                assert abs(sum(lost) / GUESSES - chance) <= SIGMAS * spread, danger
    return warned


@pytest.mark.rule("DR-2.3", "DR-2.4", "DR-3.5", "DR-4.1")
@settings(max_examples=20, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_the_odds_of_the_next_battle_are_those_of_many(seed: int) -> None:
    pack, luck = random_pack(seed), random.Random(seed)
    table = start(pack, seed)
    while table.seat != OVER:
        if luck.random() < 0.3:
            check(table, ["Ann", "Bo"], pack)
        table.play(luck.choice(table.legal()))


def test_warnings_come_up_in_these_games() -> None:
    """So that the test above has something to look at."""
    warned, luck = 0, random.Random(1)
    for seed in range(6):
        pack = random_pack(seed)
        table = start(pack, seed)
        while table.seat != OVER:
            warned += check(table, ["Ann", "Bo"], pack)
            table.play(luck.choice(table.legal()))
    assert warned > 20
