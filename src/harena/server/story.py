"""What is told of a table beside its game: who gave up, who plays for whom, how it ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from harena.core import giving_up
from harena.core.prose import a, capital, genitive
from harena.server import entry as kinds
from harena.server.table import DECIDED, OVER, REPLACED, Note, Seat, Table

Line = dict[str, Any]


# --- the log: the match's events, with notes of the table between them


def heard(table: Table) -> int:
    """How many lines the log has."""
    return table.match.heard + len(table.notes) if table.match is not None else 0


def with_notes(table: Table, eyes: int, since: int, told: Callable[[int], list[Line]]) -> list[Line]:
    """The log from a line on; `told` gives the lines of the match from one of its events on."""
    before = sum(note.after + place < since for place, note in enumerate(table.notes))
    first = since - before  # event
    lines = told(first)
    for note in reversed(table.notes[before:]):
        lines.insert(note.after - first, _line(table, note, eyes))
    return lines


def _line(table: Table, note: Note, eyes: int) -> Line:
    glimpse = {"mark": "end"} if note.kind == DECIDED else {}
    text = _sentence(table, note, eyes)
    return {"move": note.move, "kind": note.kind, "rule": "", "text": text, "glimpse": glimpse}


def _sentence(table: Table, note: Note, eyes: int) -> str:
    own, name = note.seat == eyes, table.seats[note.seat].name
    bot = a(f"{table.setup.stand_in} bot")
    plays = f"{bot} plays for {'you' if own else name}"
    loses = table.setup.out_of_time == "loses"
    return {
        kinds.RESIGNED: "You resign." if own else f"{name} resigns.",
        kinds.RAN_OUT: f"{'Your' if own else genitive(name)} time has run out"
        + (": the game is lost." if loses else f"; {plays}."),
        kinds.BEGUN: f"{'You start' if own else f'{name} starts'} the game; "
        f"{bot} plays for whoever has not come.",
        kinds.SAT: "You have come and play on for the bot."
        if own
        else f"{name} has come and plays on for the bot.",
        kinds.WENT: f"{'You have' if own else f'{name} has'} left; {plays}.",
        kinds.RETURNED: "You take your seat back from the bot."
        if own
        else f"{name} is back and takes the seat from the bot.",
        kinds.TOOK_BACK: "You play on after all." if own else f"{name} plays on after all.",
        DECIDED: winners(table, eyes),
    }[note.kind]


# --- how it stands


def standing(table: Table, eyes: int) -> str:
    """The result, or who plays for these eyes and why, or whose bot fails; empty while all is well."""
    if table.status == OVER:
        return " ".join([winners(table, eyes), *_given_up(table, eyes)])
    return " ".join(
        filter(None, [_played_for(table, eyes), *(_failing(table, seat) for seat in table.seats)])
    )


def _failing(table: Table, seat: Seat) -> str:
    """A bot that could not decide; its host finds the reason in the log."""
    if not (seat.failing and seat.bot):
        return ""
    bot = seat.name if not seat.is_persons else f"the bot that plays for {seat.name}"
    other = a(f"{table.setup.stand_in} bot")
    if seat.failing == REPLACED:
        return f"{capital(bot)} has failed: {other} decides instead."
    return f"{capital(bot)} has failed, and so has {other}. The server tries again by itself."


def _played_for(table: Table, eyes: int) -> str:
    seat = table.seats[eyes] if eyes >= 0 else None
    if seat is None or not seat.stand_in:
        return ""
    bot = capital(a(f"{seat.stand_in} bot plays"))
    if seat.lost:
        reason = "resigned" if seat.why == kinds.RESIGNED else "ran out of time and lost"
        return f"You {reason}. {bot} your part for the others."
    return f"{bot} for you: {'your time ran out' if seat.why == kinds.RAN_OUT else 'you were away'}."


def winners(table: Table, eyes: int) -> str:
    """Who won, as these eyes read it."""
    return giving_up.winners(table.names, table.scores, eyes)


def _given_up(table: Table, eyes: int) -> list[str]:
    """Who lost by giving up, and who by the clock."""
    told = []
    for why, what in ((kinds.RESIGNED, "resigned"), (kinds.RAN_OUT, "ran out of time")):
        seats = [number for number, seat in enumerate(table.seats) if seat.lost and seat.why == why]
        if seats:
            told.append(giving_up.gave_up(table.names, seats, eyes, what))
    return told
