"""CN-1.5, CN-1.9: drawing, playing and discarding Action cards."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit, low_bit, members_of
from harena.core.dice import shuffle
from harena.core.state import ASKED, DONE, Step
from harena.games.centauri.actions import DISCARD
from harena.games.centauri.pack.content import Card
from harena.games.centauri.rules import questions
from harena.games.centauri.state import Space

FROM_UPKEEP: Final = 0
FROM_REGROUP: Final = 1
FROM_CARD: Final = 2
FROM_LEVEL: Final = 3
SOURCES: Final = ["upkeep", "regroup", "card", "level"]


def kinds_in(game: Space, cards: i64) -> i64:
    """The set of kinds among cards."""
    kinds: i64 = 0
    while cards != 0:
        kind = game.pack.kind_of[low_bit(cards)]
        kinds |= bit(kind)
        cards &= ~game.pack.cards[kind].cards
    return kinds


def use_up(game: Space, seat: i64, kind: i64) -> Card:
    """A card of this kind leaves a hand, one that everybody has seen first; it lies spent (CN-1.9)."""
    player = game.players[seat]
    card = game.pack.cards[kind]
    held = player.hand & card.cards
    if held & player.known != 0:
        held &= player.known
    gone = bit(low_bit(held))
    player.hand &= ~gone
    player.known &= ~gone
    game.spent |= gone
    return card


def draw_card(game: Space, seat: i64, source: i64) -> None:
    """CN-1.5: the top card of the deck; without one the discards are shuffled, without any nobody draws."""
    if len(game.deck) == 0:
        if game.discards == 0:
            game.say("no_card", "CN-1.5", seat)
            return
        game.deck = members_of(game.discards)
        game.discards = 0
        shuffle(game.deck, game.dice)
        game.say("reshuffled", "CN-1.5")
    card = game.deck[-1]
    game.deck = game.deck[:-1]
    player = game.players[seat]
    player.hand |= bit(card)
    tell_drawn(game, seat, card, source)


def tell_drawn(game: Space, seat: i64, card: i64, source: i64) -> None:
    """Its owner sees the card; team-mates too where hands are open."""
    eyes: i64 = 0
    other: i64 = 0
    while other < game.seats:
        if game.may_see(other, seat):
            eyes |= bit(other)
        other += 1
    cards = game.players[seat].cards()
    game.whisper(eyes, game.pack.kind_of[card], "drew", "CN-1.5", seat, cards, source)


@final
@mypyc_attr(free_list_len=1)
class DrawCard(Step):
    """A seat (`who`) draws `n` cards; `mode` says from where that comes."""

    def begin(self, game: Space) -> bool:
        drawn: i64 = 0
        while drawn < self.n:
            draw_card(game, self.who, self.mode)
            drawn += 1
        if game.players[self.who].cards() > game.pack.basics.hand:
            game.next(DropCard(self.who))
        return DONE


@final
@mypyc_attr(free_list_len=1)
class DropCard(Step):
    """CN-1.9: a hand that holds too many cards loses one of its owner's choice, until it does not."""

    def question(self) -> i64:
        return questions.DROP_CARD

    def begin(self, game: Space) -> bool:
        game.ask_hidden(self.who, DISCARD, kinds_in(game, game.players[self.who].hand))
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        kind = action - DISCARD
        use_up(game, self.who, kind)
        game.reveal("discarded", "CN-1.9", self.who, kind)
        if game.players[self.who].cards() > game.pack.basics.hand:
            game.next(DropCard(self.who))
