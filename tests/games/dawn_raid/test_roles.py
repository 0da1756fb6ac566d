"""DR-3.1, DR-3.2: when a battlefield role may be triggered, and by whom."""

from __future__ import annotations

import pytest

from .table import (
    ATTACKER_WON,
    BLOOD_ANGELS,
    CHOOSE_ROLE,
    DEATH_GUARD,
    DEFENDER_WON,
    ELITES,
    FAST_ATTACK,
    FOE,
    HEAVY_SUPPORT,
    HQ,
    ME,
    NAME_TYPE,
    ROLES,
    TROOPS,
    TYPES,
    ULTRAMARINES,
    Printed,
    card,
    more,
    pot_with,
    raid,
)

ASKED_BEFOREHAND = [HQ, TROOPS, FAST_ATTACK, HEAVY_SUPPORT]  # Elites excepted
ALL_SCORES = "ranged 7, melee 7, psychic 7"


def fast_attack(score: int = 9) -> Printed:
    return card(f"melee {score}", FAST_ATTACK, ULTRAMARINES)


# --- DR-3.1: when a role may be triggered


@pytest.mark.rule("DR-3.1")
@pytest.mark.parametrize("role", ASKED_BEFOREHAND)
def test_a_card_whose_icon_lies_in_the_pot_may_trigger_its_role(role: str) -> None:
    now = pot_with(mine=[card(ALL_SCORES, role, ULTRAMARINES), *more(2)], theirs=more(3))
    assert (now.question, now.decider) == (CHOOSE_ROLE, ME)
    assert now.open == ({"ranged", "psychic", "no role"} if role == HQ else {"use role", "no role"})


@pytest.mark.rule("DR-3.1")
@pytest.mark.parametrize("role", ASKED_BEFOREHAND)
def test_the_choice_comes_after_the_card_is_seen_and_before_the_defenders_is_turned(role: str) -> None:
    new = card(ALL_SCORES, role, ULTRAMARINES)
    now = pot_with(mine=[new, *more(2)], theirs=more(3))
    assert now.attack == [new]
    assert now.turned_up(ME)[-1] is new
    assert now.defence == []
    assert len(now.turned_up(FOE)) == 1, "only the card that is in the pot already"


@pytest.mark.rule("DR-3.1")
@pytest.mark.parametrize("role", ASKED_BEFOREHAND)
def test_a_role_need_not_be_triggered(role: str) -> None:
    new, shield = card(ALL_SCORES, role, ULTRAMARINES), card("melee 3")
    now = pot_with(mine=[new, *more(2)], theirs=[shield, *more(2)])
    now.choose("no role")
    assert (now.attack, now.defence) == ([new], [shield])
    assert now.last_told("compared") == ("DR-2.2", TYPES.index("melee"), 7, 3)
    assert now.question == ATTACKER_WON
    assert now.open == {"end", "continue"}
    assert now.told("used_role") == []


@pytest.mark.rule("DR-3.1")
@pytest.mark.parametrize("role", ASKED_BEFOREHAND)
def test_a_triggered_role_is_told(role: str) -> None:
    new = card(ALL_SCORES, role, ULTRAMARINES)
    now = pot_with(mine=[new, *more(2)], theirs=more(3))
    now.choose("psychic" if role == HQ else "use role")
    assert now.last_told("used_role") == ("DR-3.1", ME, now.number(new), ROLES.index(role))


@pytest.mark.rule("DR-3.1")
@pytest.mark.parametrize("role", ROLES)
def test_without_its_icon_in_the_pot_a_card_just_fights(role: str) -> None:
    now = pot_with(mine=[card(ALL_SCORES, role, BLOOD_ANGELS), *more(2)], theirs=[card("melee 3"), *more(2)])
    assert now.question == ATTACKER_WON
    assert now.open == {"end", "continue"}


