"""CA-3: a turn. One of a card's three actions, the Unique action, or passing."""

from __future__ import annotations

import pytest

from .arena import CASTUS, FROZEN, GRUE, RAFELO, TEKNOTH, Fight, Placed, Written, make_pack, put

TOP = len(FROZEN.track) - 1


def apart(hand: str, *more: Placed, name: str = RAFELO, **rest: int) -> Fight:
    """Rafelo with this hand, and nobody in reach of anybody."""
    return Fight(put(name, "a1", "se", hand=hand, **rest), put(TEKNOTH, "i5", "e"), *more).turn(name)


def face_to_face(hand: str, name: str = RAFELO, dice: tuple[int, ...] = (), **rest: int) -> Fight:
    return Fight(put(name, "e5", "e", hand=hand, **rest), put(TEKNOTH, "e6", "w"), dice=dice).turn(name)


# --- CA-3.1


@pytest.mark.rule("CA-3.1")
def test_each_card_offers_its_move_its_attack_and_its_special() -> None:
    fight = face_to_face("horns_of_the_ram roar_of_the_stands")
    assert fight.decider == 0
    assert fight.open == {
        *(f"card:horns_of_the_ram/{row}" for row in ("move", "attack", "special")),
        *(f"card:roar_of_the_stands/{row}" for row in ("move", "attack", "special")),
        "unique",
        "pass",
    }


@pytest.mark.rule("CA-3.1", "CA-3.3")
@pytest.mark.parametrize("row", ["move", "attack", "special"])
def test_a_card_is_revealed_one_of_its_actions_resolved_and_the_card_discarded(row: str) -> None:
    fight = face_to_face("horns_of_the_ram iron_vow", dice=(1, 1)).play(f"card:horns_of_the_ram/{row}")
    if row == "move":
        fight.play("hex:e4", "facing:w")
    assert fight.over
    assert (fight.hand(RAFELO), fight.discard) == ({"iron_vow"}, {"horns_of_the_ram"})
    moved, attacked, pushed = (fight.told(kind) for kind in ("moved", "attacked", "pushed"))
    assert [bool(moved), bool(attacked), bool(pushed)] == [row == "move", row == "attack", row == "special"]


@pytest.mark.rule("CA-3.1")
def test_any_two_cards_buy_the_unique_action() -> None:
    """Rafelo: move up to three, then four dice with the hammer."""
    fight = face_to_face("iron_vow sand_dancer red_banner", dice=(1, 1, 1, 1))
    fight.play("unique")
    assert fight.open == {"discard:iron_vow", "discard:sand_dancer", "discard:red_banner"}
    fight.play("discard:iron_vow")
    assert fight.open == {"discard:sand_dancer", "discard:red_banner"}
    fight.play("discard:red_banner")
    assert fight.discard == {"iron_vow", "red_banner"}
    assert fight.asking == "Walk"
    fight.play("hex:e5", "facing:e")
    assert fight.over
    assert len(fight.told("attacked")) == 1


@pytest.mark.rule("CA-3.1")
def test_one_card_does_not_buy_the_unique_action() -> None:
    assert "unique" not in face_to_face("red_banner").open


@pytest.mark.rule("CA-3.1")
def test_with_two_cards_both_are_the_price() -> None:
    fight = face_to_face("iron_vow red_banner").play("unique", "discard:iron_vow")
    assert fight.hand(RAFELO) == set()
    assert fight.asking == "Walk"


# --- CA-3.2


@pytest.mark.rule("CA-3.2")
def test_passing_costs_one_card_of_the_own_choice() -> None:
    fight = apart("iron_vow red_banner").play("pass")
    assert fight.open == {"discard:iron_vow", "discard:red_banner"}
    fight.play("discard:red_banner")
    assert fight.over
    assert (fight.hand(RAFELO), fight.discard) == ({"iron_vow"}, {"red_banner"})
    assert (fight.hex(RAFELO), fight.energy(RAFELO)) == ("a1", FROZEN.start)


@pytest.mark.rule("CA-3.2")
def test_passing_with_one_card_discards_it() -> None:
    fight = apart("iron_vow").play("pass")
    assert fight.over
    assert (fight.hand(RAFELO), fight.discard) == (set(), {"iron_vow"})


@pytest.mark.rule("CA-3.2")
@pytest.mark.parametrize("name", [RAFELO, GRUE, CASTUS])
def test_with_no_cards_in_hand_nothing_happens(name: str) -> None:
    fight = apart("", name=name)
    assert fight.over
    assert fight.discard == set()
    assert [event.rule for event in fight.told("no_cards")] == ["CA-3.2"]


@pytest.mark.rule("CA-3.2", "CA-5.1")
def test_an_action_that_needs_a_target_cannot_be_chosen_without_one() -> None:
    """Shove, Backstab, Whirling Blow, Feint, Taunt, Trip, Shockwave: with nobody near only their moves."""
    hand = "horns_of_the_ram knife_in_the_dust wheel_of_steel serpents_smile heralds_scorn boar_at_bay"
    fight = apart(f"{hand} thunder_underfoot")
    moves = {f"card:{card}/move" for card in f"{hand} thunder_underfoot".split()}
    assert fight.open == {*moves, "unique", "pass"}


@pytest.mark.rule("CA-3.2")
def test_a_unique_action_without_a_target_cannot_be_chosen_either() -> None:
    """Grue's Festering Wound needs an enemy in the melee Kill Zone."""
    assert "unique" not in apart("iron_vow red_banner", name=GRUE).open
    assert "unique" in face_to_face("iron_vow red_banner", name=GRUE).open


