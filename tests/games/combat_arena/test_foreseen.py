"""What a hint says of a choice is what the rules then do, whatever pack is played."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harena.core.state import OVER
from harena.games.combat_arena.pack.content import ArenaPack

from .arena import FROZEN, STANDARD, VARIANTS, start
from .foreseen import CHECKS, Foreseen
from .random_pack import random_pack

MOST_OF_A_KIND = 2  # decisions of a game that are looked at, of each kind of question
MOST_DECISIONS = 400
MOST_GAMES = 300  # until everything has come up


def examine(pack: ArenaPack, seed: int) -> Counter[str]:
    """Play a game at random, and all open actions of some of its decisions many times."""
    luck = random.Random(seed)
    options = VARIANTS[seed % len(VARIANTS)]
    board = luck.choice(["storm_eye", "pinwheel"])
    state = start(pack, seed=seed, board=board, set_up="given", **options)
    asked: Counter[str] = Counter()
    checked: Counter[str] = Counter()
    for _ in range(MOST_DECISIONS):
        if state.seat == OVER:
            break
        asking = type(state.waiting).__name__
        if luck.random() < 0.3 and asked[asking] < MOST_OF_A_KIND:
            asked[asking] += 1
            checked += Foreseen(pack, state).check()
        legal = state.legal()
        bold = [action for action in legal if 24 <= action < 73]
        state.play(luck.choice(bold if bold and luck.random() < 0.6 else legal))
    return checked


@pytest.mark.rule("CA-3.4", "CA-4.1", "CA-4.2", "CA-5.2", "CA-5.3", "CA-6.3", "CA-6.4", "CA-6.5", "CA-7.1")
@settings(max_examples=40, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_hints_of_random_packs_are_what_then_happens(seed: int) -> None:
    assert examine(random_pack(seed), seed)


@pytest.mark.rule("CA-3.4", "CA-4.1", "CA-4.2", "CA-5.2", "CA-5.3", "CA-6.3", "CA-6.4", "CA-6.5", "CA-7.1")
def test_every_kind_of_hint_of_the_packs_we_play_is_what_then_happens() -> None:
    checked: Counter[str] = Counter()
    for seed in range(MOST_GAMES):
        checked += examine((STANDARD, FROZEN)[seed % 2], seed)
        if seed > 2 * len(VARIANTS) and set(checked) == set(CHECKS):
            break
    assert set(checked) == set(CHECKS), "every kind of hint was looked at"
