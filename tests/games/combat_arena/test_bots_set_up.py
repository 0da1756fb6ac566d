"""Bots at set-up: none faces a wall, or turns its back on everybody, and none prefers a side of the arena."""

from __future__ import annotations

from collections import Counter

import pytest

from harena import bots
from harena.bots.counsel import advise
from harena.core.dice import fast_dice
from harena.core.hex import OFF
from harena.core.state import OVER
from harena.games.combat_arena.actions import FACING
from harena.games.combat_arena.state import Arena
from kit.packs import Plain

from .arena import GAME, STANDARD, start

# Every opponent for people, and what they are made of; hard as one with next to no time.
BOTS = ("easy", "normal", "mcts:1ms", "greedy", "mcts:25")
ACTIONS = GAME.actions(STANDARD)
MIDDLE = STANDARD.field.at(0, 0)


def set_up_by(text: str, seed: int, **options: Plain) -> Arena:
    """A game that these bots have set up."""
    game, dice = start(seed=seed, **options), fast_dice(1000 + seed)
    players = [bots.find(text) for _ in range(game.seats)]
    while game.round == 0:
        game.play(bots.answer(players[game.seat], game, dice))
    return game


def asked_to_face(*answers: str, seed: int = 1) -> Arena:
    """A duel, set up by these answers, up to the question how the last one faces."""
    game = start(seed=seed, players=2)
    for one in answers:
        game.play(ACTIONS.parse(one))
    assert game.base == FACING
    return game


def pointless(game: Arena) -> set[str]:
    return {
        ACTIONS.notation(action).removeprefix("facing:") for action in game.legal() if game.pointless(action)
    }


def looks_at_wall(game: Arena, who: int) -> bool:
    one = game.fighters[who]
    return game.field.neighbour(one.pos, one.facing) == OFF


@pytest.mark.rule("CA-1.2")
@pytest.mark.parametrize("text", BOTS)
def test_no_bot_sets_up_facing_a_wall(text: str) -> None:
    for seed in range(8):
        for players in (2, 4):
            game = set_up_by(text, seed, players=players)
            for who in range(len(game.fighters)):
                assert not looks_at_wall(game, who)


@pytest.mark.parametrize("text", BOTS)
def test_who_sets_up_last_has_an_enemy_in_front(text: str) -> None:
    for seed in range(16):
        game = set_up_by(text, seed, players=2)
        last = last_placed(game)
        assert game.sees(last, 1 - last)


def last_placed(game: Arena) -> int:
    return [event.a for event in game.journal or [] if event.kind == "placed"][-1]


def test_alone_the_three_ways_into_the_arena_have_a_point() -> None:
    assert pointless(asked_to_face("fighter:grue", "hex:a1")) == {"w", "nw", "ne"}
    assert pointless(asked_to_face("fighter:grue", "hex:e9")) == {"e", "ne", "se"}


def test_with_an_enemy_behind_it_a_way_along_the_wall_has_none() -> None:
    placed = asked_to_face("fighter:grue", "hex:e1", "facing:e", "fighter:castus", "hex:a1")
    assert pointless(placed) == {"w", "nw", "ne", "e"}


def test_after_the_set_up_every_facing_may_have_a_point() -> None:
    asked = 0
    for seed in range(8):
        game, dice = start(seed=seed, players=2, set_up="given"), fast_dice(seed)
        while game.seat != OVER:
            asked += game.base == FACING
            assert not any(game.pointless(action) for action in game.legal())
            game.play(game.hunch(dice))
    assert asked > 20


def test_among_equals_no_side_is_preferred() -> None:
    """The first to set up: along the wall to the left, along it to the right, and to the middle."""
    found: Counter[int] = Counter()
    corners: Counter[int] = Counter()
    bot = bots.find("greedy")
    for seed in range(360):
        game, dice = start(seed=seed, players=2), fast_dice(seed)
        while game.base != FACING:
            game.play(bots.answer(bot, game, dice))
        here = game.fighters[game.active].pos
        facing = bots.answer(bot, game, dice) - FACING
        middle = next(way for way in range(6) if is_straight(game, here, way))
        found[(facing - middle + 1) % 6] += 1
        corners[here] += 1
    assert set(found) == {0, 1, 2}
    assert min(found.values()) > 90
    assert len(corners) == 6
    assert min(corners.values()) > 40


def is_straight(game: Arena, here: int, way: int) -> bool:
    """Does that way lead straight to the middle?"""
    there = game.field.neighbour(here, way)
    return there != OFF and game.field.distance(there, MIDDLE) < game.field.distance(here, MIDDLE)


def test_nobody_is_advised_to_face_a_wall() -> None:
    game = asked_to_face("fighter:grue", "hex:a1")
    counsel = advise(game, game.seat, fast_dice(1), seconds=0, most=60)
    assert counsel.considered
    assert not any(game.pointless(one.action) for one in counsel.considered)
