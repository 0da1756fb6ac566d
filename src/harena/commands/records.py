"""`harena replay`, `show` and `verify`: what becomes of a match that was recorded."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from harena.core.errors import HarenaError
from harena.core.match import Match
from harena.core.record import Record, read_record
from harena.core.replaying import replay as play_again
from harena.core.state import SPECTATOR
from harena.core.verify import verify as check
from harena.terminal.console import open_terminal
from harena.terminal.replay import Replay, position
from harena.terminal.told import last_action, sentences

DOES_NOT_HOLD = 1  # the exit code of `verify` for a record that does not hold
PackOfRecord = Annotated[
    str | None, Parameter(name="--pack", help="The pack it was played with, if not the game's own.")
]
Eyes = Annotated[
    int | None,
    Parameter(name="--seat", help="Whose eyes to see with: 1, 2, ...; as a spectator if left out."),
]


def replay(record: Path, /, *, seat: Eyes = None, pack: PackOfRecord = None) -> None:
    """Step through a record; without a keyboard, tell its story.

    Parameters
    ----------
    record
        The file of the record.
    """
    terminal = open_terminal()
    found = read_record(record)
    stepping = Replay(terminal, found, _eyes(found, seat), pack)
    if terminal.interactive:
        stepping.step()
    else:
        stepping.tell()


def show(
    record: Path,
    /,
    *,
    at: int | None = None,
    svg: Path | None = None,
    seat: Eyes = None,
    pack: PackOfRecord = None,
) -> None:
    """Show one position of a record.

    Parameters
    ----------
    record
        The file of the record.
    at
        After how many actions; the last position if left out.
    svg
        Write the position as a picture to this file instead.
    """
    found = read_record(record)
    match, eyes = _at(found, at, pack), _eyes(found, seat)
    if svg is not None:
        svg.write_text(match.picture(eyes), encoding="utf-8")
        open_terminal().say(f"The picture is in {svg}")
    else:
        _print_position(match, eyes)


def _at(record: Record, at: int | None, pack: str | None) -> Match:
    last = len(record.actions)
    if at is not None and not 0 <= at <= last:
        raise HarenaError(f"The record has {last} actions; --at takes 0 to {last}.")
    return play_again(record, pack, upto=at)


def _eyes(record: Record, seat: int | None) -> int:
    """The seat a person counts from 1, or a spectator's eyes."""
    if seat is None:
        return SPECTATOR
    if not 1 <= seat <= len(record.names):
        raise HarenaError(f"There is no seat {seat}; --seat takes 1 to {len(record.names)}.")
    return seat - 1


def _print_position(match: Match, seat: int) -> None:
    terminal = open_terminal()
    terminal.say(position(match, seat), *sentences(match, last_action(match, seat), seat))
    terminal.say(Text(match.words.prompt(match.view(seat)), style="bold"))


def verify(record: Path, /, *, promise: str | None = None, pack: PackOfRecord = None) -> int:
    """Check a finished record: dice, every action, result. Exit code 0: it holds; 1: it does not.

    Parameters
    ----------
    record
        The file of the record.
    promise
        The dice promise you were shown before the match: was it kept?
    """
    if promise is not None and not promise.strip():
        raise HarenaError("--promise takes the 64 letters and digits that were shown before the match.")
    verdict = check(read_record(record), pack, promise=promise or "")
    open_terminal().say(Text(verdict.sentence))
    return 0 if verdict.holds else DOES_NOT_HOLD
