"""CN-1.7, CN-1.13: one against one, with two armadas each."""

from __future__ import annotations

import pytest

from .table import NEW_HOPE, Sky


@pytest.mark.rule("CN-1.7")
def test_each_player_commands_two_armadas_with_one_hull() -> None:
    sky = Sky(players=2)
    assert [armada.owner for armada in sky.state.armadas] == [0, 0, 1, 1]
    assert len(sky.state.players) == 2


@pytest.mark.rule("CN-1.7", "CN-1.13")
def test_the_player_says_which_moves_first_and_finishes_it() -> None:
    sky = Sky(players=2)
    sky.move(2)
    assert sky.state.active == 1
    sky.play("fly:c1", "stay")
    assert sky.state.active == 0
    assert (sky.ship(2).moved, sky.ship(1).points) == (True, 2), "each has its own movement points"


@pytest.mark.rule("CN-1.7")
def test_the_pair_carries_one_module_on_the_armada_that_took_it() -> None:
    sky = Sky(players=2, ships={1: "f1", 2: "e3"})
    sky.move(1).play("pick_up", "stay")
    assert (sky.ship(1).cargo, sky.ship(2).cargo) == (True, False)
    assert sky.state.active == 1
    assert "pick_up" not in sky.open, "e3 has a module, but the pair has one"


@pytest.mark.rule("CN-1.7", "CN-1.13")
def test_two_regroups_but_one_card_in_upkeep() -> None:
    sky = Sky(players=2)
    sky.player(1).hull = 3
    sky.encounter().play("repair", "repair")
    assert sky.player(1).hull == 7
    sky = Sky(players=2).upkeep(1)
    assert len(sky.hand(1)) == 1


@pytest.mark.rule("CN-1.7")
def test_only_the_armada_that_was_hit_is_destroyed() -> None:
    sky = Sky(players=2, ships={1: "c3", 2: "a1", 3: "c3"})
    sky.player(1).hull = 1
    sky.roll(1, 6).encounter()
    sky.roll(6, 6).all_fight()
    assert (sky.sector(1), sky.sector(2), sky.player(1).hull) == ("d4", "a1", 8)
    assert (sky.points, sky.state.kills) == ([0, 2], [0, 1]), "one kill"


@pytest.mark.rule("CN-1.7")
def test_damage_of_either_comes_off_the_shared_hull() -> None:
    sky = Sky(players=2, ships={1: "c3", 2: "c3", 3: "c3", 4: "c3"}).roll(3, 2, 6, 5).encounter().all_fight()
    sky.roll(6, 6).play("target:1")
    assert sky.player(1).hull == 7
    sky.roll(6, 6).play("target:2")
    assert sky.player(1).hull == 6


@pytest.mark.rule("CN-1.13")
def test_a_buff_works_for_all_armadas_of_the_player_in_the_fight() -> None:
    sky = Sky(players=2, ships=dict.fromkeys((1, 2, 3), "c3"), hands={1: "targeting_link"})
    sky.roll(6, 5, 1).encounter().all_fight()
    sky.any_dice(*[1] * 8).play("play:targeting_link")
    assert [len(event.dice) for event in sky.told("attacked")[:2]] == [4, 4]


@pytest.mark.rule("CN-1.13", "CN-3.12")
def test_but_blaze_of_glory_for_one_that_is_named() -> None:
    sky = Sky(players=2, ships=dict.fromkeys((1, 2, 3), "c3"), hands={1: "blaze_of_glory"})
    sky.roll(6, 5, 1).encounter().all_fight().play("play:blaze_of_glory")
    assert (sky.asking, sky.opened("target")) == ("NameBlaze", {"1", "2"})
    sky.any_dice(*[1] * 8).play("target:2")
    assert [len(event.dice) for event in sky.told("attacked")[:2]] == [2, 6]
    if sky.asking == "Engage":
        sky.any_dice(1, 1).play("target:1")
    assert (sky.sector(1), sky.sector(2)) == ("c3", "d4")


@pytest.mark.rule("CN-1.13")
def test_where_the_turn_order_leaves_both_the_first_comes_first() -> None:
    sky = Sky(players=2, ships={1: "a1", 2: "b1", 3: "b1", 4: "a1"}).any_dice().encounter()
    assert sky.name(sky.told("battle")[0].a) == "a1"
    sky = Sky(players=2, ships={1: "c1", 2: "c1"}, raiders={"c1": 1}).any_dice(1, 2, 6).encounter()
    assert sky.told("attacked")[0].b == 0, "equal Hull: the Raider shoots at the first"


@pytest.mark.rule("CN-1.13", "CN-4.8")
def test_both_armadas_may_trade_their_players_tokens() -> None:
    sky = Sky(NEW_HOPE, players=2, ships={1: "b4", 2: "f2"})
    sky.player(1).combat_tokens = 3
    sky.after_fights().play("number:1", "number:2")
    assert (sky.points[0], sky.tokens(1)) == (6, (0, 0))
