"""Fields of hexes of any shape, against hexes on paper."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import paper
from core.paper import Hex
from harena.core.bits import members_of
from harena.core.hex import DIRECTIONS, FAR, OFF, Field, Hexagon, part_of

fields = st.sets(st.sampled_from(paper.EVERYWHERE), min_size=1, max_size=62).map(sorted)


def laid_out(hexes: list[Hex]) -> Field:
    """A hex of the sheet has its place for q and its row for r."""
    return Field(
        [f"{row}/{place}" for row, place in hexes],
        [place for _, place in hexes],
        [row for row, _ in hexes],
    )


def on_paper(hexes: list[Hex], area: int) -> set[Hex]:
    return {hexes[h] for h in members_of(area)}


@given(hexes=fields)
def test_neighbours_and_distances_are_those_on_paper(hexes: list[Hex]) -> None:
    field = laid_out(hexes)
    for h, here in enumerate(hexes):
        counted = paper.steps_from(here, hexes)
        assert [field.distance(h, other) for other in range(field.count)] == [
            counted.get(there, FAR) for there in hexes
        ]
        for direction in range(6):
            beyond, there = paper.beyond(here, direction), field.neighbour(h, direction)
            assert (hexes[there] if there != OFF else None) == (beyond if beyond in hexes else None)


@given(hexes=fields, reach=st.integers(0, 70))
def test_what_is_near_farther_and_nearer(hexes: list[Hex], reach: int) -> None:
    field = laid_out(hexes)
    for h, here in enumerate(hexes):
        counted = paper.steps_from(here, hexes)
        near = {there for there, steps in counted.items() if 0 < steps <= reach}
        assert on_paper(hexes, field.near(h, reach)) == near
        for other, there in enumerate(hexes):
            if there in counted:
                beside = [(one, counted[one] - counted[there]) for one in paper.touching(there) & set(hexes)]
                assert on_paper(hexes, field.farther(h, other)) == {one for one, more in beside if more > 0}
                assert on_paper(hexes, field.nearer(h, other)) == {one for one, more in beside if more < 0}


@given(hexes=fields, data=st.data())
def test_spreading_and_walking_over_free_hexes(hexes: list[Hex], data: st.DataObject) -> None:
    field = laid_out(hexes)
    free = data.draw(st.integers(0, (1 << field.count) - 1))
    h = data.draw(st.integers(0, field.count - 1))
    n = data.draw(st.integers(0, 8))
    around = {other for here in on_paper(hexes, free) for other in paper.touching(here)} & set(hexes)
    assert on_paper(hexes, field.spread(free)) == around
    counted = paper.steps_from(hexes[h], on_paper(hexes, free))
    assert on_paper(hexes, field.walk(h, n, free)) == {
        there for there, steps in counted.items() if steps <= n
    }


@given(hexes=fields, data=st.data())
def test_walking_at_a_cost_takes_the_cheapest_way(hexes: list[Hex], data: st.DataObject) -> None:
    """Some hexes cost more to enter, some cannot be entered, some cost more to leave."""
    field = laid_out(hexes)
    size = field.count
    costs = data.draw(st.lists(st.integers(0, 3), min_size=size, max_size=size))
    extra = data.draw(st.lists(st.integers(0, 4), min_size=size, max_size=size))
    h = data.draw(st.integers(0, size - 1))
    points = data.draw(st.integers(0, 14))
    to_enter = [0] + [sum(1 << i for i in range(size) if costs[i] == cost) for cost in (1, 2, 3)]
    to_leave = [sum(1 << i for i in range(size) if extra[i] == cost) for cost in range(5)]
    enter = {hexes[i]: costs[i] for i in range(size) if costs[i]}
    found = paper.cheapest(hexes[h], enter, dict(zip(hexes, extra, strict=True)))
    reached = field.walk_at_cost(h, points, to_enter, to_leave)
    by_points = [{there for there, cost in found.items() if cost == spent} for spent in range(points + 1)]
    assert [on_paper(hexes, area) for area in reached] == by_points


@given(hexes=fields)
def test_straight_lines_end_at_the_edge_and_at_gaps(hexes: list[Hex]) -> None:
    field = laid_out(hexes)
    for h, here in enumerate(hexes):
        rays = [paper.straight(here, direction, hexes) for direction in range(6)]
        assert [on_paper(hexes, field.ray(h, direction)) for direction in range(6)] == list(map(set, rays))
        for other, there in enumerate(hexes):
            ray = next((ray for ray in rays if there in ray), [])
            upto = ray[: ray.index(there) + 1] if ray else []
            assert on_paper(hexes, field.line(h, other)) == set(upto)


@given(hexes=fields)
def test_a_direction_leads_there_though_there_be_gaps(hexes: list[Hex]) -> None:
    field = laid_out(hexes)
    for h, here in enumerate(hexes):
        sheet = [paper.straight(here, direction, paper.EVERYWHERE) for direction in range(6)]
        for other, there in enumerate(hexes):
            on = [direction for direction in range(6) if there in sheet[direction]]
            assert field.direction(h, other) == (on[0] if on else OFF)


@pytest.mark.parametrize(
    ("radius", "count", "last"), [(1, 7, "c2"), (2, 19, "e3"), (3, 37, "g4"), (4, 61, "i5")]
)
def test_a_hexagon_has_rows_with_letters_and_numbers(radius: int, count: int, last: str) -> None:
    field = Hexagon(radius)
    assert (field.count, field.names[0], field.names[-1], field.longest) == (count, "a1", last, 2 * radius)
    assert field.names[field.at(0, 0)] == f"{'abcdefghi'[radius]}{radius + 1}"
    assert field.names[field.neighbour(0, DIRECTIONS.index("e"))] == "a2"


def test_a_part_of_a_field_keeps_names_and_places_but_not_the_ways_through_what_is_gone() -> None:
    whole = Hexagon(2)
    ring = part_of(whole, [name for name in whole.names if name != "c3"])
    assert ring.count == 18
    west, east = ring.names.index("c2"), ring.names.index("c4")
    assert ring.distance(west, east) == 3
    assert ring.direction(west, east) == DIRECTIONS.index("e")
    assert ring.line(west, east) == 0
