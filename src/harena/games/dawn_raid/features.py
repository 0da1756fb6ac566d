"""What a seat of Dawn Raid sees as numbers: its own things first, then its opponent's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from harena.core.bits import bit, count_bits
from harena.core.pen import Pen
from harena.games.dawn_raid.pack.cards import DECK_SIZE

if TYPE_CHECKING:
    from harena.games.dawn_raid.state import Side, Table

CARDS: Final = 2 * DECK_SIZE
QUESTIONS: Final = 4
TYPES: Final = 3


def encode(table: Table, seat: i64, pen: Pen) -> None:
    """Everything a seat knows: it has looked through its own deck, and remembers every card it saw."""
    own = table.sides[seat]
    other = table.sides[1 - seat]
    pen.group("own")
    order(own, own.turned, pen.numbers(CARDS, DECK_SIZE, "deck: when each card comes, 1 for the next"), pen)
    piles(own, pen)
    pen.group("opponent")
    pen.members(unseen(other), CARDS, "unseen: cards that come at some time")
    begins = pen.numbers(CARDS, DECK_SIZE, "put back: when each card comes of those seen to go to the back")
    order(other, len(other.order) - other.put_back, begins, pen)
    piles(other, pen)
    pen.group("raid")
    raid(table, seat, pen)


def order(side: Side, start: i64, begins: i64, pen: Pen) -> None:
    """The cards from some place of a deck on, by when they come."""
    cards = side.order
    size: i64 = len(cards)
    first = side.turned - 1
    while start < size:
        pen.put(begins + cards[start], start - first)
        start += 1


def unseen(side: Side) -> i64:
    """The cards to come whose place nobody else knows."""
    out: i64 = 0
    i = side.turned
    stop: i64 = len(side.order) - side.put_back
    while i < stop:
        out |= bit(side.order[i])
        i += 1
    return out


def piles(side: Side, pen: Pen) -> None:
    pen.one_of(side.deck, 2, "which deck: the first or the second of the pack")
    pen.number(side.left(), DECK_SIZE, "left: cards still to come")
    pen.number(side.put_back, DECK_SIZE, "seen at the back: how many of them everybody saw go there")
    pen.number(count_bits(side.pile), CARDS, "pile: cards won")
    pen.members(side.pile, CARDS, "cards won: which they are")


def raid(table: Table, seat: i64, pen: Pen) -> None:
    clash = table.clash
    pen.one_of(table.waiting.question(), QUESTIONS, "question: name a type, use a role, go on, take over")
    pen.flag(table.seat == seat, "to decide: it is this seat's decision")
    pen.flag(table.attacker == seat, "attacks: this seat is the Attacker")
    pen.one_of(table.type, TYPES, "type: of the raid, once it is named")
    pen.members(table.mask, 9, "open: what may be done")
    pen.members(table.pot, CARDS, "pot: cards to be won")
    pen.one_of(clash.attack, CARDS, "attack: the Attacker's card")
    pen.one_of(clash.attack2, CARDS, "attack 2: the Attacker's second card")
    pen.one_of(clash.defence, CARDS, "defence: the Defender's card")
    pen.one_of(clash.defence2, CARDS, "defence 2: the Defender's second card")
    pen.number(table.raid, 60, "raid: which it is")
    pen.number(table.battle, 60, "battle: which of the raid it is")
