"""DR-4: the last battle, the skulls, and what holds in every game."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harena.core.bits import members_of
from harena.core.state import OVER
from harena.games.dawn_raid import GAME
from harena.games.dawn_raid.state import Table

from .table import (
    ELITES,
    FAST_ATTACK,
    FOE,
    HQ,
    ME,
    TROOPS,
    ULTRAMARINES,
    Printed,
    card,
    pot_with,
    raid,
    random_pack,
    start,
)

# --- DR-4.1: the last battle


@pytest.mark.rule("DR-4.1")
def test_the_game_ends_when_all_cards_have_been_played_and_not_before() -> None:
    now = raid(mine=[card("melee 5"), card("melee 2")], theirs=[card("melee 3"), card("melee 1")])
    assert not now.over
    now.choose("end")
    assert now.over
    assert now.deck(ME) == now.deck(FOE) == []
    assert now.open == set()
    assert now.question == ""


@pytest.mark.rule("DR-4.1")
def test_an_attacker_who_wins_the_last_battle_must_take_the_pot() -> None:
    mine, theirs = [card("melee 5"), card("melee 6")], [card("melee 3"), card("melee 1")]
    now = raid(mine=mine, theirs=theirs)
    now.choose("continue")
    assert now.over, "nothing is asked"
    assert now.pile(ME) == {*mine, *theirs}
    assert now.pot == set()
    assert now.last_told("ended_raid") == ("DR-4.1", ME, 4, 0)


@pytest.mark.rule("DR-4.1")
def test_a_defender_who_wins_the_last_battle_must_take_the_pot() -> None:
    mine, theirs = [card("melee 5"), card("melee 1")], [card("melee 3"), card("melee 6")]
    now = raid(mine=mine, theirs=theirs)
    now.choose("continue")
    assert now.over
    assert now.pile(FOE) == {*mine, *theirs}
    assert now.last_told("ended_raid") == ("DR-4.1", FOE, 4, 0)


@pytest.mark.rule("DR-4.1", "DR-2.6")
def test_after_the_last_battle_nobody_attacks_next() -> None:
    now = raid(mine=[card("melee 5")], theirs=[card("melee 3")])
    assert now.over
    assert now.told("attacks_next") == []


@pytest.mark.rule("DR-4.1")
def test_example_3_a_drawn_last_battle_leaves_the_pot_to_nobody() -> None:
    now = raid(
        mine=[card("melee 5", HQ), card("melee 6", HQ)], theirs=[card("melee 3", HQ), card("melee 6", HQ)]
    )
    now.choose("continue")
    assert now.over
    assert now.pile(ME) == now.pile(FOE) == set()
    assert len(now.pot) == 4
    assert now.last_told("pot_lost") == ("DR-4.1", 4, 0, 0)
    assert (now.skulls(ME), now.skulls(FOE)) == (0, 0)
    assert now.table.score() == [0.5, 0.5]


@pytest.mark.rule("DR-4.1")
def test_a_drawn_last_battle_takes_nothing_from_the_piles() -> None:
    won = [card("melee 5", HQ), card("melee 3")]
    now = raid(mine=[won[0], card("melee 6", HQ)], theirs=[won[1], card("melee 6", HQ)])
    now.choose("end")
    assert now.over
    assert now.pile(ME) == set(won)
    assert now.table.score() == [1.0, 0.0]


@pytest.mark.rule("DR-4.1", "DR-3.4")
def test_troops_may_draw_the_last_battle() -> None:
    now = pot_with(
        mine=[card("melee 4", TROOPS, ULTRAMARINES), card("melee 3")],
        theirs=[card("melee 2"), card("melee 5")],
    )
    now.choose("use role")
    assert now.over
    assert now.last_told("pot_lost") == ("DR-4.1", 6, 0, 0)


@pytest.mark.rule("DR-4.1", "DR-3.5")
def test_what_was_banked_counts_although_the_rest_of_the_pot_is_lost() -> None:
    now = pot_with(
        my_first=card("melee 9", HQ, ULTRAMARINES),
        mine=[card("melee 7", ELITES, ULTRAMARINES), card("melee 4")],
        theirs=[card("melee 3"), card("melee 4")],
    )
    now.choose("bank")
    assert now.over
    assert (len(now.pile(ME)), len(now.pot)) == (2, 4)
    assert now.skulls(ME) == 2, "the HQ and the larger pile"


# --- DR-4.2: skulls


def played_out(mine: list[Printed], theirs: list[Printed]) -> tuple[int, int]:
    """Each battle is its own raid; both players' skulls at the end."""
    now = raid(mine=mine, theirs=theirs)
    while not now.over:
        now.choose("end")
    assert [(event.rule, event.a, event.b, event.c) for event in now.told("counted")] == [
        ("DR-4.2", seat, now.skulls(seat), len(now.pile(seat))) for seat in (ME, FOE)
    ]
    return now.skulls(ME), now.skulls(FOE)


def high(role: str = TROOPS) -> Printed:
    return card("melee 9", role)


def low(role: str = TROOPS) -> Printed:
    return card("melee 1", role)


