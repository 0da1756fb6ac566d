"""A position of any game: whose decision it is, what is open, and how the game runs on."""

from __future__ import annotations

from copy import deepcopy
from hashlib import blake2b
from typing import Any, Final, Optional

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import at_most_one, count_bits, low_bit, nth_bit
from harena.core.dice import Dice
from harena.core.event import Event
from harena.core.pen import Pen
from harena.core.printed import printed_state, printed_step
from harena.core.travel import reduced

OVER: Final = -1  # in place of a seat: nobody decides any more
SPECTATOR: Final = -2  # in place of a seat: someone who watches and holds nothing
ASKED: Final = True  # what `begin` returns when the step waits for an answer
HAND: Final = 50  # milliseconds by which a steady hand is off at a measured question
DONE: Final = False  # what `begin` returns when its work is done


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """One pending piece of the flow. Never changed once made, so copies of a state share it.

    All games' steps share one set of numbers; what each means is said at each step, and views show it under
    names of the game's own. A step holds nothing that any seat may not know. `game` is the game's own
    State: subclasses say which.
    """

    def __init__(
        self,
        who: i64 = 0,
        target: i64 = 0,
        n: i64 = 0,
        mode: i64 = 0,
        what: i64 = 0,
        x: i64 = 0,
        y: i64 = 0,
    ) -> None:
        self.who: i64 = who
        self.target: i64 = target
        self.n: i64 = n
        self.mode: i64 = mode
        self.what: i64 = what
        self.x: i64 = x
        self.y: i64 = y

    def begin(self, game: Any) -> bool:
        """Do the automatic part and return DONE, or ask a question, change nothing else and return ASKED."""
        raise TypeError(f"step {type(self).__name__} does not say how it begins")

    def choose(self, game: Any, action: i64) -> None:
        """Take the answer to the question that `begin` asked."""
        raise TypeError(f"step {type(self).__name__} asks nothing, so it takes no answer")

    def question(self) -> i64:
        """Which of the game's questions it asks, counted from 0, for what a seat sees as numbers."""
        return 0

    def numbers(self) -> list[i64]:
        """The step's numbers, for the key of a position."""
        return [self.who, self.target, self.n, self.mode, self.what, self.x, self.y]

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self)

    def __repr__(self) -> str:
        return printed_step(self)


