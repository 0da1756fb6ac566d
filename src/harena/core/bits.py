"""Sets as the bits of one whole number: cards in a zone, hexes in reach, open actions.

A set holds members 0 to 61. Compiled code shifts a constant in 32 bits and is silently wrong from
31 on, so single members are always made with `bit`, never with `1 << n`.
"""

from __future__ import annotations

from mypy_extensions import i64


def bit(member: i64) -> i64:
    """The set with this one member."""
    one: i64 = 1
    one <<= member
    return one


def full(size: i64) -> i64:
    """The set of the first `size` members."""
    return bit(size) - 1


def count_bits(members: i64) -> i64:
    """How many members a set has."""
    members = members - (members >> 1 & 0x1555555555555555)
    members = (members & 0x3333333333333333) + (members >> 2 & 0x3333333333333333)
    members = (members + (members >> 4)) & 0x0F0F0F0F0F0F0F0F
    members = members + (members >> 8)
    members = members + (members >> 16)
    return (members + (members >> 32)) & 127


def low_bit(members: i64) -> i64:
    """The smallest member of a set that is not empty."""
    return count_bits((members & -members) - 1)


def nth_bit(members: i64, n: i64) -> i64:
    """The member with n smaller ones in the set."""
    while n > 0:
        members &= members - 1
        n -= 1
    return count_bits((members & -members) - 1)


def at_most_one(members: i64) -> bool:
    """Is the set empty or a single member?"""
    return members & (members - 1) == 0


def members_of(members: i64) -> list[i64]:
    """The members in ascending order."""
    out: list[i64] = []
    while members != 0:
        out.append(low_bit(members))
        members &= members - 1
    return out
