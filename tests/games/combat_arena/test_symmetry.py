"""The arenas are fair: a game that is turned, or seen in a mirror, is the same game.

So on either board all six starting corners are worth the same, whoever begins there, to the last digit: no
number of games played could show it as well.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harena.core.bits import members_of
from harena.core.hex import OFF
from harena.core.state import OVER
from harena.games.combat_arena.actions import FACING, HEX
from harena.games.combat_arena.pack.content import Board
from harena.games.combat_arena.state import Arena
from kit.packs import Plain

from .arena import STANDARD, VARIANTS, start

FIELD = STANDARD.field
Place = tuple[int, int]


class Image:
    """The board laid another way: where every hex and every facing comes to lie."""

    def __init__(self, place: Callable[[int, int], Place], facing: Callable[[int], int]) -> None:
        self.hexes = [FIELD.at(*place(q, r)) for q, r in zip(FIELD.qs, FIELD.rs, strict=True)]
        self.facing = facing

    def of(self, action: int) -> int:
        """The same action there."""
        if HEX <= action < HEX + FIELD.count:
            return HEX + self.hexes[action - HEX]
        if FACING <= action < FACING + 6:
            return FACING + self.facing(action - FACING)
        return action

    def of_area(self, area: int) -> int:
        return sum(1 << self.hexes[h] for h in range(FIELD.count) if area >> h & 1)


def turned(sixths: int) -> Image:
    """Turned clockwise by so many times 60 degrees."""

    def place(q: int, r: int) -> Place:
        for _ in range(sixths):
            q, r = -r, q + r
        return q, r

    return Image(place, lambda facing: (facing + sixths) % 6)


def mirrored() -> Image:
    """Left and right exchanged."""
    return Image(lambda q, r: (-q - r, r), lambda facing: (3 - facing) % 6)


def standing(game: Arena) -> list[tuple[int, int, int, int, int, int]]:
    """All of a fighter that could differ, hex and facing excepted."""
    return [
        (one.character, one.energy, one.marker, one.covered, one.boxes, one.hand) for one in game.fighters
    ]


def assert_same_game(one: Arena, other: Arena, image: Image, luck: random.Random) -> None:
    """Play both, the other as the image of the one: what is open and what comes of it never differs."""
    while one.seat != OVER:
        assert other.seat == one.seat
        assert sorted(image.of(action) for action in one.legal()) == other.legal()
        action = luck.choice(one.legal())
        one.play(action)
        other.play(image.of(action))
        assert standing(one) == standing(other)
        assert [image.hexes[a.pos] if a.pos != OFF else OFF for a in one.fighters] == [
            b.pos for b in other.fighters
        ]
    assert other.seat == OVER
    assert one.score() == other.score()


boards = pytest.mark.parametrize("board", STANDARD.boards, ids=lambda board: board.id)
games = given(seed=st.integers(0, 2**40), options=st.sampled_from(VARIANTS))


@boards
def test_every_starting_corner_can_be_turned_into_every_other(board: Board) -> None:
    for sixths in range(6):
        assert turned(sixths).of_area(board.snares) == board.snares
    corners = set(members_of(board.starts))
    for corner in corners:
        assert {turned(sixths).hexes[corner] for sixths in range(6)} == corners


@boards
@games
@settings(max_examples=40, deadline=None)
def test_a_turned_game_is_the_same_game(board: Board, seed: int, options: Plain) -> None:
    one, other = (start(seed=seed, board=board.id, max_rounds=8, **options) for _ in range(2))
    assert_same_game(one, other, turned(1 + seed % 5), random.Random(seed))


@games
@settings(max_examples=40, deadline=None)
def test_a_game_in_the_mirror_is_the_same_game_on_the_board_that_is_its_own_image(
    seed: int, options: Plain
) -> None:
    """So the four corners that are given to four fighters there are worth the same too."""
    board = next(board for board in STANDARD.boards if board.id == "storm_eye")
    assert mirrored().of_area(board.snares) == board.snares
    one, other = (start(seed=seed, board=board.id, max_rounds=8, **options) for _ in range(2))
    assert_same_game(one, other, mirrored(), random.Random(seed))
