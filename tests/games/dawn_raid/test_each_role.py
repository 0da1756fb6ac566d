"""DR-3.3 to DR-3.7: what each battlefield role does."""

from __future__ import annotations

import pytest

from .table import (
    ATTACKER_WON,
    BLOOD_ANGELS,
    CHOOSE_ROLE,
    DEFENDER_WON,
    ELITES,
    FAST_ATTACK,
    FOE,
    HEAVY_SUPPORT,
    HQ,
    ME,
    ROLES,
    TROOPS,
    TYPES,
    ULTRAMARINES,
    Printed,
    card,
    more,
    pot_with,
)

ALL_SCORES = "ranged 7, melee 7, psychic 7"


def fast_attack(score: int = 9) -> Printed:
    return card(f"melee {score}", FAST_ATTACK, ULTRAMARINES)


# --- DR-3.3: HQ


@pytest.mark.rule("DR-3.3")
def test_hq_changes_the_type_before_comparing() -> None:
    captain, shield = card("ranged 7, melee 1", HQ, ULTRAMARINES), card("ranged 6, melee 9")
    now = pot_with(mine=[captain, *more(1)], theirs=[shield, *more(1)])
    now.choose("ranged")
    assert now.type == "ranged"
    assert (now.attack, now.defence) == ([captain], [shield])
    assert now.last_told("changed_type") == ("DR-3.3", ME, TYPES.index("ranged"), 7)
    assert now.last_told("compared") == ("DR-2.2", TYPES.index("ranged"), 7, 6)
    assert (now.question, now.decider) == (ATTACKER_WON, ME), "in melee it would have lost"


@pytest.mark.rule("DR-3.3")
@pytest.mark.parametrize(
    ("scores", "possible"),
    [
        ("ranged 7, melee 1", {"ranged"}),
        ("melee 1, psychic 1", {"psychic"}),
        ("ranged 2, psychic 3", {"ranged", "psychic"}),
        ("ranged 2, melee 8, psychic 3", {"ranged", "psychic"}),
    ],
)
def test_hq_changes_only_to_another_type_in_which_this_card_scores_at_least_1(
    scores: str, possible: set[str]
) -> None:
    now = pot_with(mine=[card(scores, HQ, ULTRAMARINES), *more(1)], theirs=more(2))
    assert now.open == {*possible, "no role"}


@pytest.mark.rule("DR-3.3")
def test_the_type_stays_changed_for_the_rest_of_the_raid() -> None:
    now = pot_with(
        mine=[card("ranged 7, melee 1", HQ, ULTRAMARINES), card("ranged 4, melee 99"), *more(2)],
        theirs=[card("ranged 6"), card("ranged 5"), *more(2)],
    )
    now.choose("ranged", "continue")
    assert (now.type, now.question) == ("ranged", DEFENDER_WON)
    now.choose("take over")
    assert now.type == "ranged", "also for whoever takes it over"


@pytest.mark.rule("DR-3.3")
def test_another_hq_may_change_it_again_even_back() -> None:
    now = pot_with(
        mine=[
            card("ranged 7, melee 1", HQ, ULTRAMARINES),
            card("ranged 1, melee 5", HQ, ULTRAMARINES),
            *more(1),
        ],
        theirs=[card("ranged 6"), card("melee 4"), *more(1)],
    )
    now.choose("ranged", "continue")
    assert now.open == {"melee", "no role"}
    now.choose("melee")
    assert now.type == "melee"
    assert now.last_told("compared")[1:] == (TYPES.index("melee"), 5, 4)


# --- DR-3.4: Troops


@pytest.mark.rule("DR-3.4")
def test_example_2_troops_14_and_20_make_34_against_the_defenders_two() -> None:
    squad, second = card("melee 14", TROOPS, ULTRAMARINES), card("melee 20")
    shields = [card("melee 17"), card("melee 16")]
    now = pot_with(mine=[squad, second, *more(1)], theirs=[*shields, *more(1)])
    now.choose("use role")
    assert (now.attack, now.defence) == ([squad, second], shields)
    assert now.last_told("compared") == ("DR-3.4", TYPES.index("melee"), 34, 33)
    assert (now.question, now.decider) == (ATTACKER_WON, ME)
    assert now.open == {"end", "continue"}


