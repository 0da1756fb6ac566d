"""CN-1.5, CN-1.9, CN-2.9, CN-3.3: Action cards, kind by kind."""

from __future__ import annotations

import pytest

from .table import Sky, make_pack
from .written import Written

# --- the hand and the deck


@pytest.mark.rule("CN-1.5", "CN-1.9")
def test_a_hand_of_more_than_five_is_discarded_down_at_once() -> None:
    sky = Sky(hands={1: "afterburner afterburner pushback pushback reserve_crew"}).next_cards("field_repairs")
    sky.upkeep(1)
    assert (sky.asking, sky.asked) == ("DropCard", 1)
    assert sky.opened("discard") == {"afterburner", "pushback", "reserve_crew", "field_repairs"}
    assert sky.state.hidden
    sky.play("discard:field_repairs")
    assert (sky.asking, len(sky.hand(1))) == ("Upkeep", 5)


@pytest.mark.rule("CN-1.5", "CN-1.9")
def test_of_several_new_cards_all_are_drawn_before_any_is_discarded() -> None:
    sky = Sky(hands={1: "long_range_scan pushback pushback reserve_crew"})
    sky.next_cards("afterburner", "field_repairs", "salvage_rights").upkeep(1).play("play:long_range_scan")
    assert sky.asking == "DropCard"
    assert len(sky.hand(1)) == 6
    sky.play("discard:pushback")
    assert (sky.asking, len(sky.hand(1))) == ("Upkeep", 5)


@pytest.mark.rule("CN-1.9")
def test_a_played_card_lies_spent_until_the_round_ends() -> None:
    sky = Sky(hands={1: "salvage_rights"}).upkeep(1).play("play:salvage_rights")
    assert sky.cards(sky.state.spent) == ["salvage_rights"]
    assert sky.state.discards == 0
    sky.any_dice().next_report(10).next_round()
    assert sky.state.spent == 0
    assert sky.cards(sky.state.discards) == ["salvage_rights"]


@pytest.mark.rule("CN-1.9")
def test_one_upkeep_card_a_round() -> None:
    sky = Sky(hands={1: "long_range_scan long_range_scan"}).upkeep(1).play("play:long_range_scan")
    assert sky.opened("play") == set()


@pytest.mark.rule("CN-1.5")
def test_an_empty_deck_is_shuffled_from_the_discards_but_not_from_what_is_spent() -> None:
    sky = Sky()
    state = sky.state
    state.discards, state.spent = 0b111, 1 << 39
    state.deck = []
    sky.any_dice().upkeep(1)
    assert len(sky.hand(1)) == 1
    assert (state.discards, len(state.deck), state.spent) == (0, 2, 1 << 39)
    assert sky.told("reshuffled")


@pytest.mark.rule("CN-1.5")
def test_without_deck_and_discards_nobody_draws() -> None:
    sky = Sky()
    sky.state.deck, sky.state.spent = [], (1 << 40) - 1
    sky.upkeep(1)
    assert sky.hand(1) == []
    assert sky.told("no_card")


@pytest.mark.rule("CN-1.5")
def test_a_card_is_played_in_the_phase_it_names() -> None:
    hand = "afterburner targeting_link salvage_rights field_repairs"
    sky = Sky(ships={1: "c1", 2: "c1"}, hands={1: hand}, raiders={"c1": 1}).next_cards("pushback")
    sky.player(1).hull = 5
    sky.upkeep(1)
    assert sky.opened("play") == {"salvage_rights", "field_repairs"}
    sky.play("finish").move(1)
    assert sky.opened("play") == {"afterburner", "pushback"}
    sky.play("stay").roll(6, 1).encounter().all_fight()
    assert sky.asking == "Buff"
    assert sky.opened("play") == {"targeting_link", "field_repairs"}


# --- Upkeep


