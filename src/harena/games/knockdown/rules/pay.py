"""KD-1.2, KD-3.5: costs, paid one symbol at a time, exactly, and never so that the rest cannot be paid."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit
from harena.core.state import ASKED, DONE, Step
from harena.games.knockdown.actions import SYMBOL
from harena.games.knockdown.pack.content import COST_BITS as BITS
from harena.games.knockdown.pack.content import WILD
from harena.games.knockdown.rules import questions
from harena.games.knockdown.state import Brawl

ANY: Final = 3  # the place in a cost of what any symbol pays for


def unpacked(cost: i64) -> list[i64]:
    """By symbol, and last what any symbol pays for: how many."""
    return [cost & 7, (cost >> BITS) & 7, (cost >> (2 * BITS)) & 7, (cost >> (3 * BITS)) & 7]


def due(cost: i64) -> i64:
    """The place of a cost that is paid next: Block, Dash, Power, then any."""
    place: i64 = 0
    while (cost >> (BITS * place)) & 7 == 0:
        place += 1
    return place


def can_pay(game: Brawl, who: i64, cost: i64) -> bool:
    """Can a hand pay this? Wild cards pay for any symbol."""
    return payable(
        cost, game.held_of(who, 0), game.held_of(who, 1), game.held_of(who, 2), game.held_of(who, 3)
    )


def payable(cost: i64, block: i64, dash: i64, power: i64, wild: i64) -> bool:
    """Can so many cards of each symbol pay this?"""
    blocks = cost & 7
    dashes = (cost >> BITS) & 7
    powers = (cost >> (2 * BITS)) & 7
    others = (cost >> (3 * BITS)) & 7
    if block + dash + power + wild < blocks + dashes + powers + others:
        return False
    short: i64 = 0
    if blocks > block:
        short += blocks - block
    if dashes > dash:
        short += dashes - dash
    if powers > power:
        short += powers - power
    return short <= wild


def ways_to_pay(game: Brawl, who: i64, cost: i64) -> i64:
    """The symbols with which the next part of a cost can be paid so that the rest can be too."""
    place = due(cost)
    rest = cost - bit(BITS * place)
    ways: i64 = 0
    symbol: i64 = 0
    while symbol < 4:
        fits = place == ANY or symbol in (place, WILD)
        if fits and game.held_of(who, symbol) > 0 and rest_payable(game, who, rest, symbol):
            ways |= bit(symbol)
        symbol += 1
    return ways


def rest_payable(game: Brawl, who: i64, rest: i64, gone: i64) -> bool:
    """Can the rest be paid once a card with this symbol is gone?"""
    return payable(
        rest,
        game.held_of(who, 0) - (1 if gone == 0 else 0),
        game.held_of(who, 1) - (1 if gone == 1 else 0),
        game.held_of(who, 2) - (1 if gone == 2 else 0),
        game.held_of(who, 3) - (1 if gone == 3 else 0),
    )


@final
@mypyc_attr(free_list_len=1)
class Pay(Step):
    """Pay the next symbol of a cost. who: who pays; n: what is left; mode: for what; what: the attack."""

    def question(self) -> i64:
        return questions.PAY

    def begin(self, game: Brawl) -> bool:
        if self.n == 0:
            return DONE
        game.ask(self.who, SYMBOL, ways_to_pay(game, self.who, self.n))
        return ASKED

    def choose(self, game: Brawl, action: i64) -> None:
        cause = "shake" if self.mode == SHAKE else "cost"
        game.discard_symbol(self.who, action - SYMBOL, cause, self.who, "KD-3.5")
        rest = self.n - bit(BITS * due(self.n))
        if rest != 0:
            game.next(Pay(self.who, n=rest, mode=self.mode, what=self.what))


FOR_AN_ATTACK: Final = 0
SHAKE: Final = 1
TWO_OF_ANY: Final = 2 << (3 * BITS)  # KD-3.9
