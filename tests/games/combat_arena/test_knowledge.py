"""Who knows what: own hands, what is put aside, the order of the Initiative deck and of the injuries."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harena.core.bits import count_bits
from harena.core.dice import fast_dice
from harena.core.state import SPECTATOR
from harena.core.view import tell
from harena.games.combat_arena import GAME
from harena.games.combat_arena.state import Arena
from kit.packs import Plain
from kit.position import positions_of

from .arena import CASTUS, GRUE, RAFELO, TEKNOTH, VARIANTS, Fight, put, start

games = given(seed=st.integers(0, 2**40), options=st.sampled_from(VARIANTS))
some = settings(max_examples=15)


def positions(seed: int, options: Plain, every: int = 7) -> Iterator[Arena]:
    """Some positions of a random game."""
    luck = random.Random(seed)
    game = start(seed=seed, max_rounds=6, **options)
    for place, position in enumerate(positions_of(game, luck.choice)):
        if place % every == 0:
            yield position


def guessed(game: Arena, seat: int, seed: int = 1) -> Arena:
    other = game.guess(seat, fast_dice(seed))
    assert isinstance(other, Arena)
    return other


def fight() -> Fight:
    """Rafelo and Grue are the first seat's, Teknoth and Castus the second's."""
    placed = (
        put(RAFELO, "a1", hand="iron_vow red_banner"),
        put(TEKNOTH, "a5", hand="sand_dancer boar_at_bay"),
        put(GRUE, "e1", hand="mirror_shield"),
        put(CASTUS, "e9", hand="crossed_blades"),
    )
    return Fight(*placed, players=2).draw_initiative(RAFELO, TEKNOTH, GRUE, CASTUS, TEKNOTH)


# --- views


@pytest.mark.rule("CA-2.1", "CA-3.3")
def test_the_own_hands_are_their_player_s_only() -> None:
    now = fight()
    assert [one.hand for one in now.view(0).fighters] == [
        ["iron_vow", "red_banner"],
        [],
        ["mirror_shield"],
        [],
    ]
    assert [one.hand for one in now.view(1).fighters] == [
        [],
        ["sand_dancer", "boar_at_bay"],
        [],
        ["crossed_blades"],
    ]
    assert [one.hand for one in now.view(SPECTATOR).fighters] == [[]] * 4
    for seat in (0, 1, SPECTATOR):
        assert [one.hand_size for one in now.view(seat).fighters] == [2, 2, 1, 1]


@pytest.mark.rule("CA-2.1")
def test_of_what_is_put_aside_only_the_number_is_known() -> None:
    now = fight()
    for seat in (0, 1, SPECTATOR):
        assert now.view(seat).aside == 18
    text = msgspec.json.encode(now.view(SPECTATOR)).decode()
    assert not any(card.id in text for card in now.pack.cards), "a spectator reads the name of no card"


@pytest.mark.rule("CA-2.1", "CA-2.3", "CA-1.1")
def test_a_view_is_the_same_whatever_lies_hidden() -> None:
    now, other = fight(), fight()
    swap = other.cards("sand_dancer") | other.cards("lion_rampant")
    other[TEKNOTH].hand ^= swap
    other.state.aside ^= swap
    other.state.initiative = other.state.initiative[::-1]
    other.state.injuries = other.state.injuries[::-1]
    assert other.complete
    assert now.view(0) == other.view(0)
    assert now.view(SPECTATOR) == other.view(SPECTATOR)
    assert now.view(1) != other.view(1), "Teknoth's player sees the difference"


@pytest.mark.rule("CA-1.1", "CA-2.3")
def test_of_the_decks_only_the_numbers_are_known() -> None:
    now = fight()
    for seat in (0, 1, SPECTATOR):
        assert (now.view(seat).initiative_left, now.view(seat).injuries_left) == (4, 12)
        assert now.view(seat).drawn == RAFELO


@pytest.mark.rule("CA-2.3", "CA-3.3")
def test_open_actions_are_shown_to_the_one_who_decides_only() -> None:
    now = fight()
    assert now.decider == 0
    assert set(now.view(0).actions) == now.open
    assert now.view(1).actions == now.view(SPECTATOR).actions == []


@pytest.mark.rule("CA-2.1", "CA-2.3", "CA-5.3")
@games
@some
def test_the_view_and_the_legal_list_are_the_same_for_the_truth_and_for_a_guess(
    seed: int, options: Plain
) -> None:
    for game in positions(seed, options):
        for seat in range(game.seats):
            other = guessed(game, seat, seed)
            assert GAME.view(other, seat) == GAME.view(game, seat)
            if seat == game.seat:
                assert other.legal() == game.legal()


# --- guesses


@pytest.mark.rule("CA-2.1")
@games
@some
def test_a_guess_keeps_the_own_hands_and_deals_the_rest_anew(seed: int, options: Plain) -> None:
    for game in positions(seed, options, every=11):
        for seat in range(game.seats):
            other = guessed(game, seat, seed)
            assert GAME.missing(other) == ""
            for mine, same in zip(game.fighters, other.fighters, strict=True):
                assert count_bits(same.hand) == count_bits(mine.hand)
                if mine.owner == seat:
                    assert same.hand == mine.hand
            assert count_bits(other.aside) == count_bits(game.aside)
            assert other.discard == game.discard
            assert Counter(other.initiative) == Counter(game.initiative)
            assert sorted(other.injuries) == sorted(game.injuries)
            assert (other.resolved, other.queue) == (game.resolved, game.queue)


@pytest.mark.rule("CA-2.1")
def test_every_unseen_card_is_as_likely_in_every_unseen_place() -> None:
    now = fight()
    found: Counter[str] = Counter()
    for seed in range(2000):
        found.update(now.ids(guessed(now.state, 0, seed).fighters[now.number(TEKNOTH)].hand))
    unseen = {card.id for card in now.pack.cards} - {"iron_vow", "red_banner", "mirror_shield"}
    assert set(found) == unseen
    assert all(130 < count < 250 for count in found.values()), found  # 2000 · 2 / 21 = 190


@pytest.mark.rule("CA-1.1", "CA-2.3")
def test_the_orders_of_the_decks_are_guessed_too() -> None:
    now = fight()
    guesses = [guessed(now.state, 0, seed) for seed in range(200)]
    assert len({tuple(other.injuries) for other in guesses}) == 200
    orders = {tuple(other.initiative) for other in guesses}
    assert len(orders) == 12, "the orders of Teknoth twice, Grue and Castus"


@pytest.mark.rule("CA-5.3")
def test_a_guess_asks_the_waiting_question_anew_from_the_guessed_hand() -> None:
    """The attacker guesses what the target could answer; the truth does not shine through."""
    placed = put(RAFELO, "e5", "e", hand="wheel_of_steel"), put(TEKNOTH, "e6", hand="iron_vow")
    now = Fight(*placed, dice=[6, 6, 6]).turn(RAFELO).play("card:wheel_of_steel/attack")
    assert now.asking == "React"
    answers: Counter[int] = Counter()
    for seed in range(400):
        other = guessed(now.state, 0, seed)
        held = other.fighters[1].hand
        possible = {now.actions.notation(action) for action in other.legal()} - {"no_reaction"}
        reactions = held & now.pack.against[0]
        assert possible == {f"react:{card}" for card in now.ids(reactions)}
        answers[len(possible)] += 1
    assert answers[0] > 50
    assert answers[1] > 50


@pytest.mark.rule("CA-2.1")
@games
@some
def test_the_same_actions_and_dice_tell_a_seat_the_same_up_to_the_next_thing_revealed(
    seed: int, options: Plain
) -> None:
    for game in positions(seed, options, every=13):
        if game.seat < 0:
            continue
        truth, other = game.copy(), guessed(game, game.seat, seed)
        for one in (truth, other):
            one.journal, one.dice = [], fast_dice(seed)
        action = random.Random(seed).choice(game.legal())
        heard = []
        for one in (truth, other):
            one.play(action)
            events = one.journal or []
            until = next((place for place, event in enumerate(events) if event.reveals), len(events))
            heard.append([tell(event, 0, game.seat) for event in events[:until]])
        assert heard[0] == heard[1]


# --- events


@pytest.mark.rule("CA-2.1")
@games
@some
def test_cards_dealt_and_drawn_are_told_to_their_owner_only(seed: int, options: Plain) -> None:
    game = start(seed=seed, max_rounds=3, **options)
    luck = random.Random(seed)
    for _ in positions_of(game, luck.choice):
        pass
    secret = [event for event in game.journal or [] if event.kind in ("dealt", "drew")]
    assert secret
    for event in secret:
        assert event.eyes == 1 << game.fighters[event.a].owner
        assert count_bits(event.secret) == event.b
    assert all(event.eyes == 0 for event in game.journal or [] if event.kind not in ("dealt", "drew"))


@pytest.mark.rule("CA-2.3", "CA-3.3", "CA-7.2")
@games
@some
def test_a_card_leaves_its_hidden_place_only_by_being_revealed(seed: int, options: Plain) -> None:
    """Whatever is dealt, discarded, turned up or drawn has an event that says so and counts as seen."""
    game = start(seed=seed, max_rounds=4, **options)
    luck = random.Random(seed)
    for _ in positions_of(game, luck.choice):
        pass
    events = game.journal or []
    revealing = ("dealt", "drew", "discarded", "initiative", "injury_drawn", "hand_discarded")
    assert all(event.reveals == (event.kind in revealing) for event in events)
    assert game.seen == sum(event.reveals for event in events)
