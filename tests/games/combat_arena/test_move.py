"""CA-4: moving and facing, against all walks taken one by one."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harena.core.bits import bit, full
from harena.core.hex import DIRECTIONS
from harena.core.state import OVER
from harena.games.combat_arena.pack.content import FACING_NAMES, Board
from harena.games.combat_arena.rules.move import Walk
from harena.games.combat_arena.state import Arena

from . import by_the_book as book
from .arena import FROZEN, GRUE, RAFELO, TEKNOTH, Fight, put

Ending = tuple[str, str]


def endings(game: Arena, who: int) -> set[Ending]:
    """All (hex, facing) the open answers can lead to."""
    if game.seat == OVER:
        one = game.fighters[who]
        return {(game.field.names[one.pos], DIRECTIONS[one.facing])}
    found: set[Ending] = set()
    for action in game.legal():
        after = game.copy()
        assert isinstance(after, Arena)
        after.play(action)
        found |= endings(after, who)
    return found


def lay_snares(fight: Fight, snares: list[str]) -> None:
    """Another board for this arena."""
    area = sum(bit(fight.place(hex)) for hex in snares)
    board = Board("test", "Test", area, fight.state.board.starts, full(61) & ~area)
    fight.state.board = fight.state.setting.board = board


def walk(fight: Fight, name: str, n: int, icon: str) -> Fight:
    return fight.do(Walk(fight.number(name), n=n, mode=FACING_NAMES.index(icon)))


@st.composite
def crowded(draw: st.DrawFn) -> tuple[list[str], list[str], str]:
    """Three hexes with fighters on them, arc-snares, and a facing; many close together."""
    hexes = draw(
        st.permutations(["e5", "e6", "d5", "d4", "e4", "f4", "f5", "c4", "a1", "a2", "b1", "b2", "i5"])
    )
    snares = draw(st.sets(st.sampled_from(book.HEXES), max_size=25))
    models = list(hexes[:3])
    return models, sorted(snares - set(models)), draw(st.sampled_from(DIRECTIONS))


@pytest.mark.rule("CA-4.1", "CA-4.2")
@pytest.mark.parametrize("icon", FACING_NAMES)
@given(place=crowded(), n=st.integers(0, 4))
@settings(max_examples=60)
def test_a_move_offers_exactly_the_endings_of_all_walks(
    icon: str, place: tuple[list[str], list[str], str], n: int
) -> None:
    (own, second, third), snares, facing = place
    fight = Fight(put(RAFELO, own, facing), put(TEKNOTH, second), put(GRUE, third))
    lay_snares(fight, snares)
    walk(fight, RAFELO, n, icon)
    expected = book.endings(own, facing, n, icon, {second, third, *snares})
    assert endings(fight.state, fight.number(RAFELO)) == expected


@pytest.mark.rule("CA-4.1", "CA-4.2")
@pytest.mark.parametrize("board", ["storm_eye", "pinwheel"])
@pytest.mark.parametrize("icon", FACING_NAMES)
def test_moves_on_the_boards_of_the_game(board: str, icon: str) -> None:
    luck = random.Random(f"{board} {icon}")
    snares = {FROZEN.field.names[h] for h in range(61) if board_of(board).snares >> h & 1}
    for _ in range(12):
        models = luck.sample(sorted(set(book.HEXES) - snares), 3)
        facing, n = luck.choice(DIRECTIONS), luck.randint(0, 5)
        fight = Fight(
            put(RAFELO, models[0], facing), put(TEKNOTH, models[1]), put(GRUE, models[2]), board=board
        )
        walk(fight, RAFELO, n, icon)
        expected = book.endings(models[0], facing, n, icon, {*models[1:], *snares})
        assert endings(fight.state, fight.number(RAFELO)) == expected


def board_of(id: str) -> Board:
    return next(board for board in FROZEN.boards if board.id == id)


# --- CA-4.1, sentence by sentence


@pytest.mark.rule("CA-4.1")
def test_up_to_n_hexes_in_any_directions() -> None:
    fight = Fight(put(RAFELO, "e5"), put(TEKNOTH, "a1"))
    assert len(walk(fight, RAFELO, 2, "free").opened("hex")) == 19
    fight.play("hex:c3")
    assert fight.hex(RAFELO) == "c3"


@pytest.mark.rule("CA-4.1")
def test_never_into_a_hex_with_a_model_an_arc_snare_or_off_the_arena() -> None:
    fight = Fight(put(RAFELO, "a1"), put(TEKNOTH, "a2"))
    lay_snares(fight, ["b1"])
    assert walk(fight, RAFELO, 1, "free").opened("hex") == {"a1", "b2"}


@pytest.mark.rule("CA-4.1")
def test_models_and_snares_have_to_be_walked_round() -> None:
    fight = Fight(put(RAFELO, "a1"), put(TEKNOTH, "a2"))
    lay_snares(fight, ["b1", "b2"])
    walk(fight, RAFELO, 5, "ahead")
    assert fight.over, "there is no way out, so there is nothing to choose"
    assert fight.hex(RAFELO) == "a1"


@pytest.mark.rule("CA-4.1")
def test_a_team_mate_is_in_the_way_too() -> None:
    placed = put(RAFELO, "e5"), put(TEKNOTH, "a1"), put(GRUE, "e6"), put("castus", "i5")
    fight = Fight(*placed, variant="brothers")
    assert fight[RAFELO].side == fight[GRUE].side
    assert "e6" not in walk(fight, RAFELO, 1, "free").opened("hex")


@pytest.mark.rule("CA-4.1")
def test_a_fallen_fighter_is_no_longer_in_the_way() -> None:
    fight = Fight(put(RAFELO, "e5"), put(TEKNOTH, "e6"), put(GRUE, "a1")).wound(TEKNOTH, 99)
    assert "e6" in walk(fight, RAFELO, 1, "free").opened("hex")


@pytest.mark.rule("CA-4.1", "CA-4.2")
def test_passing_out_and_back_is_allowed_and_turns_the_fighter() -> None:
    fight = Fight(put(RAFELO, "e5", "e"), put(TEKNOTH, "a1"))
    walk(fight, RAFELO, 2, "ahead").play("hex:e5")
    assert fight.opened("facing") == set(DIRECTIONS), "out to any side and back, or not at all"
    fight.play("facing:sw")
    assert (fight.hex(RAFELO), fight.facing(RAFELO)) == ("e5", "sw")


# --- CA-4.2, icon by icon


@pytest.mark.rule("CA-4.2")
def test_free_any_facing_also_without_moving() -> None:
    fight = Fight(put(RAFELO, "e5", "e"), put(TEKNOTH, "a1"))
    walk(fight, RAFELO, 3, "free").play("hex:e5")
    assert fight.opened("facing") == set(DIRECTIONS)
    fight.play("facing:nw")
    assert (fight.hex(RAFELO), fight.facing(RAFELO)) == ("e5", "nw")


@pytest.mark.rule("CA-4.2")
@pytest.mark.parametrize(("icon", "facing"), [("ahead", "sw"), ("back", "ne")])
def test_ahead_faces_away_from_the_hex_last_left_and_back_faces_it(icon: str, facing: str) -> None:
    fight = Fight(put(RAFELO, "e5", "e"), put(TEKNOTH, "a1"))
    walk(fight, RAFELO, 1, icon).play("hex:f4")
    assert fight.over
    assert (fight.hex(RAFELO), fight.facing(RAFELO)) == ("f4", facing)


@pytest.mark.rule("CA-4.2")
@pytest.mark.parametrize("icon", ["ahead", "back"])
@pytest.mark.parametrize("n", [0, 1])
def test_ahead_and_back_change_nothing_without_a_step(icon: str, n: int) -> None:
    fight = Fight(put(RAFELO, "e5", "nw"), put(TEKNOTH, "a1"))
    walk(fight, RAFELO, n, icon)
    if n:
        fight.play("hex:e5")
    assert fight.over
    assert (fight.hex(RAFELO), fight.facing(RAFELO)) == ("e5", "nw")


@pytest.mark.rule("CA-4.2")
def test_the_hex_it_arrives_from_matters_and_the_player_chooses() -> None:
    """From e5 to d6, two hexes: over d5, arriving eastwards, or over e6, arriving north-east."""
    fight = Fight(put(RAFELO, "e5", "w"), put(TEKNOTH, "a1"))
    walk(fight, RAFELO, 2, "ahead").play("hex:d6")
    assert fight.opened("facing") == {"e", "ne"}
    fight.play("facing:ne")
    assert (fight.hex(RAFELO), fight.facing(RAFELO)) == ("d6", "ne")


@pytest.mark.rule("CA-4.1", "CA-5.4")
def test_a_crushed_knee_takes_two_hexes_off_every_move_but_never_the_move_itself() -> None:
    fight = Fight(put(RAFELO, "e5", lasting="crushed_knee"), put(TEKNOTH, "a1"))
    assert len(walk(fight, RAFELO, 3, "free").opened("hex")) == 7
    walk(fight, RAFELO, 1, "free")
    assert fight.opened("facing") == set(DIRECTIONS), "it can still turn"
