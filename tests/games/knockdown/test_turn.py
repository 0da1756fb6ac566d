"""KD-3.1 to KD-3.4, KD-3.7, KD-3.8, KD-3.11: the Row, two actions, Moves, Attacks, the hand."""

from __future__ import annotations

import random

import pytest

from harena.core.state import OVER

from .brawl import FOE, FROZEN, JAMES, KATIE, ME, PUPPY, Bout, put, start
from .on_paper import ALL, Paper

ROW = "haymaker headbutt uppercut fire_axe"
PAPER = Paper()


# --- the Row


@pytest.mark.rule("KD-3.1")
def test_the_row_is_filled_to_four_at_the_start_of_a_turn() -> None:
    bout = Bout(put(JAMES, "c1"), put(PUPPY, "c5"), row=ROW, deck="rivet_gun shotgun")
    bout.play("attack:headbutt", "attack:uppercut")
    assert bout.active == FOE
    assert bout.row == ["haymaker", "fire_axe", "rivet_gun", "shotgun"]


@pytest.mark.rule("KD-3.1", "KD-3.8")
def test_a_row_that_still_holds_four_loses_its_oldest_card() -> None:
    bout = Bout(put(JAMES, "c1"), put(PUPPY, "c5"), row=ROW, deck="rivet_gun shotgun").end_turn()
    assert bout.row == ["headbutt", "uppercut", "fire_axe", "rivet_gun"]
    assert "haymaker" in bout.discard
    bout.end_turn()
    assert bout.row == ["uppercut", "fire_axe", "rivet_gun", "shotgun"]


@pytest.mark.rule("KD-3.1", "KD-3.7")
def test_in_the_first_turn_of_a_round_the_row_loses_nothing() -> None:
    state = start(fighters="random")
    while type(state.waiting).__name__ != "Act":
        state.play(state.legal()[0])
    assert (state.turn, state.discard, len(state.row), len(state.deck)) == (1, 0, 4, 28)


@pytest.mark.rule("KD-3.1", "KD-6.2")
def test_a_row_that_cannot_be_filled_ends_the_round() -> None:
    bout = Bout(put(JAMES, "c1", light=1), put(PUPPY, "c5"), row=ROW, left=1)
    bout.then([]).play("attack:headbutt", "attack:uppercut")
    assert [event.a for event in bout.told("round_won")] == [FOE]
    assert bout.state.round == 2


@pytest.mark.rule("KD-3.1")
def test_just_enough_cards_are_enough() -> None:
    bout = Bout(put(JAMES, "c1", light=1), put(PUPPY, "c5"), row=ROW, left=2)
    bout.play("attack:headbutt", "attack:uppercut")
    assert (bout.told("round_won"), len(bout.row), bout.deck) == ([], 4, [])


@pytest.mark.rule("KD-3.8")
def test_new_cards_lie_behind_the_others_in_the_order_they_are_dealt() -> None:
    bout = Bout(put(JAMES, "c1"), put(PUPPY, "c5"), row=ROW, deck="rivet_gun shotgun thrown_crate")
    bout.play("attack:haymaker", "attack:fire_axe").end_turn()
    assert bout.row == ["uppercut", "rivet_gun", "shotgun", "thrown_crate"], "Headbutt was the oldest"


@pytest.mark.rule("KD-3.7")
def test_the_round_ends_before_the_flame_burns_and_skills_work() -> None:
    bout = Bout(
        put(KATIE, "c1", flame="c5", light=2),
        put(PUPPY, "c5", skills="field_medic", light=2),
        row=ROW,
        left=0,
    )
    bout.then([]).end_turn()
    (won,) = bout.told("round_won")
    assert won.a == FOE, "still two light wounds each: the one about to start wins"
    assert not [event for event in bout.told("wounded") if event.cause == "flame"]


@pytest.mark.rule("KD-3.7")
def test_the_flame_burns_before_the_skills_work() -> None:
    bout = Bout(
        put(KATIE, "c1", flame="c5", light=2), put(PUPPY, "c5", skills="field_medic", light=2)
    ).end_turn()
    assert bout.wounds(FOE) == (2, 0), "burnt to three, then more than the other's two: one is discarded"


@pytest.mark.rule("KD-3.7", "KD-3.6")
def test_skills_at_the_start_come_before_the_first_window_for_corridors() -> None:
    bout = Bout(put(JAMES, "c1"), put(PUPPY, "b3", skills="quick_feet")).end_turn()
    assert (bout.decider, bout.asking) == (FOE, "GoTo")
    assert bout.opened("corridor") == set()
    bout.play("place:a3")
    assert len(bout.opened("corridor")) == 4


# --- two actions


@pytest.mark.rule("KD-3.2")
@pytest.mark.parametrize(
    "actions",
    [
        ("move:c2", "move:c1"),
        ("attack:haymaker", "attack:headbutt"),
        ("special:4", "stop", "special:4", "stop"),
        ("move:c2", "attack:haymaker"),
        ("dash:c2", "stop", "move:c3"),
    ],
)
def test_a_turn_is_exactly_two_actions_the_same_one_twice_is_allowed(actions: tuple[str, ...]) -> None:
    bout = Bout(put(JAMES, "c1", hand="block dash block block", ammo=0), put(PUPPY, "c5"), row=ROW)
    for action in actions:
        assert bout.decider == ME, action
        if action.startswith("special"):
            bout.play(action, "symbol:block")
        else:
            bout.play(action)
    assert bout.active == FOE


@pytest.mark.rule("KD-3.2")
def test_one_action_alone_is_not_a_turn() -> None:
    bout = Bout(put(JAMES, "c1", hand="dash"), put(PUPPY, "c5"), row=ROW).play("move:c2")
    assert (bout.active, bout.decider) == (ME, ME)
    assert "stop" not in bout.open, "there is no empty Combo"
    assert {action.partition(":")[0] for action in bout.open} == {"move", "attack", "dash", "special"}


