"""DR-1: two decks, who takes which, and who attacks first."""

from __future__ import annotations

from collections import Counter

import pytest

import harena
from harena.core.bits import bit
from harena.core.dice import fast_dice
from harena.core.errors import OptionError
from harena.core.match import Match
from harena.core.record import FastSeed
from harena.core.state import OVER
from harena.games.dawn_raid import GAME
from harena.games.dawn_raid.pack.cards import DawnRaidPack
from harena.games.dawn_raid.state import Table

from .table import FAST_ATTACK, FOE, HQ, ME, TYPES, Printed, card, pack_of, random_pack, start

SEEDS = range(400)
PACK = random_pack(1)


def set_ups(**options: str) -> list[Table]:
    return [start(PACK, seed, **options) for seed in SEEDS]


def decks(table: Table) -> tuple[int, int]:
    return table.sides[ME].deck, table.sides[FOE].deck


def orders_at_the_start(table: Table) -> list[list[int]]:
    """At the first question one card has been turned up and none has moved."""
    return [list(side.order) for side in table.sides]


def often(count: int, share: float) -> bool:
    """Roughly as often as a fair lot says, for these 400 seeds."""
    return abs(count - share * len(SEEDS)) < 50


@pytest.mark.rule("DR-1.1")
def test_the_standard_pack_has_a_deck_of_30_space_marines_and_one_of_30_chaos_cards() -> None:
    match = harena.new("dawn_raid", seed=1)
    pack = match.pack
    assert isinstance(pack, DawnRaidPack)
    assert pack.deck_titles == ["Space Marines", "Chaos"]
    assert len(pack.cards) == 60
    for printed in pack.cards:
        assert printed.name
        assert 0 <= printed.faction < len(pack.factions)
        assert 0 <= printed.role <= 4
        assert len(printed.scores) == len(TYPES)
        assert all(isinstance(score, int) and score >= 0 for score in printed.scores)


@pytest.mark.rule("DR-1.1")
def test_each_player_holds_30_cards() -> None:
    table = start(PACK, 1)
    held = [side.left() for side in table.sides]
    assert held[table.attacker] == 29, "one is turned up"
    assert held[1 - table.attacker] == 30


@pytest.mark.rule("DR-1.2")
def test_each_player_takes_one_whole_deck() -> None:
    for table in set_ups():
        assert sorted(decks(table)) == [0, 1]
        for side in table.sides:
            assert sorted(side.order) == list(range(30 * side.deck, 30 * side.deck + 30))


@pytest.mark.rule("DR-1.2")
def test_the_decks_are_shuffled_so_that_any_card_may_lie_anywhere() -> None:
    on_top: Counter[int] = Counter()
    at_the_bottom: Counter[int] = Counter()
    for table in set_ups():
        for order in orders_at_the_start(table):
            on_top[order[0]] += 1
            at_the_bottom[order[-1]] += 1
    for counted in (on_top, at_the_bottom):
        assert set(counted) == set(range(60))
        assert max(counted.values()) < 40, "each of 30 cards about 13 times in 400 games"


@pytest.mark.rule("DR-1.2")
def test_the_two_decks_are_shuffled_independently() -> None:
    for table in set_ups()[:20]:
        first, second = orders_at_the_start(table)
        assert [number % 30 for number in first] != [number % 30 for number in second]


@pytest.mark.rule("DR-1.2")
def test_the_order_is_then_fixed() -> None:
    plain = pack_of(without_heavy_support(), without_heavy_support())
    for seed in range(20):
        table = start(plain, seed)
        orders = orders_at_the_start(table)
        while table.seat != OVER:
            table.play(table.nth(seed % table.count()))
        for seat in (ME, FOE):
            journal = table.journal or []
            came = [event.b for event in journal if event.kind == "turned_up" and event.a == seat]
            assert came == orders[seat]


def without_heavy_support() -> list[Printed]:
    return [card(f"ranged {n % 4 + 1}, melee {n % 3}", FAST_ATTACK, f"Icon {n % 2}") for n in range(30)]


@pytest.mark.rule("DR-1.2")
@pytest.mark.parametrize(("choice", "expected"), [("seat1", (0, 1)), ("seat2", (1, 0))])
def test_an_option_says_who_takes_the_first_deck(choice: str, expected: tuple[int, int]) -> None:
    assert {decks(table) for table in set_ups(first_deck=choice)} == {expected}


