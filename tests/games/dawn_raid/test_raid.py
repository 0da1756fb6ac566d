"""DR-2: a raid from its first card to its end."""

from __future__ import annotations

import random

import pytest

import harena
from harena.core.errors import ActionError

from .table import (
    ANSWERS,
    ATTACKER_WON,
    DEFENDER_WON,
    FOE,
    HQ,
    ME,
    NAME_TYPE,
    TYPES,
    card,
    more,
    pack_of,
    raid,
    random_pack,
)

# --- DR-2.1: the Attacker's card and the type


@pytest.mark.rule("DR-2.1")
def test_a_raid_begins_with_the_attackers_next_card_and_only_that() -> None:
    first = card("ranged 16, melee 4")
    now = raid(mine=[first, *more(2)], theirs=more(3))
    assert now.attack == [first]
    assert now.defence == []
    assert now.turned_up(ME) == [first]
    assert now.turned_up(FOE) == [], "the Defender's card is turned only after the type is named"
    assert now.last_told("turned_up") == ("DR-2.1", ME, now.number(first), 0)


@pytest.mark.rule("DR-2.1")
def test_the_attacker_names_the_type() -> None:
    now = raid(mine=[card("ranged 16, melee 4, psychic 1"), *more(1)], theirs=more(2))
    assert now.question == NAME_TYPE
    assert now.decider == ME
    assert now.open == {"ranged", "melee", "psychic"}
    assert now.type == ""


@pytest.mark.rule("DR-2.1")
@pytest.mark.parametrize("attacker", [ME, FOE])
def test_it_is_the_attacker_who_names_it_whichever_seat_that_is(attacker: int) -> None:
    now = raid(mine=more(2), theirs=more(2), attacker=attacker)
    assert (now.question, now.decider, now.attacker) == (NAME_TYPE, attacker, attacker)


@pytest.mark.rule("DR-2.1")
@pytest.mark.parametrize(
    ("scores", "possible"),
    [
        ("ranged 16, melee 4", {"ranged", "melee"}),
        ("ranged 1, psychic 1", {"ranged", "psychic"}),
        ("melee 20, psychic 7", {"melee", "psychic"}),
    ],
)
def test_only_a_type_in_which_the_card_scores_at_least_1_may_be_named(
    scores: str, possible: set[str]
) -> None:
    assert raid(mine=[card(scores), *more(1)], theirs=more(2)).open == possible


@pytest.mark.rule("DR-2.1")
@pytest.mark.parametrize("kind", TYPES)
def test_a_card_with_a_single_score_names_its_type_by_itself(kind: str) -> None:
    now = raid(mine=[card(f"{kind} 9"), *more(1)], theirs=[card("ranged 1"), *more(1)])
    assert now.question == ATTACKER_WON
    assert now.type == kind
    assert now.last_told("named") == ("DR-2.1", ME, TYPES.index(kind), 9)


@pytest.mark.rule("DR-2.1")
def test_example_1_a_psychic_attack_with_a_card_of_psychic_0_is_refused_and_nothing_changes() -> None:
    decks = [[card("ranged 16, melee 4") for _ in range(30)] for _ in range(2)]
    match = harena.new("dawn_raid", seed=4, pack=pack_of(*decks))
    before = match.state.key(), match.state.dice.drawn, match.legal(), match.events(0), match.view(0)
    attacking = match.pack.cards[match.events(0)[-1].b].name  # type: ignore[attr-defined]
    with pytest.raises(ActionError) as refused:
        match.play("type:psychic")
    assert f"{attacking} scores 0 in psychic" in str(refused.value)
    assert "DR-2.1" in str(refused.value)
    assert "type:ranged, type:melee" in str(refused.value), "it says what is possible"
    after = match.state.key(), match.state.dice.drawn, match.legal(), match.events(0), match.view(0)
    assert after == before
    match.play("type:melee")
    assert match.played, "and the raid goes on as if nothing had been said"


@pytest.mark.rule("DR-2.1", "DR-2.3", "DR-2.4", "DR-3.1")
def test_whatever_is_not_open_is_refused_with_a_reason_and_nothing_changes() -> None:
    luck = random.Random(7)
    for seed in range(6):
        match = harena.new("dawn_raid", seed=seed, pack=random_pack(seed))
        while not match.over:
            key, played = match.state.key(), len(match.played)
            for action in ANSWERS.values():
                notation = match.actions.notation(action)
                if notation not in match.legal():
                    with pytest.raises(ActionError, match=f"^{notation} is not possible now"):
                        match.play(notation)
            with pytest.raises(ActionError, match="decides now, not"):
                match.play(match.legal()[0], seat=1 - match.seat)
            assert (match.state.key(), len(match.played)) == (key, played)
            match.play(luck.choice(match.legal()))
        with pytest.raises(ActionError, match="over"):
            match.play("raid:end")


