"""Packs that say anything a pack may say: they are accepted, and every game with them comes to its end."""

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
from harena.games.centauri import GAME
from harena.games.centauri.pack import content as native
from harena.games.centauri.pack.content import ArenaPack
from harena.games.centauri.pack.joining import join
from harena.games.centauri.pack.verbs import VERBS
from harena.games.centauri.state import Space
from kit.position import positions_of

from .random_pack import random_pack, random_written
from .written import Written

SEEDS = range(16)
PARTS = (
    *("goal", "upgrades", "closed", "peaceful", "back_at_gate", "one_module", "raiders", "colour_raises"),
    *("delivery", "delivery_astartium", "harmony", "kill", "escape", "raider", "trade", "raiders_move"),
    *("wear", "convoy"),
)


def play(pack: ArenaPack, seed: int, **options: object) -> Space:
    """A game by chance, with a look at every position."""
    settled = read_options(GAME.options, {"max_rounds": 3, **options})
    game = GAME.start(pack, settled, fast_dice(seed), journal=True)
    for position in positions_of(game, random.Random(seed).choice):
        assert GAME.missing(position) == ""
        assert position.seat == OVER or position.legal(), "there is always something to do"
    assert game.seat == OVER
    return game


@given(st.integers(0, 1_000_000))
@settings(max_examples=10, deadline=None)
def test_the_checks_accept_them(seed: int) -> None:
    pack = random_pack(seed)
    assert 30 <= len(pack.kind_of) <= 60
    assert pack.scenarios


@pytest.mark.rule("CN-2.6", "CN-5.1")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_game_comes_to_its_end(seed: int) -> None:
    pack = random_pack(seed)
    for place, scenario in enumerate(pack.scenarios):
        game = play(pack, seed, scenario=scenario.id, players=(2, 4, 6)[(seed + place) % 3])
        assert game.made < GAME.longest
        assert game.round <= 3
        assert all(0 <= player.hull <= pack.basics.hull for player in game.players)


def test_together_they_use_every_verb_in_every_phase_and_every_part_of_a_scenario() -> None:
    """Or they would not be worth much."""
    seen: Counter[tuple[str, str]] = Counter()
    parts: Counter[str] = Counter()
    for seed in SEEDS:
        pack = random_pack(seed)
        for card in pack.cards:
            phases = [name for place, name in enumerate(native.PHASE_NAMES) if card.phases >> place & 1]
            seen.update((phase, VERBS.names[verb.do]) for phase in phases for verb in card.verbs)
        for one in pack.scenarios:
            parts.update(part for part in PARTS if getattr(one, part))
            parts.update([f"pair {native.PAIR_NAMES[one.pair]}", "mirror" if one.map.mirrored else "turn"])
    for verb in VERBS.verbs:
        for use in verb.uses:
            assert all(seen[phase, verb.name] for phase in use.stands), verb.name
    assert set(parts) == {*PARTS, *(f"pair {name}" for name in native.PAIR_NAMES), "mirror", "turn"}


@pytest.mark.rule("CN-5.1")
def test_a_random_pack_joins_with_the_standard_one(tmp_path: Path) -> None:
    written = random_written(random.Random(7))
    written.said["cards"] = Written()["cards"]  # there is no room for two decks that have nothing in common
    whole = join([written.read(tmp_path), GAME.pack()])
    own = [scenario.id for scenario in whole.scenarios if scenario.id.startswith("war")]
    assert len(whole.scenarios) == 3 + len(own) > 3
    for seed, id in enumerate(own):
        assert play(whole, seed, scenario=id).scenario.id == id