@pytest.mark.rule("DR-3.4", "DR-2.3")
def test_all_four_cards_go_to_a_winning_attacker_together() -> None:
    fighting = [card("melee 14", TROOPS, ULTRAMARINES), card("melee 20")]
    shields = [card("melee 1"), card("melee 1")]
    now = pot_with(mine=[*fighting, *more(1)], theirs=[*shields, *more(1)])
    pot = now.pot
    now.choose("use role", "end")
    assert now.pile(ME) == pot | {*fighting, *shields}
    assert now.last_told("ended_raid") == ("DR-2.3", ME, 6, 0)
    assert now.attacker == FOE


@pytest.mark.rule("DR-3.4", "DR-2.3")
def test_all_four_cards_go_to_the_pot_together() -> None:
    fighting = [card("melee 14", TROOPS, ULTRAMARINES), card("melee 20")]
    shields = [card("melee 1"), card("melee 1")]
    now = pot_with(mine=[*fighting, card("melee 9"), *more(1)], theirs=[*shields, *more(2)])
    pot = now.pot
    now.choose("use role", "continue")
    assert now.pot == pot | {*fighting, *shields}
    assert now.last_told("to_pot") == ("DR-2.3", 4, 6, 0)
    assert len(now.attack) == len(now.defence) == 1, "the next battle is one against one again"


@pytest.mark.rule("DR-3.4", "DR-2.4")
@pytest.mark.parametrize("answer", ["end", "take over"])
def test_a_defender_whose_two_sum_higher_wins_all_four(answer: str) -> None:
    fighting = [card("melee 14", TROOPS, ULTRAMARINES), card("melee 1")]
    shields = [card("melee 3"), card("melee 13")]
    now = pot_with(mine=[*fighting, *more(2)], theirs=[*shields, *more(2)])
    everything = now.pot | {*fighting, *shields}
    now.choose("use role")
    assert (now.question, now.decider) == (DEFENDER_WON, FOE)
    now.choose(answer)
    assert now.attacker == FOE
    if answer == "end":
        assert now.pile(FOE) == everything
    else:
        assert now.told("to_pot")[1].a == 4
        assert everything <= now.pot


@pytest.mark.rule("DR-3.4", "DR-2.5")
def test_equal_sums_are_a_draw() -> None:
    fighting = [card("melee 3", TROOPS, ULTRAMARINES), card("melee 4")]
    shields = [card("melee 7"), card("ranged 9")]
    now = pot_with(mine=[*fighting, card("melee 9"), *more(1)], theirs=[*shields, card("melee 1"), *more(1)])
    pot = now.pot
    now.choose("use role")
    assert now.pot == pot | {*fighting, *shields}
    assert now.last_told("drawn")[:2] == ("DR-2.5", ME)
    assert now.attacker == ME


@pytest.mark.rule("DR-3.4")
@pytest.mark.parametrize("role", ROLES)
def test_the_second_cards_trigger_nothing(role: str) -> None:
    squad = card("melee 7", TROOPS, ULTRAMARINES)
    now = pot_with(
        mine=[squad, card(ALL_SCORES, role, ULTRAMARINES), *more(2)],
        theirs=[card("melee 3"), card("melee 3", role, ULTRAMARINES), *more(2)],
    )
    now.choose("use role")
    assert now.last_told("compared") == ("DR-3.4", TYPES.index("melee"), 14, 6)
    assert now.question == ATTACKER_WON
    assert now.open == {"end", "continue"}, "not even a second Elites card banks"


@pytest.mark.rule("DR-3.4", "DR-4.3")
def test_troops_may_fight_the_last_battle_with_the_last_two_cards_of_each_deck() -> None:
    now = pot_with(
        mine=[card("melee 7", TROOPS, ULTRAMARINES), card("melee 7")],
        theirs=[card("melee 3"), card("melee 3")],
    )
    now.choose("use role")
    assert now.over
    assert len(now.pile(ME)) == 6
    assert now.deck(ME) == now.deck(FOE) == []


# --- DR-3.5: Elites


@pytest.mark.rule("DR-3.5", "DR-3.1")
def test_nothing_is_declared_before_an_elites_card_fights() -> None:
    veterans, shield = card("melee 7", ELITES, ULTRAMARINES), card("melee 3")
    now = pot_with(mine=[veterans, *more(2)], theirs=[shield, *more(2)])
    assert (now.question, now.decider) == (ATTACKER_WON, ME)
    assert (now.attack, now.defence) == ([veterans], [shield]), "the Defender's card is up already"


@pytest.mark.rule("DR-3.5")
def test_after_a_win_with_a_matching_elites_card_the_choice_is_end_continue_or_bank() -> None:
    now = pot_with(mine=[card("melee 7", ELITES, ULTRAMARINES), *more(2)], theirs=[card("melee 3"), *more(2)])
    assert now.open == {"end", "continue", "bank"}


