"""Each fighter with its Special Attacks."""

from __future__ import annotations

import pytest

from harena.games.knockdown.pack.content import SYMBOL_NAMES

from .brawl import FOE, FROZEN, JAMES, KATIE, ME, PUPPY, Bout, put
from .on_paper import Paper

PAPER = Paper()
COSTS = {
    "headshot": ["power", "any"],
    "suppressive_fire": ["any"],
    "order": ["any"],
    "reload": ["any"],
    "flashover": ["power", "any"],
    "welding_torch": ["power"],
    "ignite": ["any"],
    "smoke_screen": ["dash", "any"],
    "gnaw": ["power", "any"],
    "spit": ["block"],
    "pounce": ["dash"],
    "acid_blood": ["any"],
}


@pytest.mark.rule("KD-1.1")
def test_what_the_specials_cost_and_which_have_the_mark() -> None:
    names = [*SYMBOL_NAMES[:3], "any"]
    specials = [special for sheet in FROZEN.sheets for special in sheet.specials]
    costs = {
        special.id: [name for name, n in zip(names, special.cost, strict=True) for _ in range(n)]
        for special in specials
    }
    assert costs == COSTS
    assert {special.id for special in specials if special.knockout} == {"headshot", "flashover", "gnaw"}


# --- James


@pytest.mark.rule("KD-1.4", "KD-4.1")
@pytest.mark.parametrize(("ammo", "most"), [(0, 0), (1, 1), (2, 2), (6, 2)])
def test_headshot_spends_up_to_two_ammo_for_a_light_wound_each(ammo: int, most: int) -> None:
    bout = Bout(put(JAMES, "c1", hand="power block", ammo=ammo), put(PUPPY, "c5")).play("special:1")
    if most:
        assert bout.opened("number") == {str(n) for n in range(most + 1)}
        bout.play(f"number:{most}")
    assert (bout.wounds(FOE), bout.fighter(ME).ammo) == ((1 + most, 1), ammo - most)
    assert bout.asking == "Call"


@pytest.mark.rule("KD-4.2")
def test_headshots_ammo_stands_in_the_frame() -> None:
    """Whoever cancels the effect is spared the Ammo, and James keeps it."""
    bout = Bout(put(JAMES, "c1", hand="power block", ammo=2), put(KATIE, "c5", hand="block power"))
    bout.play("special:1", "block:effect")
    assert (bout.wounds(FOE), bout.fighter(ME).ammo, bout.asking) == ((1, 1), 2, "Call")


@pytest.mark.rule("KD-4.10")
def test_suppressive_fire_moves_james_one_space_for_each_ammo() -> None:
    bout = Bout(put(JAMES, "c1", hand="block", ammo=2), put(PUPPY, "c5")).play("special:2")
    assert bout.opened("place") == set(PAPER.walks("c1", 2, {"c5"})) - {"c1"}
    bout.play("place:c3")
    assert (bout.space(ME), bout.fighter(ME).ammo) == ("c3", 0)


@pytest.mark.rule("KD-4.11")
def test_order_moves_the_opponent_who_shows_two_cards_of_which_james_discards_one() -> None:
    bout = Bout(put(JAMES, "c1", hand="block"), put(PUPPY, "c3", hand="block dash power power"))
    bout.play("special:3", "place:c4")
    assert (bout.decider, bout.opened("symbol")) == (FOE, {"block", "dash", "power"})
    bout.play("symbol:power")
    assert bout.opened("symbol") == {"block", "dash", "power"}, "there is a second Power card"
    bout.play("symbol:dash")
    assert (bout.decider, bout.opened("symbol")) == (ME, {"dash", "power"})
    assert bout.play("symbol:power").symbols(FOE) == ["block", "dash", "power"]


@pytest.mark.rule("KD-4.11")
def test_two_of_a_kind_may_both_be_shown() -> None:
    bout = Bout(put(JAMES, "c1", hand="block"), put(PUPPY, "c3", hand="block power power"))
    bout.play("special:3", "place:c4", "symbol:power", "symbol:power")
    assert bout.symbols(FOE) == ["block", "power"], "nothing to choose: a Power goes"


@pytest.mark.rule("KD-4.11")
@pytest.mark.parametrize(("hand", "left"), [("", []), ("dash", []), ("dash dash", ["dash"])])
def test_order_against_a_small_hand(hand: str, left: list[str]) -> None:
    bout = Bout(put(JAMES, "c1", hand="block"), put(PUPPY, "c3", hand=hand)).play("special:3", "place:c4")
    assert (bout.symbols(FOE), bout.asking) == (left, "Act")
    assert len(bout.told("shown")) == len(hand.split())


@pytest.mark.rule("KD-4.11")
def test_with_two_different_cards_james_chooses() -> None:
    bout = Bout(put(JAMES, "c1", hand="block"), put(PUPPY, "c3", hand="dash wild")).play(
        "special:3", "place:c4"
    )
    assert (bout.decider, bout.opened("symbol")) == (ME, {"dash", "wild"})