@pytest.mark.rule("DR-3.1")
@pytest.mark.parametrize("role", ASKED_BEFOREHAND)
def test_the_icon_may_be_on_a_card_of_either_player(role: str) -> None:
    now = pot_with(
        my_first=card("melee 9"),
        their_first=card("melee 1", TROOPS, DEATH_GUARD),
        mine=[card(ALL_SCORES, role, DEATH_GUARD), *more(2)],
        theirs=more(3),
    )
    assert now.question == CHOOSE_ROLE


@pytest.mark.rule("DR-3.1")
def test_the_icon_may_be_on_any_card_of_the_pot_not_only_on_the_latest() -> None:
    now = raid(
        mine=[
            card("melee 9", HQ, ULTRAMARINES),
            *[card("melee 9") for _ in range(3)],
            fast_attack(),
            *more(1),
        ],
        theirs=[*[card("melee 1") for _ in range(4)], *more(2)],
    )
    now.choose("continue", "continue", "continue", "continue")
    assert now.question == CHOOSE_ROLE


@pytest.mark.rule("DR-3.1")
def test_the_role_of_the_card_in_the_pot_does_not_matter() -> None:
    for role in ROLES:
        now = pot_with(
            my_first=card("melee 9", role, ULTRAMARINES), mine=[fast_attack(), *more(2)], theirs=more(3)
        )
        assert now.question == CHOOSE_ROLE


@pytest.mark.rule("DR-3.1")
@pytest.mark.parametrize("role", ASKED_BEFOREHAND)
def test_a_raids_first_card_triggers_nothing_because_the_pot_is_empty(role: str) -> None:
    now = raid(
        mine=[card(ALL_SCORES, role, ULTRAMARINES), *more(2)],
        theirs=[card("melee 1", HQ, ULTRAMARINES), *more(2)],
    )
    assert now.question == NAME_TYPE
    now.choose("melee")
    assert now.question == ATTACKER_WON


@pytest.mark.rule("DR-3.1", "DR-3.5")
def test_not_even_elites_bank_on_a_raids_first_card() -> None:
    now = raid(
        mine=[card("melee 7", ELITES, ULTRAMARINES), *more(2)],
        theirs=[card("melee 1", HQ, ULTRAMARINES), *more(2)],
    )
    assert now.open == {"end", "continue"}


@pytest.mark.rule("DR-3.1")
def test_an_icon_in_a_victory_pile_is_not_in_the_pot() -> None:
    now = raid(
        mine=[card("melee 9", TROOPS, ULTRAMARINES), card("melee 1"), card("melee 3"), *more(1)],
        theirs=[card("melee 1"), card("melee 9"), card("melee 9", FAST_ATTACK, ULTRAMARINES), *more(1)],
    )
    now.choose("end", "continue")
    assert (now.question, now.decider) == (ATTACKER_WON, FOE), "the Ultramarine of the first raid is gone"


@pytest.mark.rule("DR-3.1")
def test_a_drawn_battle_fills_the_pot_too() -> None:
    now = raid(
        mine=[card("melee 5", HQ, ULTRAMARINES), fast_attack(), *more(1)], theirs=[card("melee 5"), *more(2)]
    )
    assert now.question == CHOOSE_ROLE


@pytest.mark.rule("DR-3.1", "DR-3.3")
def test_hq_is_not_offered_without_another_type_to_change_to() -> None:
    now = pot_with(mine=[card("melee 7", HQ, ULTRAMARINES), *more(1)], theirs=[card("melee 3"), *more(1)])
    assert now.question == ATTACKER_WON, "its only score is in the raid's type"
    assert now.open == {"end", "continue"}


@pytest.mark.rule("DR-3.1", "DR-3.3")
def test_hq_is_offered_with_a_single_other_type_even_if_it_scores_nothing_in_the_raids_own() -> None:
    now = pot_with(mine=[card("psychic 1", HQ, ULTRAMARINES), *more(1)], theirs=more(2))
    assert now.open == {"psychic", "no role"}