@pytest.mark.rule("DR-2.1")
def test_the_type_holds_for_the_whole_raid_whatever_later_cards_score() -> None:
    now = raid(
        mine=[card("ranged 9, melee 2"), card("melee 30, psychic 5"), *more(2)],
        theirs=[card("melee 1"), card("ranged 3, melee 1"), *more(2)],
    )
    now.choose("ranged", "continue")
    assert now.type == "ranged", "nobody is asked again"
    assert now.question == DEFENDER_WON, "ranged 0 against 3, although melee is 30 to 1"
    now.choose("take over")
    assert now.type == "ranged", "and a raid that was taken over keeps it"
    assert now.last_told("compared")[1] == TYPES.index("ranged")


@pytest.mark.rule("DR-2.1")
def test_every_raid_has_its_own_type() -> None:
    now = raid(
        mine=[card("ranged 9"), *more(2)], theirs=[card("ranged 1"), card("melee 7, psychic 2"), *more(1)]
    )
    now.choose("end")
    assert (now.question, now.type) == (NAME_TYPE, "")
    assert now.open == {"melee", "psychic"}


# --- DR-2.2: the Defender's card


@pytest.mark.rule("DR-2.2")
def test_the_defenders_next_card_is_turned_up_after_the_type_is_named() -> None:
    shield, behind = card("melee 3"), card("melee 99")
    now = raid(mine=[card("ranged 1, melee 4"), *more(1)], theirs=[shield, behind])
    now.choose("melee")
    assert now.defence == [shield]
    assert now.deck(FOE) == [behind]
    assert now.last_told("turned_up") == ("DR-2.2", FOE, now.number(shield), 0)


@pytest.mark.rule("DR-2.2")
@pytest.mark.parametrize(
    ("kind", "question"), [("ranged", ATTACKER_WON), ("melee", DEFENDER_WON), ("psychic", ATTACKER_WON)]
)
def test_the_scores_of_the_raids_type_are_compared_and_no_others(kind: str, question: str) -> None:
    now = raid(
        mine=[card("ranged 16, melee 4, psychic 2"), *more(1)],
        theirs=[card("ranged 15, melee 5, psychic 1"), *more(1)],
    )
    now.choose(kind)
    assert now.question == question
    scores = [now.attack[0].scores[kind], now.defence[0].scores[kind]]
    assert now.last_told("compared") == ("DR-2.2", TYPES.index(kind), *scores)


@pytest.mark.rule("DR-2.2")
def test_a_defender_with_0_counts_as_0_and_loses_to_1() -> None:
    now = raid(mine=[card("psychic 1"), *more(1)], theirs=[card("ranged 50, melee 50"), *more(1)])
    assert now.last_told("compared") == ("DR-2.2", TYPES.index("psychic"), 1, 0)
    assert now.question == ATTACKER_WON


@pytest.mark.rule("DR-2.2")
def test_a_later_attack_with_0_counts_as_0_and_loses_to_1() -> None:
    now = raid(
        mine=[card("psychic 9"), card("melee 50"), *more(1)],
        theirs=[card("melee 1"), card("psychic 1"), *more(1)],
    )
    now.choose("continue")
    assert now.last_told("compared") == ("DR-2.2", TYPES.index("psychic"), 0, 1)
    assert (now.question, now.decider) == (DEFENDER_WON, FOE)


@pytest.mark.rule("DR-2.2", "DR-2.5")
def test_0_against_0_is_a_draw() -> None:
    now = raid(
        mine=[card("psychic 9"), card("melee 50"), *more(2)],
        theirs=[card("melee 1"), card("ranged 9"), *more(2)],
    )
    now.choose("continue")
    assert [(event.b, event.c) for event in now.told("compared")][:2] == [(9, 0), (0, 0)]
    assert now.told("drawn")[0].rule == "DR-2.5"


# --- DR-2.3: the Attacker is higher


@pytest.mark.rule("DR-2.3")
def test_a_higher_attacker_either_ends_the_raid_or_continues() -> None:
    now = raid(mine=[card("melee 5"), *more(1)], theirs=[card("melee 4"), *more(1)])
    assert (now.question, now.decider) == (ATTACKER_WON, ME)
    assert now.open == {"end", "continue"}


