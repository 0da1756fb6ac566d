"""One line of play through a game whose chance comes from outside, and who heard what on the way.

A course never changes: every action and every draw gives a new one, so that copies share all they have.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Optional, final

import msgspec

from harena.core.dice import Dice, fast_dice
from harena.core.event import NOBODY, Event
from harena.core.state import HAND, OVER, SPECTATOR, State
from harena.core.view import Told, tell

if TYPE_CHECKING:
    from harena.rl.variant import Variant

CHANCE: Final = -3  # in place of a seat: a draw is wanted
SET_UP: Final = -1  # in place of an action: the table is being set up
NO_ACTION: Final = -2  # in place of an action: nothing is under way, somebody decides
MOST_OUTCOMES: Final = 64  # of one draw; a wider one is drawn in parts


class Wanted(Exception):  # noqa: N818 - no error: the rules go on once it is drawn
    """The rules want a number below n that was not drawn yet."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.n = n


@final
class GivenDice(Dice):
    """Dice that show what they are given, and then ask for more. One of one is no draw."""

    def __init__(self, given: tuple[int, ...] = ()) -> None:
        super().__init__()
        self.given = given
        self.shown = 0

    def below(self, n: int) -> int:
        self.drawn += 1
        if n == 1:
            return 0
        if self.shown == len(self.given):
            raise Wanted(n)
        self.shown += 1
        return self.given[self.shown - 1]

    def copy(self) -> GivenDice:
        same = GivenDice(self.given)
        same.shown, same.drawn = self.shown, self.drawn
        return same


