"""What Specials, Unique actions and fighters' rules are made of: each verb, each card, each fighter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from harena.games.combat_arena.rules.attack import Attack
from kit.packs import Plain

from .arena import CASTUS, FROZEN, GRUE, RAFELO, TEKNOTH, Fight, Placed, Written, make_pack, put

START = FROZEN.start
CARD = "red_banner"  # the card whose Special the tests write anew
SPECIAL = f"card:{CARD}/special"


def special(*verbs: Plain, **fields: Any) -> Callable[[Written], None]:
    return lambda written: written.special(CARD, *verbs, **fields)


def act(*verbs: Plain, others: tuple[Placed, ...] = (), dice: tuple[int, ...] = (), **rest: Any) -> Fight:
    """Rafelo on e5 faces east and holds one card with this Special."""
    pack = make_pack(special(*verbs))
    others = others or (put(TEKNOTH, "e6", "w"),)
    rest.setdefault("hand", CARD)
    return Fight(put(RAFELO, "e5", "e", **rest), *others, pack=pack, dice=dice).turn(RAFELO)


# --- one verb after the other


@pytest.mark.rule("CA-3.1")
def test_verbs_are_done_one_after_the_other() -> None:
    fight = act({"do": "energy", "n": 2}, {"do": "turn"}, {"do": "heal", "n": 1}, marker=3).play(SPECIAL)
    assert (fight.asking, fight.energy(RAFELO), fight.track(RAFELO)) == ("Face", START + 2, (3, 0))
    fight.play("facing:w")
    assert (fight.facing(RAFELO), fight.track(RAFELO)) == ("w", (2, 0))


@pytest.mark.rule("CA-3.1", "CA-4.2")
@pytest.mark.parametrize(("icon", "facing"), [("ahead", "w"), ("back", "e")])
def test_move_as_a_verb_has_a_facing_icon(icon: str, facing: str) -> None:
    fight = act({"do": "move", "n": 1, "facing": icon}).play(SPECIAL, "hex:e4")
    assert fight.over
    assert (fight.hex(RAFELO), fight.facing(RAFELO)) == ("e4", facing)


@pytest.mark.rule("CA-3.1", "CA-3.4")
def test_energy_stops_at_the_ends_of_the_track() -> None:
    assert act({"do": "energy", "n": -4}, energy=2).play(SPECIAL).energy(RAFELO) == 0


@pytest.mark.rule("CA-2.1")
def test_draw_takes_unseen_cards_put_aside_and_only_the_owner_hears_which() -> None:
    fight = act({"do": "draw", "n": 2}, dice=(1, 1)).play(SPECIAL)
    assert fight.hand(RAFELO) == {"iron_vow", "crossed_blades"}
    assert fight.complete
    (told,) = fight.told("drew")
    assert (told.a, told.b, told.secret, told.eyes) == (0, 2, fight.cards("iron_vow crossed_blades"), 1)


@pytest.mark.rule("CA-2.1")
def test_draw_ends_with_the_last_card_put_aside() -> None:
    fight = act({"do": "draw", "n": 3}, dice=(1,))
    fight.state.discard = fight.state.aside & ~fight.cards("iron_vow")
    fight.state.aside = fight.cards("iron_vow")
    fight.play(SPECIAL)
    assert fight.hand(RAFELO) == {"iron_vow"}
    assert fight.complete


@pytest.mark.rule("CA-5.4")
def test_mend_puts_a_damage_marker_back_of_the_own_choice() -> None:
    fight = act({"do": "mend"}, bare="melee rule").play(SPECIAL)
    assert (fight.decider, fight.open) == (0, {"box:melee", "box:rule"})
    assert fight.play("box:rule").boxes(RAFELO) == {"rule"}
    one = act({"do": "mend"}, bare="melee").play(SPECIAL)
    assert one.over
    assert one.boxes(RAFELO) == {"melee", "rule"}
    assert act({"do": "mend"}).play(SPECIAL).boxes(RAFELO) == {"melee", "rule"}


@pytest.mark.rule("CA-3.1")
def test_drain_takes_energy_and_drop_takes_random_cards() -> None:
    others = (put(TEKNOTH, "e6", hand="iron_vow sand_dancer boar_at_bay"),)
    verbs = {"do": "drain", "n": 2, "on": "near"}, {"do": "drop", "n": 2, "on": "same"}
    fight = act(*verbs, others=others, dice=(1, 1)).play(SPECIAL)
    assert fight.energy(TEKNOTH) == START - 2
    assert fight.hand(TEKNOTH) == {"boar_at_bay"}
    assert fight.complete


# --- on whom


CROWD = (put(TEKNOTH, "e6"), put(GRUE, "e4"), put(CASTUS, "e8"))


@pytest.mark.rule("CA-6.1", "CA-6.2")
@pytest.mark.parametrize(
    ("on", "reach", "found"),
    [
        ("adjacent", 1, {TEKNOTH}),
        ("near", 2, {TEKNOTH, GRUE}),
        ("near", 3, {TEKNOTH, GRUE, CASTUS}),
        ("anyone", 1, {TEKNOTH, GRUE, CASTUS}),
    ],
)
def test_on_whom_a_verb_can_work(on: str, reach: int, found: set[str]) -> None:
    """Ahead of the fighter, at most so far away, or anywhere."""
    fight = act({"do": "drain", "n": 1, "on": on, "reach": reach}, others=CROWD).play(SPECIAL)
    assert (fight.opened("target") or {name for name in found if fight.energy(name) < START}) == found


@pytest.mark.rule("CA-3.2")
@pytest.mark.parametrize("on", ["adjacent", "near", "each"])
def test_without_anybody_there_it_cannot_be_chosen(on: str) -> None:
    far = (put(TEKNOTH, "e8"),)
    reach = {} if on == "adjacent" else {"reach": 2}
    assert SPECIAL not in act({"do": "wound", "n": 1, "on": on, **reach}, others=far).open


@pytest.mark.rule("CA-3.2")
def test_each_works_on_every_enemy_in_reach_in_seat_order() -> None:
    fight = act({"do": "wound", "n": 1, "on": "each", "reach": 2}, others=CROWD, dice=(1,)).play(SPECIAL)
    assert [event.a for event in fight.told("wounded")] == [1, 2]
    assert [fight.hurt(name) for name in (TEKNOTH, GRUE, CASTUS)] == [1, 1, 0]


@pytest.mark.rule("CA-3.1")
def test_same_is_the_target_of_the_verb_before_as_long_as_it_stands() -> None:
    verbs = {"do": "wound", "n": 2, "on": "near", "reach": 8}, {"do": "drain", "n": 1, "on": "same"}
    fight = act(*verbs, others=CROWD).play(SPECIAL, "target:castus")
    assert (fight.hurt(CASTUS), fight.energy(CASTUS)) == (2, START - 1)
    down = (put(TEKNOTH, "e6", marker=5, covered=5), put(CASTUS, "a1"))
    fight = act(*verbs, others=down, dice=(1,)).play(SPECIAL, "target:teknoth")
    assert fight.over
    assert fight.energy(CASTUS) == START


@pytest.mark.rule("CA-6.3")
def test_push_as_a_verb_of_several_hexes() -> None:
    fight = act({"do": "push", "n": 2, "on": "adjacent"}).play(SPECIAL)
    assert fight.hex(TEKNOTH) == "e8"


# --- attacks of Specials


@pytest.mark.rule("CA-5.1", "CA-5.3")
def test_an_attack_verb_uses_the_fighter_s_weapon_and_adds_its_wounds_and_push() -> None:
    verb = {"do": "attack", "n": 2, "on": "zone", "kind": "melee", "wounds": 1, "push": 2}
    fight = act(verb, dice=(3, 2)).play(SPECIAL)
    assert (fight.hurt(TEKNOTH), fight.hex(TEKNOTH)) == (3, "e8")


@pytest.mark.rule("CA-5.1")
def test_an_attack_of_either_kind_asks_which() -> None:
    pack = make_pack(special({"do": "attack", "n": 2, "on": "zone"}))
    fight = Fight(put(GRUE, "e5", "e", hand=CARD), put(TEKNOTH, "e6"), pack=pack).turn(GRUE).play(SPECIAL)
    assert fight.open == {"kind:melee", "kind:ranged"}


@pytest.mark.rule("CA-3.1")
@pytest.mark.parametrize(
    ("dice", "hand", "drained"), [((3, 1), "", 1), ((1, 1), "", 0), ((3, 1), "iron_vow", 0)]
)
def test_if_hit_asks_whether_a_hit_was_left(dice: tuple[int, ...], hand: str, drained: int) -> None:
    verbs = (
        {"do": "attack", "n": 2, "on": "zone", "kind": "melee"},
        {"do": "drain", "n": 1, "on": "same", "if_hit": True},
    )
    fight = act(*verbs, others=(put(TEKNOTH, "e6", hand=hand),), dice=dice).play(SPECIAL)
    if hand:
        fight.play("react:iron_vow")
    assert fight.over
    assert fight.energy(TEKNOTH) == START - drained


@pytest.mark.rule("CA-3.1")
def test_if_hit_asks_about_the_attack_just_before_it_also_when_that_found_nobody() -> None:
    """A blow that hits, a step away, a second blow at nobody: nothing was hit by that."""
    verbs = (
        {"do": "attack", "n": 1, "on": "zone", "kind": "melee"},
        {"do": "move", "n": 1, "facing": "ahead"},
        {"do": "attack", "n": 1, "on": "zone"},
        {"do": "energy", "n": 3, "if_hit": True},
    )
    fight = act(*verbs, dice=(6,)).play(SPECIAL, "hex:e4")
    assert fight.over
    assert fight.energy(RAFELO) == START


@pytest.mark.rule("CA-5.1", "CA-3.1")
def test_an_attack_on_the_same_target_again_needs_it_in_the_kill_zone() -> None:
    again = {"do": "attack", "n": 1, "on": "same", "kind": "melee"}
    first = {"do": "attack", "n": 1, "on": "zone", "kind": "melee"}
    twice = act(first, again, dice=(6, 6)).play(SPECIAL)
    assert (twice.hurt(TEKNOTH), twice.dice) == (4, [])
    pushed = act(first | {"push": 1}, again, dice=(6,)).play(SPECIAL)
    assert (pushed.hurt(TEKNOTH), pushed.hex(TEKNOTH)) == (2, "e7")


@pytest.mark.rule("CA-6.1", "CA-3.2")
@pytest.mark.parametrize("card", ["knife_in_the_dust", "behind_the_banner"])
@pytest.mark.parametrize(
    ("facing", "possible"),
    [("w", False), ("nw", False), ("sw", False), ("e", True), ("se", True), ("ne", True)],
)
def test_backstab_needs_the_target_s_rear_arc(card: str, facing: str, possible: bool) -> None:
    fight = Fight(put(RAFELO, "e5", "e", hand=card), put(TEKNOTH, "e6", facing), dice=[3, 1, 1, 1]).turn(
        RAFELO
    )
    assert (f"card:{card}/special" in fight.open) is possible
    if possible:
        assert fight.play(f"card:{card}/special").hurt(TEKNOTH) == 3


@pytest.mark.rule("CA-6.1")
def test_backstab_only_offers_those_with_their_backs_turned() -> None:
    placed = (
        put(RAFELO, "e5", "e", hand="knife_in_the_dust"),
        put(TEKNOTH, "e6", "e"),
        put(GRUE, "d5", "sw"),
        put(CASTUS, "f5", "se"),
    )
    fight = Fight(*placed).turn(RAFELO).play("card:knife_in_the_dust/special")
    assert fight.opened("target") == {TEKNOTH, CASTUS}


@pytest.mark.rule("CA-3.2", "CA-5.1", "CA-6.1")
def test_an_attack_from_behind_of_either_kind_offers_only_a_kind_that_has_such_a_target() -> None:
    """Teknoth is ahead and looks at Grue; only the shot at Castus' back is possible."""
    pack = make_pack(special({"do": "attack", "n": 2, "on": "zone", "from_rear": True}))
    placed = put(GRUE, "e5", "e", hand=CARD), put(TEKNOTH, "e6", "w"), put(CASTUS, "e7", "e")
    fight = Fight(*placed, pack=pack, dice=[6, 1]).turn(GRUE).play(SPECIAL)
    assert "kind:melee" not in fight.open
    assert fight.hurt(CASTUS) == 1
    assert fight.over


