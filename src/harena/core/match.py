"""A match: what the world outside uses to play a game, see it, save it and replay it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from copy import copy, deepcopy
from pathlib import Path
from typing import Any

import msgspec

from harena.core import registry
from harena.core.errors import ActionError, OptionError, TakeBackError
from harena.core.event import Event
from harena.core.fair import FairDice, FairSeeds
from harena.core.fitting import complete
from harena.core.game import AnyGame, Words, retold
from harena.core.giving_up import final_scores, gave_up, is_decided, winners
from harena.core.options import read_options, write_options
from harena.core.pack import Pack
from harena.core.picture import Layout, layout_named
from harena.core.prose import count
from harena.core.record import (
    ENGINE,
    FORMAT,
    SEED_LIMIT,
    FastSeed,
    PackMark,
    Record,
    Result,
    Seeds,
    write_record,
)
from harena.core.sealing import asked_ahead
from harena.core.state import OVER, SPECTATOR, State
from harena.core.swing import LONGEST, Swing
from harena.core.trail import Passed, Trail
from harena.core.view import Told, View, tell

LONGEST_NAME = 40
MADE_FROM_PACK = ("actions", "words")
SHARED = ("game", "pack", "options", "seeds", "_events", *MADE_FROM_PACK)  # by copies: these never change


class Match:
    """One game being played, with its record. Refuses what is not allowed and then changes nothing."""

    def __init__(
        self,
        game: AnyGame,
        pack: Pack,
        options: Mapping[str, Any],
        seeds: Seeds,
        names: Sequence[str] = (),
        practice: bool = False,
    ) -> None:
        self.game = game
        self.pack = pack
        self.options = read_options(game.options, options)
        self.seeds = seeds
        self.practice = practice
        self.names = _names(names, game.seats(self.options))
        self.sides = list(game.sides(self.options))  # by seat: who wins and loses together
        self.given_up: list[int] = []  # seats, in the order of the table
        self._read_pack()
        if isinstance(seeds, FairSeeds):
            seeds.check(len(self.names))
        self._set_up()

    def _read_pack(self) -> None:
        self.actions = self.game.actions(self.pack)
        self.words: Words[Any, Any] = self.game.words(self.pack, self.names)

    def rename(self, seat: int, name: str) -> None:
        """Somebody else has a seat from now on."""
        self.names = _names([*self.names[:seat], name, *self.names[seat + 1 :]], len(self.names))
        self._read_pack()

    def _set_up(self) -> None:
        self.state: State = self.game.start(self.pack, self.options, self.seeds.dice(), journal=True)
        self.played: list[tuple[int, int]] = []  # (seat, action)
        self.times: dict[int, int] = {}  # by number of an action: the milliseconds after which a hand let go
        self._events: list[tuple[int, Event]] = []
        self._before: list[tuple[State, int]] = []  # what may be taken back to: position, events then
        self._trail = Trail()  # in practice: what it can go back to quickly
        self._answers: dict[int, list[int]] = {}  # sealed answers given before their turn
        self._answered_in = 0  # while choices were sealed for the how-many-th time
        self._collect_events()

    # --- who and what

    @property
    def seat(self) -> int:
        """Who decides, or OVER."""
        return OVER if self.over else self.state.seat

    @property
    def cast(self) -> Any:
        """Who plays what, as the match stands: for sentences about events."""
        return self.game.view(self.state, SPECTATOR).cast

    @property
    def over(self) -> bool:
        if self.state.seat == OVER:
            return True
        return bool(self.given_up) and is_decided(self.sides, self.given_up)  # asked several times an action

    @property
    def scores(self) -> list[float]:
        """Per seat, once the match is over; empty before. Whoever has given up has nothing."""
        return final_scores(self.sides, self.given_up, self.played_scores)

    @property
    def played_scores(self) -> list[float]:
        """What the rules give each seat, where the match was played out; else empty."""
        return self.state.score() if self.state.seat == OVER else []

    def legal(self, seat: int | None = None) -> list[str]:
        """What a seat (by default the one that decides) may do now."""
        return [
            self.actions.notation(action) for action in self._open_to(self.seat if seat is None else seat)
        ]

    def _open_to(self, seat: int) -> list[int]:
        position = self.position_for(seat)
        return position.legal() if position is not None else []

    def position_for(self, seat: int) -> State | None:
        """The position in which a seat is asked; while choices are sealed that may be one ahead."""
        state = self.state
        if self.over:
            return None
        if state.seat == seat and seat != OVER:
            return state
        return asked_ahead(state, seat, self._answers)

    def answered(self, seat: int) -> list[str]:
        """The sealed answers of a seat that wait for their turn."""
        return [self.actions.notation(action) for action in self._answers.get(seat, [])]

    # --- acting

    def play(self, action: str | int, seat: int | None = None, ms: int | None = None) -> list[Told]:
        """Take an action for a seat (by default the one that decides) and hear what happened.

        `ms` is kept of a measured question that a person's hand has answered; the action must be what it
        comes to.
        """
        acting, heard = self.seat if seat is None else seat, len(self._events)
        self.enter(action, acting, ms)
        return [tell(event, move, acting) for move, event in self._events[heard:]]

    def enter(self, action: str | int, seat: int, ms: int | None = None) -> None:
        """Take an action for a seat, with nobody to hear what happened."""
        number = self._check(action, seat)
        if ms is not None:
            self._check_time(number, seat, ms)
            self.times[len(self.played)] = ms
        if seat != self.seat:
            self._answers.setdefault(seat, []).append(number)
            self._answered_in = self.state.sealings
            return
        self._take(number)
        self._take_waiting_answers()

    def _take_waiting_answers(self) -> None:
        if not self._answers:
            return
        self._forget_stale_answers()
        while self._answers.get(self.seat):
            self._take(self._answers[self.seat].pop(0))
            self._forget_stale_answers()

    def _forget_stale_answers(self) -> None:
        """Answers given ahead are to the sealed question they were given to, and to no other."""
        if self.state.sealed == 0 or self.state.sealings != self._answered_in:
            self._answers.clear()

    def check(self, action: str | int, seat: int) -> str:
        """An action as it is written, if the seat may take it now; else a sentence that says why not."""
        return self.actions.notation(self._check(action, seat))

    def _check(self, action: str | int, seat: int) -> int:
        if self.over:
            raise ActionError("The game is over; nothing more can be played.")
        self._check_seat(seat)
        if isinstance(action, bool) or not isinstance(action, int | str):
            raise ActionError(f"An action is its notation or its number, not {type(action).__name__}.")
        number = self.actions.parse(action) if isinstance(action, str) else action
        notation = self.actions.notation(number)
        state = self.state
        asked = state if state.seat == seat else self.position_for(seat)
        if asked is None:
            raise ActionError(f"{self.names[self.seat]} decides now, not {self.names[seat]}.")
        open_now = asked.legal()
        if number not in open_now:
            reason = self.game.why_not(asked, number)
            allowed = ", ".join(self.actions.notation(other) for other in open_now)
            raise ActionError(
                f"{notation} is not possible now{reason and ': ' + reason}. Possible: {allowed}."
            )
        return number

    @property
    def measured(self) -> bool:
        """Does a measured question wait, which a hand answers by letting go?"""
        return self.state.measured and not self.over

    def swing(self) -> Swing:
        """What moves while a measured question waits."""
        swing: Swing | None = self.game.swing(self.state) if self.measured else None
        if swing is None:
            raise ActionError("There is nothing to let go of right now.")
        return swing

    def test_took(self) -> int:
        """The milliseconds that the earlier questions of the test under way took."""
        part, count = self.swing().part, len(self.played)
        return sum(self.times.get(index, 0) for index in range(max(count - part, 0), count))

    def let_go(self, ms: int | None) -> str:
        """The action that letting go now, after so many milliseconds, comes to; None: nobody did in time."""
        before = self.test_took()
        action: int = self.game.measure(self.state, ms, before)
        return self.actions.notation(action)

    def _check_time(self, action: int, seat: int, ms: int) -> None:
        """A time belongs to a measured question, and the action to the time."""
        if isinstance(ms, bool) or not isinstance(ms, int) or not 0 <= ms <= LONGEST:
            raise ActionError(f"A time is a whole number of milliseconds from 0 to {LONGEST}.")
        if seat != self.seat or not self.measured:
            raise ActionError("Nothing is measured there, so there is no time to keep.")
        right = self.let_go(ms)
        if self.actions.parse(right) != action:
            raise ActionError(
                f"letting go after {ms} ms comes to {right}, not to {self.actions.notation(action)}."
            )

    def _check_seat(self, seat: int) -> None:
        """A seat is a number of the table; True is none, though Python takes it for 1."""
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < len(self.names):
            raise ActionError(
                f"There is no seat {seat!r}; seats are numbered from 0 to {len(self.names) - 1}."
            )

    def _take(self, action: int) -> None:
        before = self.state.copy()
        seat = before.seat
        self.state.play(action)
        self.played.append((seat, action))
        events_then = len(self._events)
        self._collect_events()
        same_moment = (
            self.state.seat == seat
            and self.state.dice.drawn == before.dice.drawn
            and self.state.seen == before.seen
        )
        self._before = [*self._before, (before, events_then)] if same_moment else []
        if self.practice:
            self._trail.keep(Passed(len(self.played) - 1, before, events_then))

    def _collect_events(self) -> None:
        if self.state.journal:
            move = len(self.played)
            self._events += [(move, event) for event in self.state.journal]
        self.state.journal = []

    # --- giving up

    def give_up(self, seat: int | None = None) -> None:
        """A seat (by default the one that decides) has lost; the match is over when one side is left.

        Until then somebody has to play on for the seat, so that the others can.
        """
        leaving = self.seat if seat is None else seat
        if self.over:
            raise ActionError("The game is over; nobody can give it up any more.")
        self._check_seat(leaving)
        if leaving in self.given_up:
            raise ActionError(f"{self.names[leaving]} has already given up.")
        self.given_up = sorted([*self.given_up, leaving])

    # --- taking back

    def why_no_take_back(self, seat: int) -> str:
        """Why a seat cannot take its last action back, or its giving up; empty if it can."""
        if seat in self.given_up:
            return "" if self.practice else "You have given up."
        if is_decided(self.sides, self.given_up):
            return "The game was given up."
        if self._answers.get(seat):
            return ""
        last = next(
            (index for index in reversed(range(len(self.played))) if self.played[index][0] == seat), None
        )
        if last is None:
            return "You have not done anything yet."
        if self.practice or (self._before and self.seat == seat):
            return ""
        if self.seat != seat or last != len(self.played) - 1:
            return "The game has gone on to another player since."
        return "Something was rolled or turned up since, and that cannot be unseen."

    def take_back(self, seat: int | None = None) -> None:
        """Undo the last action of a seat, where nothing was rolled, shown or decided by another since.

        In practice giving up is taken back first.
        """
        if seat is None and self.over:
            seat = self.given_up[-1] if self.given_up else self.played[-1][0] if self.played else self.seat
        elif seat is None:
            seat = self.seat
        elif isinstance(seat, bool):
            self._check_seat(seat)
        if reason := self.why_no_take_back(seat):
            raise TakeBackError(f"That cannot be taken back. {reason}")
        if seat in self.given_up:
            self.given_up.remove(seat)
        elif self._answers.get(seat):
            self._answers[seat].pop()
        elif self._before and self.seat == seat:
            self.state, events_then = self._before.pop()
            self.state.journal = []
            del self._events[events_then:]
            self.played.pop()
            self.times.pop(len(self.played), None)
            self._trail.forget(len(self.played))
        else:
            self._rewind(seat)
        self._forget_stale_answers()

    def _rewind(self, seat: int) -> None:
        """In practice only: back to the last decision of a seat, whatever was seen since."""
        last = len(self.played) - 1
        while self.played[last][0] != seat:
            last -= 1
        played, answers, answered_in, times = self.played[:last], self._answers, self._answered_in, self.times
        for index in range(last, len(self.played)):
            times.pop(index, None)
        self._go_back(last)
        for _, action in played[len(self.played) :]:
            self._take(action)
        self.times, self._answers, self._answered_in = times, answers, answered_in

    def _go_back(self, moves: int) -> None:
        """To the last position that is kept after at most so many actions; else to the beginning."""
        there = self._trail.back_to(moves)
        if there is None:
            self._set_up()
            return
        self.state, self._before = there.state, []
        self.state.journal = []
        del self.played[there.moves :]
        del self._events[there.events :]

    # --- seeing

    def view(self, seat: int) -> View:
        """What a seat, or a SPECTATOR, may see; while choices are sealed, each with its own question."""
        self._check_eyes(seat)
        view: View = self.game.view(self.state, seat)
        if self.over and self.given_up and not view.over:
            won, lost = winners(self.names, self.scores, seat), gave_up(self.names, self.given_up, seat)
            return msgspec.structs.replace(view, actions=[], instead=f"{won} {lost}")
        asked = self.position_for(seat)
        if asked is None or asked is self.state:
            return view
        ahead: View = self.game.view(asked, seat)
        parts = {name: getattr(ahead, name) for name in ("decider", "asking", "question", "actions")}
        return msgspec.structs.replace(view, **parts)

    def _check_eyes(self, seat: int) -> None:
        known = isinstance(seat, int) and not isinstance(seat, bool)
        if not known or not (seat == SPECTATOR or 0 <= seat < len(self.names)):
            raise ActionError(
                f"There is no seat {seat!r}; seats are 0 to {len(self.names) - 1}, or SPECTATOR."
            )

    def events(self, seat: int, since: int = 0) -> list[Told]:
        """What a seat has heard, from the event with number `since` on."""
        self._check_eyes(seat)
        return [tell(event, move, seat) for move, event in self._events[since:]]

    @property
    def heard(self) -> int:
        """How many events there were so far."""
        return len(self._events)

    def story(self, seat: int, since: int = 0) -> list[str]:
        """What a seat has heard, in sentences; until the game is over, what a table would still show."""
        events, cast = self.events(seat, since), self.cast
        if not self.over:
            return retold(self.words, events, cast, seat)
        teller = self.words.teller(cast, seat)
        return [teller.tell(told) for told in events]

    def prompt(self, seat: int | None = None) -> str:
        """The waiting decision in a sentence, as a seat (by default the one that decides) reads it."""
        return self.words.prompt(self.view(self._eyes(seat)))

    def picture(self, seat: int | None = None, layout: Layout = "wide") -> str:
        """The position as SVG, as a seat (by default the one that decides) sees it."""
        view = self.view(self._eyes(seat))
        svg: str = self.game.draw(self.pack, view, self.names, layout_named(layout)).svg()
        return svg

    def _eyes(self, seat: int | None) -> int:
        return max(self.seat, 0) if seat is None else seat

    def _repr_svg_(self) -> str:
        return self.picture()

    def __str__(self) -> str:
        return self.words.describe(self.view(self._eyes(None)))

    def __repr__(self) -> str:
        status = "over" if self.over else f"{self.names[self.seat]} decides"
        made = count(len(self.played), "action")
        return f"<Match of {self.game.title}: {made}, {status}>"

    # --- keeping

    def record(self) -> Record:
        """The whole record. While the match runs it holds secrets: it is the host's own."""
        fair = isinstance(self.seeds, FairSeeds)
        dice = self.state.dice
        return Record(
            harena_record=FORMAT,
            engine=ENGINE,
            game=self.game.name,
            rules=self.game.rules_version,
            pack=PackMark(self.pack.name, self.pack.digest),
            options=write_options(self.options),
            names=self.names[:],
            practice=self.practice,
            dice=self.seeds,
            commitment=self.seeds.commitment if isinstance(self.seeds, FairSeeds) else "",
            actions=self._entries(self.played),
            pending=self._entries((seat, one) for seat, answers in self._answers.items() for one in answers),
            draws=[f"{drawn}/{n}" for n, drawn in dice.log] if fair and isinstance(dice, FairDice) else [],
            position=f"{self.state.key():016x}",
            result=Result(self.played_scores) if self.played_scores else None,
            given_up=self.given_up[:],
            times=[f"{index} {ms}" for index, ms in sorted(self.times.items())],
        ).sealed()

    def _entries(self, actions: Iterable[tuple[int, int]]) -> list[str]:
        return [f"{seat} {self.actions.notation(action)}" for seat, action in actions]

    def save(self, path: str | Path) -> None:
        """Write the record to a file."""
        write_record(self.record(), Path(path))

    def copy(self) -> Match:
        """The same match again, to try something out."""
        from harena.core.replaying import replay  # which needs matches itself

        return replay(self.record(), self.pack)

    def __getstate__(self) -> dict[str, Any]:
        """For pickles, which are for one's own processes: everything but what can be made again."""
        left_out = (*MADE_FROM_PACK, "_trail")
        return {name: value for name, value in vars(self).items() if name not in left_out}

    def __setstate__(self, values: dict[str, Any]) -> None:
        vars(self).update(values)
        self._trail = Trail()
        self._read_pack()

    def __copy__(self) -> Match:
        same = Match.__new__(Match)
        vars(same).update(vars(self))
        return same

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        """The same match, journal and all; it shares what never changes. `copy` plays it again instead."""
        same = memo[id(self)] = copy(self)
        for name, value in vars(self).items():
            if name not in SHARED:
                setattr(same, name, deepcopy(value, memo))
        same._events = self._events[:]
        return same

    def at(self, state: State, moves: int) -> Match:
        """This match as it stood after so many moves, in that position: to look at, not to play on."""
        there = copy(self)
        there.state, there.played = state, self.played[:moves]
        there.times = {index: ms for index, ms in self.times.items() if index < moves}
        there.given_up = self.given_up[:] if moves >= len(self.played) else []  # which is done at the end
        there._events = [(move, event) for move, event in self._events if move <= moves]
        there._before, there._trail, there._answers = [], Trail(), {}
        return there


