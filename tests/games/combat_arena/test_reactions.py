"""CA-5.3: before wounds are inflicted the target may play one reaction: who is asked, and when."""

from __future__ import annotations

import pytest

from harena.core.state import SPECTATOR
from harena.games.combat_arena.rules.attack import Attack
from harena.games.combat_arena.rules.push import Push

from .arena import CASTUS, FROZEN, GRUE, RAFELO, TEKNOTH, Fight, Written, make_pack, put

START = FROZEN.start
MELEE, RANGED = 0, 1
PARRY, DEFLECT, DODGE, SHIELD = "iron_vow", "mirror_shield", "sand_dancer", "burning_aegis"
OTHERS = "red_banner roar_of_the_stands"


def blow(hand: str, dice: tuple[int, ...] = (3, 3, 3), energy: int = START) -> Fight:
    """Rafelo's hammer falls on Teknoth, who holds this hand: three dice, 3 to hit, two wounds each."""
    fight = Fight(put(RAFELO, "e5", "e"), put(TEKNOTH, "e6", "w", hand=hand, energy=energy), dice=dice)
    return fight.do(Attack(0, 1, 3, MELEE))


def shot(hand: str, dice: tuple[int, ...] = (3, 3, 3)) -> Fight:
    """Teknoth shoots Rafelo in the back."""
    fight = Fight(put(TEKNOTH, "e5", "e"), put(RAFELO, "e7", "e", hand=hand), dice=dice)
    return fight.do(Attack(0, 1, 3, RANGED))


# --- when it is asked


@pytest.mark.rule("CA-5.3")
def test_the_target_s_player_is_asked_after_seeing_the_hits_and_before_the_wounds() -> None:
    fight = blow(f"{PARRY} {OTHERS}", dice=(3, 1, 6))
    assert (fight.asking, fight.decider) == ("React", 1)
    assert fight.open == {f"react:{PARRY}", "no_reaction"}
    assert fight.hurt(TEKNOTH) == 0
    for seat in (0, 1, SPECTATOR):
        view = fight.view(seat)
        assert view.rolled == [3, 1, 6]
        assert view.question is not None
        assert (view.question.who, view.question.target) == (0, 1)
        assert (view.question.n, view.question.wounds) == (2, 2)


@pytest.mark.rule("CA-5.3")
@pytest.mark.parametrize("hand", ["red_banner", OTHERS, DEFLECT, f"{DEFLECT} {OTHERS}"])
def test_it_is_asked_whatever_it_holds(hand: str) -> None:
    fight = blow(hand)
    assert (fight.asking, fight.decider, fight.open) == ("React", 1, {"no_reaction"})


@pytest.mark.rule("CA-5.3")
def test_the_question_looks_the_same_to_others_whatever_is_held() -> None:
    views = [
        blow(hand).view(seat) for seat in (0, SPECTATOR) for hand in (PARRY, DEFLECT, DODGE, "red_banner")
    ]
    assert len({view.asking for view in views}) == 1
    assert views[0] == views[1] == views[2] == views[3]
    assert views[4] == views[5] == views[6] == views[7]
    assert views[0].actions == []


@pytest.mark.rule("CA-5.3")
def test_with_an_empty_hand_it_is_not_asked() -> None:
    fight = blow("")
    assert fight.over
    assert fight.hurt(TEKNOTH) == 6


@pytest.mark.rule("CA-5.3")
def test_with_no_hit_it_is_never_asked() -> None:
    fight = blow(f"{PARRY} {DODGE}", dice=(1, 2, 2))
    assert fight.over
    assert fight.hand(TEKNOTH) == {PARRY, DODGE}


@pytest.mark.rule("CA-5.3", "CA-5.2")
def test_with_no_hit_left_by_the_fighter_s_own_rule_it_is_not_asked() -> None:
    def strike(*ward: int) -> Fight:
        placed = put(CASTUS, "e5", "e"), put(RAFELO, "e6", "w", hand=PARRY)
        return Fight(*placed, dice=(3, 3, 1, *ward)).do(Attack(0, 1, 3, MELEE))

    assert strike(5, 6).over
    assert strike(5, 4).asking == "React"