# --- the cards of the standard pack

ALL_SPECIALS = {
    "Parry", "Deflect", "Dodge", "Energy Shield", "Shove", "Backstab", "Whirling Blow", "Second Wind",
    "Patch the Plate", "Running Strike", "Feint", "Taunt", "Gather Fury", "Battle Plan", "Strike and Fade",
    "Trip", "Shockwave", "Hurled Wreckage",
}  # fmt: skip


@pytest.mark.rule("CA-3.1")
def test_these_specials_there_are() -> None:
    assert {card.special for card in FROZEN.cards} == ALL_SPECIALS


def ahead(card: str, *others: Placed, dice: tuple[int, ...] = (), **rest: Any) -> Fight:
    others = others or (put(TEKNOTH, "e6", "w"),)
    fight = Fight(put(RAFELO, "e5", "e", hand=card, **rest), *others, dice=dice).turn(RAFELO)
    return fight.play(f"card:{card}/special")


@pytest.mark.rule("CA-3.1")
def test_whirling_blow_strikes_every_enemy_ahead_and_pushes_those_it_hits() -> None:
    crowd = put(TEKNOTH, "e6", "e"), put(CASTUS, "f5", "e"), put(GRUE, "e4", "e")
    fight = ahead("wheel_of_steel", *crowd, dice=(3, 1, 1, 1, 1, 1))
    assert (fight.hurt(TEKNOTH), fight.hurt(CASTUS), fight.hurt(GRUE)) == (2, 0, 0)
    assert (fight.hex(TEKNOTH), fight.hex(CASTUS), fight.hex(GRUE)) == ("e7", "f5", "e4")
    assert fight.energy(RAFELO) == START - 1 + 1, "it costs one; the blow at Castus hit nothing"


