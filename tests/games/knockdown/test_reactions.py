"""KD-4.3, KD-4.9: Reactions."""

from __future__ import annotations

import pytest

from .brawl import FOE, JAMES, KATIE, ME, PUPPY, Bout, make_pack, put
from .written import Written

SMOKE, ACID = "special:4", "special:4"


def trigger(fighter: str, id: str, name: str) -> object:
    def change(pack: Written) -> None:
        pack.special(id)["trigger"] = name

    return change


@pytest.mark.rule("KD-4.3")
def test_a_reaction_is_used_in_the_opponents_turn_and_paid() -> None:
    bout = Bout(put(JAMES, "c2"), put(PUPPY, "c3", hand="power block"), row="fire_axe")
    bout.play("attack:fire_axe", ACID, "symbol:power")
    assert (bout.wounds(ME), bout.wounds(FOE), bout.symbols(FOE)) == ((1, 0), (1, 1), ["block"])


@pytest.mark.rule("KD-4.3")
def test_a_reaction_is_no_part_of_ones_own_combo() -> None:
    bout = Bout(put(PUPPY, "c2", hand="wild wild power"), put(JAMES, "c3"))
    assert ACID not in bout.open


@pytest.mark.rule("KD-4.3")
def test_each_reaction_once_in_a_turn_and_again_in_the_next() -> None:
    bout = Bout(
        put(JAMES, "c2"),
        put(PUPPY, "c3", hand="power dash dash dash"),
        row="fire_axe plasma_cutter med_kit body_blow",
    )
    bout.play("attack:fire_axe", ACID, "symbol:dash", "attack:plasma_cutter")
    assert (bout.active, bout.wounds(ME)) == (FOE, (1, 0)), "the second Strike is not reacted to"
    bout.end_turn().play("attack:body_blow")
    assert bout.asking == "React"


@pytest.mark.rule("KD-4.3")
def test_nobody_reacts_to_a_reaction() -> None:
    """Acid Blood wounds Katie, who could answer any attack with Smoke Screen."""
    pack = make_pack(trigger("katie", "smoke_screen", "attacked"))  # type: ignore[arg-type]
    bout = Bout(put(KATIE, "c2", hand="dash dash"), put(PUPPY, "c3", hand="power"), row="fire_axe", pack=pack)
    bout.play("attack:fire_axe", ACID)
    assert (bout.asking, bout.decider, bout.wounds(ME)) == ("Act", ME, (1, 0))


@pytest.mark.rule("KD-4.9")
@pytest.mark.parametrize(
    ("named", "reacts_to"),
    [
        ("attacked", {"fire_axe", "thrown_crate", "nerve_gas", "false_alarm"}),
        ("struck", {"fire_axe", "thrown_crate"}),
        ("struck_near", {"fire_axe"}),
    ],
)
def test_what_sets_a_reaction_off(named: str, reacts_to: set[str]) -> None:
    pack = make_pack(trigger("puppy", "acid_blood", named))  # type: ignore[arg-type]
    cards = {"fire_axe": "c3", "thrown_crate": "c4", "nerve_gas": "c3", "false_alarm": "c3", "med_kit": "c3"}
    found = set()
    for card, space in cards.items():
        bout = Bout(put(JAMES, "c2"), put(PUPPY, space, hand="power"), row=card, pack=pack).play(
            f"attack:{card}"
        )
        if bout.asking == "React":
            found.add(card)
    assert found == reacts_to


@pytest.mark.rule("KD-4.9")
def test_one_reaction_for_each_attack() -> None:
    def another(pack: Written) -> None:
        pack.fighter("puppy")["special"].append(
            pack.special("acid_blood") | {"id": "acid_tears", "name": "Acid Tears"}
        )

    bout = Bout(
        put(JAMES, "c2"), put(PUPPY, "c3", hand="power power"), row="fire_axe", pack=make_pack(another)
    )
    bout.play("attack:fire_axe")
    assert bout.opened("special") == {"4", "5"}
    bout.play(ACID)
    assert (bout.wounds(ME), bout.wounds(FOE), bout.asking) == ((1, 0), (1, 1), "Act")


@pytest.mark.rule("KD-4.9")
def test_a_reaction_must_be_payable() -> None:
    bout = Bout(put(JAMES, "c2"), put(KATIE, "c3", hand="dash"), row="fire_axe").play("attack:fire_axe")
    assert (bout.asking, bout.wounds(FOE)) == ("Act", (1, 1)), "Smoke Screen costs a Dash and one more"


@pytest.mark.rule("KD-4.9")
def test_a_reaction_cannot_be_blocked() -> None:
    bout = Bout(
        put(JAMES, "c2", hand="block block dash dash"), put(PUPPY, "c3", hand="power"), row="fire_axe"
    )
    bout.play("attack:fire_axe", ACID)
    assert (bout.wounds(ME), bout.told("blocked")) == ((1, 0), [])


@pytest.mark.rule("KD-4.9", "KD-4.1")
def test_the_attack_goes_on_if_its_range_still_fits() -> None:
    for space, wounds in {"c5": (0, 0), "b2": (1, 1), "c1": (1, 1), "c3": (1, 1)}.items():
        bout = Bout(put(JAMES, "c2"), put(KATIE, "c3", hand="dash dash"), row="fire_axe")
        bout.play("attack:fire_axe", SMOKE, f"place:{space}")
        assert bout.wounds(FOE) == wounds, space


@pytest.mark.rule("KD-4.9")
def test_one_may_let_it_be() -> None:
    bout = Bout(put(JAMES, "c2"), put(PUPPY, "c3", hand="power"), row="fire_axe")
    bout.play("attack:fire_axe", "no_reaction")
    assert (bout.wounds(ME), bout.symbols(FOE)) == ((0, 0), ["power"])
