"""`harena puzzles`: list a game's puzzles, look at one, make new ones, and check those there are."""

from __future__ import annotations

from pathlib import Path

from cyclopts import App
from rich.text import Text

from harena.core import prose, registry
from harena.core.game import AnyGame
from harena.core.prose import listed, percent
from harena.core.puzzle import (
    FILE,
    PuzzleBook,
    book_of,
    chapter_of,
    open_puzzle,
    puzzle_named,
    read_book,
    task,
    write_book,
)
from harena.terminal.console import open_terminal
from harena.terminal.replay import position

DOES_NOT_HOLD = 1  # the exit code of `check` where a puzzle does not hold

app = App(
    name="puzzles",
    help="List a game's puzzles, look at one, make new ones from games of bots, and check those there are.",
    result_action="return_value",
)


@app.command
def show(game: str, puzzle: str = "", /, *, file: Path | None = None, solution: bool = False) -> None:
    """List the puzzles of a game, or show one of them.

    Parameters
    ----------
    game
        The game's name.
    puzzle
        Its id; all are listed if left out.
    file
        The file of the puzzles; those that come with the game if left out.
    solution
        Tell the solution, and what long searches found of every choice.
    """
    found = registry.find(game)
    book = _book(found, file)
    if not puzzle:
        lines = [f"{one.id}  {one.kind}" for one in book.puzzles]
        open_terminal().say(*(lines or [f"{found.title} has no puzzles yet."]))
        return
    one = puzzle_named(book, puzzle)
    match = open_puzzle(one)
    view, label = match.view(one.seat), match.words.label
    open_terminal().say(
        position(match, one.seat),
        Text(task(one.kind, chapter_of(match)), style="bold"),
        Text(match.words.prompt(view)),
        *(Text(f"  {label(view, action)}") for action in view.actions),
    )
    if solution:
        right = listed([f"“{label(view, action)}”" for action in one.solutions], "or")
        weighed = (Text(f"  {percent(each.chance):>4}  {label(view, each.action)}") for each in one.weighed)
        open_terminal().say(Text(f"Right: {right}.", style="bold"), *weighed)


@app.command
def make(
    game: str,
    /,
    *,
    count: int = 10,
    seed: int = 1,
    games: int = 200,
    tries: int = 1200,
    out: Path | None = None,
) -> None:
    """Make puzzles: bots play games, and where long searches agree on a choice that is not the obvious one,
    there is a puzzle. It is written as soon as it is found, so that Ctrl-C loses nothing.

    Parameters
    ----------
    game
        The game's name.
    count
        How many puzzles; 10 if left out.
    seed
        A different number finds different ones.
    games
        After so many games no more are looked for; 200 if left out.
    tries
        How often each choice is tried in each of the last searches; 1,200 if left out.
    out
        The file to write, which is overwritten; GAME-puzzles.json if left out.
    """
    from harena.lab.puzzles import Wish, make

    terminal, goal = open_terminal(), out or Path(f"{game}-{FILE}")
    wish = Wish(game, count, seed, tries, games)
    book = make(wish, lambda said: terminal.say(Text(said)), lambda found: write_book(found, goal))
    terminal.say(Text(_made(book, goal)))


def _made(book: PuzzleBook, goal: Path) -> str:
    if not book.puzzles:
        return "No puzzle was found in these games: try another --seed, or more --games."
    return f"{prose.count(len(book.puzzles), 'puzzle is', 'puzzles are')} in {goal}"


@app.command
def check(game: str, /, *, file: Path | None = None, tries: int = 0) -> int:
    """Check the puzzles of a game: do they still fit its rules and its pack? Exit code 0: all do; 1: not all.

    Parameters
    ----------
    game
        The game's name.
    file
        The file of the puzzles; those that come with the game if left out.
    tries
        Search every puzzle anew, each choice so often: is the solution still the best? Not if left out.
    """
    from harena.lab.puzzles import complaint

    book = _book(registry.find(game), file)
    terminal, wrong = open_terminal(), 0
    for puzzle in book.puzzles:
        said = complaint(puzzle, tries)
        wrong += bool(said)
        terminal.say(Text(f"{puzzle.id}: {said or 'holds'}"))
    return DOES_NOT_HOLD if wrong else 0


def _book(game: AnyGame, file: Path | None) -> PuzzleBook:
    return book_of(game) if file is None else read_book(file, game.name)
