"""CN-3.2, CN-3.10: to fight or to flee."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit
from harena.core.state import ASKED, DONE, Step
from harena.games.centauri.actions import FIGHT, FLEE, FLY
from harena.games.centauri.rules import questions
from harena.games.centauri.rules.armada import AWAY
from harena.games.centauri.rules.destroy import suffer
from harena.games.centauri.rules.gains import gain_points
from harena.games.centauri.rules.pool import note_shot, roll
from harena.games.centauri.rules.sides import fights_against, is_decided, is_in, take_out
from harena.games.centauri.state import Space


def refuges(game: Space, number: i64) -> i64:
    """CN-3.2: the sectors that an armada could flee to, whoever is there."""
    return game.field.spread(bit(game.armadas[number].pos)) & ~game.scenario.closed


@final
@mypyc_attr(free_list_len=1)
class Decide(Step):
    """CN-3.2: an armada (`n`) fights on or flees."""

    def question(self) -> i64:
        return questions.DECIDE

    def begin(self, game: Space) -> bool:
        if not is_in(game, self.n) or is_decided(game):
            return DONE
        game.ask(self.who, FIGHT, bit(0) | (bit(FLEE - FIGHT) if refuges(game, self.n) != 0 else 0))
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        if action == FIGHT:
            game.say("fights", "CN-3.2", self.n)
            return
        game.say("flees", "CN-3.2", self.n)
        game.next(Escape(self.who, n=self.n))
        place: i64 = len(game.order) - 1
        while place >= 0:
            other = game.order[place]
            if fights_against(game, self.n, other):
                game.next(Opportunity(game.armadas[other].owner, n=other, target=self.n))
            place -= 1


@final
@mypyc_attr(free_list_len=1)
class Opportunity(Step):
    """CN-3.2: an enemy (`n`) shoots at the armada that flees (`target`), which rolls its Shield dice."""

    def begin(self, game: Space) -> bool:
        if not is_in(game, self.target):
            return DONE
        hits = roll(game, game.player_of(self.n).combat)
        game.say_roll("opportunity", self.n, "attacked", "CN-3.2", self.n, self.target, hits)
        dice = game.rolled
        stopped = roll(game, game.player_of(self.target).shield)
        game.rolled = dice
        note_shot(game, self.n, self.target, hits, stopped)
        game.say_roll("", self.target, "shield_dice", "CN-3.2", self.target, stopped)
        if 0 < hits <= stopped:
            game.say_why("opportunity", self.n, "stopped", "CN-3.2", self.target, hits)
        suffer(game, self.target, max(0, hits - stopped), self.n)
        return DONE


@final
@mypyc_attr(free_list_len=1)
class Escape(Step):
    """CN-3.2: an armada (`n`) that survived gets away; the other team gains by it."""

    def begin(self, game: Space) -> bool:
        if not is_in(game, self.n):
            return DONE
        armada = game.armadas[self.n]
        take_out(game, self.n)
        armada.out = AWAY
        armada.calm_down()
        game.next(FleeTo(self.who, n=self.n))
        gain_points(game, 1 - armada.team(), game.scenario.escape, "escape", "CN-3.2")
        return DONE


@final
@mypyc_attr(free_list_len=1)
class FleeTo(Step):
    """CN-3.10: where an armada (`n`) flees to."""

    def question(self) -> i64:
        return questions.FLEE_TO

    def begin(self, game: Space) -> bool:
        game.ask(self.who, FLY, refuges(game, self.n))
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        game.armadas[self.n].pos = action - FLY
        game.fled |= bit(self.n)
        game.say("fled", "CN-3.10", self.n, action - FLY)
