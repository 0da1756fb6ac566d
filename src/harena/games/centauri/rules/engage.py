"""CN-3.4, CN-3.7, CN-3.11: Engage: attacks in the order of initiative."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from harena.core.state import ASKED, DONE, Step
from harena.games.centauri.actions import TARGET, YES
from harena.games.centauri.rules import questions
from harena.games.centauri.rules.destroy import suffer
from harena.games.centauri.rules.gains import COMBAT_TOKEN
from harena.games.centauri.rules.pool import note_shot, roll, roll_again
from harena.games.centauri.rules.sides import enemies_of, is_decided, is_in, opponent
from harena.games.centauri.state import FOE, Space


@final
@mypyc_attr(free_list_len=1)
class Engage(Step):
    """One in the combat (`n`) attacks an enemy of its choice; a foe the one with the least Hull."""

    def question(self) -> i64:
        return questions.ENGAGE

    def begin(self, game: Space) -> bool:
        if not is_in(game, self.n) or is_decided(game):
            return DONE
        if self.n == FOE:
            shoot(game, FOE, weakest(game))
            return DONE
        game.ask(self.who, TARGET, enemies_of(game, self.n))
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        target = action - TARGET
        if game.players[self.who].combat_tokens > 0:
            game.next(SpendDie(self.who, n=self.n, target=target))
        else:
            shoot(game, self.n, target)


def weakest(game: Space) -> i64:
    """CN-3.7: the armada with the least Hull; of equals the earlier in turn order."""
    best: i64 = FOE
    place: i64 = 0
    while place < len(game.armadas):
        number = game.armada_in_order(place)
        if is_in(game, number) and (best == FOE or game.player_of(number).hull < game.player_of(best).hull):
            best = number
        place += 1
    return best


def dice_of(game: Space, number: i64) -> i64:
    """CN-3.1, CN-3.4: how many dice an attack rolls: Combat, cards, and more in each combat round."""
    more = game.pack.basics.escalation * (game.clash - 1)
    if number == FOE:
        return game.pack.foes[game.foe].combat + more
    armada = game.armadas[number]
    return game.players[armada.owner].combat + armada.dice + armada.dagger + more


def armour_of(game: Space, number: i64) -> i64:
    """CN-3.4: the successes that the Shield of an armada, or of the foe, stops."""
    if number == FOE:
        return stopped_by(game.pack.foes[game.foe].shield)
    armada = game.armadas[number]
    return stopped_by(game.players[armada.owner].shield + armada.shielding)


def stopped_by(shield: i64) -> i64:
    """CN-3.4: the successes of an attack that so much Shield stops: half of it, rounded down."""
    return shield >> 1


def shoot(game: Space, number: i64, target: i64, more: i64 = 0) -> None:
    """CN-3.4: roll the dice, and those that missed once more with Butterfly Effect."""
    dice = dice_of(game, number) + more
    hits = roll(game, dice)
    game.say_roll(opponent(game), number, "attacked", "CN-3.4", number, target, hits)
    if number == FOE:
        strike(game, number, target, hits)
        return
    armada = game.armadas[number]
    armada.dagger = 0
    if armada.rerolls and hits < dice:
        again = roll_again(game, dice - hits)
        game.say_roll("card", number, "rerolled", "CN-3.3", number, target, again)
        hits += again
    note_shot(game, number, target, hits, armour_of(game, target))
    if more == 0 and hits < dice and game.players[armada.owner].combat_tokens > 0:
        game.next(Reroll(armada.owner, n=number, target=target, x=hits, y=dice))
    else:
        strike(game, number, target, hits)


def strike(game: Space, number: i64, target: i64, hits: i64) -> None:
    """CN-3.4: damage is what the Shield does not stop."""
    stopped = armour_of(game, target)
    note_shot(game, number, target, hits, stopped)
    if 0 < hits <= stopped:
        game.say_why(opponent(game), number, "stopped", "CN-3.4", target, hits)
    suffer(game, target, max(0, hits - stopped), number)


def spend_combat(game: Space, number: i64, cause: str) -> None:
    """CN-1.6: a Combat token goes."""
    owner = game.armadas[number].owner
    game.players[owner].combat_tokens -= 1
    game.say_why(cause, owner, "spent_token", "CN-3.11", owner, COMBAT_TOKEN, number)


@final
@mypyc_attr(free_list_len=1)
class SpendDie(Step):
    """CN-3.11: before the roll of an armada (`n`) at a `target`: a Combat token for one die more."""

    def question(self) -> i64:
        return questions.SPEND_DIE

    def begin(self, game: Space) -> bool:
        game.ask(self.who, YES, 3)
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        if action == YES:
            spend_combat(game, self.n, "die")
            shoot(game, self.n, self.target, 1)
        else:
            shoot(game, self.n, self.target)


@final
@mypyc_attr(free_list_len=1)
class Reroll(Step):
    """CN-3.11: after a roll with `x` successes of `y` dice: a Combat token to roll all misses again."""

    def question(self) -> i64:
        return questions.REROLL

    def begin(self, game: Space) -> bool:
        game.ask(self.who, YES, 3)
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        hits = self.x
        if action == YES:
            spend_combat(game, self.n, "reroll")
            again = roll_again(game, self.y - hits)
            game.say_roll("token", self.n, "rerolled", "CN-3.11", self.n, self.target, again)
            hits += again
        strike(game, self.n, self.target, hits)
