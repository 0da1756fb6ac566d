"""KD-5: what a Knockdown Test comes to, and the test by dice."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from harena.core.state import DONE, Step
from harena.games.knockdown.pack.content import OPPONENT_PASSED
from harena.games.knockdown.rules.ending import BY_KNOCKOUT, end_round
from harena.games.knockdown.rules.skills import set_off
from harena.games.knockdown.state import Brawl

DICE: Final = 3


@final
@mypyc_attr(free_list_len=1)
class Roll(Step):
    """KD-5.1: three dice; a sum of at least what counts is passed. who: the tested seat; n: what counts."""

    def begin(self, game: Brawl) -> bool:
        total: i64 = 0
        game.rolled = 0
        game.needed = self.n
        game.roll_shown = True
        die: i64 = 0
        while die < DICE:
            pips = game.dice.below(6) + 1
            total += pips
            game.rolled = game.rolled << 3 | pips
            game.fell(pips)
            die += 1
        game.say_roll("test", self.who, "rolled", "KD-5.1", self.who, total, self.n)
        if total >= self.n:
            game.next(Passed(self.who))
        else:
            game.next(Failed(self.who))
        return DONE


@final
@mypyc_attr(free_list_len=1)
class Passed(Step):
    """KD-5.3: half of the wounds go, then the opponent's Skills work. who: the tested seat."""

    def begin(self, game: Brawl) -> bool:
        game.say("passed", "KD-5.1", self.who)
        if game.relief:
            light = game.light_relieved(self.who)
            game.mend(self.who, light, game.heavy_relieved(self.who), "relief", "KD-5.3")
        set_off(game, 1 - self.who, OPPONENT_PASSED)
        return DONE


@final
@mypyc_attr(free_list_len=1)
class Failed(Step):
    """KD-5.1, KD-6.1: the opponent wins the round by K.O. who: the tested seat."""

    def begin(self, game: Brawl) -> bool:
        game.say("knocked_down", "KD-5.1", self.who)
        end_round(game, 1 - self.who, BY_KNOCKOUT)
        return DONE
