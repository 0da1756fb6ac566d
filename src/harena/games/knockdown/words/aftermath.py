"""What the target's Skills make of a blow that has just landed, before a Knockdown Test may be called."""

from __future__ import annotations

from typing import NamedTuple

from harena.core.hex import OFF
from harena.core.state import Step
from harena.games.knockdown.pack.content import BLINK, FORWARD, HEAL, MEND, MOVE, SUFFER, Verb
from harena.games.knockdown.rules.effect import DoVerb, verbs_of
from harena.games.knockdown.rules.move import GoTo, Shove
from harena.games.knockdown.state import Brawl

OWN_STEPS = (MOVE, BLINK, FORWARD)  # verbs with which a fighter itself may come to stand in the Flame


class Counted(NamedTuple):
    """What a test counts: so much at least, and so much at most."""

    low: int
    high: int


def counted_after_skills(game: Brawl, target: int) -> Counted:
    """KD-1.7, KD-5.4: what a test of the target counts once its Skills that answer a Strike have worked.

    They are played on this position. Which card or wound somebody chooses makes no difference; a way does,
    and from there on only bounds are known.
    """
    while game.steps:
        step = game.steps.pop()
        if not step.begin(game):
            continue
        if isinstance(step, GoTo | Shove) and game.has_choice():
            return _bounds(game, target, step)
        step.choose(game, game.nth(0))
    return Counted(int(game.counted(target)), int(game.counted(target)))


def _bounds(game: Brawl, target: int, choice: Step) -> Counted:
    """While a way is chosen: what the rest may take from the count and add to it."""
    counted, low, high = int(game.counted(target)), 0, 0
    burns = game.opponent(target).flame != OFF
    for verb in _still_to_come(game):
        low += _may_take(verb)
        high += int(verb.light + verb.heavy) if verb.do == SUFFER else int(burns and verb.do in OWN_STEPS)
    high += int(burns and choice.who == target)
    return Counted(max(counted - low, 0), counted + high)


def _still_to_come(game: Brawl) -> list[Verb]:
    """The verbs of Skills that have not worked yet."""
    rest = [step for step in game.steps if isinstance(step, DoVerb)]
    return [verb for step in rest for verb in verbs_of(game, step.what, step.mode)[step.n :]]


def _may_take(verb: Verb) -> int:
    """How many of its own wounds a fighter may discard with a verb."""
    if verb.do == HEAL:
        return int(verb.light + verb.heavy)
    return int(verb.do == MEND)
