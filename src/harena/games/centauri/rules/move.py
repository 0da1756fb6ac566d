"""CN-2.3, CN-2.9 to CN-2.11: Movement: flying, evading, taking modules on board, Movement cards."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit, low_bit
from harena.core.state import ASKED, DONE, Step
from harena.games.centauri.actions import ARMADA, FLY, NO, PICK_UP, PLAY, SPEND, STAY, YES
from harena.games.centauri.pack.content import (
    CLOAK,
    DAGGER,
    MOVEMENT,
    NOBODY,
    POINTS,
    PUSH,
    REPAIR,
    SWAP,
    WALL,
    Card,
)
from harena.games.centauri.rules import questions
from harena.games.centauri.rules.cards import kinds_in, use_up
from harena.games.centauri.rules.gains import EXPLORATION_TOKEN, repair
from harena.games.centauri.rules.pool import roll
from harena.games.centauri.rules.push import PushWhat, SwapWith, pushable, swappable
from harena.games.centauri.rules.reach import cost_of, evade_difficulty, in_reach, is_walled_in
from harena.games.centauri.state import Space


@final
@mypyc_attr(free_list_len=1)
class Movement(Step):
    """CN-1.13: a player's armadas move one after the other; the player says which is first."""

    def question(self) -> i64:
        return questions.MOVEMENT

    def begin(self, game: Space) -> bool:
        each = game.setting.each
        waiting: i64 = 0
        number = each * self.who
        while number < each * (self.who + 1):
            if not game.armadas[number].moved:
                waiting |= bit(number)
            number += 1
        if game.active != NOBODY:
            game.armadas[game.active].cloaked = False  # it worked for the Movement that is over (CN-2.9)
        game.active = NOBODY
        if waiting == 0:
            return DONE
        game.ask(self.who, ARMADA, waiting)
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        number = action - ARMADA
        armada = game.armadas[number]
        game.active = number
        armada.moved = True
        armada.stepped = False
        armada.points = game.players[self.who].speed
        armada.loose = armada.back
        armada.back = False
        armada.cloaked = False
        armada.wall = False
        game.say("turn", "CN-2.3", self.who, number, armada.points)
        game.next(self)
        game.next(Orders(self.who, n=number))


def ways_open(game: Space, number: i64) -> i64:
    """What an armada may do without cards, as actions from FLY on."""
    armada = game.armadas[number]
    open_now = bit(STAY)
    if not is_walled_in(game, number):
        open_now |= in_reach(game, number)
    if may_pick_up(game, number):
        open_now |= bit(PICK_UP)
    if game.players[armada.owner].exploration_tokens > 0:
        open_now |= bit(SPEND)
    return open_now


def may_pick_up(game: Space, number: i64) -> bool:
    """CN-1.4: a module lies here, there is room for it and a point, and neither Raider nor Boss."""
    armada = game.armadas[number]
    if armada.points < 1 or armada.pos not in game.modules:
        return False
    return game.foe_at(armada.pos) == 0 and not game.carries(armada.owner)


@final
@mypyc_attr(free_list_len=1)
class Orders(Step):
    """CN-2.9: before its first step or module an armada (`n`) may also be given cards."""

    def question(self) -> i64:
        return questions.ORDERS

    def begin(self, game: Space) -> bool:
        open_now = ways_open(game, self.n)
        if game.players[self.who].hand == 0:
            game.ask(self.who, FLY, open_now)
        else:
            game.ask_hidden(self.who, FLY, open_now, PLAY, cards_for(game, self.n))
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        if action < PLAY:
            take_way(game, self.n, action, self)
            return
        game.next(self)
        card = use_up(game, self.who, action - PLAY)
        game.reveal("played", "CN-2.9", self.who, card.number, self.n)
        steer(game, self.n, card)


def cards_for(game: Space, number: i64) -> i64:
    """The kinds of Movement cards in hand that can do something for an armada."""
    kinds = kinds_in(game, game.players[game.armadas[number].owner].hand & game.pack.in_phase[MOVEMENT])
    rest = kinds
    while rest != 0:
        card = game.pack.cards[low_bit(rest)]
        if (card.does(PUSH) and pushable(game, number) == 0) or (
            card.does(SWAP) and swappable(game, number, card.amount(SWAP)) == 0
        ):
            kinds &= ~bit(card.number)
        rest &= rest - 1
    if game.players[game.armadas[number].owner].hull == game.pack.basics.hull:
        kinds &= ~game.pack.only_repair
    return kinds