NO_STEP: Final[Step] = Step()


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """What lies on the table, the question that waits, and the steps still to come.

    The question opens action `base + i` for each bit i of `mask`, and likewise for the second window.
    """

    def __init__(self, seats: i64, dice: Dice) -> None:
        self.seats: i64 = seats
        self.dice: Dice = dice
        self.seat: i64 = OVER
        self.base: i64 = 0
        self.mask: i64 = 0
        self.base2: i64 = 0
        self.mask2: i64 = 0
        self.hidden: bool = False  # the number of answers would tell something, so it is always put
        self.measured: bool = False  # answered by letting go at the right moment: for bots a matter of chance
        self.sealed: i64 = 0  # seats whose secret answers are shown together after the last
        self.sealings: i64 = 0  # how often choices were sealed
        self.seen: i64 = 0  # how often something hidden became seen
        self.made: i64 = 0  # how many decisions were made: everybody at the table can count them
        self.journal: Optional[list[Event]] = None
        self.fallen: Optional[list[int]] = None  # dice to be told by the next `say_roll`
        self.steps: list[Step] = []
        self.waiting: Step = NO_STEP

    # --- the question

    def ask(self, seat: i64, base: i64, mask: i64, base2: i64 = 0, mask2: i64 = 0) -> None:
        """Put a question; one with a single answer is answered at once."""
        self.seat = seat
        self.base = base
        self.mask = mask
        self.base2 = base2
        self.mask2 = mask2
        self.hidden = False
        self.measured = False

    def ask_hidden(self, seat: i64, base: i64, mask: i64, base2: i64 = 0, mask2: i64 = 0) -> None:
        """Put a question even if it has a single answer, because that would tell something hidden."""
        self.ask(seat, base, mask, base2, mask2)
        self.hidden = True

    def ask_measured(self, seat: i64, base: i64, mask: i64, base2: i64 = 0, mask2: i64 = 0) -> None:
        """Put a question that a hand answers, by letting go in time; it is put even with a single answer."""
        self.ask(seat, base, mask, base2, mask2)
        self.measured = True

    def end(self) -> None:
        """The game is over: nobody decides any more."""
        self.ask(OVER, 0, 0)

    def legal(self) -> list[i64]:
        """The open actions of `seat`, in ascending order."""
        out: list[i64] = []
        mask = self.mask
        while mask != 0:
            out.append(self.base + low_bit(mask))
            mask &= mask - 1
        mask = self.mask2
        while mask != 0:
            out.append(self.base2 + low_bit(mask))
            mask &= mask - 1
        return out

    def count(self) -> i64:
        """How many actions are open."""
        if self.mask2 == 0:
            return count_bits(self.mask)
        return count_bits(self.mask) + count_bits(self.mask2)

    def has_choice(self) -> bool:
        """Are there at least two open actions?"""
        if self.mask2 == 0:
            return not at_most_one(self.mask)
        return self.mask != 0 or not at_most_one(self.mask2)

    def nth(self, k: i64) -> i64:
        """The open action with k smaller ones."""
        if self.mask2 != 0:
            first = count_bits(self.mask)
            if k >= first:
                return self.base2 + nth_bit(self.mask2, k - first)
        return self.base + nth_bit(self.mask, k)

    # --- the flow

    def play(self, action: i64) -> None:
        """Take an open action and run on to the next question. Trusts its caller: see Match."""
        self.made += 1
        self.waiting.choose(self, action)
        self.run_on()

    def next(self, step: Step) -> None:
        """Put a step on the stack: what is put last comes first."""
        self.steps.append(step)

    def instead(self, step: Step) -> None:
        """Forget all that was still to come and go on with this step: a round that ends inside an attack."""
        self.steps.clear()  # in place: `run_on` holds on to the list
        self.steps.append(step)

    def run_on(self) -> None:
        """Take steps off the stack until one has a question with a choice, or the game is over."""
        steps = self.steps
        while True:
            step = steps.pop()
            if step.begin(self):
                if self.hidden or self.measured or self.has_choice() or self.seat == OVER:
                    self.waiting = step
                    return
                if self.mask == 0 and self.mask2 == 0:
                    raise RuntimeError(f"step {type(step).__name__} asked a question without an answer")
                step.choose(self, self.nth(0))

    def ask_again(self) -> None:
        """Put the waiting question anew, after `guess` has dealt other hands."""
        if self.seat != OVER:
            self.waiting.begin(self)

    def seal(self, seats: i64) -> None:
        """From now on these seats answer in secret: no one's open actions depend on another's answer."""
        self.sealed = seats
        self.sealings += 1

    def unseal(self) -> None:
        """All have answered; what they chose may be shown."""
        self.sealed = 0

    # --- what is told

    def say(self, kind: str, rule: str, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """Write an event that everybody may know."""
        journal = self.journal
        if journal is not None:
            journal.append(Event(kind, rule, a, b, c))

    def say_why(self, cause: str, by: i64, kind: str, rule: str, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """Write an event with what brought it about and whose doing it was: no observer need infer it."""
        journal = self.journal
        if journal is not None:
            event = Event(kind, rule, a, b, c)
            event.cause = cause
            event.by = by
            journal.append(event)

    def fell(self, die: i64) -> None:
        """A die of the roll under way, for `say_roll`; nothing is kept unless a journal listens."""
        if self.journal is not None:
            if self.fallen is None:
                self.fallen = [die]
            else:
                self.fallen.append(die)

    def say_roll(self, cause: str, by: i64, kind: str, rule: str, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """As `say_why`, with all the dice that fell since the last roll was told, however many."""
        journal = self.journal
        if journal is not None:
            event = Event(kind, rule, a, b, c)
            event.cause = cause
            event.by = by
            fallen = self.fallen
            if fallen is not None:
                event.dice = tuple(fallen)
                self.fallen = None
            journal.append(event)

    def reveal(self, kind: str, rule: str, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """Something hidden becomes seen by everybody: the only way that happens."""
        self.seen += 1
        journal = self.journal
        if journal is not None:
            event = Event(kind, rule, a, b, c)
            event.reveals = True
            journal.append(event)

    def whisper(
        self, eyes: i64, secret: i64, kind: str, rule: str, a: i64 = 0, b: i64 = 0, c: i64 = 0
    ) -> None:
        """The seats in `eyes` learn something hidden; the others hear only that they do."""
        self.seen += 1
        journal = self.journal
        if journal is not None:
            event = Event(kind, rule, a, b, c)
            event.secret = secret
            event.eyes = eyes
            event.reveals = True
            journal.append(event)

    def echo(self, eyes: i64, secret: i64, kind: str, rule: str, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """Write an event whose secret number the seats in `eyes` knew already, such as their own choice."""
        journal = self.journal
        if journal is not None:
            event = Event(kind, rule, a, b, c)
            event.secret = secret
            event.eyes = eyes
            journal.append(event)

    # --- copies

    def copy_flow_to(self, other: State) -> None:
        """Give a copy the question, the steps and the counters; the dice and the table are its own."""
        other.seat = self.seat
        other.base = self.base
        other.mask = self.mask
        other.base2 = self.base2
        other.mask2 = self.mask2
        other.hidden = self.hidden
        other.measured = self.measured
        other.sealed = self.sealed
        other.sealings = self.sealings
        other.seen = self.seen
        other.made = self.made
        other.steps = self.steps[:]
        other.waiting = self.waiting

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds everything, also the pack."""
        return reduced(self)

    def __copy__(self) -> State:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        """The same position, journal and all, with dice of its own; what never changes is shared."""
        same = self.copy()
        memo[id(self)] = same
        same.dice = deepcopy(self.dice, memo)
        journal = self.journal
        if journal is not None:
            same.journal = journal[:]  # an event is never changed
        fallen = self.fallen
        if fallen is not None:
            same.fallen = fallen[:]
        return same

    def __repr__(self) -> str:
        return printed_state(self)

    def key(self) -> int:
        """A number for the table, the steps and the question; not for dice or journal."""
        numbers = [self.seat, self.base, self.mask, self.base2, self.mask2, self.sealed]
        numbers += self.table()
        flow = [(type(step).__name__, step.numbers()) for step in self.steps]
        flow.append((type(self.waiting).__name__, self.waiting.numbers()))
        text = repr((numbers, self.hidden, flow))
        return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")

    # --- what each game writes

    def copy(self) -> State:
        """The same position with its own dice and without a journal."""
        raise TypeError(f"{type(self).__name__} does not say how it is copied")

    def guess(self, seat: i64, dice: Dice) -> State:
        """A position `seat` could be in: all it cannot know is dealt anew, all it knows is kept."""
        raise TypeError(f"{type(self).__name__} does not say how it is guessed")

    def table(self) -> list[i64]:
        """Everything that lies on the table, as numbers, for the key."""
        raise TypeError(f"{type(self).__name__} does not say what lies on its table")

    def score(self) -> list[float]:
        """Per seat, once OVER: 1 for each winner, 0 for a loser, 1/k where k sides draw."""
        raise TypeError(f"{type(self).__name__} does not say how it is scored")

    def estimate(self) -> list[float]:
        """The best guess of `score` for an unfinished game, from what is on the table."""
        return [1.0 / float(self.seats)] * self.seats

    def encode(self, seat: i64, pen: Pen) -> None:
        """Write what a seat knows, in the same places in every position; see core/features.py."""
        raise TypeError(f"{type(self).__name__} does not say what a seat sees as numbers")

    def hunch(self, dice: Dice) -> i64:
        """What a player in a hurry might do, for playing on quickly: any open action unless a game knows."""
        return self.nth(dice.below(self.count()))

    def knack(self, dice: Dice, error: i64) -> i64:
        """What a hand gets at a measured question that is off by so many milliseconds, as a rule.

        It draws from these dice and never from the state's own: a replay would differ.
        """
        raise TypeError(f"{type(self).__name__} does not say what a hand gets")

    def pointless(self, action: i64) -> bool:
        """Would nobody who knows the game take this open action? Bots do not, unless all are."""
        return False

    def horizon(self) -> i64:
        """How many decisions a search plays on before it estimates: few where estimates are good; 0: all."""
        return 60