# --- Move


@pytest.mark.rule("KD-3.3")
@pytest.mark.parametrize("stand", ALL)
def test_a_move_is_one_step_to_a_free_space_of_the_arena(stand: str) -> None:
    other = min(PAPER.beside[stand])
    bout = Bout(put(JAMES, stand), put(PUPPY, other))
    assert bout.opened("move") == PAPER.beside[stand] - {other}


@pytest.mark.rule("KD-3.3")
def test_no_move_ends_on_the_other_fighter() -> None:
    """Of any kind: walks go round, a Blink only passes, a drag stops."""
    bout = Bout(put(JAMES, "c1"), put(PUPPY, "c2"), row="adrenaline").play("attack:adrenaline")
    assert bout.opened("place") == {"c1", "b1", "d1", "a1", "b2", "d2", "e1"}
    bout = Bout(put(JAMES, "c1"), put(PUPPY, "c2"), row="vent_crawl").play("attack:vent_crawl")
    assert "c2" not in bout.opened("place")
    bout = Bout(put(JAMES, "c1"), put(PUPPY, "c2"), row="harpoon").play("attack:harpoon")
    assert bout.space(FOE) == "c2"


# --- Attack and hand


@pytest.mark.rule("KD-3.4")
def test_in_range_or_not_the_card_goes_to_hand() -> None:
    bout = Bout(put(JAMES, "c1"), put(PUPPY, "c5"), row="haymaker rivet_gun")
    bout.play("attack:haymaker")
    assert (bout.wounds(FOE), bout.hand(ME)) == ((0, 0), {"haymaker"})
    bout.play("attack:rivet_gun")
    assert (bout.wounds(FOE), bout.hand(ME)) == ((3, 0), {"haymaker", "rivet_gun"})
    assert not {"haymaker", "rivet_gun"} & (set(bout.row) | bout.discard)


@pytest.mark.rule("KD-3.4")
def test_every_card_of_the_row_can_be_chosen() -> None:
    bout = Bout(put(JAMES, "c1"), put(PUPPY, "c5"), row=ROW)
    assert bout.opened("attack") == set(ROW.split())


@pytest.mark.rule("KD-3.4")
def test_an_attack_in_range_must_be_resolved_but_not_what_one_may_do() -> None:
    bout = Bout(put(JAMES, "c2"), put(PUPPY, "c3"), row="haymaker").play("attack:haymaker")
    assert (bout.wounds(FOE), bout.space(FOE)) == ((1, 1), "c4")
    assert bout.open == {"call", "no_call"}
    bout = Bout(put(JAMES, "c2"), put(PUPPY, "c5"), row="adrenaline").play("attack:adrenaline")
    assert "c2" in bout.opened("place"), "up to two steps: none is allowed"


@pytest.mark.rule("KD-3.4")
def test_a_seventh_card_means_discarding_one_at_once_the_new_one_too() -> None:
    hand = "block block block dash dash dash"
    bout = Bout(put(JAMES, "c1", hand=hand), put(PUPPY, "c5"), row="haymaker").play("attack:haymaker")
    assert (bout.decider, bout.opened("symbol")) == (ME, {"block", "dash", "power"})
    bout.play("symbol:power")
    assert bout.symbols(ME) == sorted(hand.split())
    assert "haymaker" in bout.discard


@pytest.mark.rule("KD-3.4")
def test_six_cards_are_not_too_many() -> None:
    bout = Bout(put(JAMES, "c1", hand="block block block dash dash"), put(PUPPY, "c5"), row="haymaker")
    bout.play("attack:haymaker")
    assert (len(bout.hand(ME)), bout.asking) == (6, "Act")


@pytest.mark.rule("KD-3.4")
def test_the_limit_holds_in_the_middle_of_an_effect() -> None:
    hand = "block block block dash dash dash"
    bout = Bout(put(JAMES, "c1", hand=hand), put(PUPPY, "c5"), row="scavenge haymaker").play(
        "attack:scavenge"
    )
    bout.play("take:haymaker")
    assert bout.asking == "Discard"
    assert "scavenge" not in bout.hand(ME), "the card itself comes later, and means another discard"
    bout.play("symbol:dash")
    assert bout.asking == "Discard"
    bout.play("symbol:dash")
    assert bout.hand(ME) >= {"scavenge", "haymaker"}
    assert len(bout.hand(ME)) == 6


@pytest.mark.rule("KD-3.4")
def test_a_card_that_is_resolved_lies_aside() -> None:
    bout = Bout(put(JAMES, "c1"), put(PUPPY, "c5"), row="scavenge haymaker").play("attack:scavenge")
    assert bout.opened("take") == set(bout.row)
    assert "scavenge" not in bout.row
    assert bout.view(ME).taking == "scavenge"


@pytest.mark.rule("KD-3.4")
def test_a_card_in_hand_is_only_its_symbol() -> None:
    bout = Bout(put(JAMES, "c2", hand="haymaker rivet_gun"), put(PUPPY, "c3"), row="med_kit")
    assert bout.opened("attack") == set(bout.row)
    assert not bout.opened("attack") & bout.hand(ME)


@pytest.mark.rule("KD-3.11")
def test_an_attack_is_always_possible() -> None:
    luck = random.Random(11)
    for seed in range(6):
        state = start(FROZEN, seed, fighters="random")
        while state.seat != OVER:
            if type(state.waiting).__name__ == "Act":
                assert len(state.row) >= (4 if state.waiting.n == 2 else 2)
                assert state.mask2 != 0
            state.play(luck.choice(state.legal()))
