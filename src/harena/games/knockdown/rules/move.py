"""KD-3.3, KD-4.4, KD-4.10: steps, moves by an effect, and the Flame that burns whoever ends on it."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit
from harena.core.hex import OFF
from harena.core.state import ASKED, DONE, Step
from harena.games.knockdown.actions import PLACE
from harena.games.knockdown.pack.content import BACKWARD, BLINK, FORWARD, SHIFT, SPEND_MOVE, VERB_NAMES
from harena.games.knockdown.rules import questions
from harena.games.knockdown.state import Brawl


def step_to(game: Brawl, who: i64, space: i64, cause: str, by: i64, rule: str) -> None:
    """A fighter goes to a space; whether the Flame burns it there is asked when the whole move ends."""
    fighter = game.fighter(who)
    here = fighter.pos
    fighter.pos = space
    game.say_why(cause, by, "moved", rule, who, here, space)


def burn(game: Brawl, who: i64) -> None:
    """KD-1.9: on the space of the other's Flame a fighter suffers a light wound that nothing blocks."""
    if game.fighter(who).pos == game.opponent(who).flame:
        game.inflict(who, 1, 0, "flame", 1 - who, "KD-1.9")


@final
@mypyc_attr(free_list_len=1)
class GoTo(Step):
    """KD-4.10: a move of one's own, up to n steps. who: the fighter; n: steps; mode: the verb."""

    def question(self) -> i64:
        return questions.GO_TO

    def begin(self, game: Brawl) -> bool:
        game.ask(self.who, PLACE, places(game, self.who, self.mode, self.n))
        return ASKED

    def choose(self, game: Brawl, action: i64) -> None:
        space = action - PLACE
        if space == game.fighter(self.who).pos:
            return
        if self.mode == SPEND_MOVE:
            spend(game, self.who, steps_to(game, self.who, space), "KD-4.10")
        step_to(
            game,
            self.who,
            space,
            VERB_NAMES[self.mode],
            self.who,
            "KD-4.4" if self.mode == BLINK else "KD-4.10",
        )
        burn(game, self.who)


def places(game: Brawl, who: i64, verb: i64, n: i64) -> i64:
    """Where a move of one's own may end. Ammo is spent for spaces, so there it must be somewhere else."""
    here = game.fighter(who).pos
    if verb == BLINK:  # KD-4.4: it may pass through the opponent, but not end there
        return (game.field.near(here, n) | bit(here)) & ~bit(game.opponent(who).pos)
    area = game.walk(who, n)
    if verb == SPEND_MOVE and area != bit(here):
        return area & ~bit(here)
    return area


def steps_to(game: Brawl, who: i64, space: i64) -> i64:
    """How many steps it takes to walk there."""
    n: i64 = 0
    while (game.walk(who, n) >> space) & 1 == 0:
        n += 1
    return n


def spend(game: Brawl, who: i64, n: i64, rule: str) -> None:
    """Ammo tokens are spent."""
    if n > 0:
        fighter = game.fighter(who)
        fighter.ammo -= n
        game.say("ammo", rule, who, -n, fighter.ammo)


@final
@mypyc_attr(free_list_len=1)
class Shove(Step):
    """KD-4.10: Forward, Backward, Drag, Shift, step by step. who: the user; n: steps left; mode: the verb;
    x: it has moved already."""

    def question(self) -> i64:
        return questions.SHOVE

    def begin(self, game: Brawl) -> bool:
        ways = next_spaces(game, self.who, self.mode) if self.n > 0 else 0
        if ways == 0:
            if self.x != 0:
                burn(game, moved_by(self.who, self.mode))
            return DONE
        game.ask(self.who, PLACE, ways)
        return ASKED

    def choose(self, game: Brawl, action: i64) -> None:
        rule = "KD-4.10" if self.mode == SHIFT else "KD-4.4"
        step_to(game, moved_by(self.who, self.mode), action - PLACE, VERB_NAMES[self.mode], self.who, rule)
        game.next(Shove(self.who, n=self.n - 1, mode=self.mode, x=1))


def moved_by(who: i64, verb: i64) -> i64:
    """Which fighter a verb of this user moves."""
    return who if verb == FORWARD else 1 - who


def next_spaces(game: Brawl, who: i64, verb: i64) -> i64:
    """KD-4.4: where the next step can lead: in line along the line, else to any space farther or nearer."""
    mover = moved_by(who, verb)
    here = game.fighter(mover).pos
    there = game.opponent(mover).pos
    if verb == SHIFT:
        return game.free_beside(mover)
    if verb == BACKWARD:
        away = game.field.direction(there, here)
        if away == OFF:
            return game.field.farther(there, here)
        return beside(game, here, away)
    if game.field.distance(here, there) <= 1:
        return 0
    toward = game.field.direction(here, there)
    if toward == OFF:
        return game.field.nearer(there, here)
    return beside(game, here, toward)


def beside(game: Brawl, here: i64, direction: i64) -> i64:
    """The next space that way, as a set; empty where the arena ends."""
    space = game.field.neighbour(here, direction)
    return 0 if space == OFF else bit(space)


@final
@mypyc_attr(free_list_len=1)
class Burn(Step):
    """KD-1.9: the Flame is laid on a free space up to n away; that burns nobody. who: its owner."""

    def question(self) -> i64:
        return questions.BURN

    def begin(self, game: Brawl) -> bool:
        spaces = flame_spaces(game, self.who, self.n)
        if spaces == 0:
            return DONE
        game.ask(self.who, PLACE, spaces)
        return ASKED

    def choose(self, game: Brawl, action: i64) -> None:
        game.fighter(self.who).flame = action - PLACE
        game.say("flame", "KD-1.9", self.who, action - PLACE)


def flame_spaces(game: Brawl, who: i64, n: i64) -> i64:
    """Where the Flame can be laid: up to n away, on nobody's space, and not where it lies."""
    fighter = game.fighter(who)
    spaces = game.field.near(fighter.pos, n) & ~bit(game.opponent(who).pos)
    if fighter.flame != OFF:
        spaces &= ~bit(fighter.flame)
    return spaces
