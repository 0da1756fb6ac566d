"""CA-2: the round. Prepare, the Initiative deck, turn after turn, and the end of it."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harena.core.bits import count_bits, members_of
from harena.core.dice import fast_dice
from harena.core.state import SPECTATOR
from harena.games.combat_arena import GAME
from harena.games.combat_arena.rules.round import INITIATIVE, ROUNDS
from harena.games.combat_arena.state import NEUTRAL, Arena
from kit.packs import Plain
from kit.position import positions_of

from .arena import (
    CASTUS,
    FROZEN,
    GRUE,
    RAFELO,
    TEKNOTH,
    VARIANTS,
    Fight,
    Placed,
    all_cards,
    put,
    start,
)


def new_round(*placed: Placed, **options: Any) -> Fight:
    """A round is prepared and its first card is drawn."""
    fight = Fight(*placed, **options)
    fight.state.dice = fast_dice(7)
    fight.state.steps = [ROUNDS]
    fight.state.run_on()
    return fight


def put_in(fight: Fight) -> list[tuple[int, int]]:
    return [(event.a, event.b) for event in fight.told("put_in")]


# --- CA-2.1


@pytest.mark.rule("CA-2.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_five_cards_are_dealt_to_each_fighter_and_the_rest_is_put_aside(players: int) -> None:
    game = start(set_up="given", players=players, picks="castus")
    hands = [list(members_of(one.hand)) for one in game.fighters]
    assert [len(hand) for hand in hands] == [5] * players
    dealt = {card for hand in hands for card in hand}
    assert len(dealt) == 5 * players, "no card is dealt twice"
    assert game.aside == all_cards() & ~sum(one.hand for one in game.fighters)
    assert game.discard == 0


@pytest.mark.rule("CA-2.1")
def test_every_card_is_as_likely_to_be_dealt() -> None:
    dealt = Counter(
        card for seed in range(960) for card in members_of(start(set_up="given", seed=seed).fighters[1].hand)
    )
    assert len(dealt) == 24
    assert all(140 < count < 265 for count in dealt.values()), dealt  # 200 expected


@pytest.mark.rule("CA-2.1")
def test_all_24_cards_are_shuffled_anew_each_round_discards_too() -> None:
    fight = Fight(put(RAFELO, "a1", hand="iron_vow"), put(TEKNOTH, "i5", hand="red_banner"))
    fight.state.discard = fight.cards("sand_dancer crossed_blades")
    fight.state.aside &= ~fight.state.discard
    assert fight.complete
    fight.state.dice = fast_dice(3)
    fight.state.steps = [ROUNDS, INITIATIVE]
    fight.state.run_on()
    assert fight.state.round == 2
    assert fight.discard == set()
    assert [len(fight.hand(name)) for name in (RAFELO, TEKNOTH)] == [5, 5]
    assert fight.complete


@pytest.mark.rule("CA-2.1")
def test_a_player_with_several_fighters_has_a_separate_hand_for_each() -> None:
    game = start(set_up="given", players=2, fighters=4, picks="rafelo,teknoth,grue,castus")
    mine = [one for one in game.fighters if one.owner == 0]
    assert len(mine) == 2
    assert [count_bits(one.hand) for one in mine] == [5, 5]
    assert mine[0].hand & mine[1].hand == 0


@pytest.mark.rule("CA-2.1")
def test_a_defeated_fighter_is_dealt_none() -> None:
    fight = Fight(put(RAFELO, "a1"), put(TEKNOTH, "i5"), put(GRUE, "e1"))
    defeat(fight, TEKNOTH)
    fight.state.dice = fast_dice(7)
    fight.state.steps = [ROUNDS]
    fight.state.run_on()
    assert [event.a for event in fight.told("dealt")] == [0, 2]
    assert fight[TEKNOTH].hand == 0


def defeat(fight: Fight, name: str) -> None:
    fight.wound(name, 99)
    assert fight[name].down


# --- CA-2.2


@pytest.mark.rule("CA-2.2")
@pytest.mark.parametrize("space", range(len(FROZEN.track)))
def test_each_fighter_puts_in_as_many_initiative_cards_as_its_energy_level_says(space: int) -> None:
    other = len(FROZEN.track) - 1 - space
    fight = new_round(put(RAFELO, "a1", energy=space), put(TEKNOTH, "i5", energy=other))
    assert put_in(fight) == [(0, FROZEN.track[space]), (1, FROZEN.track[other])]
    deck = Counter([*fight.state.initiative, fight.state.drawn])
    assert deck == {0: FROZEN.track[space], 1: FROZEN.track[other]}


@pytest.mark.rule("CA-2.2")
def test_the_initiative_deck_is_shuffled() -> None:
    decks = {tuple(start(set_up="given", seed=seed).initiative) for seed in range(200)}
    assert len(decks) > 15, "of the 20 orders of three and three most come up"


@pytest.mark.rule("CA-2.2")
def test_energy_changed_later_in_the_round_counts_from_the_next_prepare() -> None:
    fight = Fight(put(RAFELO, "a1", hand="red_banner iron_vow", energy=0), put(TEKNOTH, "i5"), dice=[1] * 99)
    fight.draw_initiative(RAFELO, TEKNOTH).play("card:red_banner/special", "facing:e")
    assert fight.energy(RAFELO) == 3
    kinds = [event.kind for event in fight.state.journal or []]
    assert kinds[: kinds.index("round")].count("initiative") == 2, "no card was added to this round"
    assert (fight.state.round, put_in(fight)) == (2, [(0, 2), (1, 3)])


# --- CA-2.3


@pytest.mark.rule("CA-2.3")
def test_the_owner_of_the_top_card_takes_a_turn_until_the_deck_is_empty() -> None:
    fight = Fight(put(RAFELO, "a1", hand="iron_vow red_banner"), put(TEKNOTH, "i5", hand="sand_dancer"))
    fight.draw_initiative(RAFELO, TEKNOTH, RAFELO)
    turns = []
    while fight.state.round == 1:
        if fight.asking == "ChooseAction":
            turns.append((fight.decider, fight.state.active, fight.view(SPECTATOR).initiative_left))
            if len(turns) == 3:
                fight.state.dice = fast_dice(1)
            fight.play("pass")
        else:
            fight.play(sorted(fight.open)[0])
    assert turns == [(0, 0, 2), (1, 1, 1), (0, 0, 0)]


@pytest.mark.rule("CA-2.3")
def test_only_the_last_drawn_card_is_visible_and_how_many_are_left() -> None:
    fight = Fight(put(RAFELO, "a1", hand="iron_vow"), put(TEKNOTH, "i5", hand="sand_dancer"))
    other = Fight(put(RAFELO, "a1", hand="iron_vow"), put(TEKNOTH, "i5", hand="sand_dancer"))
    fight.draw_initiative(RAFELO, TEKNOTH, TEKNOTH)
    other.draw_initiative(RAFELO, RAFELO, TEKNOTH)
    for seat in (0, 1, SPECTATOR):
        view = fight.view(seat)
        assert (view.drawn, view.initiative_left) == (RAFELO, 2)
        assert view == other.view(seat), "whose the others are is not shown"


@pytest.mark.rule("CA-2.3")
def test_cards_under_the_top_one_are_not_in_a_view() -> None:
    one = Fight(put(RAFELO, "a1"), put(TEKNOTH, "i5", hand="sand_dancer"))
    two = Fight(put(RAFELO, "a1"), put(TEKNOTH, "i5", hand="sand_dancer"))
    one.draw_initiative(RAFELO, TEKNOTH, TEKNOTH)
    two.draw_initiative(TEKNOTH, TEKNOTH)
    assert one.asking == two.asking == "ChooseAction"
    for seat in (0, 1, SPECTATOR):
        assert one.view(seat) == two.view(seat)


# --- CA-2.4


@pytest.mark.rule("CA-2.4", "CA-3.3")
def test_at_the_end_of_the_round_hands_are_discarded_and_a_new_round_begins() -> None:
    fight = Fight(put(RAFELO, "a1", hand="iron_vow"), put(TEKNOTH, "i5", hand="sand_dancer red_banner"))
    fight.state.dice = fast_dice(2)
    fight.draw_initiative()
    discarded = {(event.a, frozenset(fight.ids(event.b))) for event in fight.told("hand_discarded")}
    assert discarded == {(0, frozenset({"iron_vow"})), (1, frozenset({"sand_dancer", "red_banner"}))}
    assert fight.state.round == 2
    assert [event.a for event in fight.told("round")] == [2]


@pytest.mark.rule("CA-2.4")
def test_a_card_that_was_drawn_returns_to_its_owner_for_the_next_round() -> None:
    fight = Fight(put(RAFELO, "a1"), put(TEKNOTH, "i5"))
    fight.state.dice = fast_dice(2)
    fight.draw_initiative(RAFELO, RAFELO, RAFELO, TEKNOTH)
    assert fight.state.round == 2, "nobody held a card, so nothing was asked"
    assert put_in(fight) == [(0, 3), (1, 3)]
    assert len(fight.state.initiative) == 5


@pytest.mark.rule("CA-2.4")
def test_lasting_injuries_last_to_the_end_of_the_next_round() -> None:
    fight = Fight(put(RAFELO, "a1", lasting="crushed_knee"), put(TEKNOTH, "i5"))
    rafelo = fight.number(RAFELO)
    fight.state.dice = fast_dice(2)
    fight.draw_initiative()
    assert (fight.state.round, fight.state.slowed(rafelo), fight.resolved) == (2, 2, [])
    fight.draw_initiative()
    assert (fight.state.round, fight.state.slowed(rafelo), fight.resolved) == (3, 0, ["crushed_knee"])


# --- the invariant


class Count:
    """The Initiative cards of a game, counted from what everybody hears."""

    def __init__(self, game: Arena) -> None:
        self.track = game.pack.track
        self.energy = [game.pack.start] * len(game.fighters)
        self.down = [False] * len(game.fighters)
        self.neutral = 1 if game.setting.variant == 3 else 0
        self.due: Counter[int] = Counter()
        self.drawn: Counter[int] = Counter()
        self.rounds = 0
        for event in game.journal or []:
            self.hear(event.kind, event.a, event.c)

    def hear(self, kind: str, who: int, number: int) -> None:
        if kind == "energy":
            self.energy[who] = number
        elif kind == "defeated":
            self.down[who] = True
        elif kind == "initiative":
            self.drawn[who] += 1
            assert self.drawn[who] <= self.due[who]
        elif kind == "round":
            assert self.drawn == self.due, "the last round is over only when all its cards are drawn"
            levels = [1 if down else self.track[at] for at, down in zip(self.energy, self.down, strict=True)]
            self.due = Counter(dict(enumerate(levels)))
            self.due += Counter({NEUTRAL: self.neutral})
            self.drawn = Counter()
            self.rounds += 1


@pytest.mark.rule("CA-2.2", "CA-2.3", "CA-7.5", "CA-8.3")
@given(seed=st.integers(0, 2**40), options=st.sampled_from(VARIANTS))
@settings(max_examples=40)
def test_the_cards_drawn_in_a_round_are_the_energies_at_prepare_with_one_for_each_fallen(
    seed: int, options: Plain
) -> None:
    luck = random.Random(seed)
    game = start(seed=seed, **options)
    for _ in positions_of(game, luck.choice):
        pass
    count = Count(game)
    assert count.rounds == game.round
    assert count.energy == [one.energy for one in game.fighters]
    assert GAME.missing(game) == ""


@pytest.mark.rule("CA-2.1")
def test_a_hand_of_four_characters_needs_no_more_than_24_cards() -> None:
    game = start(variant="kingslayer", set_up="given", players=4, picks=f"{CASTUS},{GRUE}")
    assert [count_bits(one.hand) for one in game.fighters] == [9, 5, 5, 5]
    assert game.aside == 0
