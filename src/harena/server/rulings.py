"""What may be done at a table: each function looks and either says what to enter or refuses in a sentence."""

from __future__ import annotations

from typing import Any

import msgspec

from harena.core.errors import HarenaError
from harena.core.fair import check_player_seed, commitment
from harena.core.match import LONGEST_NAME
from harena.core.prose import count
from harena.server import entry as kinds
from harena.server.entry import NO_SEAT, Entry
from harena.server.hands import Hand
from harena.server.keys import opens
from harena.server.packs import PackKit, installed, rules_of, with_content
from harena.server.setup import BOT, OPEN, Setup
from harena.server.table import OVER, RUNNING, WAITING, Table
from harena.server.talk import AUDIENCES, TABLE, TEAM, why_no_team
from harena.server.tempo import PACES

LONGEST_CHAT = 500
GONE_ON = "The game has gone on since; here is the position as it is now."
LONGEST_TALK = 5_000  # entries of one table that are not actions: chat stops there
LONGEST_GAME = 6_000  # and coming and going here: chat must not use up what they need
MOST_UNDONE = 10_000  # entries that the game itself does not need: nothing is taken back after that


class RefusedError(HarenaError):
    """Something that cannot be done at this table now."""


def open_table(
    setup: Setup,
    server_seeds: tuple[str, str],
    invites: dict[str, str],
    at: int,
    pause: int = 0,
    kit: PackKit | None = None,
) -> Entry:
    """The first entry: set-up, hashed invitations by seat, and the promises of the dice before any seed.

    The second promise is for a rematch, whose players have given their seeds by then. For the time `pause`
    this server holds back answers to hidden questions: no clock runs meanwhile. Without a `kit` the pack is
    one that comes with the game.
    """
    kit = kit or installed(setup.game, setup.pack)
    promise, next_promise = commitment(server_seeds[0]), commitment(server_seeds[1])
    more = {
        "setup": msgspec.to_builtins(setup),
        "rules": rules_of(kit),
        "packs": [copy.digest for copy in with_content(kit).copies],  # kept beside the entries
        "promise": promise,
        "next_promise": next_promise,
        "invites": invites,
        "pause": pause,
    }
    return Entry(0, at, kinds.OPENED, more=more)


def sit(table: Table, at: int, seat: int, name: str, key_hash: str, seed: str) -> Entry:
    """Someone takes a seat: before the game, or while a bot plays there because nobody had come.

    Whoever comes late has no part in the dice: these were fixed when the game began.
    """
    _check_seat(table, seat)
    if table.status != WAITING and all(one.taken for one in table.seats):
        raise RefusedError("The game has begun; no seat is free any more.")
    if table.seats[seat].taken:
        raise RefusedError("This seat is taken.")
    if table.status == OVER:
        raise RefusedError("The game is over; a bot has played it for this seat.")
    name = checked_name(name) or table.seats[seat].plan.name or f"Player {seat + 1}"
    check_player_seed(seed)
    more = {"key": key_hash, "seed": seed if table.status == WAITING else ""}
    return _entry(table, at, kinds.SAT, seat, table.free_name(name, seat), more=more)


def sit_invited(table: Table, at: int, seat: int, name: str, key_hash: str, seed: str, invite: str) -> Entry:
    """Someone takes a seat, with the invitation that fits it unless it is open to all."""
    entry = sit(table, at, seat, name, key_hash, seed)
    if table.seats[seat].plan.kind != OPEN and not opens(invite, table.seats[seat].invite):
        raise RefusedError("This link is not for that seat.")
    return entry


def checked_name(name: str) -> str:
    """A name as it may stand on a page, without spaces at its ends."""
    if not isinstance(name, str) or len(name) > LONGEST_NAME or not name.isprintable():
        raise RefusedError(f"A name has at most {LONGEST_NAME} printable characters.")
    return " ".join(name.split())


def begin(table: Table, at: int, seat: int) -> Entry:
    """A seated player will not wait: bots play the free seats until somebody takes them."""
    _check_seat(table, seat)
    if table.status != WAITING:
        raise RefusedError("The game has begun already.")
    if not table.seats[seat].taken:
        raise RefusedError("Take a seat first.")
    return _entry(table, at, kinds.BEGUN, seat)


def stand_up(table: Table, at: int, seat: int, key_hash: str) -> Entry:
    """A seat is given up before the game has begun, by the one who has it."""
    _check_seat(table, seat)
    if not table.seats[seat].taken or table.seats[seat].key != key_hash:
        raise RefusedError("That is not your seat.")
    if table.status != WAITING:
        raise RefusedError("The game has begun. You can resign, or leave and let a bot play for you.")
    _check_length(table)
    return _entry(table, at, kinds.STOOD_UP, seat)