@pytest.mark.rule("DR-2.3")
def test_an_attacker_who_ends_the_raid_takes_pot_and_both_cards() -> None:
    mine, theirs = [card("melee 5"), card("melee 8")], [card("melee 4"), card("melee 7")]
    now = raid(mine=[*mine, *more(2)], theirs=[*theirs, *more(2)])
    now.choose("continue", "end")
    assert now.pile(ME) == {*mine, *theirs}
    assert now.pile(FOE) == set()
    assert now.pot == set()
    assert now.last_told("ended_raid") == ("DR-2.3", ME, 4, 0)


@pytest.mark.rule("DR-2.3", "DR-2.6")
def test_after_an_attacker_ended_the_raid_the_defender_attacks_next() -> None:
    next_theirs = card("ranged 2, melee 2")
    now = raid(mine=[card("melee 5"), *more(1)], theirs=[card("melee 4"), next_theirs])
    now.choose("end")
    assert (now.attacker, now.decider, now.question) == (FOE, FOE, NAME_TYPE)
    assert now.attack == [next_theirs]
    assert now.last_told("attacks_next")[:2] == ("DR-2.6", FOE)


@pytest.mark.rule("DR-2.3")
def test_an_attacker_who_continues_puts_both_cards_into_the_pot_and_the_next_cards_are_played() -> None:
    mine, theirs = [card("melee 5"), card("melee 8")], [card("melee 4"), card("melee 7")]
    now = raid(mine=[*mine, *more(1)], theirs=[*theirs, *more(1)])
    now.choose("continue")
    assert now.pot == {mine[0], theirs[0]}
    assert now.pile(ME) == now.pile(FOE) == set()
    assert (now.attack, now.defence) == ([mine[1]], [theirs[1]])
    assert (now.attacker, now.type) == (ME, "melee")
    assert now.told("continued")[0].rule == "DR-2.3"
    assert now.last_told("to_pot") == ("DR-2.3", 2, 2, 0)


@pytest.mark.rule("DR-2.3")
def test_the_attacker_may_continue_as_often_as_he_wins() -> None:
    winners, losers = [card("melee 5") for _ in range(5)], [card("melee 4") for _ in range(5)]
    now = raid(mine=[*winners, *more(1)], theirs=[*losers, *more(1)])
    now.choose("continue", "continue", "continue", "continue")
    assert len(now.pot) == 8
    assert now.attacker == ME
    now.choose("end")
    assert now.pile(ME) == {*winners, *losers}


# --- DR-2.4: the Defender is higher


@pytest.mark.rule("DR-2.4")
def test_a_higher_defender_either_ends_the_raid_or_takes_it_over() -> None:
    now = raid(mine=[card("melee 4"), *more(1)], theirs=[card("melee 5"), *more(1)])
    assert (now.question, now.decider) == (DEFENDER_WON, FOE)
    assert now.open == {"end", "take over"}


@pytest.mark.rule("DR-2.4", "DR-2.6")
def test_a_defender_who_ends_the_raid_takes_pot_and_both_cards_and_attacks_next() -> None:
    mine, theirs = [card("melee 5"), card("melee 2")], [card("melee 4"), card("melee 7")]
    now = raid(mine=[*mine, *more(2)], theirs=[*theirs, *more(2)])
    now.choose("continue", "end")
    assert now.pile(FOE) == {*mine, *theirs}
    assert now.pile(ME) == set()
    assert now.pot == set()
    assert now.last_told("ended_raid") == ("DR-2.4", FOE, 4, 0)
    assert (now.attacker, now.decider, now.question) == (FOE, FOE, NAME_TYPE)


@pytest.mark.rule("DR-2.4")
def test_a_defender_who_takes_over_becomes_the_attacker_of_the_same_raid() -> None:
    mine, theirs = [card("melee 4"), card("melee 6")], [card("melee 5"), card("melee 7, ranged 3")]
    now = raid(mine=[*mine, *more(1)], theirs=[*theirs, *more(1)])
    now.choose("take over")
    assert now.pot == {mine[0], theirs[0]}
    assert now.pile(ME) == now.pile(FOE) == set()
    assert (now.attacker, now.type) == (FOE, "melee"), "no type is named anew"
    assert (now.attack, now.defence) == ([theirs[1]], [mine[1]])
    assert (now.question, now.decider) == (ATTACKER_WON, FOE)
    assert now.last_told("took_over")[:2] == ("DR-2.4", FOE)
    assert now.last_told("to_pot") == ("DR-2.4", 2, 2, 0)


