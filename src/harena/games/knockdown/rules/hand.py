"""KD-1.5, KD-3.4, KD-4.11: hands, of which only symbols count, and Ammo."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit, full
from harena.core.state import ASKED, DONE, Step
from harena.games.knockdown.actions import NUMBER, SYMBOL, take_of
from harena.games.knockdown.pack.content import DROP, NOBODY, ORDER, POWER, VERB_NAMES
from harena.games.knockdown.rules import questions
from harena.games.knockdown.rules.move import spend
from harena.games.knockdown.state import Brawl

LIMIT: Final = 0  # why a card is discarded, where it is no verb's doing
SHOWN: Final = 2  # cards that Order makes its target show


@final
@mypyc_attr(free_list_len=1)
class TakeIt(Step):
    """KD-3.4: the card that was chosen goes to hand. who: whose; what: the card; mode: out of range."""

    def begin(self, game: Brawl) -> bool:
        game.taking = NOBODY
        take(game, self.who, self.what, "attack" if self.mode == 0 else "out_of_range")
        return DONE


def take(game: Brawl, who: i64, card: i64, cause: str) -> None:
    """A card of the Row joins a hand; one too many is discarded at once."""
    game.fighter(who).hand |= bit(card)
    game.say_why(cause, who, "took", "KD-3.4", who, card)
    if game.fighter(who).cards() > game.most_cards(who):
        game.next(Discard(who, n=1, mode=LIMIT, target=who))


@final
@mypyc_attr(free_list_len=1)
class TakeRow(Step):
    """Take a card of the Row into hand; it does nothing else. who: who takes it."""

    def question(self) -> i64:
        return questions.TAKE_ROW

    def begin(self, game: Brawl) -> bool:
        if len(game.row) == 0:
            return DONE
        game.ask(self.who, take_of(game.arena.number), game.row_set())
        return ASKED

    def choose(self, game: Brawl, action: i64) -> None:
        card = action - take_of(game.arena.number)
        game.row.remove(card)
        take(game, self.who, card, "take")


@final
@mypyc_attr(free_list_len=1)
class Discard(Step):
    """Discard cards of one's choice. who: whose hand; n: how many; mode: DROP or LIMIT; target: by whom."""

    def question(self) -> i64:
        return questions.DISCARD

    def begin(self, game: Brawl) -> bool:
        symbols = game.symbols_in(self.who)
        if symbols == 0:
            return DONE
        game.ask(self.who, SYMBOL, symbols)
        return ASKED

    def choose(self, game: Brawl, action: i64) -> None:
        if self.mode == DROP:
            game.discard_symbol(self.who, action - SYMBOL, "drop", self.target, "KD-4.1")
        else:
            game.discard_symbol(self.who, action - SYMBOL, "limit", self.target, "KD-3.4")
        if self.n > 1:
            game.next(Discard(self.who, n=self.n - 1, mode=self.mode, target=self.target))


@final
@mypyc_attr(free_list_len=1)
class Strip(Step):
    """Discard cards of the opponent's hand. who: who chooses; n: how many; mode: STRIP or ORDER; what: the
    symbols that may be named, 0 for all."""

    def question(self) -> i64:
        return questions.STRIP

    def begin(self, game: Brawl) -> bool:
        symbols = game.symbols_in(1 - self.who)
        if self.what != 0:
            symbols &= self.what
        if symbols == 0:
            return DONE
        game.ask(self.who, SYMBOL, symbols)
        return ASKED

    def choose(self, game: Brawl, action: i64) -> None:
        game.discard_symbol(1 - self.who, action - SYMBOL, VERB_NAMES[self.mode], self.who, "KD-4.11")
        if self.n > 1:
            game.next(Strip(self.who, n=self.n - 1, mode=self.mode, what=self.what))


def order(game: Brawl, who: i64) -> None:
    """KD-4.11: the opponent shows two cards of their choice, this player discards one of them."""
    target = 1 - who
    if game.fighter(target).cards() > SHOWN:
        game.next(Show(target, n=SHOWN))
        return
    symbol: i64 = 0
    while symbol < 4:
        held = game.held_of(target, symbol)
        while held > 0:
            game.say("shown", "KD-4.11", target, symbol)
            held -= 1
        symbol += 1
    game.next(Strip(who, n=1, mode=ORDER))


@final
@mypyc_attr(free_list_len=1)
class Show(Step):
    """KD-4.11: show a card. who: whose hand; n: how many are to be shown; what: 1 + the symbol before."""

    def question(self) -> i64:
        return questions.SHOW

    def begin(self, game: Brawl) -> bool:
        symbols = game.symbols_in(self.who)
        if self.what != 0 and game.held_of(self.who, self.what - 1) == 1:
            symbols &= ~bit(self.what - 1)
        game.ask(self.who, SYMBOL, symbols)
        return ASKED

    def choose(self, game: Brawl, action: i64) -> None:
        symbol = action - SYMBOL
        game.say("shown", "KD-4.11", self.who, symbol)
        if self.what == 0:
            game.next(Show(self.who, n=1, what=symbol + 1))
        else:
            game.next(Strip(1 - self.who, n=1, mode=ORDER, what=bit(symbol) | bit(self.what - 1)))


# --- Ammo


def gain_ammo(game: Brawl, who: i64, n: i64) -> None:
    """Ammo tokens are gained, as many as the sheet has room for."""
    fighter = game.fighter(who)
    if n > fighter.sheet.most_ammo - fighter.ammo:
        n = fighter.sheet.most_ammo - fighter.ammo
    if n > 0:
        fighter.ammo += n
        game.say("ammo", "KD-2.1", who, n, fighter.ammo)


@final
@mypyc_attr(free_list_len=1)
class Spend(Step):
    """Spend up to n Ammo for a light wound each. who: the user."""

    def question(self) -> i64:
        return questions.SPEND

    def begin(self, game: Brawl) -> bool:
        most = game.fighter(self.who).ammo
        if most > self.n:
            most = self.n
        if most == 0:
            return DONE
        game.ask(self.who, NUMBER, full(most + 1))
        return ASKED

    def choose(self, game: Brawl, action: i64) -> None:
        n = action - NUMBER
        spend(game, self.who, n, "KD-4.1")
        game.inflict(1 - self.who, n, 0, "ammo", self.who, "KD-4.1")


@final
@mypyc_attr(free_list_len=1)
class Reload(Step):
    """Discard any number of Power cards for one Ammo each. who: the user."""

    def question(self) -> i64:
        return questions.RELOAD

    def begin(self, game: Brawl) -> bool:
        fighter = game.fighter(self.who)
        most = game.held_of(self.who, POWER)
        if most > fighter.sheet.most_ammo - fighter.ammo:
            most = fighter.sheet.most_ammo - fighter.ammo
        if most == 0:
            return DONE
        game.ask(self.who, NUMBER, full(most + 1))
        return ASKED

    def choose(self, game: Brawl, action: i64) -> None:
        n = action - NUMBER
        left = n
        while left > 0:
            game.discard_symbol(self.who, POWER, "reload", self.who, "KD-1.5")
            left -= 1
        gain_ammo(game, self.who, n)
