"""CN-3.2, CN-3.10: to fight or to flee."""

from __future__ import annotations

import pytest

from .table import HOME_RUN, INTERSTELLAR, NEW_HOPE, SCENARIOS, Sky

SECTORS = {HOME_RUN: "c1", INTERSTELLAR: "d5", NEW_HOPE: "c1"}


def duel(scenario: str = HOME_RUN, players: int = 4) -> Sky:
    sector = SECTORS[scenario]
    sky = Sky(scenario, players, ships={1: sector, 2: sector})
    for seat in (1, 2):
        player = sky.player(seat)
        player.speed = player.combat = player.shield = 2
        player.combat_tokens = player.exploration_tokens = 0
    return sky


@pytest.mark.rule("CN-3.2")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_survivor_moves_one_sector_away_and_the_others_gain_a_point(scenario: str) -> None:
    sky = duel(scenario).roll(6, 1).encounter().play("fight")
    assert (sky.asking, sky.asked, sky.open) == ("Decide", 2, {"fight", "flee"})
    sky.roll(6, 6, 6, 1).play("flee")
    assert sky.asking == "FleeTo"
    assert sky.player(2).hull == 7, "two hits, one cancelled by the Shield dice"
    to = min(sky.opened("fly"))
    sky.play(f"fly:{to}")
    assert (sky.sector(2), sky.points) == (to, [1, 0])
    assert sky.told("fled")


@pytest.mark.rule("CN-3.2", "CN-3.10")
def test_it_is_asked_in_every_round_also_in_the_first() -> None:
    sky = duel().roll(6, 1).encounter()
    assert sky.state.clash == 1
    assert (sky.asking, sky.asked) == ("Decide", 1)
    sky.roll(1, 1, 1, 1).all_fight()
    assert (sky.asking, sky.state.clash) == ("Decide", 2)


@pytest.mark.rule("CN-3.2")
def test_decisions_come_in_order_of_initiative_and_are_carried_out_at_once() -> None:
    sky = duel().roll(1, 6).encounter()
    assert sky.asked == 2
    sky.roll(1, 1, 1, 1).play("flee", "fly:b1")
    assert sky.over, "nobody is left to decide against"
    assert len(sky.told("fights")) == 0


@pytest.mark.rule("CN-3.2")
def test_every_enemy_makes_an_attack_of_opportunity_in_order_of_initiative() -> None:
    sky = Sky(players=6, ships=dict.fromkeys((1, 2, 4, 6), "c1"))
    sky.player(4).combat, sky.player(1).shield = 3, 4
    sky.roll(1, 2, 6, 4).encounter().play("fight", "fight", "fight")
    sky.roll(1, 1, 1, *[1] * 4, 6, 6, 4, 1, 1, 1, 6, 1, *[1] * 4).play("flee")
    attacks = sky.told("attacked")
    assert [event.a for event in attacks] == [3, 5, 1]
    assert [len(event.dice) for event in attacks] == [3, 2, 2]
    assert [len(event.dice) for event in sky.told("shield_dice")] == [4, 4, 4], (
        "Shield dice anew against each"
    )
    assert sky.player(1).hull == 8 - 1 - 1


@pytest.mark.rule("CN-3.2")
def test_no_card_token_or_later_round_strengthens_such_an_attack() -> None:
    sky = duel()
    sky.player(1).combat_tokens = 3
    sky.ship(1).dagger = 2
    sky.roll(6, 1).encounter().play("fight")
    sky.roll(1, 1, 1, 1).play("flee")
    assert sky.told("attacked")[0].dice == (1, 1)
    assert sky.tokens(1) == (3, 0)
    sky = duel().roll(6, 1).encounter()
    sky.roll(1, 1, 1, 1).all_fight().play("fight")
    sky.roll(2, 2, 1, 1).play("flee")
    assert sky.told("attacked")[-1].dice == (2, 2), "Combat dice, although it is the second round"