@pytest.mark.rule("CA-7.1", "CA-5.4")
def test_second_wind_and_patch_the_plate() -> None:
    wind = ahead("roar_of_the_stands", marker=3)
    assert (wind.track(RAFELO), wind.energy(RAFELO)) == ((1, 0), START + 1)
    patch = ahead("smiths_blessing", marker=3, bare="melee")
    assert (patch.track(RAFELO), patch.boxes(RAFELO)) == ((2, 0), {"melee", "rule"})


@pytest.mark.rule("CA-3.1")
def test_running_strike_moves_then_attacks() -> None:
    fight = ahead("lion_rampant", put(TEKNOTH, "e8", "w"), dice=(3, 1, 1)).play("hex:e7")
    assert (fight.hex(RAFELO), fight.facing(RAFELO), fight.hurt(TEKNOTH)) == ("e7", "e", 2)


@pytest.mark.rule("CA-3.1")
def test_strike_and_fade_attacks_then_moves() -> None:
    fight = ahead("falcons_stoop", dice=(3, 1))
    assert (fight.hurt(TEKNOTH), fight.asking) == (2, "Walk")
    fight.play("hex:e3")
    assert (fight.hex(RAFELO), fight.facing(RAFELO)) == ("e3", "e"), "backing out"


@pytest.mark.rule("CA-3.1")
def test_feint_taunt_and_trip() -> None:
    feint = ahead("serpents_smile", put(TEKNOTH, "e7", hand="iron_vow sand_dancer"), dice=(1,)).play(
        "facing:w"
    )
    assert (feint.hand(TEKNOTH), feint.facing(RAFELO)) == ({"sand_dancer"}, "w")
    assert ahead("heralds_scorn", put(TEKNOTH, "e8")).energy(TEKNOTH) == START - 2
    trip = ahead("boar_at_bay", put(TEKNOTH, "e6", hand="iron_vow sand_dancer"), dice=(3, 3, 1)).play(
        "no_reaction"
    )
    assert (trip.hurt(TEKNOTH), trip.energy(TEKNOTH), trip.hand(TEKNOTH)) == (4, START - 1, {"sand_dancer"})