@pytest.mark.rule("CA-5.3")
def test_hand_sizes_are_public() -> None:
    for seat in (0, 1, SPECTATOR):
        assert [one.hand_size for one in blow(OTHERS).view(seat).fighters] == [0, 2]


# --- what can be played


@pytest.mark.rule("CA-5.3")
def test_parry_needs_a_blow_and_deflect_a_shot() -> None:
    everything = f"{PARRY} {DEFLECT} {DODGE} {SHIELD} {OTHERS}"
    against_melee = {"no_reaction", f"react:{PARRY}", f"react:{DODGE}", f"react:{SHIELD}"}
    against_ranged = {"no_reaction", f"react:{DEFLECT}", f"react:{DODGE}", f"react:{SHIELD}"}
    assert blow(everything).open == against_melee
    assert shot(everything).open == against_ranged


@pytest.mark.rule("CA-5.3")
@pytest.mark.parametrize(("hits", "left"), [(1, 0), (2, 0), (3, 1)])
@pytest.mark.parametrize("card", [PARRY, "crossed_blades"])
def test_a_parry_takes_two_hits_away(card: str, hits: int, left: int) -> None:
    fight = blow(f"{card} red_banner", dice=(3,) * hits + (1,) * (3 - hits)).play(f"react:{card}")
    assert fight.over
    assert fight.hurt(TEKNOTH) == 2 * left
    assert (fight.hand(TEKNOTH), fight.discard) == ({"red_banner"}, {card})


@pytest.mark.rule("CA-5.3")
@pytest.mark.parametrize("card", [DEFLECT, "turned_bolt"])
def test_a_deflect_takes_two_shots_away(card: str) -> None:
    assert shot(card).play(f"react:{card}").hurt(RAFELO) == 1


@pytest.mark.rule("CA-5.3")
@pytest.mark.parametrize(("roll", "hurt"), [(3, 6), (4, 0), (6, 0), (1, 6)])
@pytest.mark.parametrize("card", [DODGE, "lions_sidestep"])
def test_a_dodge_takes_all_hits_away_on_4_or_more(card: str, roll: int, hurt: int) -> None:
    fight = blow(card, dice=(3, 3, 3, roll)).play(f"react:{card}")
    assert fight.dice == []
    assert fight.hurt(TEKNOTH) == hurt
    assert fight.discard == {card}, "played in any case"


@pytest.mark.rule("CA-5.3", "CA-3.4")
@pytest.mark.parametrize("card", [SHIELD, "azure_bulwark"])
def test_an_energy_shield_takes_two_hits_of_any_kind_and_its_energy_modifier_applies_first(card: str) -> None:
    fight = blow(card).play(f"react:{card}")
    assert fight.hurt(TEKNOTH) == 2
    assert fight.energy(TEKNOTH) == START - 1
    kinds = [event.kind for event in fight.state.journal or []]
    assert kinds.index("energy") < kinds.index("reacted") < kinds.index("wounded")
    assert shot(card).play(f"react:{card}").hurt(RAFELO) == 1


@pytest.mark.rule("CA-5.3", "CA-3.4")
def test_a_reaction_s_energy_stops_at_the_end_of_the_track() -> None:
    assert blow(SHIELD, energy=0).play(f"react:{SHIELD}").energy(TEKNOTH) == 0


@pytest.mark.rule("CA-5.3")
def test_only_one_reaction_against_an_attack() -> None:
    fight = blow(f"{PARRY} crossed_blades {DODGE}").play(f"react:{PARRY}")
    assert fight.over
    assert fight.hurt(TEKNOTH) == 2
    assert fight.hand(TEKNOTH) == {"crossed_blades", DODGE}


@pytest.mark.rule("CA-5.3")
def test_declining_costs_nothing() -> None:
    fight = blow(PARRY).play("no_reaction")
    assert fight.hurt(TEKNOTH) == 6
    assert (fight.hand(TEKNOTH), fight.discard) == ({PARRY}, set())


# --- what is an attack


