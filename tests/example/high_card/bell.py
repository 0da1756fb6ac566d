"""HC-2.6, the bell: a hammer swings, and a hand stops it. The example of a measured question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harena.core.dice import Dice
from harena.core.state import ASKED, Step
from harena.core.swing import Swing

if TYPE_CHECKING:
    from . import Table

STOP, LATE = 18, 25  # the first action, and the last: nobody stopped it
FAR = 3  # places to either side of the middle
PERIOD, REACH, LIMIT = 1600, 60, 60_000  # milliseconds, the picture's units, milliseconds
READY = 300  # milliseconds before it swings for the first time
PLACE = REACH // FAR
PARTS = 2


class Stop(Step):
    """Stop the hammer. who: the seat; n: the prize; mode: the phase; what: which of two; x: hits so far."""

    def begin(self, game: Table) -> bool:
        game.ask_measured(self.who, STOP, 2 ** (LATE - STOP + 1) - 1)
        return ASKED

    def choose(self, game: Table, action: int) -> None:
        game.reveal("stopped", "HC-2.6", self.who, action - STOP)
        hits = self.x + (action == STOP + FAR)
        if self.what + 1 < PARTS:
            hang(game, self.who, self.n, self.what + 1, hits)
            return
        worth = 2 * self.n if hits == PARTS else 0
        game.points[self.who] += worth
        game.say("scored", "HC-2.6", self.who, worth)


def hang(game: Table, who: int, prize: int, part: int = 0, hits: int = 0) -> None:
    """Set the hammer swinging; where it begins is a matter of dice, which everybody sees."""
    phase = game.dice.below(PERIOD)
    game.say("swinging", "HC-2.6", who, phase)
    game.next(Stop(who=who, n=prize, mode=phase, what=part, x=hits))


def swing_of(step: Step) -> Swing | None:
    if not isinstance(step, Stop):
        return None
    return Swing(PERIOD, step.mode, REACH, LIMIT, step.what, "hammer", 0 if step.what else READY)


def stopped_at(swing: Swing, ms: int | None, before: int) -> int:
    """The place where the hammer is after so many milliseconds."""
    if ms is None or before + ms > LIMIT:
        return LATE
    return STOP + FAR + round(swing.at(ms) / PLACE)


def knack(dice: Dice, error: int) -> int:
    """What a hand gets that aims at the middle and is off by so many milliseconds, as a rule."""
    off = error * (sum(dice.below(1001) for _ in range(4)) - 2000) / 577
    place = round(4 * REACH / PERIOD * off / PLACE)
    return STOP + FAR + max(-FAR, min(FAR, place))
