"""Dice: even, countable, repeatable; and dealing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harena.core.bits import bit, count_bits, full, low_bit, members_of, nth_bit
from harena.core.dice import deal, deal_anew, fast_dice, random_bit, shuffle
from harena.core.fair import FairDice, FairSeeds, commitment, new_server_seed

seeds = st.integers(0, 2**62 - 1)
sets = st.integers(0, 2**62 - 1)
SEED = "00" * 31 + "01"


@given(sets)
def test_bits_agree_with_a_slow_reference(members: int) -> None:
    slow = [n for n in range(62) if members // 2**n % 2 == 1]
    assert members_of(members) == slow
    assert count_bits(members) == len(slow)
    if slow:
        assert low_bit(members) == slow[0]
        assert [nth_bit(members, k) for k in range(len(slow))] == slow


def test_single_bits_are_right_beyond_32() -> None:
    assert [bit(n) for n in range(62)] == [2**n for n in range(62)]
    assert full(60) == 2**60 - 1


@given(seeds, st.integers(1, 1000))
def test_a_draw_lies_below_its_limit_and_is_counted(seed: int, n: int) -> None:
    dice = fast_dice(seed)
    assert all(0 <= dice.below(n) < n for _ in range(20))
    assert dice.drawn == 20


@given(seeds)
def test_a_copy_goes_on_with_the_same_numbers(seed: int) -> None:
    dice = fast_dice(seed)
    dice.below(6)
    copy = dice.copy()
    assert [copy.below(100) for _ in range(50)] == [dice.below(100) for _ in range(50)]
    assert copy.drawn == dice.drawn == 51


def test_seeds_give_different_numbers() -> None:
    firsts = {tuple(fast_dice(seed).copy().below(1000) for _ in range(1)) for seed in range(200)}
    assert len(firsts) > 100
    assert len({tuple(draws(fast_dice(seed), 1000, 4)) for seed in range(2000)}) == 2000


def draws(dice, n: int, times: int) -> list[int]:  # type: ignore[no-untyped-def]
    return [dice.below(n) for _ in range(times)]


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.parametrize("dice", [fast_dice(5), FairSeeds(SEED, ["a", "b"]).dice()], ids=["fast", "fair"])
def test_all_sides_are_as_likely(dice) -> None:  # type: ignore[no-untyped-def]
    counts = [0] * 6
    for _ in range(30_000):
        counts[dice.below(6)] += 1
    assert chi_square(counts) < 25  # 5 degrees of freedom: beyond this once in 7,000 times


def test_all_orders_of_a_shuffle_are_as_likely() -> None:
    dice = fast_dice(11)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(12_000):
        cards = [0, 1, 2, 3]
        shuffle(cards, dice)
        counts[tuple(cards)] = counts.get(tuple(cards), 0) + 1
    assert len(counts) == 24
    assert chi_square(list(counts.values())) < 60  # 23 degrees of freedom


@given(sets.filter(bool), seeds)
def test_a_random_member_is_a_member(members: int, seed: int) -> None:
    assert members & bit(random_bit(members, fast_dice(seed)))


@given(sets, st.integers(0, 61), seeds)
def test_dealing_takes_so_many_from_the_pool(pool: int, size: int, seed: int) -> None:
    size = min(size, count_bits(pool))
    hand = deal(pool, size, fast_dice(seed))
    assert hand & ~pool == 0
    assert count_bits(hand) == size


@given(st.lists(st.integers(0, 4), min_size=60, max_size=60), seeds)
def test_dealing_anew_keeps_every_zone_its_size_and_loses_nothing(owner: list[int], seed: int) -> None:
    zones = [sum(bit(card) for card in range(60) if owner[card] == zone) for zone in range(5)]
    before = [count_bits(zone) for zone in zones]
    deal_anew(zones, fast_dice(seed))
    assert [count_bits(zone) for zone in zones] == before
    assert sum(zones) == full(60)


def test_fair_dice_follow_the_published_recipe() -> None:
    """A second implementation, as docs/fair-dice.md describes it for anyone who checks."""
    import hashlib
    import hmac

    server, players = bytes.fromhex(SEED), ["ann's seed", "bö"]
    message = b"".join(len(p.encode()).to_bytes(4, "big") + p.encode() for p in players)
    stream = b"".join(
        hmac.new(server, message + block.to_bytes(8, "big"), hashlib.sha256).digest() for block in range(40)
    )
    words = [int.from_bytes(stream[i : i + 4], "big") for i in range(0, len(stream), 4)]
    wanted, place = [], 0
    for n in [6, 60, 2, 2**31 + 1, 2**31 + 1, 2**31 + 1, 7] * 10:
        while words[place] >= 2**32 // n * n:
            place += 1
        wanted.append((n, words[place] % n))
        place += 1
    dice = FairSeeds(SEED, players).dice()
    for n, number in wanted:
        assert dice.below(n) == number
    assert dice.log == wanted
    assert place > len(wanted), "no word was rejected, so that part was not tried"


def test_a_fair_copy_goes_on_with_the_same_numbers() -> None:
    dice = FairSeeds(SEED, ["x"]).dice()
    draws(dice, 6, 5)
    copy = dice.copy()
    assert isinstance(copy, FairDice)
    assert draws(copy, 6, 20) == draws(dice, 6, 20)
    assert copy.log == dice.log
    copy.below(6)
    assert len(copy.log) == len(dice.log) + 1, "the copy writes its own log"


@pytest.mark.parametrize("players", [["a", "bc"], ["ab", "c"], ["abc"], ["abc", ""], ["b", "ac"]])
def test_every_players_seed_matters(players: list[str]) -> None:
    assert draws(FairSeeds(SEED, players).dice(), 1000, 8) != draws(
        FairSeeds(SEED, ["", "abc"]).dice(), 1000, 8
    )


def test_the_commitment_is_the_hash_of_the_seed_and_seeds_differ() -> None:
    assert commitment(SEED) == "ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5"
    assert new_server_seed() != new_server_seed()