def new(
    game: str,
    *,
    seed: int | None = None,
    fair: FairSeeds | None = None,
    pack: str | Path | Pack = "standard",
    names: Sequence[str] = (),
    practice: bool = False,
    **options: Any,
) -> Match:
    """Start a match of the game with this name. Further keywords are the game's options."""
    found = registry.find(game)
    if seed is not None and fair is not None:
        raise OptionError("A match has either a seed or fair dice, not both.")
    if seed is None:
        seed = secrets.randbelow(SEED_LIMIT)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEED_LIMIT:
        raise OptionError("A seed is a whole number from 0 to 2^62 - 1.")
    if not isinstance(pack, str | Path | Pack):
        raise OptionError("A pack is given by its name or its folder.")
    loaded = pack if isinstance(pack, Pack) else found.pack(pack)
    fitted = write_options(complete(found, loaded, options))
    return Match(found, loaded, fitted, fair or FastSeed(seed), names, practice)


def _names(names: Sequence[str], seats: int) -> list[str]:
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise OptionError("Names are a list of texts, one for each seat.")
    given = [str(name).strip() for name in names]
    if len(given) > seats:
        raise OptionError(f"There are {len(given)} names for {seats} seats.")
    for name in given:
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise OptionError(f"A name has at most {LONGEST_NAME} printable characters.")
    return [name or f"Seat {seat + 1}" for seat, name in enumerate(given + [""] * (seats - len(given)))]