@pytest.mark.rule("CN-2.8")
def test_salvage_rights_and_reserve_crew_and_long_range_scan() -> None:
    sky = Sky(hands={1: "salvage_rights", 2: "reserve_crew", 3: "long_range_scan"})
    sky.upkeep(1).play("play:salvage_rights")
    assert sky.player(1).astartium == 4
    sky.upkeep(2).play("play:reserve_crew")
    assert sky.asking == "ChooseToken"
    sky.play("token:exploration")
    assert sky.tokens(2) == (0, 1)
    assert [event.rule for event in sky.told("token")] == ["CN-2.8"]
    sky.upkeep(3).play("play:long_range_scan")
    assert len(sky.hand(3)) == 3


@pytest.mark.rule("CN-2.8")
def test_field_repairs_restore_three_hull_but_need_damage() -> None:
    sky = Sky(hands={1: "field_repairs"}).upkeep(1)
    assert sky.opened("play") == set()
    sky.player(1).hull = 4
    sky.upkeep(1).play("play:field_repairs")
    assert sky.player(1).hull == 7


@pytest.mark.rule("CN-2.8")
def test_a_card_does_what_it_says_in_the_order_it_says_it() -> None:
    def drawing_first(written: Written) -> None:
        written.card("reserve_crew")["effect"] = [{"do": "draw", "n": 1}, {"do": "token", "n": 1}]

    sky = Sky(hands={1: "reserve_crew"}, pack=make_pack(drawing_first)).upkeep(1)
    sky.play("play:reserve_crew")
    assert (sky.asking, len(sky.hand(1))) == ("ChooseToken", 2), "the card is there when the token is chosen"


# --- Movement


@pytest.mark.rule("CN-2.9")
def test_movement_cards_come_before_the_first_step_as_many_as_one_likes() -> None:
    sky = Sky(hands={1: "afterburner afterburner afterburner"}).move(1)
    assert sky.ship(1).points == 2
    sky.play("play:afterburner", "play:afterburner")
    assert sky.ship(1).points == 6
    sky.play("fly:c1")
    assert sky.ship(1).points == 5
    assert sky.opened("play") == set(), "after the first step no card"
    assert sky.hand(1) == ["afterburner"]


@pytest.mark.rule("CN-2.9")
def test_after_a_module_no_card_either() -> None:
    sky = Sky(ships={1: "f1"}, hands={1: "afterburner"}).move(1).play("pick_up")
    assert sky.asking == "Fly"
    assert sky.opened("play") == set()


@pytest.mark.rule("CN-2.9")
def test_the_start_of_a_movement_is_asked_whatever_the_hand_holds() -> None:
    sky = Sky(hands={1: "targeting_link"}).move(1)
    assert sky.asking == "Orders"
    assert sky.state.hidden


@pytest.mark.rule("CN-2.9")
def test_pushback_moves_a_raider_away_from_the_armada() -> None:
    sky = Sky(ships={1: "e2"}, hands={1: "pushback"}, raiders={"e3": 1}).move(1).play("play:pushback")
    assert (sky.asking, sky.opened("sector")) == ("PushTo", {"e4", "f3"}), "never the Jumpgate"
    sky.play("sector:f3")
    assert sky.raiders == {"f3": 1}
    assert sky.asking == "Orders", "it may still move"


@pytest.mark.rule("CN-2.9")
def test_pushback_chooses_among_raiders_here_and_beside() -> None:
    sky = Sky(ships={1: "e2"}, hands={1: "pushback"}, raiders={"e2": 2, "f2": 1, "e4": 1}).move(1)
    sky.play("play:pushback")
    assert (sky.asking, sky.opened("sector")) == ("PushWhat", {"e2", "f2"})
    sky.play("sector:e2")
    assert sky.opened("sector") == {"d2", "d3", "e1", "e3", "f1", "f2"}
    sky.play("sector:f2")
    assert sky.raiders == {"f2": 3, "e4": 1}, "two that meet surge"


@pytest.mark.rule("CN-2.9")
def test_pushback_never_pushes_onto_a_starbase_or_a_boss() -> None:
    sky = Sky(ships={1: "d3"}, hands={1: "pushback"}, raiders={"d2": 1}).move(1).play("play:pushback")
    assert sky.opened("sector") == {"c1", "e1"}, "not d1, the Starbase"
    sky = Sky(ships={1: "c3"}, hands={1: "pushback"}, raiders={"b3": 1}).move(1).play("play:pushback")
    assert sky.names(sky.state.bosses) == {"a3", "g2"}
    assert sky.opened("sector") == {"a2", "b4"}, "not a3, where a Boss is"


