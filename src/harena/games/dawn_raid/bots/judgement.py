"""How a player of some experience judges a table of Dawn Raid: who stands better, and what to do in a hurry.

Nothing here looks at what the deciding seat may not know: of the other deck only which cards are left in it
counts, never their order.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from harena.core.bits import bit, count_bits
from harena.core.dice import Dice
from harena.core.state import OVER
from harena.games.dawn_raid.actions import BANK, CONTINUE, END_RAID, NO_ROLE, TYPE, USE_ROLE
from harena.games.dawn_raid.pack.cards import (
    HQ,
    TROOPS,
    Card,
    DawnRaidPack,
)

if TYPE_CHECKING:
    from harena.games.dawn_raid.state import Table

TYPES: Final = 3

# From a logistic regression on how 4,000 games played by hunches ended, rounded.
SKULL_LEAD: Final = 1.8  # what a lead of one skull adds to the log-odds when nothing is to come
OPEN_SKULL: Final = 2.0  # how much each skull that nobody has yet takes from the certainty of a lead
CARD: Final = 0.1  # what any card is worth, in skulls, for the sake of the larger pile
OWN_HERO: Final = 0.3  # a hero in one's own deck, in skulls: its owner knows when it comes

HORIZON: Final = 2  # 400 iterations against greedy: 58%, and no better with 1, 3, 6, 10 or 60

UNKNOWN_HERO: Final = 0.2  # how often a card nobody has seen is an HQ: 6 of 30 in the standard decks
SLIP: Final = 16  # one hunch in so many is any open action, so that nothing is never tried


# --- who stands better


def estimate(table: Table) -> list[float]:
    """Each seat's chance to win."""
    chance = 1.0 / (1.0 + exp(-lead(table)))
    return [chance, 1.0 - chance]


def lead(table: Table) -> float:
    """How far seat 0 is ahead, from the skulls taken, those at stake and those still to come."""
    first = table.sides[0].pile
    second = table.sides[1].pile
    stake = table.pot | table.clash.cards()
    ahead = worth(table.pack, first) - worth(table.pack, second) + grip(table) * worth(table.pack, stake)
    ahead += OWN_HERO * float(heroes_to_come(table, 0) - heroes_to_come(table, 1))
    open_skulls = count_bits(table.pack.hq & table.dealt & ~(first | second))
    return SKULL_LEAD * ahead / sqrt(1.0 + OPEN_SKULL * float(open_skulls))


def worth(pack: DawnRaidPack, cards: i64) -> float:
    """What a set of cards is worth, in skulls."""
    return float(count_bits(cards & pack.hq)) + CARD * float(count_bits(cards))


def heroes_to_come(table: Table, seat: i64) -> i64:
    """How many HQ cards are left in a player's deck."""
    side = table.sides[seat]
    heroes: i64 = 0
    place = side.turned
    end: i64 = len(side.order)
    while place < end:
        if table.pack.cards[side.order[place]].role == HQ:
            heroes += 1
        place += 1
    return heroes


def grip(table: Table) -> float:
    """How surely the cards at stake go to seat 0: from -1, they go to seat 1, to 1."""
    seat = table.seat
    if seat == OVER:
        return 0.0
    if table.mask & bit(END_RAID) != 0:
        held = 1.0  # the winner of the battle has only to take them
    elif table.type < 0:
        held = best_balance(table, 1 - seat, table.pack.cards[table.clash.attack])
    else:
        held = balance(table, 1 - seat, table.pack.cards[table.clash.attack].scores[table.type], table.type)
    return held if seat == 0 else -held


def balance(table: Table, defender: i64, score: i64, kind: i64) -> float:
    """Battles won less battles lost, as a share, with this score against any card left to the Defender."""
    side = table.sides[defender]
    cards = table.pack.cards
    order = side.order
    place = side.turned
    end: i64 = len(order)
    if place == end:
        return 0.0
    won: i64 = 0
    while place < end:
        other = cards[order[place]].scores[kind]
        if score > other:
            won += 1
        elif score < other:
            won -= 1
        place += 1
    return float(won) / float(side.left())


