"""CN-1.4, CN-1.6, CN-1.14, CN-2.3, CN-2.11: flying and picking up modules."""

from __future__ import annotations

import pytest

from .table import HOME_RUN, INTERSTELLAR, NEW_HOPE, Sky


def costs_of(sky: Sky) -> dict[str, int]:
    """What the armada that moves is told about the sectors in reach."""
    question = sky.view(sky.asked).question
    assert question is not None
    return question.costs


# --- points and costs


@pytest.mark.rule("CN-2.3")
def test_movement_points_are_speed() -> None:
    sky = Sky()
    sky.player(1).speed = 4
    assert sky.move(1).ship(1).points == 4


@pytest.mark.rule("CN-2.3", "CN-1.1")
def test_each_sector_entered_is_paid_for() -> None:
    sky = Sky().move(1)
    assert sky.opened("fly") == {"c1", "d2", "e1", "b1", "f1"}, (
        "two points: Open Space, but no Nebula behind it"
    )
    sky.play("fly:d2")
    assert sky.ship(1).points == 1
    assert sky.opened("fly") == {"d1", "c1", "e1"}
    sky.play("fly:e1")
    assert sky.over, "without points it is over"


@pytest.mark.rule("CN-2.11")
def test_the_armada_takes_the_cheapest_way() -> None:
    sky = Sky()
    sky.player(1).speed = 4
    sky.move(1)
    assert costs_of(sky)["d3"] == 3
    sky.play("fly:d3")
    assert sky.ship(1).points == 1, "by d2: 1 and 2"


@pytest.mark.rule("CN-2.11")
def test_it_is_asked_again_while_it_has_points() -> None:
    sky = Sky()
    sky.player(1).speed = 3
    sky.move(1).play("fly:c1")
    assert (sky.asking, sky.ship(1).points) == ("Fly", 2)
    sky.play("fly:b1")
    assert (sky.asking, sky.ship(1).points) == ("Fly", 1)
    sky.play("stay")
    assert sky.over


@pytest.mark.rule("CN-2.11")
def test_the_way_leads_through_no_sector_with_an_enemy_to_evade() -> None:
    sky = Sky(ships={2: "c1"}).move(1)
    assert "c1" in sky.opened("fly")
    assert "b1" not in sky.opened("fly"), "b1 lies behind the enemy"
    sky = Sky(ships={3: "c1"}).move(1)
    assert "b1" in sky.opened("fly"), "a team-mate is in nobody's way"


@pytest.mark.rule("CN-2.11")
def test_a_detour_round_an_enemy_costs_more() -> None:
    sky = Sky(ships={1: "e3", 2: "e4"})
    sky.player(1).speed = 7
    costs = costs_of(sky.move(1))
    assert costs["e4"] == 1
    assert costs["e5"] == 7, "by f3 and f4: 3, 2 and 2; through e4 it would be 3"


@pytest.mark.rule("CN-2.3", "CN-4.1")
def test_nobody_moves_into_the_jumpgate_in_home_run() -> None:
    sky = Sky(HOME_RUN, ships={1: "c3"}).move(1)
    assert "d4" not in sky.opened("fly")
    sky = Sky(NEW_HOPE, ships={1: "c3"}).move(1)
    assert "d4" in sky.opened("fly")


@pytest.mark.rule("CN-4.2")
def test_nobody_enters_a_thick_nebula_in_interstellar() -> None:
    sky = Sky(INTERSTELLAR)
    sky.player(1).speed = 10
    flown = sky.move(1).opened("fly")
    closed = sky.names(sky.state.scenario.closed)
    assert flown & closed == set()
    assert len(flown) == 15, "all 16 sectors that can be played, but its own"
    assert costs_of(sky)["c5"] == 2, "the Black Hole costs 1"


# --- Raiders and Bosses


@pytest.mark.rule("CN-2.3")
def test_leaving_a_raider_costs_its_level_more() -> None:
    sky = Sky(ships={1: "c1"}, raiders={"c1": 1}).move(1)
    assert sky.opened("fly") == {"b1", "d1", "d2"}
    sky.play("fly:b1")
    assert sky.over
    sky = Sky(ships={1: "c1"}, raiders={"c1": 2})
    sky.player(1).speed = 4
    costs = costs_of(sky.move(1))
    assert costs == {"b1": 3, "d1": 3, "d2": 3, "c2": 4, "a1": 4, "e1": 4}


@pytest.mark.rule("CN-2.3")
def test_flying_through_a_raider_costs_its_level_more_too() -> None:
    sky = Sky(raiders={"c1": 2, "d2": 3, "e1": 1})
    sky.player(1).speed = 4
    costs = costs_of(sky.move(1))
    assert (costs["b1"], costs["f1"], costs["c1"]) == (4, 3, 1)