@pytest.mark.rule("CA-3.1")
def test_gather_fury_battle_plan_and_hurled_wreckage() -> None:
    fury = ahead("red_banner")
    assert (fury.energy(RAFELO), fury.asking) == (START + 3, "Face")
    assert len(ahead("the_long_game", dice=(1, 1)).hand(RAFELO)) == 2
    assert ahead("spoils_of_the_pit", put(TEKNOTH, "e9")).hurt(TEKNOTH) == 1


# --- Unique actions and rules


def unique(name: str, *others: Placed, dice: tuple[int, ...] = (), **rest: Any) -> Fight:
    fight = Fight(put(name, "e5", "e", hand="iron_vow red_banner", **rest), *others, dice=dice)
    fight.state.aside, fight.state.discard = 0, fight.state.aside  # so that Castus is not asked first
    return fight.turn(name).play("unique", "discard:iron_vow")


@pytest.mark.rule("CA-3.1")
def test_crimson_avalanche() -> None:
    fight = unique(RAFELO, put(TEKNOTH, "e8"), dice=(3, 1, 1, 1)).play("hex:e7", "facing:e")
    assert (fight.hex(RAFELO), fight.hurt(TEKNOTH), fight.hex(TEKNOTH)) == ("e7", 2, "e9")


@pytest.mark.rule("CA-3.1")
def test_emerald_sentence() -> None:
    hit = unique(TEKNOTH, put(RAFELO, "e8"), dice=(1, 3, 1, 1, 1))
    assert (hit.hurt(RAFELO), hit.energy(RAFELO), hit.dice) == (2, START - 1, [])
    missed = unique(TEKNOTH, put(RAFELO, "e8"), dice=(1,) * 5)
    assert (missed.energy(RAFELO), missed.energy(TEKNOTH)) == (START, START + 1)