@pytest.mark.rule("DR-3.5")
def test_banked_is_the_pot_as_it_lay_before_and_the_two_cards_just_played_start_the_new_pot() -> None:
    veterans, shield = card("melee 7", ELITES, ULTRAMARINES), card("melee 3")
    mine_next, their_next = card("melee 6"), card("melee 5")
    now = pot_with(mine=[veterans, mine_next, *more(1)], theirs=[shield, their_next, *more(1)])
    pot = now.pot
    now.choose("bank")
    assert now.pile(ME) == pot
    assert now.pile(FOE) == set()
    assert now.pot == {veterans, shield}
    assert (now.attack, now.defence) == ([mine_next], [their_next]), "the raid is carried on at once"
    assert (now.attacker, now.type) == (ME, "melee"), "with the same type"
    assert now.last_told("banked") == ("DR-3.5", ME, 2, 0)


@pytest.mark.rule("DR-3.5")
def test_what_is_banked_is_safe_when_the_raid_is_lost_later() -> None:
    now = pot_with(
        mine=[card("melee 7", ELITES, ULTRAMARINES), card("melee 1"), *more(1)],
        theirs=[card("melee 3"), card("melee 5"), *more(1)],
    )
    pot = now.pot
    now.choose("bank", "end")
    assert now.pile(ME) == pot
    assert len(now.pile(FOE)) == 4


@pytest.mark.rule("DR-3.5")
def test_elites_may_just_continue_or_end() -> None:
    veterans, shield = card("melee 7", ELITES, ULTRAMARINES), card("melee 3")
    now = pot_with(mine=[veterans, *more(2)], theirs=[shield, *more(2)])
    pot = now.pot
    other = pot_with(mine=[veterans, card("melee 9"), *more(1)], theirs=[shield, *more(2)])
    now.choose("end")
    assert now.pile(ME) == pot | {veterans, shield}
    other.choose("continue")
    assert other.pile(ME) == set()
    assert len(other.pot) == 4


@pytest.mark.rule("DR-3.5", "DR-3.1")
def test_after_banking_only_the_new_pot_is_searched_for_icons() -> None:
    now = pot_with(
        my_first=card("melee 9", TROOPS, BLOOD_ANGELS),
        their_first=card("melee 1", TROOPS, ULTRAMARINES),
        mine=[card("melee 7", ELITES, ULTRAMARINES), card("melee 9", FAST_ATTACK, BLOOD_ANGELS), *more(1)],
        theirs=[card("melee 3"), *more(2)],
    )
    now.choose("bank")
    assert now.question == ATTACKER_WON, "the Blood Angel has left the pot"


@pytest.mark.rule("DR-3.5", "DR-3.1")
def test_elites_may_bank_battle_after_battle() -> None:
    now = pot_with(
        mine=[card("melee 7", ELITES, ULTRAMARINES), card("melee 7", ELITES, ULTRAMARINES), *more(2)],
        theirs=[card("melee 3"), card("melee 3"), *more(2)],
    )
    now.choose("bank", "bank")
    assert len(now.pile(ME)) == 4
    assert now.told("banked")[1].b == 2


@pytest.mark.rule("DR-3.5")
@pytest.mark.parametrize(("score", "question"), [(9, DEFENDER_WON), (8, ATTACKER_WON)])
def test_elites_bank_nothing_when_they_lose_or_draw(score: int, question: str) -> None:
    now = pot_with(
        mine=[card("melee 8", ELITES, ULTRAMARINES), card("melee 9"), *more(1)],
        theirs=[card(f"melee {score}"), *more(2)],
    )
    assert now.question == question
    assert "bank" not in now.open, "after a draw the next card wins, but it is no Elites card"


@pytest.mark.rule("DR-3.5", "DR-4.1")
def test_with_both_decks_empty_elites_only_end_the_raid() -> None:
    now = pot_with(mine=[card("melee 7", ELITES, ULTRAMARINES)], theirs=[card("melee 3")])
    assert now.over
    assert len(now.pile(ME)) == 4
    assert now.told("banked") == []


# --- DR-3.6: Fast Attack


