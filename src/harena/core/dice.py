"""Dice: an object that gives a number below n and counts how often it was asked."""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit, count_bits, nth_bit
from harena.core.printed import printed_dice
from harena.core.travel import reduced

WORD: Final = 0xFFFFFFFF
GOLDEN: Final = 0x9E3779B9
WARM_UP: Final = 15


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice:
    """What every kind of dice can do."""

    def __init__(self) -> None:
        self.drawn: i64 = 0  # how many numbers were drawn so far

    def below(self, n: i64) -> i64:
        """Draw a number from 0 to n - 1."""
        raise TypeError(f"{type(self).__name__} does not say how it draws")

    def copy(self) -> Dice:
        """Dice that go on with the same numbers, independently."""
        raise TypeError(f"{type(self).__name__} does not say how it is copied")

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self)

    def __repr__(self) -> str:
        return printed_dice(self)


@final
class FastDice(Dice):
    """sfc32, for simulation: 128 bits of state in four 32-bit words, so that no product passes 2^62."""

    def __init__(self, a: i64, b: i64, c: i64, counter: i64) -> None:
        super().__init__()
        self.a: i64 = a
        self.b: i64 = b
        self.c: i64 = c
        self.counter: i64 = counter

    def word(self) -> i64:
        """The next 32 bits."""
        b = self.b
        c = self.c
        out: i64 = (self.a + b + self.counter) & WORD
        self.counter = (self.counter + 1) & WORD
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & WORD
        self.c = (((c << 21) | (c >> 11)) + out) & WORD
        return out

    def below(self, n: i64) -> i64:
        self.drawn += 1
        return (self.word() * n) >> 32

    def copy(self) -> Dice:
        same = FastDice(self.a, self.b, self.c, self.counter)
        same.drawn = self.drawn
        return same


def fast_dice(seed: i64) -> FastDice:
    """Fast dice that start from this seed."""
    dice = FastDice(seed & WORD, seed >> 32 & WORD, GOLDEN, 1)
    warm: i64 = 0
    while warm < WARM_UP:
        dice.word()
        warm += 1
    return dice


def shuffle(cards: list[i64], dice: Dice) -> None:
    """Put a list into random order, in place."""
    last: i64 = len(cards) - 1
    while last > 0:
        other = dice.below(last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
        last -= 1


def random_bit(members: i64, dice: Dice) -> i64:
    """A member of a set that is not empty, each as likely."""
    return nth_bit(members, dice.below(count_bits(members)))


def deal(pool: i64, size: i64, dice: Dice) -> i64:
    """A random subset with `size` members."""
    hand: i64 = 0
    while size > 0:
        card = bit(random_bit(pool, dice))
        hand |= card
        pool ^= card
        size -= 1
    return hand


def deal_anew(zones: list[i64], dice: Dice) -> None:
    """Pool the hidden cards of these zones and deal them out again, every zone keeping its size."""
    pool: i64 = 0
    for zone in zones:
        pool |= zone
    i: i64 = 0
    size: i64 = len(zones)
    while i < size:
        zones[i] = deal(pool, count_bits(zones[i]), dice)
        pool &= ~zones[i]
        i += 1
