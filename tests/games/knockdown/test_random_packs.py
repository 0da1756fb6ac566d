"""Packs that say anything a pack may say: they are accepted, and every match with them comes to its end."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harena.core.dice import fast_dice
from harena.core.options import read_options
from harena.core.state import OVER
from harena.games.knockdown import GAME
from harena.games.knockdown.pack.content import BrawlPack
from harena.games.knockdown.pack.joining import join
from harena.games.knockdown.pack.verbs import VERBS
from harena.games.knockdown.state import Brawl
from kit.position import positions_of

from .random_pack import random_pack, random_written

SEEDS = range(24)


def play(pack: BrawlPack, seed: int, **options: object) -> Brawl:
    """A match by chance, with a look at every position."""
    settled = read_options(GAME.options, {"fighters": "random", "wins": 1, **options})
    match = GAME.start(pack, settled, fast_dice(seed), journal=True)
    for position in positions_of(match, random.Random(seed).choice):
        assert GAME.missing(position) == ""
        assert position.seat == OVER or position.legal(), "there is always something to do (KD-3.11)"
    assert match.seat == OVER
    return match


@given(st.integers(0, 1_000_000))
@settings(max_examples=20, deadline=None)
def test_the_checks_accept_them(seed: int) -> None:
    pack = random_pack(seed)
    assert len(pack.attacks) >= 36 + 2


@pytest.mark.rule("KD-3.11", "KD-6.6")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_match_comes_to_its_end(seed: int) -> None:
    match = play(random_pack(seed), seed)
    assert match.made < GAME.longest
    assert max(event.b for event in match.journal or [] if event.kind == "turn") <= 33


def test_together_they_use_every_verb_everywhere() -> None:
    """Or they would not be worth much."""
    seen: Counter[tuple[str, str]] = Counter()
    for seed in SEEDS:
        pack = random_pack(seed)
        for attack in pack.attacks:
            place = "card" if attack.card >= 0 else "reaction" if attack.trigger else "special"
            seen.update((place, VERBS.names[verb.do]) for verb in attack.verbs)
        skills = [skill for one in pack.skill_sets for skill in one.skills]
        seen.update(("skill", VERBS.names[verb.do]) for skill in skills for verb in skill.verbs)
    for verb in VERBS.verbs:
        for use in verb.uses:
            assert all(seen[place, verb.name] for place in use.stands), verb.name


@pytest.mark.rule("KD-6.5")
def test_a_random_pack_joins_with_the_standard_one(tmp_path: Path) -> None:
    mine = random_written(random.Random(7)).read(tmp_path)
    whole = join([mine, GAME.pack()])
    met = {play(whole, seed).arena.id for seed in range(12)}
    assert met == {arena.id for arena in whole.arenas}
