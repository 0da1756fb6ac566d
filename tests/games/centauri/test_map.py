"""CN-1.1, CN-1.10, CN-2.7, CN-4.6: the three maps, as RULES.md says of them and fair to both teams."""

from __future__ import annotations

import pytest

from harena.core.bits import members_of
from harena.core.errors import PackError
from harena.games.centauri import GAME
from harena.games.centauri.pack.content import COLOUR_NAMES, KIND_NAMES, Map, Scenario

from .on_paper import ALL, AT, BESIDE, GATE, NAMES, cheapest, distance, turned
from .table import FROZEN, HOME_RUN, INTERSTELLAR, NEW_HOPE, SCENARIOS
from .written import Written

COSTS = {
    "open": 1,
    "nebula": 2,
    "thick_nebula": 3,
    "black_hole": 3,
    "jumpgate": 1,
    "dawn": 1,
    "red_space": 1,
    "blue_space": 1,
    "red_nebula": 3,
    "blue_nebula": 3,
}
TWINS = {"red_space": "blue_space", "red_nebula": "blue_nebula", "jumpgate": "dawn"}


def scenario(id: str) -> Scenario:
    return next(one for one in FROZEN.scenarios if one.id == id)


def map_of(id: str) -> Map:
    return scenario(id).map


def kind(map: Map, name: str) -> str:
    return KIND_NAMES[map.kinds[ALL.index(name)]]


def pairs(area: list[int]) -> list[list[str]]:
    return [[ALL[sector] for sector in members_of(pair)] for pair in area]


def mirrored(name: str) -> str:
    """Interstellar's mirror; empty where it leads off the frame."""
    q, r = AT[name]
    return NAMES.get((3 - q - r, r), "")


@pytest.mark.rule("CN-1.1")
@pytest.mark.parametrize("id", SCENARIOS)
def test_37_sectors_none_farther_than_three_steps_from_the_jumpgate(id: str) -> None:
    map = map_of(id)
    assert map.field.names == ALL
    assert len(ALL) == 37
    assert kind(map, GATE) == "jumpgate"
    assert max(distance(GATE, name) for name in ALL) == 3
    for place, name in enumerate(ALL):
        near = {ALL[other] for other in members_of(map.field.near(place, 1))}
        assert near == BESIDE[name]


@pytest.mark.rule("CN-1.1")
@pytest.mark.parametrize("id", SCENARIOS)
def test_entering_costs_by_kind(id: str) -> None:
    map = map_of(id)
    for place, name in enumerate(ALL):
        hole = kind(map, name) == "black_hole" and id == INTERSTELLAR
        assert map.costs[place] == (1 if hole else COSTS[kind(map, name)])


@pytest.mark.rule("CN-1.1")
@pytest.mark.parametrize("id", SCENARIOS)
def test_each_sector_has_a_colour_and_all_are_used(id: str) -> None:
    assert {COLOUR_NAMES[colour] for colour in map_of(id).colours} == {"amber", "green", "violet"}


@pytest.mark.rule("CN-1.10")
@pytest.mark.parametrize("id", SCENARIOS)
def test_the_two_starts_are_alike(id: str) -> None:
    one = scenario(id)
    map, image = one.map, mirrored if id == INTERSTELLAR else turned
    assert image(ALL[map.starts[0]]) == ALL[map.starts[1]]
    for name in ALL:
        place, twin = ALL.index(name), image(name)
        if twin and not (one.closed >> place & 1 and id == INTERSTELLAR):
            kinds = {kind(map, name), kind(map, twin)}
            assert len(kinds) == 1 or any(kinds == {red, blue} for red, blue in TWINS.items())
            assert map.costs[place] == map.costs[ALL.index(twin)]
    modules = [ALL[sector] for sector in map.modules]
    assert sorted(map.modules) == sorted(ALL.index(image(name)) for name in modules)
    if id != INTERSTELLAR:
        bosses = {ALL[sector] for sector in members_of(map.bosses)}
        assert bosses == {image(name) for name in bosses}


