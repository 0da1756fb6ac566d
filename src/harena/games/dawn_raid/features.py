"""What a seat of Dawn Raid sees as numbers: its own things first, then its opponent's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from harena.core.pen import Pen
from harena.core.state import OVER
from harena.games.dawn_raid.actions import BANK
from harena.games.dawn_raid.pack.cards import DECK_SIZE
from harena.games.dawn_raid.rules import questions

if TYPE_CHECKING:
    from harena.games.dawn_raid.state import Side, Table

NONE: Final[i64] = -1
CARDS: Final = 2 * DECK_SIZE
TYPES: Final = 3


def encode(table: Table, seat: i64, pen: Pen) -> None:
    """Everything a seat knows: it has looked through its own deck, and remembers every card it saw.

    Nothing is said twice, and what may be done is in the mask. The opponent's cards that are nowhere else are
    still to come, in an order that the seat does not know.
    """
    own = table.sides[seat]
    other = table.sides[1 - seat]
    pen.group("own")
    pen.one_of(own.deck, 2, "which deck: the first or the second of the pack; the opponent has the other")
    begins = pen.numbers(CARDS, DECK_SIZE, "deck: when each card comes, 1 for the next")
    pen.put_in_order(begins, own.order, own.turned, 1)
    piles(own, pen)
    pen.group("opponent")
    begins = pen.numbers(CARDS, DECK_SIZE, "put back: when each card comes of those seen to go to the back")
    known = len(other.order) - other.put_back
    pen.put_in_order(begins, other.order, known, known - other.turned + 1)
    piles(other, pen)
    pen.group("raid")
    raid(table, seat, pen)


def piles(side: Side, pen: Pen) -> None:
    pen.number(side.left(), DECK_SIZE, "left: cards still to come")
    pen.number(side.put_back, DECK_SIZE, "seen at the back: how many of them everybody saw go there")
    pen.members(side.pile, CARDS, "won: cards in the victory pile")


def raid(table: Table, seat: i64, pen: Pen) -> None:
    clash = table.clash
    question = table.waiting.question() if table.seat != OVER else NONE
    may_bank = question == questions.ATTACKER_WON and (table.mask >> BANK) & 1 != 0
    pen.one_of(question, questions.QUESTIONS, "question: name a type, use a role, go on, take over")
    pen.flag(may_bank, "may bank: a matching Elites card won, so the pot can be banked")
    pen.flag(table.seat == seat, "to decide: this seat is asked")
    pen.flag(table.attacker == seat, "attacks: this seat is the Attacker")
    pen.one_of(table.type, TYPES, "type: of the raid, once it is named: ranged, melee, psychic")
    pen.members(table.pot, CARDS, "pot: cards to be won")
    pen.one_of(clash.attack, CARDS, "attack: the Attacker's card")
    pen.one_of(clash.attack2, CARDS, "attack 2: the Attacker's second card")
    pen.one_of(clash.defence, CARDS, "defence: the Defender's card")
    pen.one_of(clash.defence2, CARDS, "defence 2: the Defender's second card")
    pen.number(table.raid, DECK_SIZE, "raid: which it is")
    pen.number(table.battle, DECK_SIZE, "battle: which of the raid it is")