class Draw(NamedTuple):
    """A number that is wanted, as far as it is known: at least `low`, one of `span`."""

    low: int
    span: int

    def part(self) -> int:
        """How many numbers one outcome stands for: 1 where that settles it."""
        part = 1
        while part * MOST_OUTCOMES < self.span:
            part *= MOST_OUTCOMES
        return part

    def outcomes(self) -> list[tuple[int, float]]:
        """Each outcome with its probability."""
        part = self.part()
        return [
            (start // part, min(part, self.span - start) / self.span) for start in range(0, self.span, part)
        ]

    def after(self, outcome: int) -> Draw:
        part = self.part()
        start = outcome * part
        return Draw(self.low + start, min(part, self.span - start))

    def said(self, outcome: int) -> str:
        """An outcome in words, counted from 1."""
        first, span = self.after(outcome)
        return f"draw:{first + 1}" if span == 1 else f"draw:{first + 1}-{first + span}"


NOTHING: Final = Draw(0, 0)


class Story:
    """What happened so far, back to the beginning: what was done, the draws it took, what came of it."""

    __slots__ = ("action", "before", "draws", "events", "number", "said", "seat", "views")

    def __init__(
        self, before: Optional[Story], seat: int, action: int, draws: tuple[int, ...], events: Sequence[Event]
    ) -> None:
        self.before = before
        self.number: int = before.number + 1 if before is not None else 0
        self.seat = seat
        self.action = action
        self.draws = draws
        self.events = events
        self.said: dict[int, list[str]] = {}  # by ears: lines
        self.views: dict[int, str] = {}  # by eyes, once looked at: what is seen then


@final
class Guess(Story):
    """From here on one seat's guess is played: what the others alone heard before is not theirs any more."""

    __slots__ = ("seed",)

    def __init__(self, before: Story, seat: int, seed: int) -> None:
        super().__init__(before, seat, NO_ACTION, (), ())
        self.number = before.number
        self.seed = seed


@final
class Course:
    """A position, the story that led there, and a move under way while its draws are wanted."""

    __slots__ = ("action", "draws", "position", "story", "variant", "wanted")

    def __init__(
        self,
        variant: Variant,
        position: State,
        story: Optional[Story],
        action: int = NO_ACTION,
        draws: tuple[int, ...] = (),
        wanted: Draw = NOTHING,
    ) -> None:
        self.variant = variant
        self.position = position  # at the last question; nobody plays in it
        self.story = story  # None: the table is not set up yet
        self.action = action
        self.draws = draws
        self.wanted = wanted

    def __copy__(self) -> Course:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Course:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return replayed, (self.variant, moves_of(self.story), self.action, self.draws, tuple(self.wanted))

    # --- whose turn

    @property
    def seat(self) -> int:
        """Who decides: a seat, CHANCE or OVER."""
        return CHANCE if self.wanted.span else self.position.seat

    @property
    def over(self) -> bool:
        return self.seat == OVER

    def play(self, action: int) -> Course:
        """Somebody takes an open action."""
        return run(self, action, ())

    def draw(self, outcome: int) -> Course:
        """Chance decides."""
        wanted = self.wanted.after(outcome)
        if wanted.span > 1:
            return Course(self.variant, self.position, self.story, self.action, self.draws, wanted)
        return run(self, self.action, (*self.draws, wanted.low))

    def guess(self, seat: int, seed: int) -> Course:
        """A world this seat could be in: what it cannot know is dealt anew."""
        if self.wanted.span or self.story is None:
            raise ValueError("A world is guessed where somebody decides, not while chance does.")
        if self.position.seat == OVER:
            return self
        guessed = self.position.guess(seat, fast_dice(seed))
        guessed.dice = GivenDice()
        return Course(self.variant, guessed, Guess(self.story, seat, seed))

    # --- what a seat knows

    def view(self, seat: int) -> str:
        """What a seat sees now; while chance decides, what it saw last."""
        if self.story is None:
            return ""
        views = self.story.views
        if seat not in views:
            views[seat] = msgspec.json.encode(self.variant.game.view(self.position, seat)).decode()
        return views[seat]

    def memory(self, seat: int) -> str:
        """All that a seat was told and did, from the beginning, and what it sees now."""
        lines: list[str] = []
        story, ears = self.story, seat
        if self.wanted.span and story is not None and self.position.seat == seat:
            lines.append(self._own(story.number + 1, self.action))
        while story is not None:
            if isinstance(story, Guess):
                ears = ears if ears == story.seat else SPECTATOR
            else:
                lines += reversed(self._heard(story, ears))
            story = story.before
        lines.reverse()
        return "\n".join([*lines, self.view(seat)])

    def _heard(self, story: Story, ears: int) -> list[str]:
        if ears not in story.said:
            own = [self._own(story.number, story.action)] if story.seat == ears else []
            told = [heard(tell(event, story.number, ears)) for event in story.events]
            story.said[ears] = own + told
        return story.said[ears]

    def _own(self, number: int, action: int) -> str:
        return f"{number} > {self.variant.actions.notation(action)}"

    # --- the whole truth

    def __str__(self) -> str:
        state = self.position
        title = self.variant.game.title
        if self.wanted.span:
            low, span = self.wanted
            waits = f"chance: a number from {low + 1} to {low + span}, after {list(self.draws)}"
        else:
            waits = "over" if state.seat == OVER else f"seat {state.seat} decides"
        begun = "" if self.story is None else f" {state.key():016x} after {self.story.number} actions"
        return f"{title}{begun}: {waits}"


def run(course: Course, action: int, draws: tuple[int, ...]) -> Course:
    """Make a move with these draws. If it wants more, all of it will be made again once they are there."""
    position, story = course.position, course.story
    state = position.copy()
    state.dice, state.journal = GivenDice(draws), []
    try:
        if action == SET_UP:
            state.run_on()
        else:
            state.play(action)
        while state.measured:  # what a hand does is chance
            state.play(state.knack(state.dice, HAND))
    except Wanted as wanted:
        return Course(course.variant, position, story, action, draws, Draw(0, wanted.n))
    events = state.journal or []
    state.dice, state.journal = GivenDice(), None
    seat = OVER if action == SET_UP else position.seat
    return Course(course.variant, state, Story(story, seat, action, draws, events))


def heard(told: Told) -> str:
    """An event in a line: `12 turned_up 0 17 0`; a secret that is known follows a colon."""
    text = f"{told.move} {told.kind} {told.a} {told.b} {told.c}"
    if told.secret is not None:
        text += f" :{told.secret}"
    if told.cause or told.by != NOBODY:
        text += f" {told.cause} by {told.by}"
    return f"{text} {list(told.dice)}" if told.dice else text


# --- courses that travel: the moves are enough

Moves = list[tuple[int, tuple[int, ...]] | tuple[str, int, int]]


def moves_of(story: Optional[Story]) -> Moves:
    """Every action with its draws, and every guess with its seed, from the beginning."""
    moves: Moves = []
    while story is not None:
        if isinstance(story, Guess):
            moves.append(("guess", story.seat, story.seed))
        else:
            moves.append((story.action, story.draws))
        story = story.before
    moves.reverse()
    return moves


def replayed(
    variant: Variant, moves: Moves, action: int, draws: tuple[int, ...], wanted: tuple[int, int]
) -> Course:
    """The course that these moves make."""
    course = Course(variant, variant.fresh, None)
    for move in moves:
        course = course.guess(move[1], move[2]) if len(move) == 3 else run(course, move[0], move[1])
    if action == NO_ACTION:
        return course
    return Course(variant, course.position, course.story, action, draws, Draw(*wanted))