def act(table: Table, at: int, seat: int, action: str, moves: int) -> Entry:
    """A seat decides; `moves` says which position it had before its eyes."""
    _check_plays(table, seat)
    if moves == table.moves and seat in table.asked() and table.measured:
        raise RefusedError("You cannot choose here: let go at the right moment.")
    return _action(table, at, seat, action, moves)


def let_go(table: Table, at: int, seat: int, ms: int, moves: int, hand: Hand) -> Entry:
    """A seat lets go at a measured question, by its own clock after so many milliseconds.

    This server's clock must bear that out: what is too far from it is cut to the nearest it allows.
    """
    _check_plays(table, seat)
    if moves != table.moves:
        raise RefusedError(GONE_ON)
    if seat not in table.asked() or not table.measured:
        raise RefusedError("There is nothing to let go of right now.")
    if hand.is_early(at):
        raise RefusedError("It is not swinging yet: get ready.")
    assert table.match is not None
    believed = hand.believed(ms, at)
    return _entry(table, at, kinds.ACTION, seat, table.match.let_go(believed), more={"ms": believed})


def too_late(table: Table, at: int, seat: int, hand: Hand) -> Entry:
    """Nobody let go in time: a lost line fails."""
    if table.status != RUNNING or not table.measured or seat not in table.asked() or table.seats[seat].bot:
        raise RefusedError("There is nothing to let go of right now.")
    assert table.match is not None
    if at < hand.late_at(table.match):
        raise RefusedError("There is still time.")
    return _entry(table, at, kinds.ACTION, seat, table.match.let_go(None))


def bot_acts(table: Table, at: int, seat: int, action: str, moves: int) -> Entry:
    """The bot that plays for a seat decides."""
    if table.status != RUNNING or not table.seats[seat].bot:
        raise RefusedError("No bot decides here.")
    return _action(table, at, seat, action, moves)


def _action(table: Table, at: int, seat: int, action: str, moves: int) -> Entry:
    if moves != table.moves:
        raise RefusedError(GONE_ON)
    assert table.match is not None
    return _entry(table, at, kinds.ACTION, seat, table.match.check(action, seat))


def take_back(table: Table, at: int, seat: int, moves: int) -> Entry:
    """A seat takes its last action back, as far as the core allows; in practice also what ended the game."""
    if not may_undo_end(table, seat):
        _check_plays(table, seat)
    if moves != table.moves:
        raise RefusedError(GONE_ON)
    assert table.match is not None
    if table.seats[seat].lost:
        return _entry(table, at, kinds.TOOK_BACK, seat)
    if reason := table.match.why_no_take_back(seat):
        raise RefusedError(f"That cannot be taken back. {reason}")
    if table.clock.is_too_late(seat, at):
        raise RefusedError("That cannot be taken back. Your time for that decision has run out.")
    if table.number - len(table.match.played) > MOST_UNDONE:
        raise RefusedError("Too much has been taken back at this table; from now on what is done is done.")
    return _entry(table, at, kinds.TOOK_BACK, seat)


def may_undo_end(table: Table, seat: int) -> bool:
    """In practice anything may be taken back: the last move of the game too, and giving up."""
    _check_seat(table, seat)
    ended = table.status == OVER or (table.status == RUNNING and table.seats[seat].lost)
    return ended and table.setup.practice and not table.rematch


def resign(table: Table, at: int, seat: int) -> Entry:
    """A seat gives up."""
    _check_plays(table, seat)
    return _entry(table, at, kinds.RESIGNED, seat)


def run_out(table: Table, at: int, seat: int) -> Entry:
    """A seat's time is over."""
    deadline = table.clock.deadline(seat)
    if table.status != RUNNING or table.seats[seat].bot or deadline is None or at < deadline:
        raise RefusedError("This clock has not run out.")
    return _entry(table, at, kinds.RAN_OUT, seat)