@pytest.mark.rule("DR-4.2")
def test_an_hq_of_either_deck_in_the_pile_is_a_skull() -> None:
    assert played_out([high(HQ), low()], [low(HQ), high()]) == (2, 0)
    assert played_out([high(HQ), low()], [low(), high()]) == (1, 0)
    assert played_out([high(), low()], [low(HQ), high()]) == (1, 0)


@pytest.mark.rule("DR-4.2")
@pytest.mark.parametrize("role", [TROOPS, ELITES, FAST_ATTACK, "heavy_support"])
def test_no_other_role_is(role: str) -> None:
    assert played_out([high(role), low(role)], [low(role), high(role)]) == (0, 0)


@pytest.mark.rule("DR-4.2")
def test_the_larger_pile_is_one_more_skull_however_much_larger_it_is() -> None:
    assert played_out([high(), high(), low()], [low(), low(), high()]) == (1, 0)
    assert played_out([high(), high(), high()], [low(), low(), low()]) == (1, 0)
    assert played_out([low(), low(), high()], [high(), high(), low()]) == (0, 1)


@pytest.mark.rule("DR-4.2")
def test_equal_piles_bring_no_bonus() -> None:
    assert played_out([high(HQ), low()], [low(), high(HQ)]) == (1, 1)


@pytest.mark.rule("DR-4.2")
@pytest.mark.parametrize(
    ("mine", "theirs", "scores", "told"),
    [
        ([high(HQ), low()], [low(), high()], [1.0, 0.0], ("won", ME, 1, 0)),
        ([high(), low()], [low(), high(HQ)], [0.0, 1.0], ("won", FOE, 0, 1)),
        ([high(), low()], [low(), high()], [0.5, 0.5], ("game_drawn", 0, 0, 0)),
        ([high(HQ), low(HQ)], [low(), high()], [0.5, 0.5], ("game_drawn", 1, 0, 0)),
        ([high(), high(), low(HQ)], [low(), low(), high()], [0.5, 0.5], ("game_drawn", 1, 0, 0)),
        ([high(), high(), low(HQ)], [low(), low(), high(HQ)], [0.0, 1.0], ("won", FOE, 1, 2)),
    ],
    ids=["one hq", "their hq", "nothing", "an hq each", "bonus against hq", "bonus against two"],
)
def test_most_skulls_wins_and_equal_skulls_is_a_draw(
    mine: list[Printed], theirs: list[Printed], scores: list[float], told: tuple[str, int, int, int]
) -> None:
    now = raid(mine=mine, theirs=theirs)
    while not now.over:
        now.choose("end")
    assert now.table.score() == scores
    last = (now.table.journal or [])[-1]
    assert (last.kind, last.a, last.b, last.c) == told
    assert last.rule == "DR-4.2"


@pytest.mark.rule("DR-4.2")
def test_cards_in_the_deck_in_the_battle_or_in_the_pot_are_no_skulls_yet() -> None:
    now = raid(mine=[high(HQ), high(HQ), low(HQ)], theirs=[low(HQ), low(HQ), high(HQ)])
    now.choose("continue")
    assert (now.skulls(ME), now.skulls(FOE)) == (0, 0)
    now.choose("end")
    assert now.over
    assert (now.skulls(ME), now.skulls(FOE)) == (5, 2)


# --- what holds in every game