@pytest.mark.rule("CA-5.3")
def test_an_attack_by_a_special_or_a_unique_can_be_reacted_to() -> None:
    backstab = Fight(
        put(RAFELO, "e5", "e", hand="knife_in_the_dust"), put(TEKNOTH, "e6", "e", hand=PARRY), dice=[6] * 4
    ).turn(RAFELO)
    assert backstab.play("card:knife_in_the_dust/special").asking == "React"
    unique = Fight(put(GRUE, "e5", "e", hand=OTHERS), put(TEKNOTH, "e6", "e", hand=PARRY), dice=[6] * 4).turn(
        GRUE
    )
    unique.play("unique", "discard:red_banner")
    assert (unique.asking, unique.decider) == ("React", 1)


@pytest.mark.rule("CA-5.3")
def test_pushes_cannot_be_reacted_to() -> None:
    fight = Fight(put(RAFELO, "e8", "e"), put(TEKNOTH, "e9", hand=f"{PARRY} {DODGE}"), dice=[6])
    assert fight.do(Push(0, 1, n=1)).over
    assert fight.hurt(TEKNOTH) == 3


@pytest.mark.rule("CA-5.3")
def test_a_special_that_only_wounds_cannot_be_reacted_to() -> None:
    fight = Fight(put(RAFELO, "e5", hand="spoils_of_the_pit"), put(TEKNOTH, "e8", hand=f"{PARRY} {DODGE}"))
    assert fight.turn(RAFELO).play("card:spoils_of_the_pit/special").over
    assert fight.hurt(TEKNOTH) == 1


@pytest.mark.rule("CA-5.3")
def test_injuries_cannot_be_reacted_to() -> None:
    def bleeding(written: Written) -> None:
        written.injury("leaking_cells")["effect"] = [{"do": "wound", "n": 1}]

    placed = put(RAFELO, "e5"), put(CASTUS, "e8", hand=f"{PARRY} {DODGE}")
    fight = Fight(*placed, injuries=["leaking_cells"], pack=make_pack(bleeding)).wound(CASTUS, 4)
    assert fight.over
    assert fight.hurt(CASTUS) == 5


@pytest.mark.rule("CA-5.3", "CA-7.5")
def test_fates_cannot_be_reacted_to() -> None:
    fight = Fight(put(RAFELO, "e5"), put(TEKNOTH, "e8", hand=f"{PARRY} {DODGE}"), put(CASTUS, "a1"))
    fight.wound(RAFELO, 99).draw_initiative(RAFELO, TEKNOTH).play("yes", "target:teknoth")
    assert fight.asking == "ChooseAction"
    assert fight.hurt(TEKNOTH) == 2


# --- several targets


def surrounded(attacker: int, **options: object) -> Fight:
    """The attacker's three enemies stand on the three hexes ahead; Whirling Blow: three dice each."""
    names = [CASTUS, RAFELO, TEKNOTH, GRUE]
    names = names[-attacker:] + names[:-attacker] if attacker else names
    places = iter(["d5", "e6", "f5"])
    cards = iter(["red_banner", "iron_vow", "sand_dancer"])
    placed = [
        put(name, "e5", "e", hand="wheel_of_steel")
        if name == CASTUS
        else put(name, next(places), "e", hand=next(cards))
        for name in names
    ]
    fight = Fight(*placed, dice=[6] * 60, **options)  # type: ignore[arg-type]
    assert fight.number(CASTUS) == attacker
    fight.turn(CASTUS).play("no", "card:wheel_of_steel/special")
    return fight


def order_of_questions(fight: Fight) -> list[int]:
    """Which fighter is asked to react, one after the other."""
    asked = []
    while not fight.over:
        if fight.asking == "React":
            asked.append(fight.state.waiting.target)
            fight.play("no_reaction")
        else:
            fight.play(sorted(fight.open)[0])
    return asked


@pytest.mark.rule("CA-5.3")
@pytest.mark.parametrize("attacker", range(4))
def test_several_targets_react_in_seat_order_from_the_attacker(attacker: int) -> None:
    fight = surrounded(attacker)
    assert order_of_questions(fight) == [(attacker + place) % 4 for place in (1, 2, 3)]


@pytest.mark.rule("CA-5.3", "CA-8.2")
def test_the_fighters_of_one_seat_react_one_after_the_other() -> None:
    """Three players, four fighters: the second seat has the second and the fourth."""
    fight = surrounded(0, variant="kingslayer", players=3)
    assert [one.owner for one in fight.state.fighters] == [0, 1, 2, 1]
    assert order_of_questions(fight) == [1, 3, 2]