@pytest.mark.rule("CN-1.10")
def test_a_map_that_favours_a_side_is_refused() -> None:
    written = Written()
    written.sector(HOME_RUN, "a1", "n")
    with pytest.raises(PackError):
        written.read_once()


@pytest.mark.rule("CN-2.7")
@pytest.mark.parametrize("id", SCENARIOS)
def test_every_pair_is_as_good_for_one_team_as_for_the_other(id: str) -> None:
    one = scenario(id)
    image = mirrored if id == INTERSTELLAR else turned
    for pair in pairs(one.map.module_pairs) + pairs(one.map.raider_pairs):
        assert len(pair) == 2
        assert sorted(map(image, pair)) == sorted(pair)
        for name in pair:
            assert not one.closed >> ALL.index(name) & 1, "it can be entered"


@pytest.mark.rule("CN-2.7")
def test_the_reports_of_the_standard_deck() -> None:
    reports = [(one.modules + 1, one.raiders + 1, COLOUR_NAMES[one.colour][0]) for one in FROZEN.reports]
    assert len(reports) == 12
    assert sorted(modules for modules, _, _ in reports) == sorted(2 * [1, 2, 3, 4, 5, 6])
    assert [raiders for _, raiders, _ in reports].count(0) == 3, "three bring no Raider"
    assert sorted(colour for _, _, colour in reports) == sorted(4 * "agv")


@pytest.mark.rule("CN-4.2")
def test_the_black_hole_is_equally_far_from_both_starbases() -> None:
    one = scenario(INTERSTELLAR)
    hole = ALL[one.map.hole]
    assert kind(one.map, hole) == "black_hole"
    enter = {
        name: int(cost)
        for place, (name, cost) in enumerate(zip(ALL, one.map.costs, strict=True))
        if not one.closed >> place & 1
    }
    reached = cheapest(hole, 9, enter, {}, lambda name: False)
    red, blue = (reached[ALL[start]] for start in one.map.starts)
    assert red == blue <= 3


@pytest.mark.rule("CN-4.2")
def test_bosses_of_interstellar_stand_where_nobody_enters() -> None:
    one = scenario(INTERSTELLAR)
    assert one.map.bosses
    assert one.map.bosses & ~one.closed == 0
    assert {kind(one.map, ALL[sector]) for sector in members_of(one.closed)} == {"thick_nebula"}


@pytest.mark.rule("CN-4.6")
def test_at_most_one_pair_in_harmony_lies_next_to_the_black_hole() -> None:
    map = map_of(INTERSTELLAR)
    beside = BESIDE[ALL[map.hole]]
    assert len([pair for pair in pairs(map.module_pairs) if beside & set(pair)]) <= 1


@pytest.mark.rule("CN-4.6")
def test_a_map_with_two_such_pairs_is_refused() -> None:
    written = Written()
    written[INTERSTELLAR]["module_pairs"][1] = ["c4", "c6"]
    with pytest.raises(PackError, match="Black Hole"):
        written.read_once()


@pytest.mark.rule("CN-3.8")
def test_there_are_no_bosses_in_a_new_hope() -> None:
    assert map_of(NEW_HOPE).bosses == 0


@pytest.mark.rule("CN-4.1")
def test_the_map_of_home_run() -> None:
    map = map_of(HOME_RUN)
    assert [ALL[start] for start in map.starts] == ["d1", "d7"]
    modules = {ALL[sector] for sector in map.modules}
    assert modules == {"f1", "b5", "e3", "c4", "a2", "g3", "b3", "f3", "a3", "g2"}
    assert {ALL[sector] for sector in members_of(map.bosses)} == {"a3", "g2"}


def test_the_frozen_pack_is_whole() -> None:
    assert [one.id for one in FROZEN.scenarios] == list(SCENARIOS)
    assert [one.id for one in GAME.pack("standard").scenarios] == list(SCENARIOS)
