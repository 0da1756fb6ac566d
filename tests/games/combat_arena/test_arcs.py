"""CA-6.1, CA-6.2: arcs and distance, against hexes measured with a ruler."""

from __future__ import annotations

import pytest

from harena.core.bits import bit
from harena.core.hex import DIRECTIONS, OFF
from harena.games.combat_arena.rules.hexes import ALL, CONE, LINE, REAR

from . import by_the_book as book
from .arena import CASTUS, FROZEN, GRUE, RAFELO, TEKNOTH, Fight, put

FIELD = FROZEN.field
PLACES = range(FIELD.count)
Area = set[str]


def named(area: int) -> Area:
    return {FIELD.names[h] for h in PLACES if area >> h & 1}


@pytest.mark.rule("CA-6.2")
def test_the_arena_has_the_61_hexes_of_the_book_with_the_same_neighbours() -> None:
    assert tuple(FIELD.names) == book.HEXES
    for h in PLACES:
        for direction, name in enumerate(DIRECTIONS):
            there = FIELD.neighbour(h, direction)
            assert (None if there == OFF else FIELD.names[there]) == book.beyond(FIELD.names[h], name)


@pytest.mark.rule("CA-6.2")
def test_distance_is_the_fewest_hexes() -> None:
    for a in PLACES:
        counted = book.distances_from(FIELD.names[a])
        assert [FIELD.distance(a, b) for b in PLACES] == [counted[name] for name in FIELD.names]


@pytest.mark.rule("CA-6.2")
@pytest.mark.parametrize("reach", range(12))
def test_what_is_near_is_every_other_hex_within_that_distance(reach: int) -> None:
    for h in PLACES:
        counted = book.distances_from(FIELD.names[h])
        assert named(FIELD.near(h, reach)) == {hex for hex, far in counted.items() if 0 < far <= reach}


@pytest.mark.rule("CA-6.2")
def test_distance_goes_straight_through_snares_and_fighters() -> None:
    """Across the Storm's Eye: over the arc-snare in the middle and over Grue."""
    fight = Fight(put(RAFELO, "e4"), put(CASTUS, "e7"), put(GRUE, "e6"), board="storm_eye")
    assert fight.state.board.snares >> fight.place("e5") & 1
    assert fight.state.field.distance(fight[RAFELO].pos, fight[CASTUS].pos) == 3


@pytest.mark.rule("CA-6.1")
@pytest.mark.parametrize("facing", range(6))
def test_the_front_arc_is_the_half_of_the_board_the_fighter_faces(facing: int) -> None:
    for h in PLACES:
        here = FIELD.names[h]
        front = {hex for hex in book.HEXES if hex != here and book.in_front(here, DIRECTIONS[facing], hex)}
        assert named(FIELD.front(h, facing)) == front
        assert named(FIELD.zone(h, facing, REAR, 1, 8)) == set(book.HEXES) - front - {here}


@pytest.mark.rule("CA-6.1")
def test_the_side_line_is_front_and_of_the_neighbours_three_are_front_and_three_rear() -> None:
    middle = FIELD.names.index("e5")
    front = named(FIELD.front(middle, DIRECTIONS.index("e")))
    assert {"c4", "a3", "g4", "i3"} <= front, "exactly beside"
    assert {"d5", "e6", "f5"} <= front
    assert not front & {"d4", "e4", "f4"}


@pytest.mark.rule("CA-6.1")
def test_the_book_s_example_teknoth_and_grue_ahead_of_rafelo_castus_behind() -> None:
    fight = Fight(put(RAFELO, "e5", "ne"), put(TEKNOTH, "c5"), put(GRUE, "e7"), put(CASTUS, "f4"))
    rafelo = fight.number(RAFELO)
    seen = {name: fight.state.sees(rafelo, fight.number(name)) for name in (TEKNOTH, GRUE, CASTUS)}
    assert seen == {TEKNOTH: True, GRUE: True, CASTUS: False}


@pytest.mark.rule("CA-5.1", "CA-6.1")
@pytest.mark.parametrize("facing", range(6))
def test_the_other_shapes_a_kill_zone_is_made_of(facing: int) -> None:
    """Straight ahead, at most 60 degrees off it, or all round; each between two distances."""
    for h in PLACES:
        here, way = FIELD.names[h], DIRECTIONS[facing]
        far = book.distances_from(here)
        ring = {hex for hex in book.HEXES if 2 <= far[hex] <= 4}
        cone = {hex for hex in ring if book.between_the_slopes(here, way, hex)}
        line = {hex for hex in ring if book.straight(here, hex) == way}
        assert named(FIELD.zone(h, facing, CONE, 2, 4)) == cone
        assert named(FIELD.zone(h, facing, LINE, 2, 4)) == line
        assert named(FIELD.zone(h, facing, ALL, 2, 4)) == ring


@pytest.mark.rule("CA-4.1")
def test_the_hexes_next_to_an_area_are_the_neighbours_of_all_its_hexes() -> None:
    for a in PLACES:
        b = (a * 17 + 5) % FIELD.count
        around = set(book.neighbours(FIELD.names[a])) | set(book.neighbours(FIELD.names[b]))
        assert named(FIELD.spread(bit(a) | bit(b))) == around