@pytest.mark.rule("DR-3.6")
@pytest.mark.parametrize("score", [1, 9, 50])
def test_fast_attack_ignores_the_scores_and_the_battle_is_drawn(score: int) -> None:
    bikes, shield, next_mine = fast_attack(9), card(f"melee {score}"), card("melee 6")
    now = pot_with(mine=[bikes, next_mine, *more(1)], theirs=[shield, *more(2)])
    pot = now.pot
    compared = len(now.told("compared"))
    now.choose("use role")
    assert now.pot == pot | {bikes, shield}
    assert now.attacker == ME, "who must go on"
    assert now.attack == [next_mine]
    assert now.last_told("drawn")[:2] == ("DR-3.6", ME)
    assert now.last_told("to_pot") == ("DR-3.6", 2, 4, 0)
    assert len(now.told("compared")) == compared + 1, "only the next battle is compared"
    assert now.type == "melee"


@pytest.mark.rule("DR-3.6")
def test_the_card_after_a_fast_attack_may_trigger_its_role_again() -> None:
    now = pot_with(mine=[fast_attack(), fast_attack(), *more(1)], theirs=more(3))
    now.choose("use role")
    assert now.question == CHOOSE_ROLE
    now.choose("use role")
    assert len(now.told("drawn")) >= 2


# --- DR-3.7: Heavy Support


@pytest.mark.rule("DR-3.7")
def test_heavy_support_goes_to_the_back_and_the_next_card_is_played_in_its_place() -> None:
    cannon, instead, shield = card("melee 1", HEAVY_SUPPORT, ULTRAMARINES), card("melee 8"), card("melee 3")
    rest = more(2)
    now = pot_with(mine=[cannon, instead, *rest], theirs=[shield, *more(3)])
    pot = now.pot
    now.choose("use role")
    assert now.deck(ME) == [*rest, cannon]
    assert (now.attack, now.defence) == ([instead], [shield])
    assert now.last_told("put_back") == ("DR-3.7", ME, now.number(cannon), 0)
    assert ("DR-3.7", now.number(instead)) in [(event.rule, event.b) for event in now.told("turned_up")]
    assert now.last_told("compared") == ("DR-2.2", TYPES.index("melee"), 8, 3)
    assert now.pot == pot
    now.choose("end")
    assert now.pile(ME) == pot | {instead, shield}, "the cannon is won by nobody: it is in the deck"


@pytest.mark.rule("DR-3.7")
def test_example_4_the_card_is_the_last_of_the_deck_and_a_later_one_goes_behind_it() -> None:
    first, second = (card("melee 1", HEAVY_SUPPORT, ULTRAMARINES) for _ in range(2))
    rest = more(2)
    now = pot_with(
        mine=[first, card("melee 9"), second, card("melee 9"), *rest],
        theirs=[card("melee 3"), card("melee 3"), *more(4)],
    )
    now.choose("use role")
    assert now.deck(ME)[-1] is first
    now.choose("continue", "use role")
    assert now.deck(ME) == [*rest, first, second]


@pytest.mark.rule("DR-3.7")
@pytest.mark.parametrize("role", ROLES)
def test_the_replacement_triggers_no_role(role: str) -> None:
    now = pot_with(
        mine=[card("melee 1", HEAVY_SUPPORT, ULTRAMARINES), card(ALL_SCORES, role, ULTRAMARINES), *more(2)],
        theirs=[card("melee 3"), *more(3)],
    )
    now.choose("use role")
    assert now.question == ATTACKER_WON
    assert now.open == {"end", "continue"}, "not even Elites bank"


@pytest.mark.rule("DR-3.7")
def test_a_card_that_comes_again_from_the_back_is_played_as_any_other() -> None:
    cannon, last_but_one = card("melee 8", HEAVY_SUPPORT, ULTRAMARINES), card("melee 9")
    now = pot_with(mine=[cannon, card("melee 9"), last_but_one], theirs=[card("melee 1") for _ in range(3)])
    now.choose("use role", "continue")
    assert now.attack == [last_but_one]
    now.choose("continue")
    assert now.over, "as the deck's last card it may not go back again, so it fought"
    assert now.turned_up(ME).count(cannon) == 2
    assert cannon in now.pile(ME)


@pytest.mark.rule("DR-3.7")
def test_with_one_card_behind_it_heavy_support_changes_places_with_it() -> None:
    cannon, other = card("melee 1", HEAVY_SUPPORT, ULTRAMARINES), card("melee 9")
    now = pot_with(mine=[cannon, other], theirs=[card("melee 2"), card("melee 2")])
    now.choose("use role")
    assert now.attack == [other]
    assert now.deck(ME) == [cannon]
    now.choose("continue")
    assert now.over
    assert len(now.pile(FOE)) == 6, "and then it lost the last battle"