def steer(game: Space, number: i64, card: Card) -> None:
    """What a Movement card does for an armada."""
    armada = game.armadas[number]
    for verb in card.verbs:
        if verb.do == POINTS:
            armada.points += verb.n
        elif verb.do == WALL:
            armada.wall = True
            game.say("walled", "CN-2.9", number, armada.pos)
        elif verb.do == CLOAK:
            armada.cloaked = True
            game.say("cloaked", "CN-2.9", number)
        elif verb.do == DAGGER:
            armada.dagger += verb.n
        elif verb.do == REPAIR:
            repair(game, armada.owner, verb.n, "card", "CN-2.9")
        elif verb.do == PUSH:
            game.next(PushWhat(armada.owner, n=number))
        elif verb.do == SWAP:
            game.next(SwapWith(armada.owner, n=number, x=verb.n))


@final
@mypyc_attr(free_list_len=1)
class Fly(Step):
    """CN-2.11: an armada (`n`) goes on as long as it can; no card any more."""

    def question(self) -> i64:
        return questions.FLY

    def begin(self, game: Space) -> bool:
        game.ask(self.who, FLY, ways_open(game, self.n))
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        take_way(game, self.n, action, self)


def take_way(game: Space, number: i64, action: i64, step: Step) -> None:
    """Fly, take a module on board, spend a token, or stay; `step` asked."""
    armada = game.armadas[number]
    if action == STAY:
        armada.points = 0
    elif action == PICK_UP:
        armada.points -= 1
        armada.stepped = True
        armada.cargo = True
        game.modules = game.modules[:]
        game.modules.remove(armada.pos)
        game.say("picked_up", "CN-1.4", number, armada.pos)
        game.next(Fly(armada.owner, n=number))
    elif action == SPEND:
        spend_exploration(game, number, "point")
        armada.points += 1
        game.next(step)
    else:
        leave_for(game, number, action - FLY)


def spend_exploration(game: Space, number: i64, cause: str) -> None:
    """CN-1.6: an Exploration token goes."""
    owner = game.armadas[number].owner
    game.players[owner].exploration_tokens -= 1
    game.say_why(cause, owner, "spent_token", "CN-1.6", owner, EXPLORATION_TOKEN, number)


def leave_for(game: Space, number: i64, sector: i64) -> None:
    """CN-2.3, CN-2.10: whoever has enemies beside it evades them first, or stays where it is."""
    difficulty = evade_difficulty(game, number)
    if difficulty == 0 or evades(game, number, difficulty):
        fly_to(game, number, sector)
    elif game.players[game.armadas[number].owner].exploration_tokens > 0:
        game.next(EvadeAgain(game.armadas[number].owner, n=number, target=sector))
    else:
        game.armadas[number].points = 0


def evades(game: Space, number: i64, difficulty: i64) -> bool:
    """CN-2.3: a Speed check."""
    successes = roll(game, game.players[game.armadas[number].owner].speed)
    kind = "evaded" if successes >= difficulty else "caught"
    game.say_roll("", game.armadas[number].owner, kind, "CN-2.3", number, successes, difficulty)
    return successes >= difficulty


def fly_to(game: Space, number: i64, sector: i64) -> None:
    """The cheapest way to a sector in reach."""
    armada = game.armadas[number]
    cost = cost_of(game, number, sector)
    armada.points -= cost
    armada.stepped = True
    armada.loose = False
    armada.pos = sector
    game.say_why("move", armada.owner, "flew", "CN-2.11", number, sector, cost)
    game.next(Fly(armada.owner, n=number))


@final
@mypyc_attr(free_list_len=1)
class EvadeAgain(Step):
    """CN-1.6: after a failed Evade an Exploration token rolls again; `target`: where it wanted to go."""

    def question(self) -> i64:
        return questions.EVADE_AGAIN

    def begin(self, game: Space) -> bool:
        game.ask(self.who, YES, 3)
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        if action == NO:
            game.armadas[self.n].points = 0
            return
        spend_exploration(game, self.n, "evade")
        if evades(game, self.n, evade_difficulty(game, self.n)):
            fly_to(game, self.n, self.target)
        else:
            game.armadas[self.n].points = 0
