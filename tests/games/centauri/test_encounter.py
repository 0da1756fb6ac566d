"""CN-2.4, CN-2.12, CN-2.13: who fights whom, in which order, and who regroups."""

from __future__ import annotations

import pytest

from .table import INTERSTELLAR, NEW_HOPE, Sky, make_pack
from .written import Written


def battles(sky: Sky) -> list[tuple[str, int]]:
    """Sector and level of the foe, 0 for a fight between players, in order."""
    return [(sky.name(event.a), event.b) for event in sky.told("battle")]


# --- fights between players


@pytest.mark.rule("CN-2.4")
def test_enemies_in_one_sector_must_fight() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"}).roll(6, 1).encounter()
    assert battles(sky) == [("c3", 0)]
    assert sky.asking == "Decide"


@pytest.mark.rule("CN-2.4")
def test_all_armadas_there_fight_as_two_sides() -> None:
    sky = Sky(players=6, ships={1: "c3", 2: "c3", 3: "c3", 4: "c3"}).roll(6, 5, 4, 3).encounter()
    assert sky.state.order == [0, 1, 2, 3]
    assert len(battles(sky)) == 1


@pytest.mark.rule("CN-2.4")
def test_not_at_the_jumpgate_and_not_in_the_dawn_sector_of_interstellar() -> None:
    for scenario, sector in (
        ("home_run", "d4"),
        (NEW_HOPE, "d4"),
        (INTERSTELLAR, "d4"),
        (INTERSTELLAR, "d7"),
    ):
        sky = Sky(scenario, ships={1: sector, 2: sector, 3: sector, 4: sector}).encounter()
        assert battles(sky) == []


@pytest.mark.rule("CN-2.4")
def test_team_mates_do_not_fight() -> None:
    sky = Sky(ships={1: "c3", 3: "c3"}).encounter()
    assert battles(sky) == []


@pytest.mark.rule("CN-2.4", "CN-2.12")
def test_sectors_come_in_turn_order_of_their_earliest_armada() -> None:
    ships = {1: "a1", 2: "g4", 3: "a1", 4: "c3", 5: "g4", 6: "a1"}
    sky = Sky(players=6, ships=ships)
    sky.state.first = 4  # seat 5
    sky.any_dice().encounter()
    while not sky.over:
        sky.play(min(sky.open - {"flee"}))
    assert [sector for sector, _ in battles(sky)] == ["g4", "a1"]


@pytest.mark.rule("CN-2.12")
def test_all_fights_between_players_come_before_raiders_and_raiders_before_bosses() -> None:
    ships = {1: "a3", 2: "e2", 3: "c3", 4: "c3"}
    sky = Sky(ships=ships, raiders={"e2": 1}).any_dice().encounter()
    while not sky.over:
        sky.play("join" if "join" in sky.open else min(sky.open - {"flee"}))
    assert battles(sky) == [("c3", 0), ("e2", 1), ("a3", 4)]


# --- then Raiders


@pytest.mark.rule("CN-2.4")
def test_a_raider_must_be_fought_by_the_whole_team_there() -> None:
    sky = Sky(ships={1: "c1", 3: "c1"}, raiders={"c1": 2}).any_dice(6, 5, 1).encounter()
    assert battles(sky) == [("c1", 2)]
    assert sky.told("initiative")[2].a == 6, "two armadas and the Raider"


@pytest.mark.rule("CN-2.4", "CN-2.12")
def test_the_team_that_is_left_fights_the_raider() -> None:
    sky = Sky(ships={1: "c1", 2: "c1"}, raiders={"c1": 1})
    sky.player(2).hull = 1
    sky.roll(6, 1).encounter()
    sky.roll(6, 6).all_fight()
    assert sky.asking == "ChooseToken"
    sky.roll(6, 1, 6, 6).play("token:exploration")
    assert battles(sky) == [("c1", 0), ("c1", 1)]
    assert sky.raiders == {}


@pytest.mark.rule("CN-2.12")
def test_an_armada_that_fled_takes_no_further_part() -> None:
    sky = Sky(ships={1: "c1", 2: "c1", 4: "b1"}, raiders={"b1": 1, "c1": 1})
    sky.ship(4).pos = sky.place("d7")
    sky.roll(6, 1).encounter().play("fight")
    sky.roll(1, 1, 1, 1).play("flee")
    sky.roll(6, 1, 6, 6).play("fly:b1")
    assert battles(sky) == [("c1", 0), ("c1", 1)], "the Raider on b1 is not fought"
    assert sky.raiders == {"b1": 1}


