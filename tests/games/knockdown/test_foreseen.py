"""What a hint says of a choice is what the rules then do, whatever pack is played."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from contract.play import options_for
from harena.core.dice import fast_dice
from harena.core.state import OVER
from harena.games.knockdown import GAME
from harena.games.knockdown.pack.content import BrawlPack

from .brawl import STANDARD
from .foreseen import WANTED, Foreseen
from .random_pack import random_pack

MOST_OF_A_KIND = 2  # decisions of a match that are looked at, of each kind of question
MOST_DECISIONS = 300
MOST_GAMES = 120  # until everything has come up
ABYSS = GAME.pack("standard+abyss")
rules = pytest.mark.rule("KD-1.3", "KD-1.9", "KD-3.6", "KD-4.2", "KD-4.6", "KD-5.1", "KD-5.3", "KD-5.4")


def examine(pack: BrawlPack, seed: int) -> Counter[str]:
    """Play a match at random, and all open actions of some of its decisions."""
    luck = random.Random(seed)
    state = GAME.start(pack, GAME.options(**options_for(GAME, seed)), fast_dice(seed))
    asked: Counter[str] = Counter()
    checked: Counter[str] = Counter()
    for _ in range(MOST_DECISIONS):
        if state.seat == OVER:
            break
        asking = type(state.waiting).__name__
        if luck.random() < 0.4 and asked[asking] < MOST_OF_A_KIND:
            asked[asking] += 1
            checked += Foreseen(pack, state).check()
        state.play(luck.choice(state.legal()))
    return checked


@rules
def test_hints_of_random_packs_are_what_then_happens() -> None:
    checked: Counter[str] = Counter()

    @settings(max_examples=25, derandomize=True)
    @example(seed=459)  # a Skill of the one who was struck takes a wound away before the test
    @example(seed=642)  # pushed into the Flame
    @example(seed=357)  # Ammo is gained as soon as some was spent
    @given(seed=st.integers(0, 2**32))
    def holds(seed: int) -> None:
        checked.update(examine(random_pack(seed), seed))  # in some matches nothing that is checked comes up

    holds()
    assert checked.total() > 0


@rules
def test_every_kind_of_hint_of_the_packs_we_play_is_what_then_happens() -> None:
    checked: Counter[str] = Counter()
    for seed in range(MOST_GAMES):
        checked += examine((STANDARD, ABYSS)[seed % 2], seed)
        if seed > 20 and set(checked) >= WANTED:
            break
    assert set(checked) >= WANTED, "every kind of hint was looked at"