@pytest.mark.rule("CN-2.9")
def test_pushback_needs_a_raider() -> None:
    sky = Sky(ships={1: "c3"}, hands={1: "pushback"}, raiders={"e3": 1}).move(1)
    assert sky.opened("play") == set()


@pytest.mark.rule("CN-2.9")
def test_you_shall_not_pass_keeps_enemies_in_the_sector() -> None:
    sky = Sky(ships={1: "c3", 2: "c3", 3: "c3"}, hands={1: "you_shall_not_pass"})
    sky.move(1).play("play:you_shall_not_pass", "stay")
    sky.move(2)
    assert sky.over, "nothing but staying"
    assert sky.sector(2) == "c3"
    sky.move(3)
    assert sky.opened("fly"), "a team-mate leaves as it likes"


@pytest.mark.rule("CN-2.9")
def test_nobody_flies_through_a_wall_either() -> None:
    sky = Sky(ships={1: "c1", 2: "b1"}, hands={1: "you_shall_not_pass", 2: "cloak_and_dagger"})
    sky.move(1).play("play:you_shall_not_pass", "stay")
    sky.move(2).play("play:cloak_and_dagger")
    assert "d1" not in sky.opened("fly")
    assert "c1" in sky.opened("fly"), "in, but not out"
    sky.play("fly:c1")
    assert sky.over, "evading or not"


@pytest.mark.rule("CN-2.9")
def test_the_wall_stands_until_the_armadas_next_movement_and_does_not_stop_fleeing() -> None:
    sky = Sky(ships={1: "c1", 2: "c1"}, hands={1: "you_shall_not_pass"})
    sky.move(1).play("play:you_shall_not_pass", "stay")
    sky.roll(6, 1).encounter().play("fight")
    assert "flee" in sky.open
    sky.roll(1, 1, 1, 1).play("flee", "fly:b1")
    assert sky.sector(2) == "b1"
    sky.move(1)
    assert not sky.ship(1).wall


@pytest.mark.rule("CN-2.9")
def test_cloak_and_dagger_needs_no_evade_and_strikes_first_time_with_two_more_dice() -> None:
    sky = Sky(ships={1: "c3", 2: "c3", 4: "b2"}, hands={1: "cloak_and_dagger"})
    sky.player(1).speed = 3
    sky.move(1).play("play:cloak_and_dagger")
    sky.play("fly:b2")
    assert sky.sector(1) == "b2", "no dice were thrown"
    assert "a1" in sky.opened("fly")
    sky.roll(6, 1).play("stay").encounter()
    sky.roll(5, 5, 5, 5, 1, 1).all_fight()
    assert sky.told("attacked")[0].dice == (5, 5, 5, 5), "Combat 2 and the dagger's 2"
    sky.roll(5, 5, 5, 1, 1, 1).all_fight()
    assert len(sky.told("attacked")[2].dice) == 3, "in the second round one die more, and no dagger"


@pytest.mark.rule("CN-2.9")
def test_the_cloak_is_gone_when_the_movement_is_over() -> None:
    sky = Sky(hands={1: "cloak_and_dagger"}).move(1).play("play:cloak_and_dagger")
    assert sky.view(2).armadas[0].cloaked
    sky.play("stay")
    assert not sky.view(2).armadas[0].cloaked


@pytest.mark.rule("CN-2.9")
def test_two_daggers_are_sharper_than_one() -> None:
    sky = Sky(hands={1: "cloak_and_dagger cloak_and_dagger"}).move(1)
    sky.play("play:cloak_and_dagger", "play:cloak_and_dagger")
    assert sky.ship(1).dagger == 4