@pytest.mark.rule("CN-2.12", "CN-3.1")
def test_after_a_stand_off_the_raider_there_is_not_fought() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"}, raiders={"c3": 1}).roll(6, 1).encounter()
    for clash in range(1, 13):
        sky.roll(*[1] * (2 * (2 + clash - 1))).all_fight()
    assert sky.told("stand_off")
    assert battles(sky) == [("c3", 0)]
    assert (sky.sector(1), sky.sector(2), sky.points) == ("c3", "c3", [0, 0])


@pytest.mark.rule("CN-2.12")
def test_nor_is_one_beside_which_both_teams_stand_in_peace() -> None:
    def peace_in_nebulas(written: Written) -> None:
        written.scenario(NEW_HOPE)["peaceful"] = ["jumpgate", "nebula"]

    pack = make_pack(peace_in_nebulas)
    sky = Sky(NEW_HOPE, ships={1: "c2", 2: "c2"}, raiders={"c2": 1}, pack=pack).encounter()
    assert battles(sky) == []
    sky = Sky(NEW_HOPE, ships={1: "c2"}, raiders={"c2": 1}, pack=pack).roll(6, 1, 6, 6).encounter()
    assert battles(sky) == [("c2", 1)]


# --- Regroup


@pytest.mark.rule("CN-2.4", "CN-2.13")
def test_an_armada_without_enemy_and_fight_regroups() -> None:
    sky = Sky(ships={1: "c3"})
    sky.player(1).hull = 5
    sky.encounter()
    assert (sky.asking, sky.asked, sky.open) == ("Regroup", 1, {"repair", "draw"})
    sky.play("repair")
    assert (sky.player(1).hull, sky.hand(1)) == (7, [])
    assert [len(sky.hand(seat)) for seat in (2, 3, 4)] == [1, 1, 1], "a full Hull can only draw"


@pytest.mark.rule("CN-2.4")
def test_it_restores_at_most_what_is_missing() -> None:
    sky = Sky()
    sky.player(1).hull = 7
    sky.encounter().play("repair")
    assert sky.player(1).hull == 8


@pytest.mark.rule("CN-2.12", "CN-2.13")
def test_regroups_come_in_turn_order() -> None:
    sky = Sky()
    sky.state.first = 2
    for seat in (1, 2, 3, 4):
        sky.player(seat).hull = 4
    sky.encounter()
    order = []
    while not sky.over:
        order.append(sky.asked)
        sky.play("draw")
    assert order == [3, 4, 1, 2]


@pytest.mark.rule("CN-2.13")
def test_whoever_fought_does_not_regroup() -> None:
    sky = Sky(ships={1: "c1"}, raiders={"c1": 1}).roll(6, 1, 6, 6).encounter()
    assert [event.a for event in sky.told("regrouped")] == [1, 2, 3]


@pytest.mark.rule("CN-2.13")
def test_nor_does_anyone_beside_a_boss_that_was_left_alone() -> None:
    sky = Sky(ships={1: "a3"}).encounter().play("no")
    assert [event.a for event in sky.told("regrouped")] == [1, 2, 3]


@pytest.mark.rule("CN-2.13")
def test_where_players_do_not_fight_enemies_do_not_matter() -> None:
    sky = Sky(NEW_HOPE, ships={1: "d4", 2: "d4"}).encounter()
    assert [event.a for event in sky.told("regrouped")] == [0, 1, 2, 3]


@pytest.mark.rule("CN-2.13")
def test_elsewhere_even_an_enemy_that_just_fled_there_does() -> None:
    sky = Sky(ships={1: "c1", 2: "c1", 3: "b1"}).roll(6, 1).encounter().play("fight")
    sky.roll(1, 1, 1, 1).play("flee", "fly:b1")
    assert [event.a for event in sky.told("regrouped")] == [3]


@pytest.mark.rule("CN-3.6", "CN-2.13")
def test_nor_does_one_that_was_destroyed() -> None:
    sky = Sky(ships={1: "c1"}, raiders={"c1": 1})
    sky.player(1).hull = 1
    sky.roll(1, 6, 6, 6).encounter()
    assert sky.sector(1) == "d4"
    assert [event.a for event in sky.told("regrouped")] == [1, 2, 3]
