"""CN-2.2, CN-2.8: Upkeep: draw, buy levels, play a card."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit
from harena.core.state import ASKED, DONE, Step
from harena.games.centauri.actions import FINISH, LAB, PLAY, STARPORT
from harena.games.centauri.pack.content import ASTARTIUM, DRAW, NOBODY, REPAIR, TOKEN, UPKEEP, Card
from harena.games.centauri.rules import questions
from harena.games.centauri.rules.cards import FROM_CARD, FROM_UPKEEP, DrawCard, kinds_in, use_up
from harena.games.centauri.rules.gains import (
    BY_CARD,
    ChooseToken,
    gain_astartium,
    open_tracks,
    raise_track,
    repair,
)
from harena.games.centauri.state import Space


@final
@mypyc_attr(free_list_len=1)
class BeginUpkeep(Step):
    """CN-2.8: a player draws a card, then does the rest in any order."""

    def begin(self, game: Space) -> bool:
        game.next(Upkeep(self.who))
        game.next(DrawCard(self.who, n=1, mode=FROM_UPKEEP))
        return DONE


@final
@mypyc_attr(free_list_len=1)
class Upkeep(Step):
    """CN-2.8: levels, any number of them, and at most one card; `n`: cards played."""

    def question(self) -> i64:
        return questions.UPKEEP

    def begin(self, game: Space) -> bool:
        player = game.players[self.who]
        open_now = bit(0)
        if player.astartium >= game.pack.basics.level_price:
            open_now |= open_tracks(game, self.who) << (STARPORT - FINISH)
        if player.hand == 0 or self.n > 0:
            game.ask(self.who, FINISH, open_now)
        else:
            game.ask_hidden(self.who, FINISH, open_now, PLAY, playable(game, self.who, UPKEEP))
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        if action == FINISH:
            return
        if action in (STARPORT, LAB):
            game.next(Upkeep(self.who, n=self.n))
            game.players[self.who].astartium -= game.pack.basics.level_price
            raise_track(game, self.who, action - STARPORT, "bought")
        else:
            game.next(Upkeep(self.who, n=self.n + 1))
            card = use_up(game, self.who, action - PLAY)
            game.reveal("played", "CN-2.8", self.who, card.number, NOBODY)
            work_at_home(game, self.who, card)


def playable(game: Space, seat: i64, phase: i64) -> i64:
    """The kinds of cards that a player could play in a phase: Hull that is whole is not repaired."""
    player = game.players[seat]
    kinds = kinds_in(game, player.hand & game.pack.in_phase[phase])
    if player.hull == game.pack.basics.hull:
        kinds &= ~game.pack.only_repair
    return kinds


def work_at_home(game: Space, seat: i64, card: Card) -> None:
    """What a card does outside Movement and combat, in the order it says: Hull, Astartium, a token, cards."""
    place: i64 = len(card.verbs) - 1  # from the last to the first: what is put last comes first
    while place >= 0:
        verb = card.verbs[place]
        place -= 1
        if verb.do == REPAIR:
            repair(game, seat, verb.n, "card", "CN-2.8")
        elif verb.do == ASTARTIUM:
            gain_astartium(game, seat, verb.n, "card", "CN-2.8")
        elif verb.do == DRAW:
            game.next(DrawCard(seat, n=verb.n, mode=FROM_CARD))
        elif verb.do == TOKEN:
            tokens: i64 = 0
            while tokens < verb.n:
                game.next(ChooseToken(seat, mode=BY_CARD))
                tokens += 1
