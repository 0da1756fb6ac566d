"""CN-2.14, CN-3.7: Bosses are fought only by choice."""

from __future__ import annotations

import pytest

from .table import HOME_RUN, Sky, make_pack
from .written import Written


@pytest.mark.rule("CN-2.4", "CN-2.14")
def test_a_boss_is_fought_only_by_choice() -> None:
    sky = Sky(ships={1: "a3"}).encounter()
    assert (sky.asking, sky.asked, sky.open) == ("JoinBoss", 1, {"join", "no"})
    sky.play("no")
    assert sky.told("battle") == []
    assert "a3" in sky.names(sky.state.bosses)


@pytest.mark.rule("CN-2.14")
def test_each_armada_is_asked_in_turn_order_and_those_that_join_fight_together() -> None:
    sky = Sky(players=6, ships=dict.fromkeys((1, 3, 5), "a3"))
    sky.state.first = 2
    sky.encounter()
    asked = []
    for answer in ("join", "no"):
        asked.append(sky.asked)
        sky.play(answer)
    asked.append(sky.asked)
    assert asked == [3, 5, 1]
    sky.any_dice(6, 5, 1).play("join")
    assert [event.a for event in sky.told("initiative")] == [0, 2, 6]
    assert not sky.ship(5).fought


@pytest.mark.rule("CN-2.14")
def test_only_if_one_team_alone_is_there() -> None:
    sky = Sky(ships={1: "a3", 2: "a3"}).roll(6, 1).encounter()
    for clash in range(1, 13):
        sky.roll(*[1] * 2 * (clash + 1)).all_fight()
    assert [event.b for event in sky.told("battle")] == [0], "after a stand-off nobody is asked"
    sky = Sky(ships={1: "a3", 2: "a3"})
    sky.ship(2).back = True
    sky.encounter()
    assert sky.told("battle") == []


@pytest.mark.rule("CN-2.14")
def test_the_winner_of_a_fight_between_players_may_still_join() -> None:
    sky = Sky(ships={1: "a3", 2: "a3"})
    sky.player(2).hull = 1
    sky.roll(6, 1).encounter()
    sky.roll(6, 6).all_fight().play("token:combat")
    assert sky.asking == "JoinBoss"


@pytest.mark.rule("CN-2.14", "CN-3.7")
def test_a_boss_is_level_four_and_its_reward_four_astartium_and_a_token() -> None:
    sky = Sky(ships={1: "a3"})
    sky.player(1).combat = 10
    sky.encounter()
    sky.roll(6, 1, *[6] * 10).play("join")
    assert sky.told("battle")[0].b == 4
    assert sky.told("initiative")[1].b == 1 + 4
    assert (sky.told("damaged")[0].b, sky.told("damaged")[0].c) == (8, 0), "10 successes, 2 stopped; Hull 8"
    assert (sky.player(1).astartium, sky.asking) == (6, "ChooseToken")
    sky.play("token:exploration")
    assert "a3" not in sky.names(sky.state.bosses)
    assert sky.state.hunted == [1, 0]


@pytest.mark.rule("CN-2.14", "CN-1.4")
def test_then_its_module_can_be_taken() -> None:
    sky = Sky(ships={1: "a3"})
    sky.state.bosses &= ~(1 << sky.place("a3"))
    sky.move(1)
    assert "pick_up" in sky.open


@pytest.mark.rule("CN-2.14", "CN-3.7")
def test_it_fights_to_the_death_once_a_round() -> None:
    sky = Sky(ships={1: "a3"}).encounter()
    sky.any_dice(1, 6, *[6] * 5, *[1] * 2, *[6] * 6, *[1] * 3, *[6] * 7).play("join")
    assert sky.told("flees") == []
    assert sky.sector(1) == "d4", "destroyed"
    assert len(sky.told("battle")) == 1
    assert "a3" in sky.names(sky.state.bosses), "and a Boss that won is whole again next time"


@pytest.mark.rule("CN-4.3", "CN-3.7")
def test_points_for_raiders_are_not_given_for_bosses() -> None:
    def raiders_count(written: Written) -> None:
        written.scenario(HOME_RUN)["raider"] = 1

    sky = Sky(ships={1: "a3"}, pack=make_pack(raiders_count))
    sky.player(1).combat = 10
    sky.encounter()
    sky.roll(6, 1, *[6] * 10).play("join", "token:combat")
    assert sky.points == [0, 0]