def best_balance(table: Table, defender: i64, card: Card) -> float:
    """The balance of a card whose owner names the type."""
    best = -1.0
    kind: i64 = 0
    while kind < TYPES:
        if card.scores[kind] > 0:
            best = max(best, balance(table, defender, card.scores[kind], kind))
        kind += 1
    return best


# --- what to do in a hurry


def hunch(table: Table, dice: Dice) -> i64:
    """A sensible action for the seat that decides, now and then any."""
    if dice.below(SLIP) == 0:
        return table.nth(dice.below(table.count()))
    if table.mask & bit(END_RAID) != 0:
        return end_or_go_on(table)
    if table.mask & bit(USE_ROLE) != 0:
        return role_or_not(table)
    return best_type(table)


def best_type(table: Table) -> i64:
    """Name, or with an HQ change to, the type in which the card wins most; staying is one of them."""
    card = table.pack.cards[table.clash.attack]
    defender = 1 - table.seat
    best = -2.0
    action: i64 = NO_ROLE
    if table.mask & bit(NO_ROLE) != 0:
        best = balance(table, defender, card.scores[table.type], table.type)
    kind: i64 = 0
    while kind < TYPES:
        if table.mask & bit(TYPE + kind) != 0:
            won = balance(table, defender, card.scores[kind], kind)
            if won > best:
                best = won
                action = TYPE + kind
        kind += 1
    return action


def role_or_not(table: Table) -> i64:
    """Troops fight in pairs if the next card is a help; a weak card makes way for a stronger one."""
    kind = table.type
    defender = 1 - table.seat
    card = table.pack.cards[table.clash.attack]
    score = card.scores[kind]
    following = next_card(table, table.seat).scores[kind]
    if card.role == TROOPS:
        # The spread of a sum of two grows by the root of two: so must the margin.
        usual = average(table, defender, kind)
        alone = float(score) - usual
        together = alone + float(following) - usual
        return USE_ROLE if together > alone * sqrt(2.0) else NO_ROLE
    now = balance(table, defender, score, kind)
    then = balance(table, defender, following, kind)
    return USE_ROLE if then > now else NO_ROLE


def end_or_go_on(table: Table) -> i64:
    """End the raid, unless the next battle promises more than what lies there is worth."""
    seat = table.seat
    if table.mask & bit(CONTINUE) == 0:
        return END_RAID  # the Defender who won attacks next anyway, with a type of their own choice
    pack = table.pack
    following = next_card(table, seat)
    fight = balance(table, 1 - seat, following.scores[table.type], table.type)
    coming = 2.0 * CARD + UNKNOWN_HERO + (1.0 if following.role == HQ else 0.0)
    stake = worth(pack, table.clash.cards())
    pot = worth(pack, table.pot)
    end = pot + stake + coming * defence(table, seat, following)
    if table.mask & bit(BANK) != 0:
        return BANK if pot + fight * (stake + coming) > end else END_RAID
    return CONTINUE if fight * (pot + stake + coming) > end else END_RAID


def next_card(table: Table, seat: i64) -> Card:
    """The card a player turns up next, which they know."""
    side = table.sides[seat]
    return table.pack.cards[side.order[side.turned]]


def average(table: Table, seat: i64, kind: i64) -> float:
    """What the cards left to a player score on average."""
    side = table.sides[seat]
    total: i64 = 0
    place = side.turned
    end: i64 = len(side.order)
    while place < end:
        total += table.pack.cards[side.order[place]].scores[kind]
        place += 1
    return float(total) / float(side.left())


def defence(table: Table, seat: i64, card: Card) -> float:
    """The balance of a card that defends against any card left to the other, in that card's best type."""
    side = table.sides[1 - seat]
    best = table.pack.usual
    won: i64 = 0
    place = side.turned
    end: i64 = len(side.order)
    while place < end:
        number = side.order[place]
        kind = best[number]
        score = table.pack.cards[number].scores[kind]
        if card.scores[kind] > score:
            won += 1
        elif card.scores[kind] < score:
            won -= 1
        place += 1
    return float(won) / float(side.left())
