"""Puzzles: positions of games that bots played, where one choice is clearly right and another one looks it.

A game keeps them in its `puzzles.json`. What a puzzle says of chances was found by long searches when it was
made; everything else, such as what is open and what it is called, the rules say anew when it is opened.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from harena.core.errors import HarenaError
from harena.core.game import AnyGame
from harena.core.match import Match
from harena.core.record import BIGGEST_RECORD, Record
from harena.core.replaying import replay
from harena.core.state import SPECTATOR

FILE = "puzzles.json"
FORMAT = 1

Kind = Literal["win", "survive", "choice"]


class PuzzleError(HarenaError):
    """A puzzle that cannot be shown; the message says why."""


class Weighed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An open action, and what long searches found of it."""

    action: str
    chance: float  # to win after it, from what the seat can know
    then: list[str] = []  # "seat notation": what mostly came next


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One position with a question."""

    id: str
    kind: Kind  # to win before the next chapter begins, to live until then, or just what to do
    seat: int  # who decides
    record: Record  # up to the position
    solutions: list[str]  # the best action first; any of them is right
    obvious: str  # what looks best one step ahead, and is not
    weighed: list[Weighed]  # the best first; what nobody who knows the game would do is left out
    tries: int  # of each of them, in each search
    searches: int  # with different dice

    def found(self, action: str) -> Weighed | None:
        """What the searches found of an action; None if they left it out."""
        return next((one for one in self.weighed if one.action == action), None)


class PuzzleBook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All puzzles of a game."""

    harena_puzzles: int
    game: str
    puzzles: list[Puzzle] = []


def read_book(path: Path, game: str) -> PuzzleBook:
    """The puzzles in a file, or a sentence that says what is wrong with it."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise PuzzleError(f"{path}: the puzzles cannot be read: {error.strerror}.") from None
    if len(content) > BIGGEST_RECORD:
        raise PuzzleError(f"{path}: larger than any puzzles Harena writes ({BIGGEST_RECORD:,} bytes).")
    try:
        book = msgspec.json.decode(content, type=PuzzleBook)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise PuzzleError(f"{path}: these are not puzzles: {error}.") from None
    if book.harena_puzzles != FORMAT:
        raise PuzzleError(
            f"{path}: puzzles of format {book.harena_puzzles}; this Harena reads {FORMAT} only."
        )
    if book.game != game:
        raise PuzzleError(f"{path}: puzzles of {book.game[:40]!r}, not of {game!r}.")
    ids = [puzzle.id for puzzle in book.puzzles]
    if len(set(ids)) < len(ids):
        raise PuzzleError(f"{path}: two puzzles have the same id.")
    return book


def write_book(book: PuzzleBook, path: Path) -> None:
    """Write puzzles so that a person can see what changed: a line for each."""
    lines = ",\n".join(msgspec.json.encode(puzzle).decode() for puzzle in book.puzzles)
    head = f'"harena_puzzles":{book.harena_puzzles},"game":"{book.game}"'
    try:
        path.write_text(f'{{{head},"puzzles":[\n{lines}\n]}}\n', encoding="utf-8")
    except OSError as error:
        raise PuzzleError(f"{path}: the puzzles cannot be written: {error.strerror}.") from None


@cache
def book_of(game: AnyGame) -> PuzzleBook:
    """The puzzles that come with a game: none if it has no such file."""
    path = game.folder / FILE
    return read_book(path, game.name) if path.is_file() else PuzzleBook(FORMAT, game.name)


def puzzle_of_day(book: PuzzleBook, day: int) -> Puzzle:
    """The puzzle of a day, counted from any day: all take turns."""
    if not book.puzzles:
        raise PuzzleError("This game has no puzzles yet.")
    return book.puzzles[day % len(book.puzzles)]


def puzzle_named(book: PuzzleBook, name: str) -> Puzzle:
    """The puzzle with this id."""
    for puzzle in book.puzzles:
        if puzzle.id == name:
            return puzzle
    raise PuzzleError(f"There is no puzzle {name[:40]!r} of this game.")


def open_puzzle(puzzle: Puzzle) -> Match:
    """The match as it stands there, checked: same rules, same pack, this seat's choice, all still open."""
    match = replay(puzzle.record)
    if match.seat != puzzle.seat or match.measured or match.state.sealed:
        raise PuzzleError(f"Puzzle {puzzle.id}: seat {puzzle.seat} has nothing to choose there.")
    legal = set(match.legal())
    named = {*puzzle.solutions, puzzle.obvious, *(one.action for one in puzzle.weighed)}
    if gone := sorted(named - legal):
        raise PuzzleError(f"Puzzle {puzzle.id}: {gone[0][:60]!r} is not open there.")
    if not puzzle.solutions or puzzle.obvious in puzzle.solutions:
        raise PuzzleError(f"Puzzle {puzzle.id}: it has no solution, or what looks right is right.")
    return match


def chapter_of(match: Match) -> str:
    """What is going on, as the events have told it: `Round 3`; empty in a game without such things."""
    cast = match.cast
    begun = [match.words.glimpse(told, cast).chapter for told in match.events(SPECTATOR)]
    named = [one for one in begun if one]
    return f"{named[-1]} {named.count(named[-1])}" if named else ""


def task(kind: Kind, chapter: str) -> str:
    """What is to be found, in a sentence or two."""
    when = f"{chapter[:1].lower()}{chapter[1:]}"
    if kind == "win":
        return f"Win in {when}. Where do you begin?"
    if kind == "survive":
        return f"Survive {when}. What do you do now?"
    return "One choice is clearly better than what seems best. Which?"
