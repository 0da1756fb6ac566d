"""KD-5.2, KD-5.6: the test by tower, cube by cube.

Imports run one way: state.py uses rules/tower.py, this file uses both, and `begin_test` is here because it
knows dice and towers. rules/tests.py has what a test comes to (Passed, Failed) and the roll (Roll: who, the
tested seat; n, what counts), and imports nothing of this file.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit, full
from harena.core.state import ASKED, Step
from harena.games.knockdown.actions import CUBE, LATE
from harena.games.knockdown.rules import questions
from harena.games.knockdown.rules.tests import Failed, Passed, Roll
from harena.games.knockdown.rules.tower import MOST, REACH, period_of, stands
from harena.games.knockdown.state import Brawl

ANYWHERE: Final = LATE - CUBE + 1  # where a cube can land, and too late


def begin_test(game: Brawl, who: i64) -> None:
    """KD-5: a fighter is tested, by dice or by hand; with nothing that counts it has passed (KD-5.4)."""
    game.roll_shown = False
    counted = game.counted(who)
    if counted == 0:
        game.next(Passed(who))
    elif builds(game, who, counted):
        build(game, who, counted)
    else:
        game.next(Roll(who, n=counted))


def builds(game: Brawl, who: i64, cubes: i64) -> bool:
    """KD-5.2: does this seat build a tower of so many cubes, or do dice decide?"""
    return game.setting.towers & bit(who) != 0 and cubes <= MOST


def build(game: Brawl, who: i64, cubes: i64) -> None:
    """KD-5.6: the first cube stands on the table."""
    game.tower = [0]
    game.builder = who
    game.cubes = cubes
    go_on(game, who)


def go_on(game: Brawl, who: i64) -> None:
    """A tower that stands: the next cube, or the test is passed."""
    if len(game.tower) < game.cubes:
        hang(game, who)
    else:
        game.built = game.made
        game.next(Passed(who))


def hang(game: Brawl, who: i64) -> None:
    """A cube swings over the last; where in its swing it begins, and to which side, is a matter of dice."""
    cube: i64 = len(game.tower)
    phase = game.dice.below(period_of(cube))
    game.say("hung", "KD-5.6", who, cube, phase)
    game.next(LetGo(who, what=cube, mode=phase))


@final
@mypyc_attr(free_list_len=1)
class LetGo(Step):
    """KD-5.6: let a cube go. who: the tested seat; what: the cube that hangs; mode: its phase."""

    def question(self) -> i64:
        return questions.LET_GO

    def begin(self, game: Brawl) -> bool:
        game.ask_measured(self.who, CUBE, full(ANYWHERE))
        return ASKED

    def choose(self, game: Brawl, action: i64) -> None:
        if action == LATE:
            game.reveal("late", "KD-5.2", self.who)
            fall(game, self.who)
            return
        place = action - CUBE
        game.reveal("landed", "KD-5.6", self.who, place, self.what)
        game.tower.append(place - REACH)
        if stands(game.tower):
            go_on(game, self.who)
        else:
            game.say("toppled", "KD-5.2", self.who)
            fall(game, self.who)


def fall(game: Brawl, who: i64) -> None:
    """The tower fell, or was not ready in time."""
    game.built = game.made
    game.next(Failed(who))
