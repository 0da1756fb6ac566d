"""What holds in every position of every game, whatever the variant."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harena.core.hex import OFF
from harena.core.state import OVER
from harena.games.combat_arena import GAME
from harena.games.combat_arena.pack.content import ArenaPack
from harena.games.combat_arena.state import Arena
from kit.packs import Plain
from kit.position import positions_of

from .arena import FROZEN, STANDARD, VARIANTS, start

PACKS = (STANDARD, FROZEN)  # between them they have every kind of rule

games = given(
    seed=st.integers(0, 2**40),
    options=st.sampled_from(VARIANTS),
    board=st.sampled_from(["storm_eye", "pinwheel"]),
    max_rounds=st.integers(1, 12),
)


def pack_for(seed: int) -> ArenaPack:
    """One pack or the other, for every variant."""
    return PACKS[seed // len(VARIANTS) % len(PACKS)]


def check(game: Arena) -> None:
    """One position."""
    standing = [one.pos for one in game.fighters if one.pos != OFF]
    assert len(standing) == len(set(standing)), "two fighters never share a hex"
    assert not any(game.board.snares >> pos & 1 for pos in standing), "nobody stands in an arc-snare"
    assert GAME.missing(game) == "", "24 cards and 12 injuries, each in exactly one place"
    for one in game.fighters:
        assert 0 <= one.energy < len(game.pack.track)
        assert 0 <= one.facing < 6
        if game.round > 0:
            assert one.down == (one.pos == OFF)
            assert 0 <= one.covered <= one.sheet.spaces
            assert one.boxes & ~one.sheet.boxes() == 0
        if one.down:
            assert (one.hand, one.lasting(), one.wounds_left()) == (0, 0, 0)
        elif game.round > 0:
            assert one.covered <= one.marker < one.sheet.spaces or one.marker == one.sheet.spaces - 1
            assert 1 <= one.wounds_left() <= one.wounds_in_all()
    if game.queue:
        assert game.resolving >= 0, "injuries that wait belong to somebody"
    assert 0 <= game.round <= game.setting.max_rounds
    if game.seat != OVER:
        assert 0 <= game.seat < game.seats
        legal = game.legal()
        assert legal == sorted(set(legal))
        assert game.count() == len(legal) > (0 if game.hidden else 1)
        assert [game.nth(k) for k in range(len(legal))] == legal


@pytest.mark.rule("CA-2.1", "CA-3.4", "CA-4.1", "CA-6.5", "CA-7.1", "CA-7.2", "CA-7.3", "CA-7.6")
@games
@settings(max_examples=120)
def test_every_position_of_a_random_game_is_sound(
    seed: int, options: Plain, board: str, max_rounds: int
) -> None:
    luck = random.Random(seed)
    game = start(pack_for(seed), seed, board=board, max_rounds=max_rounds, **options)
    for position in positions_of(game, luck.choice):
        check(position)
    assert game.round <= max_rounds
    assert sum(game.score()) > 0


@pytest.mark.rule("CA-7.6", "CA-8.1", "CA-8.2")
@games
@settings(max_examples=60)
def test_the_score_names_the_winners(seed: int, options: Plain, board: str, max_rounds: int) -> None:
    """1 for each winner and 0 for the others, or the same share for all who draw."""
    luck = random.Random(seed)
    game = start(pack_for(seed), seed, board=board, max_rounds=max_rounds, **options)
    for _ in positions_of(game, luck.choice):
        pass
    scores = game.score()
    sides = {one.side for one in game.fighters if not one.down}
    won = {score for score in scores if score > 0}
    assert len(won) == 1
    (share,) = won
    if len(sides) == 1:
        assert share == 1.0
        assert all(score == 0 for one, score in zip_owners(game, scores) if one not in sides)
    elif not sides:
        assert set(scores) == {share}
    else:
        assert game.round == max_rounds, "otherwise the fight would go on"
        winners = {side for side, score in zip_owners(game, scores) if score > 0}
        assert share == 1 / len(winners)
        assert winners <= sides


def zip_owners(game: Arena, scores: list[float]) -> list[tuple[int, float]]:
    """For each fighter its side and what its player scores."""
    return [(one.side, scores[one.owner]) for one in game.fighters]


@pytest.mark.rule("CA-7.6")
@pytest.mark.parametrize(
    "options", VARIANTS, ids=lambda options: "-".join(str(one) for one in options.values())
)
def test_games_end_within_max_rounds_and_end_in_every_way(options: Plain) -> None:
    """Random play: most are over before the last round, some are not."""
    early = 0
    for seed in range(30):
        luck = random.Random(seed)
        game = start(seed=seed, **options)
        steps = sum(1 for _ in positions_of(game, luck.choice))
        assert steps < GAME.longest
        assert game.round <= 30
        early += game.finished()
    assert early > 0


@pytest.mark.rule("CA-7.6")
@given(seed=st.integers(0, 2**40), options=st.sampled_from(VARIANTS))
@settings(max_examples=20)
def test_a_copy_goes_the_same_way_and_leaves_the_original_alone(seed: int, options: Plain) -> None:
    luck = random.Random(seed)
    game = start(pack_for(seed), seed, max_rounds=4, **options)
    for place, position in enumerate(positions_of(game, luck.choice)):
        if place % 9 == 0 and position.seat != OVER:
            key, first, second = position.key(), position.copy(), position.copy()
            for one in (first, second):
                choices = random.Random(seed)
                for _ in range(15):
                    if one.seat != OVER:
                        one.play(choices.choice(one.legal()))
            assert first.key() == second.key()
            assert position.key() == key


@pytest.mark.rule("CA-7.6")
def test_an_estimate_is_a_share_for_each_side() -> None:
    luck = random.Random(4)
    for options in VARIANTS:
        game = start(seed=9, **options)
        for position in positions_of(game, luck.choice):
            estimate = position.estimate()
            assert len(estimate) == position.seats
            assert all(0 <= share <= 1 for share in estimate)
            by_side: dict[int, float] = {}
            for one in position.fighters:  # a fallen Challenger wins nothing, whatever its side does (CA-8.2)
                by_side[one.side] = max(by_side.get(one.side, 0), estimate[one.owner])
            assert position.round == 0 or sum(by_side.values()) == pytest.approx(1)


@pytest.mark.rule("CA-1.1")
def test_these_games_meet_every_kind_of_event() -> None:
    """Or they would prove little."""
    met: set[str] = set()
    for seed in range(60):
        luck = random.Random(seed)
        game = start(pack_for(seed), seed, **VARIANTS[seed % len(VARIANTS)])
        for _ in positions_of(game, luck.choice):
            pass
        met |= {event.kind for event in game.journal or []}
    assert met >= {
        *("order_roll", "took_fighter", "placed", "faced", "round", "dealt", "put_in", "neutral_in"),
        *("initiative", "played", "used_unique", "passed", "discarded", "no_cards", "hand_discarded"),
        *("energy", "moved", "attacked", "rerolled", "warded", "reacted", "reaction_roll"),
        *("wounded", "endured", "covered", "injury_drawn", "injured", "unmarked", "fatal_roll", "recovered"),
        *("pushed", "slammed", "snared", "held_on", "defeated", "used_fate", "healed", "mended", "drew"),
        *("handed_over", "rolled_off", "won"),
    }
    assert len(STANDARD.boards) >= 2
