"""CN-3.7, CN-3.8, CN-4.11: Raiders, in fights and on their way."""

from __future__ import annotations

import pytest

from .table import FROZEN, NEW_HOPE, Sky

# --- in a fight


@pytest.mark.rule("CN-3.7")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_what_a_foe_of_a_level_has(level: int) -> None:
    foe = FROZEN.foes[level]
    assert (foe.combat, foe.shield, foe.hull, foe.initiative) == (level + 1, level, 2 * level, level)
    assert (foe.astartium, foe.tokens, foe.leaving) == (level, int(level >= 2), level)


@pytest.mark.rule("CN-3.7")
def test_initiative_is_a_die_plus_the_level() -> None:
    sky = Sky(ships={1: "c1"}, raiders={"c1": 3}).any_dice(4, 6).encounter()
    assert [(event.a, event.b) for event in sky.told("initiative")] == [(0, 6), (6, 9)]
    assert sky.told("attacked")[0].a == 6
    assert len(sky.told("attacked")[0].dice) == 4


@pytest.mark.rule("CN-3.7")
def test_there_is_no_decision_and_it_goes_to_the_death() -> None:
    sky = Sky(ships={1: "c1"}, raiders={"c1": 1}).roll(6, 1, 1, 1, 1, 1, 6, 6, 6).encounter()
    assert sky.told("fights") == sky.told("flees") == []
    assert len(sky.told("clash")) == 2
    assert sky.raiders == {}
    assert sky.dice == []


@pytest.mark.rule("CN-3.7")
def test_half_its_shield_stops_successes() -> None:
    sky = Sky(ships={1: "c1"}, raiders={"c1": 3})
    sky.player(1).combat = 5
    sky.any_dice(6, 1, 6, 6, 6, 6, 1).encounter()
    assert (sky.told("damaged")[0].b, sky.told("damaged")[0].c) == (3, 3), "4 successes, 1 stopped; Hull 6"


@pytest.mark.rule("CN-3.7")
def test_its_attacks_rise_with_the_rounds_too() -> None:
    sky = (
        Sky(ships={1: "c1"}, raiders={"c1": 1})
        .roll(6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6, 6, 6, 6)
        .encounter()
    )
    assert [len(event.dice) for event in sky.told("attacked") if event.a == 6] == [2, 3]


@pytest.mark.rule("CN-3.7")
def test_it_attacks_the_least_hull_and_among_equals_the_earlier_in_turn_order() -> None:
    for first, hulls, target in ((0, (8, 5), 3), (0, (5, 5), 1), (2, (5, 5), 3)):
        sky = Sky(ships={1: "c1", 3: "c1"}, raiders={"c1": 1})
        sky.state.first = first
        sky.player(1).hull, sky.player(3).hull = hulls
        sky.any_dice(1, 2, 6, 1, 1).encounter()
        assert sky.told("attacked")[0].b == target - 1


@pytest.mark.rule("CN-3.7")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_blow_earns_astartium_and_from_level_two_a_token(level: int) -> None:
    sky = Sky(ships={1: "c1"}, raiders={"c1": level})
    sky.player(1).combat = 8
    sky.roll(6, 1, *[6] * 8).encounter()
    assert sky.player(1).astartium == 2 + level
    assert (sky.asking == "ChooseToken") == (level >= 2)
    if level >= 2:
        sky.play("token:combat")
        assert sky.tokens(1) == (1, 0)
    assert (sky.points, sky.state.hunted) == ([0, 0], [1, 0]), "no VP in Home Run"


@pytest.mark.rule("CN-3.7")
def test_tokens_and_cards_help_against_it() -> None:
    sky = Sky(ships={1: "c1"}, raiders={"c1": 1}, hands={1: "targeting_link"})
    sky.player(1).combat_tokens = 1
    sky.roll(6, 1).encounter()
    assert (sky.asking, sky.asked) == ("Buff", 1)
    sky.play("play:targeting_link")
    assert sky.asking == "SpendDie"
    sky.roll(6, 6, 1, 1, 1).play("yes")
    assert sky.raiders == {}