@pytest.mark.rule("DR-1.2", "DR-1.4")
def test_by_default_lot_says_who_takes_which_deck_whoever_attacks_first() -> None:
    seen = Counter((decks(table)[ME], table.attacker) for table in set_ups())
    assert set(seen) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert all(often(count, 1 / 4) for count in seen.values()), seen


@pytest.mark.rule("DR-1.2")
def test_everybody_is_told_who_took_which_deck() -> None:
    table = start(PACK, 3, first_deck="seat2")
    told = [(event.rule, event.a, event.b) for event in table.journal or [] if event.kind == "took_deck"]
    assert told == [("DR-1.2", ME, 1), ("DR-1.2", FOE, 0)]


@pytest.mark.rule("DR-1.4")
@pytest.mark.parametrize(("choice", "expected"), [("seat1", ME), ("seat2", FOE)])
def test_an_option_names_the_first_attacker(choice: str, expected: int) -> None:
    tables = set_ups(first_attacker=choice)
    assert {table.attacker for table in tables} == {expected}
    assert often(sum(decks(table) == (0, 1) for table in tables), 1 / 2), "the decks are still drawn by lot"


@pytest.mark.rule("DR-1.4")
def test_by_default_the_first_attacker_is_drawn_at_random() -> None:
    assert often(sum(table.attacker == ME for table in set_ups()), 1 / 2)
    given = set_ups(first_deck="seat1")
    assert often(sum(table.attacker == ME for table in given), 1 / 2), "whoever has the first deck"


@pytest.mark.rule("DR-1.4")
def test_the_first_attacker_opens_the_first_raid() -> None:
    for choice, seat in (("seat1", ME), ("seat2", FOE)):
        table = start(PACK, 5, first_attacker=choice)
        journal = table.journal or []
        assert [(e.rule, e.a) for e in journal if e.kind == "attacks_first"] == [("DR-1.4", seat)]
        assert next(event.a for event in journal if event.kind == "turned_up") == seat


@pytest.mark.rule("DR-1.2", "DR-1.4")
@pytest.mark.parametrize("option", ["first_deck", "first_attacker"])
def test_an_unknown_choice_is_refused_and_the_error_names_the_possible_ones(option: str) -> None:
    with pytest.raises(OptionError, match=option) as refused:
        Match(GAME, PACK, {option: "youngest"}, FastSeed(1))
    for choice in ("random", "seat1", "seat2"):
        assert choice in str(refused.value)


@pytest.mark.rule("DR-1.5")
@pytest.mark.parametrize("size", [1, 2, 7, 30])
def test_a_short_deck_is_made_of_the_first_cards_of_its_list(size: int) -> None:
    for seed in range(10):
        table = start(PACK, seed, deck_cards=size)
        for side in table.sides:
            assert sorted(side.order) == list(range(30 * side.deck, 30 * side.deck + size))


@pytest.mark.rule("DR-1.5")
def test_short_decks_are_played_shown_and_counted_like_whole_ones() -> None:
    words = GAME.words(PACK, ["Ann", "Bo"])
    for seed in range(12):
        table = start(PACK, seed, deck_cards=1 + seed % 4)
        while table.seat != OVER:
            assert GAME.missing(table) == ""
            view = GAME.view(table, table.seat)
            assert words.prompt(view)
            assert GAME.draw(PACK, view, words.names).svg()
            assert GAME.missing(table.guess(ME, fast_dice(seed))) == ""
            assert 0 < table.estimate()[ME] < 1
            table.play(table.nth(seed % table.count()))
        assert GAME.missing(table) == ""
        journal = table.journal or []
        assert sum(event.kind == "turned_up" for event in journal) >= 2 * (1 + seed % 4)


@pytest.mark.rule("DR-1.5")
def test_cards_that_stay_in_the_box_are_no_open_skulls() -> None:
    """Whoever has the only skull of a short game leads by more than with ten others still to come."""
    heroes = [card("ranged 9", HQ) for _ in range(30)]
    leads = []
    for size in (1, 6):
        table = start(pack_of(heroes, heroes), 1, deck_cards=size)
        for side in table.sides:
            side.order, side.turned = [], 0
        table.sides[ME].pile = bit(0)
        leads.append(table.estimate()[ME])
    assert leads[0] > leads[1]


@pytest.mark.rule("DR-1.5")
@pytest.mark.parametrize("size", [0, 31, "many"])
def test_a_deck_has_at_least_one_card_and_no_more_than_its_list(size: int | str) -> None:
    with pytest.raises(OptionError, match="deck_cards"):
        Match(GAME, PACK, {"deck_cards": size}, FastSeed(1))
