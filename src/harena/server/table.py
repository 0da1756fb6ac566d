"""A table as its entries tell it: who sits where, the match, the clocks. The same entries, the same table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec

from harena.core import registry
from harena.core.errors import HarenaError, UnknownGameError
from harena.core.fair import FairSeeds
from harena.core.fitting import in_players_words
from harena.core.giving_up import final_scores, is_decided, with_bots
from harena.core.joining import STANDARD
from harena.core.match import Match
from harena.core.options import read_options
from harena.core.pack import Pack
from harena.server import entry as kinds
from harena.server.clock import Clock
from harena.server.entry import DamagedError, Entry, read_entry
from harena.server.packs import PackCopy, PackKit, installed, load, rules_of
from harena.server.setup import BOT, SeatPlan, Setup

WAITING, RUNNING, OVER = "waiting", "running", "over"
OTHER_RULES = "This table was opened with different rules or cards from this server's; it cannot go on here."
DECIDED = "decided"  # a note: the game is over because all sides but one have given up
KEPT_CHAT = 200  # lines to the table, and as many to each side
KEPT_REQUESTS = 32  # of each seat


class OtherRulesError(HarenaError):
    """A table that would come out as a different game if it were played again here."""


REPLACED, STUCK = "replaced", "stuck"  # a bot that fails: another decides for it, or none can


@dataclass
class Seat:
    """One seat and who has it."""

    plan: SeatPlan
    name: str = ""
    invite: str = ""  # the hash of the secret in the link for a friend
    key: str = ""  # the hash of the holder's secret; empty: nobody yet
    seed: str = ""  # the holder's part of the dice
    here: bool = False
    here_since: int = 0  # or gone since, in milliseconds
    server: str = ""  # through which server process the holder came
    stand_in: str = ""  # the bot that plays for the holder just now
    pace: str = ""  # at which its holder wishes bots to play; empty: nothing was said
    why: str = ""  # a bot does: RESIGNED, RAN_OUT, WENT or BEGUN
    late: bool = False  # it was taken after the game had begun: its holder has no part in the dice
    lost: bool = False  # resigned, or ran out of time where that loses
    failing: str = ""  # its bot could not decide: REPLACED or STUCK; nothing that is kept

    @property
    def taken(self) -> bool:
        return self.plan.kind == BOT or self.key != ""

    @property
    def is_persons(self) -> bool:
        """Does somebody hold it?"""
        return self.plan.kind != BOT and self.taken

    @property
    def bot(self) -> str:
        """The bot that decides for this seat now; empty: its holder does."""
        return self.plan.bot if self.plan.kind == BOT else self.stand_in


@dataclass(frozen=True)
class Said:
    """A line of chat."""

    number: int  # of its entry
    at: int
    seat: int
    text: str
    to_team: bool = False


@dataclass(frozen=True)
class Note:
    """Something for the log that is no part of the game."""

    after: int  # events of the match that were told before it
    move: int
    kind: str
    seat: int


class Table:
    """All that is known of a table. `apply` believes an entry; what may be entered is decided in rulings."""

    def __init__(self, table_id: str, server_seed: str, copies: Sequence[PackCopy] = ()) -> None:
        """`copies` are the packs it was opened with that do not come with the game."""
        self.id = table_id
        self._copies = tuple(copies)
        self.server_seed = server_seed
        self.number = 0  # of the next entry
        self.moves = 0  # actions, take-backs and whatever else changes the position
        self.setup = Setup("", [])
        self.kit = PackKit("", "", "")
        self.promise = ""
        self.next_promise = ""  # of the dice of a rematch
        self.opened_at = 0
        self.pause = 0  # milliseconds for which the server holds back answers to hidden questions
        self.seats: list[Seat] = []
        self.match: Match | None = None
        self.clock = Clock(self.setup.clock, 0)
        self.chat: list[Said] = []  # to everybody
        self.team_chat: dict[int, list[Said]] = {}  # by side: what only its seats may read
        self.notes: list[Note] = []
        self.agreed: dict[int, set[int]] = {}  # by leaver: who agrees to a bot
        self.wished: set[int] = set()
        self.rematch = ""  # the id of the next table
        self.requests: dict[str, dict[str, int]] = {}  # by seat: marks, and their entries
        self.changed_at = 0
        self._settled: str | None = None  # its status, except while an entry is followed

    # --- reading it

    @property
    def status(self) -> str:
        return self._status_now() if self._settled is None else self._settled

    def _status_now(self) -> str:
        if self.match is None:
            return WAITING
        return OVER if self.match.over or self.decided else RUNNING

    @property
    def decided(self) -> bool:
        """Only one side is left, so it is over whatever the position."""
        given_up = self.given_up
        return bool(given_up) and is_decided(self.sides, given_up)

    @cached_property
    def sides(self) -> list[int]:
        """By seat: who plays together."""
        game = registry.find(self.setup.game)
        return list(game.sides(read_options(game.options, self.setup.options)))

    @property
    def given_up(self) -> list[int]:
        """The seats that are out of it, with the bots whose people have all given up."""
        lost = [number for number, seat in enumerate(self.seats) if seat.lost]
        if not lost:
            return []
        bots = [number for number, seat in enumerate(self.seats) if not seat.is_persons]
        return with_bots(self.sides, lost, bots)

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def scores(self) -> list[float]:
        """By seat, once it is over: whoever has given up has nothing."""
        if self.status != OVER or self.match is None:
            return []
        return final_scores(self.sides, self.given_up, self.match.played_scores)

    @cached_property
    def agreed_options(self) -> list[tuple[str, str]]:
        """The options in players' words."""
        game = registry.find(self.setup.game)
        options = read_options(game.options, self.setup.options)
        return in_players_words(game, self.pack, options)

    def asked(self) -> list[int]:
        """The seats that may decide now: one, or several while choices are sealed."""
        if self.status != RUNNING or self.match is None:
            return []
        sealed = self.match.state.sealed
        if not sealed:
            return [self.match.seat]
        return [seat for seat in range(len(self.seats)) if self.match.legal(seat)]

    @property
    def measured(self) -> bool:
        """Is the waiting question answered by letting go at the right moment?"""
        return self.status == RUNNING and self.match is not None and self.match.measured

    def people(self) -> list[int]:
        """The seats that persons hold and have not given up."""
        return [number for number, seat in enumerate(self.seats) if seat.is_persons and not seat.lost]

    # --- following what happens

    def apply(self, entry: Entry) -> None:
        """Follow one entry; after a DamagedError this table is not to be used any more."""
        try:
            if entry.number != self.number:
                raise ValueError(f"entry {entry.number} of table {self.id} comes where {self.number} should")
            if entry.kind not in kinds.ALL:
                raise ValueError(f"there are no entries of the kind {entry.kind[:40]!r}")
            self._settled = None
            getattr(self, f"_{entry.kind}")(entry)
            if self.agreed:
                self._replace_leavers()
        except (OtherRulesError, UnknownGameError):
            raise
        except Exception as error:
            raise DamagedError(self.number, "followed") from error
        self.number += 1
        self.changed_at = entry.at
        self._settled = self._status_now()
        if entry.request:
            self._remember(entry.request, entry.number)

    def _remember(self, request: str, number: int) -> None:
        marks = self.requests.setdefault(request.partition(":")[0], {})
        marks[request] = number
        while len(marks) > KEPT_REQUESTS:
            del marks[next(iter(marks))]

    def entered(self, request: str) -> int | None:
        """The entry that a message led to, if it is known by its mark, SEAT:MARK."""
        return self.requests.get(request.partition(":")[0], {}).get(request)

    def _opened(self, entry: Entry) -> None:
        self.setup = msgspec.convert(entry.more["setup"], Setup)
        self.kit = self._kit_of(entry)
        self.promise = entry.more["promise"]
        self.next_promise = entry.more["next_promise"]
        self.opened_at = entry.at
        self.pause = entry.more.get("pause", 0)
        invites = entry.more["invites"]
        self.seats = [
            Seat(plan, plan.name, invites.get(str(number), ""))
            for number, plan in enumerate(self.setup.seats)
        ]
        for number, seat in enumerate(self.seats):
            if seat.plan.kind == BOT:
                seat.name = self.free_name(plan_name(seat.plan), number)
        self.clock = Clock(self.setup.clock, len(self.seats))

    def _kit_of(self, entry: Entry) -> PackKit:
        """The pack that it was opened with, with the rules of then."""
        game, name = self.setup.game, self.setup.pack
        rules = entry.more["rules"] if "rules" in entry.more else rules_of(installed(game))
        kit = PackKit(game, name, str(rules[2]), self._copies)
        if rules != rules_of(kit):
            raise OtherRulesError(OTHER_RULES)
        try:
            load(kit)
        except HarenaError as error:
            whose = f" {error}" if self._copies or name != STANDARD else ""
            raise OtherRulesError(f"{OTHER_RULES}{whose}") from None
        return kit

    @property
    def pack(self) -> Pack:
        return load(self.kit)

    def free_name(self, wished: str, of: int) -> str:
        """The name, or with a number behind it if another seat has it already."""
        seats = enumerate(self.seats)
        others = {seat.name for number, seat in seats if number != of and (seat.taken or seat.bot)}
        name, count = wished, 2
        while name in others:
            name, count = f"{wished[:36]} {count}", count + 1
        return name

    def _sat(self, entry: Entry) -> None:
        seat = self.seats[entry.seat]
        seat.name, seat.key = entry.text, entry.more["key"]
        seat.seed = entry.more["seed"]
        if self.match is not None:
            self._take_over(entry, self.match)
        elif all(seat.taken for seat in self.seats):
            self._start(entry.at)

    def _take_over(self, entry: Entry, match: Match) -> None:
        """Somebody comes late and plays on for the bot."""
        self.seats[entry.seat].late = True
        match.rename(entry.seat, entry.text)
        self._release(entry.seat)
        self._note(kinds.SAT, entry.seat)
        self._ask(entry.at)

    def _begun(self, entry: Entry) -> None:
        """The game starts with bots on the seats that nobody has taken."""
        for number, seat in enumerate(self.seats):
            if not seat.taken:
                seat.stand_in, seat.why = self.setup.stand_in, kinds.BEGUN
                seat.name = self.free_name(level_name(seat.stand_in), number)
        self._start(entry.at)
        self._note(kinds.BEGUN, entry.seat)

    def _stood_up(self, entry: Entry) -> None:
        old = self.seats[entry.seat]
        self.seats[entry.seat] = Seat(old.plan, old.plan.name, old.invite)

    def _start(self, at: int) -> None:
        game = registry.find(self.setup.game)
        seeds = FairSeeds(self.server_seed, [seat.seed for seat in self.seats])
        self.match = Match(game, self.pack, self.setup.options, seeds, self.names, self.setup.practice)
        for seat in self.seats:
            if not seat.here:
                seat.here_since = at  # who sat down and waits elsewhere has the time of grace to come
        self.moves += 1
        self._ask(at)

    def _ask(self, at: int) -> None:
        """The clocks of those who decide now run, once the server would show their answer."""
        hidden = self.match is not None and self.match.state.hidden
        self.clock.ask(self.asked(), at, self.pause if hidden else 0)

    def _action(self, entry: Entry) -> None:
        assert self.match is not None
        self.match.enter(entry.text, entry.seat, entry.more.get("ms"))
        self.moves += 1
        self.clock.answered(entry.seat, entry.at)
        self._ask(entry.at)

    def _took_back(self, entry: Entry) -> None:
        assert self.match is not None
        self.moves += 1
        self.wished.clear()
        if self.seats[entry.seat].lost:
            self._play_on(entry.seat)
        else:
            self.match.take_back(entry.seat)
            self.clock.took_back(entry.seat)
            if self.match.measured:
                self.clock.stop(entry.seat)  # the time to let go begins anew: that of before has passed
        self.notes = [note for note in self.notes if note.after <= self.match.heard]
        self._ask(entry.at)

    def _play_on(self, seat: int) -> None:
        """In practice: whoever has given up plays on."""
        self.seats[seat].lost = False
        self._release(seat)
        self._note(kinds.TOOK_BACK, seat)

    def _resigned(self, entry: Entry) -> None:
        self._give_up(entry, kinds.RESIGNED)

    def _ran_out(self, entry: Entry) -> None:
        if self.setup.out_of_time == "loses":
            self._give_up(entry, kinds.RAN_OUT)
        else:
            self._stands_in(entry.seat, kinds.RAN_OUT)
            self._ask(entry.at)

    def _give_up(self, entry: Entry, why: str) -> None:
        """The seat has lost; while others play on, a bot plays its pieces."""
        self.seats[entry.seat].lost = True
        self.moves += 1
        self._stands_in(entry.seat, why)
        if self.decided:
            self._note(DECIDED, entry.seat)
        self._ask(entry.at)

    def _stands_in(self, seat: int, why: str) -> None:
        self.seats[seat].stand_in, self.seats[seat].why = self.setup.stand_in, why
        self._note(why, seat)
        self.agreed.pop(seat, None)
        self.clock.stop(seat)

    def _release(self, seat: int) -> None:
        """The bot leaves the seat to its holder."""
        self.seats[seat].stand_in = self.seats[seat].why = ""
        self.clock.give_some(seat)

    def _note(self, kind: str, seat: int) -> None:
        """Write something into the log, behind what has happened so far."""
        if self.match is not None:
            self.notes.append(Note(self.match.heard, len(self.match.played), kind, seat))

    def _came(self, entry: Entry) -> None:
        seat = self.seats[entry.seat]
        seat.here, seat.here_since, seat.server = True, entry.at, entry.text
        self.agreed.pop(entry.seat, None)

    def _went(self, entry: Entry) -> None:
        seat = self.seats[entry.seat]
        seat.here, seat.here_since, seat.server = False, entry.at, ""
        self.clock.shift(entry.more.get("milliseconds", 0))  # a dead server's: it let nobody decide

    def _agreed(self, entry: Entry) -> None:
        self.agreed.setdefault(entry.more["leaver"], set()).add(entry.seat)

    def _replace_leavers(self) -> None:
        """A bot plays for a leaver when all others agree, but for those who are gone as well."""
        for leaver, agreed in list(self.agreed.items()):
            others = {seat for seat in self.people() if self.seats[seat].here and not self.seats[seat].bot}
            if agreed >= others - {leaver}:
                self._stands_in(leaver, kinds.WENT)

    def _returned(self, entry: Entry) -> None:
        self._release(entry.seat)
        self._note(kinds.RETURNED, entry.seat)
        self._ask(entry.at)

    def _chat(self, entry: Entry) -> None:
        if not entry.text:
            return  # it was said too long ago
        self.chat = [*self.chat[1 - KEPT_CHAT :], Said(entry.number, entry.at, entry.seat, entry.text)]

    def _team_chat(self, entry: Entry) -> None:
        if not entry.text:
            return
        side = self.sides[entry.seat]
        said = Said(entry.number, entry.at, entry.seat, entry.text, to_team=True)
        self.team_chat[side] = [*self.team_chat.get(side, [])[1 - KEPT_CHAT :], said]

    def _paused(self, entry: Entry) -> None:
        self.clock.shift(entry.more["milliseconds"])

    def _paced(self, entry: Entry) -> None:
        self.seats[entry.seat].pace = entry.text

    def _wished(self, entry: Entry) -> None:
        self.wished.add(entry.seat)

    def _rematched(self, entry: Entry) -> None:
        self.rematch = entry.text


def plan_name(plan: SeatPlan) -> str:
    """What a bot is called."""
    return plan.name or level_name(plan.bot)


def level_name(level: str) -> str:
    return f"{level.capitalize()} bot"


def following(table: Table, bodies: Sequence[bytes]) -> Iterator[None]:
    """Follow entries as they were kept, one at each step."""
    for number, body in enumerate(bodies):
        table.apply(read_entry(number, body))
        yield


def packs_in(opened: Entry) -> list[str]:
    """The digests of packs that are kept for a table, as its first entry names them."""
    named = opened.more.get("packs", [])
    return [one for one in named if isinstance(one, str)] if isinstance(named, list) else []