@pytest.mark.rule("DR-2.4")
def test_a_raid_may_be_taken_over_again_and_again() -> None:
    now = raid(
        mine=[card("melee 1"), card("melee 3"), card("melee 4"), *more(1)],
        theirs=[card("melee 2"), card("melee 2"), card("melee 5"), *more(1)],
    )
    now.choose("take over")
    assert (now.attacker, now.decider, now.question) == (FOE, ME, DEFENDER_WON)
    now.choose("take over")
    assert (now.attacker, now.decider, now.question) == (ME, FOE, DEFENDER_WON)
    now.choose("end")
    assert len(now.pile(FOE)) == 6


# --- DR-2.5: equal scores


@pytest.mark.rule("DR-2.5")
def test_equal_scores_put_both_cards_into_the_pot_and_the_attacker_must_go_on() -> None:
    mine, theirs = [card("melee 5"), card("melee 8")], [card("melee 5"), card("melee 7")]
    now = raid(mine=[*mine, *more(1)], theirs=[*theirs, *more(1)])
    assert now.pot == {mine[0], theirs[0]}
    assert (now.attacker, now.type) == (ME, "melee")
    assert (now.attack, now.defence) == ([mine[1]], [theirs[1]]), "nobody was asked"
    assert now.last_told("drawn")[:2] == ("DR-2.5", ME)
    assert now.last_told("to_pot") == ("DR-2.5", 2, 2, 0)


@pytest.mark.rule("DR-2.5")
def test_draw_after_draw_the_pot_grows_and_the_attacker_stays_the_attacker() -> None:
    now = raid(
        mine=[card("melee 5"), card("melee 5"), card("melee 6"), *more(1)],
        theirs=[card("melee 5"), card("melee 5"), card("melee 7"), *more(1)],
    )
    assert len(now.pot) == 4
    assert (now.attacker, now.question) == (ME, DEFENDER_WON)


# --- DR-2.6: who attacks next


@pytest.mark.rule("DR-2.6")
@pytest.mark.parametrize(
    ("mine", "theirs", "answers", "next_attacker"),
    [
        (["melee 9"], ["melee 1"], ["end"], FOE),
        (["melee 1"], ["melee 9"], ["end"], FOE),
        (["melee 1", "melee 1"], ["melee 9", "melee 9"], ["take over", "end"], ME),
        (["melee 1", "melee 9"], ["melee 9", "melee 1"], ["take over", "end"], ME),
    ],
    ids=["attacker ends", "defender ends", "new attacker ends", "new defender ends"],
)
def test_after_any_ended_raid_the_player_who_was_defender_attacks_next(
    mine: list[str], theirs: list[str], answers: list[str], next_attacker: int
) -> None:
    now = raid(mine=[*map(card, mine), *more(2)], theirs=[*map(card, theirs), *more(2)])
    now.choose(*answers)
    assert (now.attacker, now.decider, now.question) == (next_attacker, next_attacker, NAME_TYPE)


# --- DR-2.7: what lies open


@pytest.mark.rule("DR-2.7")
@pytest.mark.parametrize("viewer", [ME, FOE, harena.SPECTATOR])
def test_the_pot_is_open_to_everybody(viewer: int) -> None:
    mine, theirs = card("melee 5"), card("melee 4")
    now = raid(mine=[mine, card("melee 9"), *more(1)], theirs=[theirs, *more(2)])
    now.choose("continue")
    assert now.view(viewer).pot == now.ids([mine, theirs])


@pytest.mark.rule("DR-2.7")
@pytest.mark.parametrize("viewer", [ME, FOE, harena.SPECTATOR])
def test_victory_piles_lie_face_down_and_only_their_size_is_public(viewer: int) -> None:
    now = raid(mine=[card("melee 5", HQ), *more(2)], theirs=[card("melee 4", HQ), *more(2)])
    now.choose("end")
    mine, theirs = now.view(viewer).sides
    assert (mine.pile, theirs.pile) == (2, 0)
    assert mine.pile_cards == theirs.pile_cards == []
    assert mine.skulls is theirs.skulls is None


@pytest.mark.rule("DR-2.7")
@pytest.mark.parametrize("viewer", [ME, FOE, harena.SPECTATOR])
def test_at_the_end_the_piles_are_turned_over(viewer: int) -> None:
    mine, theirs = [card("melee 5", HQ), card("melee 1")], [card("melee 4", HQ), card("melee 2")]
    now = raid(mine=mine, theirs=theirs)
    now.choose("end")
    assert now.over
    my_side, their_side = now.view(viewer).sides
    assert my_side.pile_cards == now.ids([mine[0], theirs[0]])
    assert their_side.pile_cards == now.ids([mine[1], theirs[1]])
    assert (my_side.skulls, their_side.skulls) == (2, 0)