@pytest.mark.rule("DR-3.1", "DR-3.3")
def test_hq_may_be_used_with_the_decks_last_card() -> None:
    now = pot_with(mine=[card("melee 1, ranged 9", HQ, ULTRAMARINES)], theirs=[card("melee 5, ranged 5")])
    assert now.open == {"ranged", "no role"}
    now.choose("ranged")
    assert now.over
    assert len(now.pile(ME)) == 4


@pytest.mark.rule("DR-3.1", "DR-3.4", "DR-3.6", "DR-3.7")
@pytest.mark.parametrize("role", [TROOPS, FAST_ATTACK, HEAVY_SUPPORT])
def test_troops_fast_attack_and_heavy_support_are_not_offered_with_the_decks_last_card(role: str) -> None:
    now = pot_with(mine=[card("melee 7", role, ULTRAMARINES)], theirs=[card("melee 3")])
    assert now.over, "nothing was asked: the last card fought, and the winner took the pot"
    assert now.told("used_role") == []
    assert now.last_told("compared") == ("DR-2.2", TYPES.index("melee"), 7, 3)
    assert len(now.pile(ME)) == 4


@pytest.mark.rule("DR-3.1", "DR-3.4", "DR-3.6", "DR-3.7")
@pytest.mark.parametrize("role", [TROOPS, FAST_ATTACK, HEAVY_SUPPORT])
def test_they_are_still_offered_with_the_last_card_but_one(role: str) -> None:
    now = pot_with(mine=[card("melee 7", role, ULTRAMARINES), *more(1)], theirs=more(2))
    assert now.open == {"use role", "no role"}


# --- DR-3.2: only the Attacker


@pytest.mark.rule("DR-3.2")
@pytest.mark.parametrize("role", ROLES)
def test_the_defender_triggers_nothing_although_the_icon_lies_in_the_pot(role: str) -> None:
    now = pot_with(mine=[card("melee 3"), *more(2)], theirs=[card(ALL_SCORES, role, ULTRAMARINES), *more(2)])
    assert (now.question, now.decider) == (DEFENDER_WON, FOE)
    assert now.open == {"end", "take over"}
    assert now.last_told("compared") == ("DR-2.2", TYPES.index("melee"), 3, 7)


@pytest.mark.rule("DR-3.2")
@pytest.mark.parametrize("role", ASKED_BEFOREHAND)
def test_a_defender_who_has_taken_the_raid_over_may_from_the_next_card_on(role: str) -> None:
    winner, following = card("melee 9", role, ULTRAMARINES), card(ALL_SCORES, role, ULTRAMARINES)
    now = pot_with(mine=[card("melee 3"), *more(2)], theirs=[winner, following, *more(1)])
    now.choose("take over")
    assert now.attack == [following], "not for the card that won the battle"
    assert (now.question, now.decider, now.attacker) == (CHOOSE_ROLE, FOE, FOE)


@pytest.mark.rule("DR-3.2", "DR-3.5")
def test_elites_of_a_defender_bank_only_after_the_raid_is_taken_over() -> None:
    now = pot_with(
        mine=[card("melee 3"), card("melee 3"), *more(1)],
        theirs=[card("melee 9", ELITES, ULTRAMARINES), card("melee 9", ELITES, ULTRAMARINES), *more(1)],
    )
    assert now.open == {"end", "take over"}
    now.choose("take over")
    assert now.open == {"end", "continue", "bank"}
    now.choose("bank")
    assert len(now.pile(FOE)) == 4


@pytest.mark.rule("DR-3.2")
def test_who_lost_the_raid_to_the_defender_triggers_nothing_any_more() -> None:
    now = pot_with(
        mine=[card("melee 3"), card("melee 9", FAST_ATTACK, ULTRAMARINES), *more(1)],
        theirs=[card("melee 9"), card("melee 8"), *more(1)],
    )
    now.choose("take over")
    assert (now.question, now.decider) == (DEFENDER_WON, ME)