@pytest.mark.rule("CA-3.2")
def test_an_action_that_needs_no_target_or_moves_first_can_always_be_chosen() -> None:
    fight = apart("roar_of_the_stands smiths_blessing lion_rampant red_banner the_long_game")
    assert {f"card:{card}/special" for card in fight.hand(RAFELO)} <= fight.open


@pytest.mark.rule("CA-3.2")
def test_an_attack_after_a_move_that_finds_nobody_does_nothing() -> None:
    fight = apart("lion_rampant").play("card:lion_rampant/special", "hex:b1", "facing:sw")
    assert fight.over
    assert fight.told("attacked") == []
    assert fight.energy(RAFELO) == FROZEN.start - 1, "only what the card costs: there were no dice to miss"


@pytest.mark.rule("CA-3.2", "CA-4.1")
def test_a_move_of_0_is_always_legal() -> None:
    around = ("a2", "b1", "b2")
    pack = make_pack(lambda written: written.board("sand").update(snares=list(around)))
    fight = Fight(
        put(RAFELO, "a1", "se", hand="iron_vow thunder_underfoot sand_dancer"), put(TEKNOTH, "i5"), pack=pack
    ).turn(RAFELO)
    assert {"card:iron_vow/move", "card:thunder_underfoot/move", "card:sand_dancer/move"} <= fight.open
    fight.play("card:sand_dancer/move")
    assert fight.over
    assert (fight.hex(RAFELO), fight.facing(RAFELO)) == ("a1", "se")


# --- CA-3.3


@pytest.mark.rule("CA-3.3")
def test_the_discard_pile_is_public() -> None:
    fight = apart("iron_vow red_banner").play("pass", "discard:red_banner")
    for seat in (0, 1, -2):
        assert fight.view(seat).discard == ["red_banner"]
    (told,) = fight.told("discarded")
    assert (told.a, told.b, told.reveals) == (0, fight.card("red_banner"), True)


# --- CA-3.4


@pytest.mark.rule("CA-3.4")
def test_the_energy_modifier_moves_the_token_before_the_action_is_resolved() -> None:
    fight = face_to_face("burning_aegis", dice=(1, 1, 1, 1, 1)).play("card:burning_aegis/attack")
    kinds = [event.kind for event in fight.state.journal or []]
    energies = [(event.b, event.c) for event in fight.told("energy")]
    assert kinds.index("energy") < kinds.index("attacked")
    assert energies == [(-2, FROZEN.start - 2), (1, FROZEN.start - 1)], "two down first, one up for missing"


@pytest.mark.rule("CA-3.4")
@pytest.mark.parametrize(
    ("card", "change"), [("the_long_game", 2), ("falcons_stoop", -2), ("boar_at_bay", 0)]
)
def test_a_move_has_an_energy_modifier_too(card: str, change: int) -> None:
    fight = apart(card).play(f"card:{card}/move")
    assert fight.asking == "Walk"
    assert fight.energy(RAFELO) == FROZEN.start + change, "before a hex is chosen"


@pytest.mark.rule("CA-3.4")
@pytest.mark.parametrize(
    ("at", "row", "ends"),
    [
        (0, "attack", 0),
        (1, "attack", 0),
        (2, "attack", 0),
        (3, "attack", 1),
        (TOP, "special", TOP),
        (TOP - 2, "special", TOP),
        (TOP - 3, "special", TOP),
        (TOP - 4, "special", TOP - 1),
    ],
)
def test_the_token_never_leaves_either_end_of_the_track(at: int, row: str, ends: int) -> None:
    """The Red Banner's attack costs two spaces, its Special gives three."""
    fight = face_to_face("red_banner", name=GRUE, energy=at).play(f"card:red_banner/{row}")
    assert fight.asking == ("ChooseKind" if row == "attack" else "Face")
    assert fight.energy(GRUE) == ends


@pytest.mark.rule("CA-3.4")
def test_a_unique_action_can_have_an_energy_modifier_too() -> None:
    def costly(written: Written) -> None:
        written.fighter(RAFELO)["unique"]["energy"] = -3

    fight = Fight(
        put(RAFELO, "a1", hand="iron_vow red_banner"), put(TEKNOTH, "i5"), pack=make_pack(costly)
    ).turn(RAFELO)
    fight.play("unique", "discard:iron_vow")
    assert fight.asking == "Walk"
    assert fight.energy(RAFELO) == FROZEN.start - 3


# --- CA-3.5

REACTIONS = "iron_vow crossed_blades mirror_shield turned_bolt sand_dancer lions_sidestep burning_aegis"


@pytest.mark.rule("CA-3.5")
@pytest.mark.parametrize("card", [*REACTIONS.split(), "azure_bulwark"])
def test_a_special_that_is_a_reaction_cannot_be_chosen_as_a_turn_s_action(card: str) -> None:
    fight = face_to_face(f"{card} roar_of_the_stands")
    assert f"card:{card}/special" not in fight.open
    assert {f"card:{card}/move", f"card:{card}/attack", "card:roar_of_the_stands/special"} <= fight.open


@pytest.mark.rule("CA-3.5")
def test_deflect_parry_dodge_and_energy_shield_are_the_reactions() -> None:
    reactions = {card.special for card in FROZEN.cards if card.reaction is not None}
    assert reactions == {"Deflect", "Parry", "Dodge", "Energy Shield"}