@pytest.mark.rule("CN-2.9")
def test_spatial_disjunction_exchanges_places() -> None:
    sky = Sky(ships={1: "c1", 2: "c4", 3: "c6", 4: "b1"}, hands={1: "spatial_disjunction"})
    sky.move(1).play("play:spatial_disjunction")
    assert (sky.asking, sky.opened("target")) == ("SwapWith", {"2", "4"}), "c6 is too far"
    sky.play("target:2")
    assert (sky.sector(1), sky.sector(2)) == ("c4", "c1")
    assert sky.asking == "Orders"
    assert "c3" in sky.opened("fly")


@pytest.mark.rule("CN-2.9")
def test_spatial_disjunction_works_neither_at_a_starbase_nor_at_the_jumpgate() -> None:
    sky = Sky(ships={1: "c1", 2: "d4"}, hands={1: "spatial_disjunction", 3: "spatial_disjunction"})
    assert sky.sector(3) == "d1"
    sky.move(1)
    assert sky.opened("play") == set()
    sky.move(3)
    assert sky.opened("play") == set()


@pytest.mark.rule("CN-2.9")
def test_exchanging_places_is_no_moving_and_needs_no_evade_afterwards() -> None:
    sky = Sky(
        ships={1: "c3", 2: "c3", 4: "c4", 3: "b2"}, hands={2: "you_shall_not_pass", 1: "spatial_disjunction"}
    )
    sky.move(2).play("play:you_shall_not_pass", "stay")
    sky.move(1)
    assert sky.opened("fly") == set()
    sky.play("play:spatial_disjunction", "target:4")
    assert (sky.sector(1), sky.sector(4)) == ("c4", "c3")
    sky = Sky(ships={1: "c1", 2: "c4", 4: "c4"}, hands={1: "spatial_disjunction"})
    sky.move(1).play("play:spatial_disjunction", "target:2", "fly:c3")
    assert sky.sector(1) == "c3", "c4 holds an enemy still, but nobody was evaded"


# --- Buff


@pytest.mark.rule("CN-3.3")
def test_targeting_link_hardened_shields_and_butterfly_effect() -> None:
    hands = {1: "targeting_link butterfly_effect", 2: "hardened_shields"}
    sky = Sky(ships={1: "c3", 2: "c3"}, hands=hands).roll(6, 1).encounter().all_fight()
    sky.play("play:targeting_link", "play:hardened_shields")
    sky.roll(5, 5, 1, 1, 6, 2, 1, 1).play("play:butterfly_effect")
    attack, again = sky.told("attacked")[0], sky.told("rerolled")[0]
    assert attack.dice == (5, 5, 1, 1)
    assert again.dice == (6, 2)
    assert sky.player(2).hull == 8 - (3 - (2 + 2) // 2)


@pytest.mark.rule("CN-3.3")
def test_buffs_last_for_one_combat_round() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"}, hands={1: "targeting_link"}).roll(6, 1).encounter().all_fight()
    sky.roll(1, 1, 1, 1, 1, 1).play("play:targeting_link")
    assert len(sky.told("attacked")[0].dice) == 4
    sky.roll(1, 1, 1, 1, 1, 1).all_fight()
    assert len(sky.told("attacked")[2].dice) == 3


@pytest.mark.rule("CN-3.12")
def test_blaze_of_glory_destroys_its_own_armada_after_engage() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"}, hands={1: "blaze_of_glory"}).roll(6, 1).encounter().all_fight()
    sky.roll(1, 1, 1, 1, 1, 1, 1, 1).play("play:blaze_of_glory")
    assert len(sky.told("attacked")[0].dice) == 6
    assert (sky.sector(1), sky.player(1).hull) == ("d4", 8)
    assert sky.points == [0, 0]
    assert (sky.state.kills, sky.player(2).astartium, sky.tokens(2)) == ([0, 0], 2, (0, 0))


@pytest.mark.rule("CN-2.9")
def test_a_dagger_that_was_not_used_is_gone_with_the_round() -> None:
    sky = Sky(hands={1: "cloak_and_dagger"}).move(1).play("play:cloak_and_dagger", "stay")
    assert sky.ship(1).dagger == 2
    sky.any_dice().next_report(10).next_round()
    assert sky.ship(1).dagger == 0