@pytest.mark.rule("CN-3.2")
def test_once_it_is_destroyed_the_others_do_not_roll_and_the_kill_counts_instead() -> None:
    sky = Sky(players=6, ships=dict.fromkeys((1, 2, 4), "c1"))
    sky.player(1).hull = 1
    sky.roll(1, 6, 5).encounter().play("fight", "fight")
    sky.roll(6, 6, 1, 1).play("flee")
    assert (sky.asking, sky.asked) == ("ChooseToken", 2)
    assert (sky.points, sky.sector(1)) == ([0, 2], "d4")
    assert len(sky.told("attacked")) == 1


@pytest.mark.rule("CN-3.2")
def test_one_point_for_each_that_survived() -> None:
    sky = Sky(ships=dict.fromkeys((1, 2, 3), "c1")).roll(1, 6, 2).encounter().play("fight")
    sky.roll(1, 1, 1, 1).play("flee", "fly:b1")
    sky.roll(1, 1, 1, 1).play("flee", "fly:b1")
    assert sky.points == [0, 2]


@pytest.mark.rule("CN-3.2", "CN-3.10")
def test_the_fleeing_armada_keeps_its_module_and_may_not_deliver_this_round() -> None:
    sky = duel()
    sky.ship(1).cargo = True
    sky.roll(6, 1).encounter()
    sky.roll(1, 1, 1, 1).play("flee", "fly:d1")
    assert (sky.sector(1), sky.ship(1).cargo) == ("d1", True)
    sky.expand()
    assert (sky.points, sky.ship(1).cargo) == ([0, 1], True)


@pytest.mark.rule("CN-3.10", "CN-3.6")
def test_a_module_stays_behind_only_if_it_is_destroyed() -> None:
    sky = duel()
    sky.ship(1).cargo, sky.player(1).hull = True, 1
    sky.roll(6, 1).encounter()
    sky.roll(6, 6, 1, 1).play("flee", "token:combat")
    assert "c1" in sky.modules


@pytest.mark.rule("CN-3.2")
def test_a_flight_costs_nothing_and_needs_no_evade_whoever_is_there() -> None:
    sky = Sky(ships={1: "c1", 2: "c1", 4: "c2"}, raiders={"b1": 3}).roll(6, 1).encounter()
    sky.roll(1, 1, 1, 1).play("flee")
    assert sky.opened("fly") == {"b1", "c2", "d1", "d2"}, "a Raider, a Nebula with an enemy, a Starbase"
    sky.play("fly:c2")
    assert sky.told("battle")[-1].a == sky.place("c1"), "and there it is left in peace"


@pytest.mark.rule("CN-3.2")
def test_only_to_where_it_may_go() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"}).roll(6, 1).encounter()
    sky.roll(1, 1, 1, 1).play("flee")
    assert "d4" not in sky.opened("fly"), "nobody enters the Jumpgate"
    sky = duel(INTERSTELLAR).roll(6, 1).encounter()
    sky.roll(1, 1, 1, 1).play("flee")
    assert sky.opened("fly") & sky.names(sky.state.scenario.closed) == set()


@pytest.mark.rule("CN-3.2")
def test_without_a_sector_to_go_to_nobody_is_asked() -> None:
    sky = duel()
    closed = sum(1 << sky.place(name) for name in ("b1", "c2", "d1", "d2"))
    scenario = sky.state.scenario
    try:
        scenario.closed |= closed
        sky.roll(6, 1, 1, 1, 1, 1, *[1] * 200).encounter()
    finally:
        scenario.closed &= ~closed
    assert sky.told("fights")
    assert sky.told("flees") == []


@pytest.mark.rule("CN-3.2")
def test_the_fight_goes_on_for_the_others() -> None:
    sky = Sky(ships=dict.fromkeys((1, 2, 3), "c1")).roll(6, 1, 5).encounter()
    sky.roll(1, 1, 1, 1).play("flee", "fly:b1", "fight")
    sky.roll(1, 1, 1, 1).play("fight")
    assert sky.state.order == [2, 1]
    assert sky.state.clash == 2


@pytest.mark.rule("CN-3.2", "CN-4.5")
def test_a_flight_can_decide_home_run() -> None:
    sky = duel()
    sky.points[1] = 18
    sky.roll(6, 1).encounter()
    sky.roll(1, 1, 1, 1).play("flee")
    assert (sky.over, sky.state.winner, sky.points) == (True, 1, [0, 19])