@pytest.mark.rule("CA-3.1")
def test_festering_wound() -> None:
    fight = unique(GRUE, put(TEKNOTH, "e6"), dice=(4, 1, 1, 1))
    assert (fight.hurt(TEKNOTH), fight.energy(TEKNOTH)) == (4, START - 1), (
        "two for the hit and two that fester"
    )


@pytest.mark.rule("CA-3.1")
def test_measured_advance() -> None:
    fight = unique(CASTUS, put(TEKNOTH, "e8"), dice=(3, 1, 1, 1, 2))
    fight.state.aside, fight.state.discard = fight.cards("boar_at_bay sand_dancer"), fight.state.discard
    fight.state.discard &= ~fight.state.aside
    fight.play("hex:e7", "facing:e", "kind:melee")
    assert fight.hurt(TEKNOTH) == 2
    assert fight.hand(CASTUS) == {"boar_at_bay"}
    assert fight.complete


@pytest.mark.rule("CA-5.4", "CA-3.1")
def test_castus_may_change_two_cards_before_his_turn_one_when_wounded() -> None:
    fight = Fight(put(CASTUS, "e5", hand="red_banner boar_at_bay"), put(TEKNOTH, "a1"), dice=[1, 1]).turn(
        CASTUS
    )
    assert (fight.decider, fight.open) == (0, {"no", "discard:red_banner", "discard:boar_at_bay"})
    fight.play("discard:red_banner")
    assert fight.open == {"no", "discard:iron_vow", "discard:boar_at_bay"}, "a new card at once"
    fight.play("discard:iron_vow")
    assert fight.asking == "ChooseAction"
    assert (fight.hand(CASTUS), fight.discard) == (
        {"crossed_blades", "boar_at_bay"},
        {"red_banner", "iron_vow"},
    )
    assert fight.complete
    placed = put(CASTUS, "e5", hand="red_banner boar_at_bay", bare="rule"), put(TEKNOTH, "a1")
    assert Fight(*placed, dice=[1]).turn(CASTUS).play("discard:red_banner").asking == "ChooseAction"
    assert Fight(*placed).turn(CASTUS).play("no").asking == "ChooseAction"


@pytest.mark.rule("CA-5.4", "CA-3.1")
def test_castus_changes_nothing_when_no_card_is_aside() -> None:
    fight = Fight(put(CASTUS, "e5", hand="red_banner"), put(TEKNOTH, "a1"))
    fight.state.aside, fight.state.discard = 0, fight.state.aside
    assert fight.turn(CASTUS).asking == "ChooseAction"


@pytest.mark.rule("CA-5.2", "CA-6.1")
@pytest.mark.parametrize(
    ("facing", "warded"),
    [("w", True), ("nw", True), ("sw", True), ("e", False), ("se", False), ("ne", False)],
)
def test_impenetrable_defence_works_against_attackers_in_the_front_arc(facing: str, warded: bool) -> None:
    fight = Fight(put(GRUE, "e5", "e"), put(RAFELO, "e6", facing), dice=[4, 5] if warded else [4])
    fight.do(Attack(0, 1, 1, 0))
    assert (fight.hurt(RAFELO), fight.dice) == (0 if warded else 2, [])


@pytest.mark.rule("CA-5.2", "CA-6.1")
@pytest.mark.parametrize(
    ("arc", "facing", "warded"), [("rear", "e", True), ("rear", "w", False), ("all", "e", True)]
)
def test_a_ward_of_another_arc_works_against_attackers_in_that_arc(
    arc: str, facing: str, warded: bool
) -> None:
    def change(written: Written) -> None:
        written.fighter(RAFELO)["rule"]["healthy"] = {"roll": 2, "arc": arc}

    fight = Fight(put(GRUE, "e5", "e"), put(RAFELO, "e6", facing), dice=[4, 6], pack=make_pack(change))
    fight.do(Attack(0, 1, 1, 0))
    assert fight.hurt(RAFELO) == (0 if warded else 2)


@pytest.mark.rule("CA-5.2")
@pytest.mark.parametrize(
    ("against", "kind", "hurt"), [("melee", 0, 0), ("melee", 1, 1), ("ranged", 0, 2), ("ranged", 1, 0)]
)
def test_a_ward_may_work_against_one_kind_of_attack(against: str, kind: int, hurt: int) -> None:
    def change(written: Written) -> None:
        written.fighter(RAFELO)["rule"]["healthy"] = {"roll": 2, "against": against}

    fight = Fight(put(GRUE, "e5", "e"), put(RAFELO, "e6", "w"), dice=[4, 6], pack=make_pack(change))
    assert fight.do(Attack(0, 1, 1, kind)).hurt(RAFELO) == hurt