def agree(table: Table, at: int, seat: int, leaver: int, gone: bool) -> Entry:
    """A seat agrees that a bot plays for one who has been gone for long enough."""
    _check_plays(table, seat)
    if not isinstance(leaver, int) or not 0 <= leaver < len(table.seats) or leaver == seat:
        raise RefusedError("A bot can stand in only for somebody else's seat.")
    away = table.seats[leaver]
    if away.plan.kind == BOT or away.stand_in:
        raise RefusedError("A bot already plays for that seat.")
    if seat in table.agreed.get(leaver, ()):
        raise RefusedError("You have already agreed.")
    if not gone:
        raise RefusedError(f"{away.name} is here.")
    if at < away.here_since + table.setup.grace * 1000:
        left = -(-(away.here_since + table.setup.grace * 1000 - at) // 1000)
        raise RefusedError(f"{away.name} has {count(left, 'more second')} to come back.")
    return _entry(table, at, kinds.AGREED, seat, more={"leaver": leaver})


def return_to(table: Table, at: int, seat: int) -> Entry:
    """A player takes the seat back from the bot."""
    _check_seat(table, seat)
    if table.status != RUNNING or not table.seats[seat].stand_in:
        raise RefusedError("No bot plays for you.")
    if table.seats[seat].lost:
        raise RefusedError("You have lost this game; the bot only plays it out for the others.")
    return _entry(table, at, kinds.RETURNED, seat)


def come(table: Table, at: int, seat: int, server: str) -> Entry:
    """A seat's player is there."""
    _check_length(table)
    return _entry(table, at, kinds.CAME, seat, server)


def go(table: Table, at: int, seat: int, server: str, missed: int = 0) -> Entry:
    """A seat's player has no page open any more at a server process; `missed`: it was dead for so long."""
    if not table.seats[seat].here or table.seats[seat].server != server:
        raise RefusedError("This player has already gone, or is connected through another server.")
    _check_length(table)
    return _entry(table, at, kinds.WENT, seat, more={"milliseconds": missed} if missed else None)


def say(table: Table, at: int, seat: int, text: str, to: str = TABLE) -> Entry:
    """A line of chat, to the table or to the speaker's own team."""
    _check_seat(table, seat)
    _check_length(table, LONGEST_TALK)
    line = checked_line(text)
    if to not in AUDIENCES:
        raise RefusedError(f"A line is said to one of {', '.join(AUDIENCES)}; nobody else can be spoken to.")
    if to == TEAM and (reason := why_no_team(table, seat)):
        raise RefusedError(reason)
    return _entry(table, at, kinds.TEAM_CHAT if to == TEAM else kinds.CHAT, seat, line)


def checked_line(text: str) -> str:
    """A line of chat as it may stand on a page."""
    if not isinstance(text, str) or not 0 < len(text.strip()) <= LONGEST_CHAT:
        raise RefusedError(f"A line has one to {LONGEST_CHAT} characters.")
    return "".join(character if character.isprintable() else " " for character in text.strip())


def wish_pace(table: Table, at: int, seat: int, pace: str) -> Entry:
    """A seat's player says how quickly bots should decide."""
    _check_seat(table, seat)
    _check_length(table, LONGEST_TALK)
    if pace not in PACES:
        raise RefusedError(f"The pace of bots is one of {', '.join(PACES)}.")
    if table.seats[seat].pace == pace:
        raise RefusedError("You have already said so.")
    return _entry(table, at, kinds.PACED, seat, pace)


def wish_rematch(table: Table, at: int, seat: int) -> Entry:
    """A seat would play again."""
    _check_seat(table, seat)
    if table.status != OVER:
        raise RefusedError("A rematch comes after the game.")
    if table.rematch or seat in table.wished:
        raise RefusedError("You have already said so.")
    return _entry(table, at, kinds.WISHED, seat)


def rematched(table: Table, at: int, next_id: str) -> Entry:
    """All wish to play again: this is the new table."""
    if table.rematch:
        raise RefusedError("There is already a new table.")
    return _entry(table, at, kinds.REMATCHED, text=next_id)


def paused(table: Table, at: int, milliseconds: int) -> Entry:
    """The server was away for so long."""
    return _entry(table, at, kinds.PAUSED, more={"milliseconds": milliseconds})


def _entry(
    table: Table,
    at: int,
    kind: str,
    seat: int = NO_SEAT,
    text: str = "",
    more: dict[str, Any] | None = None,
) -> Entry:
    """The next entry; time never runs backwards at a table."""
    return Entry(table.number, max(at, table.changed_at), kind, seat, text, more=more or {})


def _check_seat(table: Table, seat: int) -> None:
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < len(table.seats):
        raise RefusedError("There is no such seat at this table.")
    if table.seats[seat].plan.kind == BOT:
        raise RefusedError("This is a bot's seat.")


def _check_plays(table: Table, seat: int) -> None:
    _check_seat(table, seat)
    if table.status == WAITING:
        raise RefusedError("The game has not begun; seats are still free.")
    if table.status == OVER:
        raise RefusedError("The game is over.")
    if table.seats[seat].lost:
        raise RefusedError("You have lost this game; it goes on without you.")
    if table.seats[seat].stand_in:
        raise RefusedError("A bot is playing for you; take your seat back first.")


def _check_length(table: Table, most: int = LONGEST_GAME) -> None:
    if table.number - table.moves > most:
        raise RefusedError("Too much has been said and done at this table; only the game goes on.")
