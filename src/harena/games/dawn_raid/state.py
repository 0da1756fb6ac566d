"""What lies on the table in Dawn Raid, and what a seat cannot know of it."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from harena.core.bits import bit, count_bits, full
from harena.core.dice import Dice, shuffle
from harena.core.pen import Pen
from harena.core.state import State
from harena.games.dawn_raid import features
from harena.games.dawn_raid.bots import judgement
from harena.games.dawn_raid.pack.cards import DECK_SIZE, Card, DawnRaidPack

NO_CARD: Final = -1
NO_TYPE: Final = -1
BY_LOT: Final = -1  # of an option: drawn at random


@final
class Side:
    """What one player has: a deck in a fixed order and a victory pile."""

    def __init__(self, order: list[i64], deck: i64) -> None:
        self.deck: i64 = deck  # which deck of the pack
        self.order = order  # never changed in place, so copies share it
        self.turned: i64 = 0  # how many cards of `order` have been turned up
        self.put_back: i64 = 0  # how many cards at the back have been seen on their way there
        self.pile: i64 = 0  # the victory pile, a set of cards

    def copy(self) -> Side:
        same = Side(self.order, self.deck)
        same.turned = self.turned
        same.put_back = self.put_back
        same.pile = self.pile
        return same

    def left(self) -> i64:
        """How many cards are still to come."""
        return len(self.order) - self.turned

    def turn_up(self) -> i64:
        """Take the next card."""
        card = self.order[self.turned]
        self.turned += 1
        if self.put_back > self.left():
            self.put_back = self.left()
        return card

    def to_the_back(self, card: i64) -> None:
        """DR-3.7: behind all others, and everybody has seen it."""
        self.order = [*self.order, card]
        self.put_back += 1

    def shuffle_unseen(self, dice: Dice) -> None:
        """DR-1.3: deal anew what an onlooker cannot know; cards seen to be put back stay where they are."""
        unseen = self.order[self.turned : len(self.order) - self.put_back]
        unseen.sort()  # a guess comes from what is known and the dice alone, not from the true order
        shuffle(unseen, dice)
        self.order = unseen + self.order[len(self.order) - self.put_back :]
        self.turned = 0


@final
class Clash:
    """The cards of the present battle: one a side, or two with Troops."""

    def __init__(self) -> None:
        self.attack: i64 = NO_CARD
        self.attack2: i64 = NO_CARD
        self.defence: i64 = NO_CARD
        self.defence2: i64 = NO_CARD

    def copy(self) -> Clash:
        same = Clash()
        same.attack = self.attack
        same.attack2 = self.attack2
        same.defence = self.defence
        same.defence2 = self.defence2
        return same

    def cards(self) -> i64:
        """All cards of the battle, as a set."""
        cards: i64 = 0
        if self.attack != NO_CARD:
            cards |= bit(self.attack)
        if self.attack2 != NO_CARD:
            cards |= bit(self.attack2)
        if self.defence != NO_CARD:
            cards |= bit(self.defence)
        if self.defence2 != NO_CARD:
            cards |= bit(self.defence2)
        return cards


@final
class Table(State):
    """A position of Dawn Raid."""

    def __init__(self, pack: DawnRaidPack, dice: Dice) -> None:
        super().__init__(2, dice)
        self.pack = pack
        self.dealt: i64 = full(2 * DECK_SIZE)  # the cards that the decks were made of
        self.sides: list[Side] = []
        self.attacker: i64 = 0
        self.type: i64 = NO_TYPE
        self.pot: i64 = 0
        self.clash: Clash = Clash()
        self.raid: i64 = 0  # how many raids were begun
        self.battle: i64 = 0  # how many battles of this raid were begun

    def copy(self) -> State:
        same = Table(self.pack, self.dice.copy())
        self.fill(same)
        return same

    def fill(self, same: Table) -> None:
        self.copy_flow_to(same)
        same.dealt = self.dealt
        same.sides = [side.copy() for side in self.sides]
        same.attacker = self.attacker
        same.type = self.type
        same.pot = self.pot
        same.clash = self.clash.copy()
        same.raid = self.raid
        same.battle = self.battle

    def guess(self, seat: i64, dice: Dice) -> State:
        same = Table(self.pack, dice)
        self.fill(same)
        if seat != 0:
            same.sides[0].shuffle_unseen(dice)
        if seat != 1:
            same.sides[1].shuffle_unseen(dice)
        same.ask_again()
        return same

    def table(self) -> list[i64]:
        numbers: list[i64] = []
        for side in self.sides:
            numbers += [side.deck, side.put_back, side.pile]
            numbers += side.order[side.turned :]
        clash = self.clash
        numbers += [clash.attack, clash.attack2, clash.defence, clash.defence2]
        numbers += [self.attacker, self.type, self.pot, self.raid, self.battle]
        return numbers

    # --- reading the table

    def defender(self) -> i64:
        return 1 - self.attacker

    def card(self, number: i64) -> Card:
        return self.pack.cards[number]

    def decks_empty(self) -> bool:
        """DR-4.3: the decks run out together."""
        return self.sides[0].left() == 0

    def strength(self, card: i64, second: i64) -> i64:
        """What one side's cards score in the raid's type (DR-2.2), both of them with Troops (DR-3.4)."""
        score = self.pack.cards[card].scores[self.type]
        if second != NO_CARD:
            score += self.pack.cards[second].scores[self.type]
        return score

    def skulls(self, seat: i64) -> i64:
        """DR-4.2: one for each HQ in the pile, and one for the larger pile."""
        mine = self.sides[seat].pile
        others = self.sides[1 - seat].pile
        bonus: i64 = 1 if count_bits(mine) > count_bits(others) else 0
        return count_bits(mine & self.pack.hq) + bonus

    def score(self) -> list[float]:
        lead = self.skulls(0) - self.skulls(1)
        if lead == 0:
            return [0.5, 0.5]
        return [1.0, 0.0] if lead > 0 else [0.0, 1.0]

    def estimate(self) -> list[float]:
        return judgement.estimate(self)

    def encode(self, seat: i64, pen: Pen) -> None:
        features.encode(self, seat, pen)

    def hunch(self, dice: Dice) -> i64:
        return judgement.hunch(self, dice)

    def horizon(self) -> i64:
        return judgement.HORIZON


def deal(table: Table, first_deck_to: i64, first_attacker: i64) -> None:
    """DR-1.2, DR-1.4, DR-1.5: a deck each, shuffled; by lot, or as the options say."""
    dice = table.dice
    owner = dice.below(2) if first_deck_to == BY_LOT else first_deck_to
    table.attacker = dice.below(2) if first_attacker == BY_LOT else first_attacker
    seat: i64 = 0
    while seat < 2:
        deck: i64 = 0 if seat == owner else 1
        order: list[i64] = []
        card: i64 = deck * DECK_SIZE
        while card < (deck + 1) * DECK_SIZE:
            if table.dealt & bit(card) != 0:
                order.append(card)
            card += 1
        shuffle(order, dice)
        table.sides.append(Side(order, deck))
        seat += 1