@pytest.mark.rule("CN-2.3")
def test_leaving_a_boss_costs_four_more() -> None:
    sky = Sky(ships={1: "a3"})
    sky.player(1).speed = 5
    costs = costs_of(sky.move(1))
    assert costs == {"a2": 5, "a4": 5}


@pytest.mark.rule("CN-2.3")
def test_an_armada_with_too_few_points_leaves_by_one_step_for_all_of_them() -> None:
    sky = Sky(ships={1: "a3"}).move(1)
    assert sky.opened("fly") == {"a2", "a4", "b3", "b4"}
    sky.play("fly:b3")
    assert (sky.sector(1), sky.ship(1).points) == ("b3", 0)


@pytest.mark.rule("CN-2.3")
def test_but_one_that_can_pay_pays() -> None:
    sky = Sky(ships={1: "c1"}, raiders={"c1": 1}).move(1)
    assert "c2" not in sky.opened("fly"), "1 for the Raider and 2 for the Nebula are too much"


@pytest.mark.rule("CN-2.3")
def test_nor_does_it_help_after_the_first_step() -> None:
    sky = Sky(raiders={"c1": 3})
    sky.move(1).play("fly:c1")
    assert sky.over, "it flew in with a point to spare and stays"


# --- modules


@pytest.mark.rule("CN-1.4")
def test_picking_up_a_module_costs_a_point() -> None:
    sky = Sky(ships={1: "f1"}).move(1).play("pick_up")
    assert (sky.ship(1).cargo, sky.ship(1).points) == (True, 1)
    assert "f1" not in sky.modules


@pytest.mark.rule("CN-1.4")
def test_without_a_point_it_stays_where_it_is() -> None:
    sky = Sky().move(1).play("fly:f1")
    assert sky.over
    assert "f1" in sky.modules


@pytest.mark.rule("CN-1.4", "CN-1.14")
def test_cargo_holds_one_and_several_may_lie_in_a_sector() -> None:
    sky = Sky(ships={1: "f1", 3: "f1"})
    sky.modules = ["f1", "f1", "f1"]
    sky.move(1).play("pick_up")
    assert "pick_up" not in sky.open
    assert sky.modules == ["f1", "f1"]
    sky.move(3).play("pick_up")
    assert sky.modules == ["f1"]


@pytest.mark.rule("CN-1.4")
@pytest.mark.parametrize("foe", ["Raider", "Boss"])
def test_not_where_a_raider_or_a_boss_is(foe: str) -> None:
    if foe == "Raider":
        sky = Sky(ships={1: "f1"}, raiders={"f1": 1}).move(1)
        assert "f1" in sky.modules
    else:
        sky = Sky(ships={1: "a3"}).move(1)
        assert "a3" in sky.modules
    assert "pick_up" not in sky.open


@pytest.mark.rule("CN-1.4")
def test_a_module_is_never_handed_over_or_put_down() -> None:
    sky = Sky(ships={1: "c1", 3: "c1"})
    sky.ship(1).cargo = True
    sky.move(1)
    assert sky.open <= {"stay", *(one for one in sky.open if one.startswith("fly"))}
    sky.move(3)
    assert "pick_up" not in sky.open


@pytest.mark.rule("CN-1.4")
def test_a_delivered_module_leaves_the_game() -> None:
    sky = Sky()
    before = len(sky.modules)
    sky.ship(1).cargo = True
    sky.expand()
    assert (sky.ship(1).cargo, len(sky.modules)) == (False, before)


# --- Exploration tokens


@pytest.mark.rule("CN-1.6", "CN-2.9")
def test_an_exploration_token_is_a_movement_point_before_and_after_the_first_step() -> None:
    sky = Sky()
    sky.player(1).exploration_tokens = 2
    sky.move(1).play("spend")
    assert (sky.ship(1).points, sky.tokens(1)) == (3, (0, 1))
    sky.play("fly:f1", "spend", "pick_up")
    assert (sky.ship(1).points, sky.tokens(1)) == (1, (0, 0))
    assert "spend" not in sky.open


# --- no exploring


@pytest.mark.rule("CN-2.3")
def test_nobody_explores() -> None:
    sky = Sky().move(1)
    kinds = {one.partition(":")[0] for one in sky.open}
    assert kinds <= {"fly", "pick_up", "spend", "stay", "play"}


@pytest.mark.rule("CN-2.3")
def test_without_a_raider_too_few_points_are_too_few() -> None:
    for raiders, sectors in (({}, set()), ({"g4": 1}, {"f4", "f5"})):
        sky = Sky(INTERSTELLAR, ships={1: "g4"}, raiders=raiders)
        sky.player(1).speed, sky.player(1).exploration_tokens = 1, 0
        assert sky.move(1).opened("fly") == sectors, "both neighbours are Nebulas"
