"""DR-1.3, DR-2.7: what each player, and who looks on, may know."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harena.core.dice import fast_dice
from harena.core.state import OVER, SPECTATOR
from harena.games.dawn_raid import ACTIONS
from harena.games.dawn_raid.state import Table
from harena.games.dawn_raid.view import seen_by

from .table import (
    FOE,
    HEAVY_SUPPORT,
    ME,
    NAME_TYPE,
    ULTRAMARINES,
    Printed,
    Raid,
    card,
    more,
    pot_with,
    raid,
    random_pack,
    start,
)

EVERYBODY = [ME, FOE, SPECTATOR]

positions = given(seed=st.integers(0, 2**40), choices=st.integers(0, 2**40))
some = settings(max_examples=40)


def positions_of(seed: int, choices: int) -> Iterator[Table]:
    """Every position of a random game."""
    table, luck = start(random_pack(seed), seed), random.Random(choices)
    while table.seat != OVER:
        yield table
        table.play(luck.choice(table.legal()))
    yield table


def guessed(table: Table, seat: int, seed: int) -> Table:
    other = table.guess(seat, fast_dice(seed))
    assert isinstance(other, Table)
    return other


def deck(table: Table, seat: int) -> list[int]:
    side = table.sides[seat]
    return list(side.order[side.turned :])


def cannon(score: int = 1) -> Printed:
    return card(f"melee {score}", HEAVY_SUPPORT, ULTRAMARINES)


# --- what a view shows


@pytest.mark.rule("DR-1.3")
@pytest.mark.parametrize("seat", [ME, FOE])
def test_a_player_may_look_through_the_own_deck_in_order_whoever_decides(seat: int) -> None:
    now = raid(mine=more(4), theirs=more(4))
    assert now.view(seat).sides[seat].order == now.ids(now.deck(seat))
    now.choose("melee")
    assert now.view(seat).sides[seat].order == now.ids(now.deck(seat))


@pytest.mark.rule("DR-1.3")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_nobody_sees_the_order_of_a_foreign_deck_but_everybody_its_content(viewer: int) -> None:
    strong = [card(f"melee {9 - place}") for place in range(4)]
    now = raid(mine=[card("melee 1"), *more(3)], theirs=strong)
    for seat in (ME, FOE):
        side = now.view(viewer).sides[seat]
        assert side.left == 3
        if seat == viewer:
            assert side.unseen == []
        else:
            assert side.order == []
            assert side.unseen == sorted(now.ids(now.deck(seat))), "in the pack's order"


@pytest.mark.rule("DR-1.3")
def test_a_foreign_deck_looks_the_same_however_it_is_ordered() -> None:
    cards = [card("melee 2"), card("melee 3"), card("melee 4"), card("melee 5")]
    mine = [card("melee 9"), *more(3)]
    usual = raid(mine=mine, theirs=cards)
    other = raid(mine=mine, theirs=cards)
    other.table.sides[FOE].order = [4, 7, 6, 5]
    for viewer in (ME, SPECTATOR):
        assert usual.view(viewer) == other.view(viewer)
    assert usual.view(FOE) != other.view(FOE), "its owner sees the difference"


@pytest.mark.rule("DR-1.3")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_everybody_sees_which_cards_heavy_support_put_back_and_in_which_order_they_will_come(
    viewer: int,
) -> None:
    now, put_back = two_put_back()
    side = now.view(viewer).sides[ME]
    assert side.put_back == now.ids(put_back)
    if viewer != ME:
        assert side.unseen == sorted(now.ids(now.deck(ME)[:-2]), key=lambda name: int(name[5:]))


def two_put_back() -> tuple[Raid, list[Printed]]:
    """Five cards of mine are left: three nobody has seen, then two that were put back."""
    first, second = cannon(), cannon()
    now = pot_with(
        mine=[
            first,
            card("melee 9"),
            second,
            card("melee 9"),
            *[card("melee 9, ranged 1") for _ in range(3)],
        ],
        theirs=[card("melee 3") for _ in range(7)],
    )
    now.choose("use role", "continue", "use role")
    assert now.deck(ME)[-2:] == [first, second]
    return now, [first, second]


@pytest.mark.rule("DR-1.3")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_a_card_that_was_put_back_is_no_longer_marked_once_it_is_turned_up_again(viewer: int) -> None:
    now, put_back = two_put_back()
    for _ in range(4):
        now.choose("continue")
    assert now.attack == [put_back[0]]
    assert now.deck(ME) == [put_back[1]]
    assert now.view(viewer).sides[ME].put_back == now.ids([put_back[1]])
    assert now.view(viewer).sides[ME].left == 1


@pytest.mark.rule("DR-1.3")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_only_who_decides_is_shown_the_open_actions(viewer: int) -> None:
    now = raid(mine=[card("melee 4, ranged 3"), *more(1)], theirs=more(2))
    assert now.question == NAME_TYPE
    assert now.view(viewer).actions == (["type:ranged", "type:melee"] if viewer == ME else [])
    assert now.view(viewer).decider == ME
    assert now.view(viewer).viewer == viewer
    assert now.view(viewer).scores == []


@pytest.mark.rule("DR-2.2")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_the_cards_of_the_battle_and_their_scores_are_open(viewer: int) -> None:
    attack, defence = card("melee 4, ranged 3"), card("melee 2, ranged 9")
    now = raid(mine=[attack, *more(1)], theirs=[defence, *more(1)])
    before = now.view(viewer)
    assert (before.attack, before.defence) == (now.ids([attack]), [])
    assert (before.attack_score, before.defence_score) == (None, None), "no type is named yet"
    after = now.choose("melee").view(viewer)
    assert (after.attack, after.defence) == (now.ids([attack]), now.ids([defence]))
    assert (after.attack_score, after.defence_score) == (4, 2)
    assert (after.type, after.attacker, after.raid, after.battle) == ("melee", ME, 1, 1)


@pytest.mark.rule("DR-3.4")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_with_troops_all_four_cards_and_their_sums_are_open(viewer: int) -> None:
    mine = [card("melee 14", icon=ULTRAMARINES), card("melee 20")]
    theirs = [card("melee 3"), card("melee 4")]
    now = pot_with(mine=[*mine, *more(1)], theirs=[*theirs, *more(1)])
    seen = now.choose("use role").view(viewer)
    assert (seen.attack, seen.defence) == (now.ids(mine), now.ids(theirs))
    assert (seen.attack_score, seen.defence_score) == (34, 7)
    assert (seen.raid, seen.battle) == (1, 2)


@pytest.mark.rule("DR-2.7")
@positions
@some
def test_until_the_end_a_view_shows_of_the_piles_only_how_large_they_are(seed: int, choices: int) -> None:
    for table in positions_of(seed, choices):
        for viewer in EVERYBODY:
            seen = seen_by(table, ACTIONS, viewer)
            for shown, side in zip(seen.sides, table.sides, strict=True):
                assert shown.pile == int(side.pile).bit_count()
                over = table.seat == OVER
                assert len(shown.pile_cards) == (shown.pile if over else 0)
                assert (shown.skulls is None) == (not over)
            assert seen.scores == (table.score() if table.seat == OVER else [])


# --- what a guess keeps and what it deals anew


@pytest.mark.rule("DR-1.3")
@positions
@some
def test_a_guess_keeps_all_that_a_seat_knows(seed: int, choices: int) -> None:
    for number, table in enumerate(positions_of(seed, choices)):
        for viewer in EVERYBODY:
            other = guessed(table, viewer, number)
            for seat in (ME, FOE):
                side = table.sides[seat]
                true, dealt = deck(table, seat), deck(other, seat)
                if seat == viewer:
                    assert dealt == true, "a seat knows its own deck, card by card"
                unseen = side.left() - side.put_back
                assert dealt[unseen:] == true[unseen:], "cards put back keep their places"
                assert sorted(dealt[:unseen]) == sorted(true[:unseen]), "the unseen ones stay unseen"
                assert other.sides[seat].pile == side.pile
                assert other.sides[seat].deck == side.deck
                assert other.sides[seat].put_back == side.put_back
            assert (other.pot, other.attacker, other.type) == (table.pot, table.attacker, table.type)
            assert other.clash.cards() == table.clash.cards()
            assert (other.seat, other.legal()) == (table.seat, table.legal())


@pytest.mark.rule("DR-1.3", "DR-2.7")
@positions
@some
def test_a_guess_looks_exactly_like_the_truth(seed: int, choices: int) -> None:
    for number, table in enumerate(positions_of(seed, choices)):
        for viewer in EVERYBODY:
            true = msgspec.json.encode(seen_by(table, ACTIONS, viewer))
            assert msgspec.json.encode(seen_by(guessed(table, viewer, number), ACTIONS, viewer)) == true


@pytest.mark.rule("DR-1.3")
@positions
@some
def test_a_guess_can_be_played_on_to_its_end(seed: int, choices: int) -> None:
    luck = random.Random(choices)
    for table in positions_of(seed, choices):
        other = guessed(table, luck.choice(EVERYBODY), luck.getrandbits(30))
        while other.seat != OVER:
            other.play(luck.choice(other.legal()))
        assert sum(other.score()) == 1.0


@pytest.mark.rule("DR-1.3")
def test_a_guess_leaves_the_truth_alone_and_rolls_its_own_dice() -> None:
    table = start(random_pack(5), 5)
    before = table.key(), table.dice.drawn, deck(table, ME), deck(table, FOE)
    dice = fast_dice(9)
    other = table.guess(ME, dice)
    assert dice.drawn > 0
    assert other.dice is dice
    while other.seat != OVER:
        other.play(other.nth(0))
    assert (table.key(), table.dice.drawn, deck(table, ME), deck(table, FOE)) == before


@pytest.mark.rule("DR-1.3")
@pytest.mark.parametrize("viewer", [FOE, SPECTATOR])
def test_unseen_cards_may_lie_in_any_order_before_the_cards_that_were_put_back(viewer: int) -> None:
    now, put_back = two_put_back()
    orders = Counter(tuple(deck(guessed(now.table, viewer, seed), ME)) for seed in range(300))
    backs = {order[-2:] for order in orders}
    assert backs == {tuple(now.number(printed) for printed in put_back)}
    assert len(orders) == 6, "three unseen cards, in each of their orders"
    assert min(orders.values()) >= 25, "about fifty times each"


@pytest.mark.rule("DR-1.3")
def test_the_owner_of_the_deck_guesses_nothing_of_it() -> None:
    now, _ = two_put_back()
    mine = deck(now.table, ME)
    others = {tuple(deck(guessed(now.table, ME, seed), FOE)) for seed in range(40)}
    assert {tuple(deck(guessed(now.table, ME, seed), ME)) for seed in range(40)} == {tuple(mine)}
    assert len(others) > 10, "but all of the other deck"


@pytest.mark.rule("DR-1.3")
def test_an_onlooker_guesses_the_order_of_both_decks() -> None:
    now, _ = two_put_back()
    for seat in (ME, FOE):
        assert len({tuple(deck(guessed(now.table, SPECTATOR, seed), seat)) for seed in range(40)}) > 3


@pytest.mark.rule("DR-1.3")
def test_a_card_turned_up_again_and_put_back_once_more_is_still_known_to_be_last() -> None:
    first, second = cannon(), cannon()
    now = pot_with(
        mine=[first, card("melee 9"), second, card("melee 9")], theirs=[card("melee 3") for _ in range(4)]
    )
    now.choose("use role", "continue", "use role")
    assert now.deck(ME) == [first, second], "both are known"
    now.choose("continue")
    assert now.attack == [first]
    now.choose("use role")
    assert now.deck(ME) == [first]
    assert now.attack == [second]
    assert now.view(FOE).sides[ME].put_back == now.ids([first])
    assert now.view(FOE).sides[ME].unseen == []