# --- meeting


@pytest.mark.rule("CN-3.7")
@pytest.mark.parametrize(("one", "two", "surged"), [(1, 1, 2), (1, 2, 3), (2, 1, 3), (3, 3, 3), (3, 1, 3)])
def test_two_that_meet_become_one_a_level_above_the_higher(one: int, two: int, surged: int) -> None:
    sky = Sky(ships={1: "e2"}, hands={1: "pushback"}, raiders={"f2": one, "g1": two})
    sky.move(1).play("play:pushback")
    assert sky.asking in ("PushWhat", "PushTo")
    sky.play("sector:g1")
    assert sky.raiders == {"g1": surged}


# --- on their way (A New Hope: Starbases on b1 and f5)


@pytest.mark.rule("CN-4.11", "CN-4.3")
def test_each_moves_one_sector_toward_the_nearest_starbase() -> None:
    sky = Sky(NEW_HOPE, raiders={"a4": 1, "g1": 1}).roll(1, 2).raiders_move()
    assert sky.raiders == {"a3": 1, "g2": 1}, "b4 and f2 were as near: dice chose"


@pytest.mark.rule("CN-4.11")
def test_a_die_chooses_between_starbases_that_are_equally_near() -> None:
    assert Sky(NEW_HOPE, raiders={"b5": 1}).roll(1).raiders_move().raiders == {"b4": 1}
    assert Sky(NEW_HOPE, raiders={"b5": 1}).roll(2, 2).raiders_move().raiders == {"c6": 1}


@pytest.mark.rule("CN-3.8", "CN-4.11")
def test_no_raider_enters_the_jumpgate_it_goes_round() -> None:
    for die, to in ((1, "c4"), (2, "e4")):
        sky = Sky(NEW_HOPE, raiders={"d5": 1})
        sky.state.homes[:] = [sky.place("d1"), sky.place("d1")]
        assert sky.roll(1, die).raiders_move().raiders == {to: 1}, "straight on lies d4"


@pytest.mark.rule("CN-3.8")
def test_nor_a_bosss_sector() -> None:
    sky = Sky(NEW_HOPE, raiders={"a2": 1})
    sky.state.bosses = 1 << sky.place("a1")
    assert sky.roll().raiders_move().raiders == {"b2": 1}


@pytest.mark.rule("CN-4.3")
@pytest.mark.parametrize(("level", "points", "left"), [(1, 5, 4), (3, 5, 2), (3, 2, 0), (2, 0, 0)])
def test_one_that_arrives_removes_points_of_whoever_owns_the_starbase(
    level: int, points: int, left: int
) -> None:
    sky = Sky(NEW_HOPE, raiders={"a1": level})
    sky.points[:] = [points, 9]
    sky.raiders_move()
    assert (sky.points, sky.raiders) == ([left, 9], {})


@pytest.mark.rule("CN-4.3")
def test_the_highest_level_goes_first() -> None:
    sky = Sky(NEW_HOPE, raiders={"b3": 1, "b4": 2}).roll().raiders_move()
    assert [(sky.name(event.a), event.c) for event in sky.told("raider_moved")] == [("b4", 2)]
    assert sky.raiders == {"b3": 3}, "it met the other, and the one that surged does not move again"


@pytest.mark.rule("CN-4.3")
def test_of_equal_levels_the_lower_sector_goes_first() -> None:
    sky = Sky(NEW_HOPE, raiders={"a4": 1, "a3": 1}).roll(1, 1).raiders_move()
    assert [sky.name(event.a) for event in sky.told("raider_moved")] == ["a3", "a4"]
    assert sky.raiders == {"a2": 1, "a3": 1}


@pytest.mark.rule("CN-4.3", "CN-3.7")
def test_a_raider_that_meets_one_which_has_not_moved_holds_it_there() -> None:
    sky = Sky(NEW_HOPE, raiders={"a4": 2, "a3": 1}).roll(1).raiders_move()
    assert sky.raiders == {"a3": 3}