class Onlooker:
    """Follows a game by its events alone and remembers where every card lies."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.attacker = table.attacker
        self.fighting: list[int] = []
        self.pot: list[int] = []
        self.piles: list[list[int]] = [[], []]
        self.heard = 0

    def listen(self) -> None:
        journal = self.table.journal or []
        for event in journal[self.heard :]:
            match event.kind:
                case "attacks_first" | "attacks_next" | "took_over":
                    self.attacker = event.a
                case "turned_up":
                    self.fighting.append(event.b)
                case "put_back":
                    self.fighting.remove(event.b)
                case "used_role" | "banked":
                    assert event.a == self.attacker, "DR-3.2: only the Attacker triggers roles"
                    assert self.icon(self.fighting[0]) in [self.icon(lying) for lying in self.pot], "DR-3.1"
                    if event.kind == "banked":
                        assert event.b == len(self.pot)
                        self.piles[event.a] += self.pot
                        self.pot = []
                case "to_pot":
                    assert event.a == len(self.fighting)
                    self.pot += self.fighting
                    self.fighting = []
                    assert event.b == len(self.pot)
                case "ended_raid":
                    assert event.b == len(self.pot) + len(self.fighting)
                    self.piles[event.a] += self.pot + self.fighting
                    self.pot, self.fighting = [], []
        self.heard = len(journal)

    def icon(self, number: int) -> int:
        return self.table.pack.cards[number].faction

    def skulls(self, seat: int) -> int:
        heroes = sum(self.table.pack.cards[number].role == 0 for number in self.piles[seat])
        return heroes + (len(self.piles[seat]) > len(self.piles[1 - seat]))


games = given(seed=st.integers(0, 2**40), choices=st.integers(0, 2**40))
often = settings(max_examples=100)


def random_game(seed: int) -> Table:
    return start(random_pack(seed), seed)


@pytest.mark.rule("DR-4.3")
@games
@often
def test_the_decks_always_run_out_together(seed: int, choices: int) -> None:
    table, luck = random_game(seed), random.Random(choices)
    decisions = 0
    while table.seat != OVER:
        left = [side.left() for side in table.sides]
        if type(table.waiting).__name__ in ("NameType", "ChooseRole"):
            left[table.attacker] += 1  # the Attacker's card is up, the Defender's still to come
        assert left[ME] == left[FOE]
        table.play(luck.choice(table.legal()))
        decisions += 1
    assert [side.left() for side in table.sides] == [0, 0]
    assert decisions <= GAME.longest


@pytest.mark.rule("DR-4.3")
@games
@often
def test_every_card_is_always_in_exactly_one_place(seed: int, choices: int) -> None:
    table, luck = random_game(seed), random.Random(choices)
    while True:
        assert GAME.missing(table) == ""
        if table.seat == OVER:
            break
        table.play(luck.choice(table.legal()))
    in_the_end = table.sides[ME].pile | table.sides[FOE].pile | table.pot
    assert members_of(in_the_end) == list(range(60)), "all cards have been played"


@pytest.mark.rule("DR-4.3")
def test_a_lost_or_doubled_card_would_be_noticed() -> None:
    table = random_game(3)
    table.sides[FOE].pile |= 1 << table.sides[ME].order[5]
    assert "two places" in GAME.missing(table)
    table = random_game(3)
    table.sides[ME].order = [number for number in table.sides[ME].order if number != table.sides[ME].order[5]]
    assert "nowhere" in GAME.missing(table)


@pytest.mark.rule("DR-4.2", "DR-3.2", "DR-3.1")
@games
@often
def test_who_follows_the_events_counts_the_same_skulls(seed: int, choices: int) -> None:
    table, luck = random_game(seed), random.Random(choices)
    onlooker = Onlooker(table)
    while True:
        onlooker.listen()
        assert members_of(table.pot) == sorted(onlooker.pot)
        assert members_of(table.clash.cards()) == sorted(onlooker.fighting)
        for seat in (ME, FOE):
            assert members_of(table.sides[seat].pile) == sorted(onlooker.piles[seat])
            assert table.skulls(seat) == onlooker.skulls(seat)
        if table.seat == OVER:
            break
        assert table.attacker == onlooker.attacker
        if type(table.waiting).__name__ == "ChooseRole":
            assert table.seat == onlooker.attacker, "DR-3.2"
        table.play(luck.choice(table.legal()))
    mine, theirs = onlooker.skulls(ME), onlooker.skulls(FOE)
    assert table.score() == ([0.5, 0.5] if mine == theirs else [float(mine > theirs), float(theirs > mine)])


@pytest.mark.rule("DR-4.2")
@games
@often
def test_an_estimate_leans_to_the_player_with_more_skulls(seed: int, choices: int) -> None:
    """The same table with one of their heroes in my pile instead is better for me."""
    table, luck = random_game(seed), random.Random(choices)
    while table.seat != OVER:
        mine, theirs = table.estimate()
        assert mine + theirs == pytest.approx(1.0)
        assert 0.0 <= mine <= 1.0
        heroes = table.sides[FOE].pile & table.pack.hq
        if heroes:
            better = table.copy()
            hero = heroes & -heroes
            better.sides[FOE].pile ^= hero
            better.sides[ME].pile |= hero
            assert better.estimate()[ME] > mine
        table.play(luck.choice(table.legal()))


EVENT_RULES = {
    "took_deck": {"DR-1.2"},
    "attacks_first": {"DR-1.4"},
    "named": {"DR-2.1"},
    "continued": {"DR-2.3"},
    "took_over": {"DR-2.4"},
    "attacks_next": {"DR-2.6"},
    "compared": {"DR-2.2", "DR-3.4"},
    "drawn": {"DR-2.5", "DR-3.6"},
    "ended_raid": {"DR-2.3", "DR-2.4", "DR-4.1"},
    "used_role": {"DR-3.1"},
    "changed_type": {"DR-3.3"},
    "banked": {"DR-3.5"},
    "put_back": {"DR-3.7"},
    "pot_lost": {"DR-4.1"},
    "counted": {"DR-4.2"},
    "won": {"DR-4.2"},
    "game_drawn": {"DR-4.2"},
}


@pytest.mark.rule("DR-4.1")
def test_every_event_cites_the_rule_that_caused_it() -> None:
    cited: dict[str, set[str]] = {}
    for seed in range(60):
        table, luck = random_game(seed), random.Random(seed)
        while table.seat != OVER:
            table.play(luck.choice(table.legal()))
        for event in table.journal or []:
            cited.setdefault(event.kind, set()).add(event.rule)
    assert {kind: cited[kind] for kind in EVENT_RULES} == EVENT_RULES
    assert set(cited) - set(EVENT_RULES) == {"turned_up", "to_pot"}