@pytest.mark.rule("KD-1.2")
@pytest.mark.parametrize(("ammo", "power", "offered"), [(0, 2, 2), (4, 3, 1), (5, 2, 0), (2, 0, 0)])
def test_reload_gains_one_and_one_more_for_each_power_card_up_to_six(
    ammo: int, power: int, offered: int
) -> None:
    hand = " ".join(["block", *["power"] * power])
    bout = Bout(put(JAMES, "c1", hand=hand, ammo=ammo), put(PUPPY, "c5")).play("special:4")
    if power:
        bout.play("symbol:block")
    if offered:
        assert bout.opened("number") == {str(n) for n in range(offered + 1)}
        bout.play(f"number:{offered}")
    assert bout.fighter(ME).ammo == ammo + 1 + offered
    assert bout.symbols(ME) == ["power"] * (power - offered)


# --- Katie


@pytest.mark.rule("KD-1.9")
def test_flashover_needs_the_opponent_by_the_flame_which_goes_out() -> None:
    bout = Bout(put(KATIE, "c1", hand="power block", flame="c4"), put(PUPPY, "c5")).play("special:1")
    assert (bout.wounds(FOE), bout.flame(ME), bout.asking) == ((1, 1), "", "Call")


@pytest.mark.rule("KD-4.2")
def test_who_cancels_flashovers_effect_leaves_the_flame_burning() -> None:
    bout = Bout(put(KATIE, "c1", hand="power block", flame="c4"), put(JAMES, "c5", hand="block dash"))
    bout.play("special:1", "block:effect")
    assert (bout.wounds(FOE), bout.flame(ME)) == ((1, 1), "c4")


@pytest.mark.rule("KD-1.10")
@pytest.mark.parametrize(("flame", "light"), [("", 1), ("c5", 1), ("c4", 2), ("c3", 2), ("b3", 2)])
def test_welding_torch_wounds_once_more_by_the_flame(flame: str, light: int) -> None:
    bout = Bout(put(KATIE, "c2", hand="power", flame=flame), put(PUPPY, "c3")).play("special:2")
    assert bout.wounds(FOE) == (light, 0)


@pytest.mark.rule("KD-1.9")
def test_ignite_puts_the_flame_up_to_two_spaces_away() -> None:
    bout = Bout(put(KATIE, "c1", hand="wild"), put(PUPPY, "c5")).play("special:3")
    assert bout.opened("place") == PAPER.within("c1", 2) - {"c1"}
    assert bout.play("place:c3").flame(ME) == "c3"


@pytest.mark.rule("KD-4.9")
def test_smoke_screen_lets_katie_blink_two_spaces_when_struck() -> None:
    bout = Bout(put(JAMES, "c2"), put(KATIE, "c3", hand="dash power"), row="fire_axe")
    bout.play("attack:fire_axe", "special:4")
    assert (bout.decider, bout.opened("place")) == (FOE, PAPER.within("c3", 2) - {"c2"})
    assert bout.play("place:c1").space(FOE) == "c1", "right through James"


# --- Puppy


@pytest.mark.rule("KD-1.8")
def test_gnaw_inflicts_a_heavy_wound_and_contaminates() -> None:
    bout = Bout(put(PUPPY, "c2", hand="power block"), put(JAMES, "c3")).play("special:1")
    assert (bout.wounds(FOE), bout.fighter(FOE).contamination, bout.asking) == ((0, 1), 1, "Call")
    bout = Bout(put(PUPPY, "c2", hand="power block"), put(JAMES, "c3", hand="block dash"))
    bout.play("special:1", "block:effect")
    assert (bout.wounds(FOE), bout.fighter(FOE).contamination) == ((0, 1), 0)


@pytest.mark.rule("KD-1.8")
@pytest.mark.parametrize(
    ("space", "can"), [("c3", False), ("c4", True), ("c5", True), ("e3", True), ("a1", True), ("b1", False)]
)
def test_spit_reaches_two_to_three_spaces_and_cannot_be_blocked(space: str, can: bool) -> None:
    bout = Bout(put(PUPPY, "c2", hand="block"), put(JAMES, space, hand="block dash dash"))
    assert ("special:2" in bout.open) == can
    if can:
        bout.play("special:2")
        assert (bout.wounds(FOE), bout.fighter(FOE).contamination) == ((1, 0), 1)


@pytest.mark.rule("KD-4.4")
@pytest.mark.parametrize(("mine", "after", "light"), [("c1", "c4", 1), ("c4", "c4", 1), ("c3", "c4", 1)])
def test_pounce_goes_three_spaces_toward_the_opponent_and_wounds_if_next_to_it(
    mine: str, after: str, light: int
) -> None:
    bout = Bout(put(PUPPY, mine, hand="dash"), put(JAMES, "c5")).play("special:3")
    assert (bout.space(ME), bout.wounds(FOE)) == (after, (light, 0))


@pytest.mark.rule("KD-4.9")
def test_acid_blood_wounds_an_attacker_next_to_puppy() -> None:
    bout = Bout(put(JAMES, "c2", hand="block block dash"), put(PUPPY, "c3", hand="dash"), row="fire_axe")
    bout.play("attack:fire_axe", "special:4")
    assert (bout.wounds(ME), bout.wounds(FOE)) == ((1, 0), (1, 1))
