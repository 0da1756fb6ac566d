"""CN-3.3, CN-3.9: Buff: players in turn play cards until all have passed one after the other."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit
from harena.core.state import ASKED, DONE, Step
from harena.games.centauri.actions import PASS, PLAY, TARGET
from harena.games.centauri.pack.content import BLAZE, BUFF, DICE, NOBODY, REPAIR, REROLL, SHIELD, Card
from harena.games.centauri.rules import questions
from harena.games.centauri.rules.cards import use_up
from harena.games.centauri.rules.gains import repair
from harena.games.centauri.rules.sides import is_decided
from harena.games.centauri.rules.upkeep import playable
from harena.games.centauri.state import FOE, Space


def players_in(game: Space) -> list[i64]:
    """CN-3.9: the players of the combat, by their best initiative."""
    seats: list[i64] = []
    for number in game.order:
        if number != FOE:
            owner = game.armadas[number].owner
            if owner not in seats:
                seats.append(owner)
    return seats


@final
@mypyc_attr(free_list_len=1)
class Buff(Step):
    """The player at a place (`n`) of the order is asked, if it has a card."""

    def question(self) -> i64:
        return questions.BUFF

    def begin(self, game: Space) -> bool:
        if is_decided(game):
            return DONE
        seats = players_in(game)
        if game.passes >= len(seats):
            return DONE
        seat = seats[self.n % len(seats)]
        if game.players[seat].hand == 0:
            game.passes += 1
            game.next(Buff(n=self.n + 1))
            return DONE
        game.ask_hidden(seat, PASS, bit(0), PLAY, playable(game, seat, BUFF))
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        seat = game.seat
        game.next(Buff(n=self.n + 1))
        if action == PASS:
            game.passes += 1
            game.say("buff_passed", "CN-3.3", seat)
            return
        game.passes = 0
        card = use_up(game, seat, action - PLAY)
        game.reveal("played", "CN-3.3", seat, card.number, NOBODY)
        if card.does(BLAZE):
            game.next(NameBlaze(seat, what=card.number))
        else:
            buff_all(game, seat, card)


def own_in(game: Space, seat: i64) -> i64:
    """A player's armadas in the combat."""
    own: i64 = 0
    for number in game.order:
        if number != FOE and game.armadas[number].owner == seat:
            own |= bit(number)
    return own


def buff_all(game: Space, seat: i64, card: Card) -> None:
    """CN-1.13: a card works for all armadas of its player in this combat."""
    for number in game.order:
        if number != FOE and game.armadas[number].owner == seat:
            buff(game, number, card)
    mend(game, seat, card)


def buff(game: Space, number: i64, card: Card) -> None:
    """What a card does for one armada this combat round."""
    armada = game.armadas[number]
    for verb in card.verbs:
        if verb.do == DICE:
            armada.dice += verb.n
        elif verb.do == SHIELD:
            armada.shielding += verb.n
        elif verb.do == REROLL:
            armada.rerolls = True
        elif verb.do == BLAZE:
            armada.blaze = True


def mend(game: Space, seat: i64, card: Card) -> None:
    """Hull that a card restores, once for its player."""
    if card.does(REPAIR):
        repair(game, seat, card.amount(REPAIR), "card", "CN-3.3")


@final
@mypyc_attr(free_list_len=1)
class NameBlaze(Step):
    """Blaze works for one armada: a player with two in the combat names it; `what`: the kind of card."""

    def question(self) -> i64:
        return questions.NAME_BLAZE

    def begin(self, game: Space) -> bool:
        game.ask(self.who, TARGET, own_in(game, self.who))
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        card = game.pack.cards[self.what]
        buff(game, action - TARGET, card)
        mend(game, self.who, card)
        game.say("blazes", "CN-3.12", action - TARGET)
