"""`harena ...`: what Harena does from the command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, CycloptsError, Parameter

from harena.core.errors import HarenaError, PackError

# What only some commands need is imported inside them: `harena --help` must be quick.
if TYPE_CHECKING:
    from rich.console import RenderableType

    from harena.core.game import AnyGame
    from harena.core.match import Match
    from harena.core.record import Record

UNUSABLE = 2  # the exit code when what was given cannot be used
DOES_NOT_HOLD = 1  # the exit code of `verify` for a record that does not hold
INTERRUPTED = 128 + 2  # as shells count: 128 and the number of the signal
NOBODY_READS = 128 + 13


def version() -> str:
    """The version, and whether the quick core is there."""
    from harena import compiled
    from harena.version import VERSION

    return f"Harena {VERSION}, {'compiled core' if compiled() else 'core in plain Python (slow)'}"


app = App(
    name="harena",
    help="Harena plays, hosts and studies tabletop arena games.",
    version=version,
    version_format="plaintext",
    default_parameter=Parameter(negative=(), show_default=False),
    exit_on_error=False,
    result_action="return_value",
)

PackOfRecord = Annotated[
    str | None, Parameter(name="--pack", help="The pack it was played with, if not the game's own.")
]
Eyes = Annotated[
    int | None,
    Parameter(name="--seat", help="Whose eyes to see with: 1, 2, ...; as a spectator if left out."),
]


# --- what there is


@app.command
def games() -> None:
    """List the games that are installed."""
    from rich.text import Text

    from harena.core import registry
    from harena.terminal.console import open_terminal
    from harena.terminal.lists import explained

    rows: list[tuple[str, list[RenderableType]]] = []
    for name in registry.names():
        try:
            game = registry.find(name)
            rows.append((name, [Text(f"{game.title}, for {_seats(game)}"), Text(game.summary)]))
        except HarenaError as error:  # one broken game hides no other
            rows.append((name, [Text(str(error))]))
    open_terminal().say(explained(rows))


def _seats(game: AnyGame) -> str:
    """How many can play: as many as the game's options say, where they have a number of players."""
    from harena.core.options import fields

    choices = next((field.choices for field in fields(game.options) if field.name == "players"), [])
    return f"{min(choices)} to {max(choices)}" if choices else str(game.seats(game.options()))


@app.command
def bots() -> None:
    """List the bots that are installed."""
    from rich.text import Text

    from harena.bots import registry
    from harena.terminal.console import open_terminal
    from harena.terminal.lists import explained

    rows: list[tuple[str, list[RenderableType]]] = []
    for name in registry.names():
        try:
            about = registry.kind_of(name).about
        except HarenaError as error:  # one broken bot hides no other
            about = str(error)
        rows.append((name, [Text(about)]))
    open_terminal().say(explained(rows))


@app.command
def rules(game: str, rule: str | None = None, /) -> None:
    """Read a game's rulebook, or one rule of it.

    Parameters
    ----------
    game
        The game's name.
    rule
        A rule's number, like DR-2.3.
    """
    from rich.markdown import Markdown

    from harena.core import registry
    from harena.terminal.console import open_terminal
    from harena.terminal.told import only_words, rule_in_words

    found = registry.find(game)
    open_terminal().say(rule_in_words(found, rule) if rule else Markdown(only_words(found.rulebook.text)))


@app.command
def options(game: str, /, *, pack: str = "standard") -> None:
    """List what can be set for a game with `harena play GAME --option NAME=VALUE`.

    Parameters
    ----------
    game
        The game's name.
    pack
        The pack that is played with, by its name or folder: it decides which boards, fighters or the like
        there are to choose from.
    """
    from rich.text import Text

    from harena.core import registry
    from harena.core.options import fields
    from harena.terminal.console import open_terminal
    from harena.terminal.lists import explained_options

    found = registry.find(game)
    known = found.known(found.pack(pack))
    where = f" with the pack {pack}" if known else ""
    open_terminal().say(
        Text(f"What can be set for {found.title}{where}, as --option NAME=VALUE:"),
        "",
        explained_options(fields(found.options), known),
    )


# --- playing


@app.command
def play(
    game: str | None = None,
    /,
    *,
    seats: str = "",
    hot_seat: bool = False,
    option: Annotated[list[str] | None, Parameter(name=["--option", "-o"])] = None,
    pack: str | None = None,
    seed: int | None = None,
    words: list[str] | None = None,
    quick: bool = False,
    practice: bool = False,
    resume: Path | None = None,
    save: Path | None = None,
) -> None:
    """Play at this terminal: you against the random bot, or whoever `--seats` names.

    Before a match with fair dice each person is asked for some words to mix into them: when the input
    is a pipe, its first lines are these, one for each person.

    The record is saved after every action. While a match runs it holds everything
    that is hidden, the dice to come included: show it to nobody before the end.

    Parameters
    ----------
    game
        The game's name; `harena games` lists them.
    seats
        Who sits where, like `Ann,Bo` or `bot:mcts:400,Ann`; `harena bots` lists the bots. Seats you do
        not name go to the random bot. In a saved match only bots can be named anew.
    hot_seat
        People sit on every seat that you do not give to a bot, and hand the keyboard around.
    option
        An option of the game as NAME=VALUE; may be repeated. `harena options GAME` lists them.
    pack
        A pack that comes with the game, or the folder of any other.
    seed
        Play with simulation dice from this number, the same game every time, rather than with fair dice.
    words
        Words to mix into the fair dice, instead of being asked for them; repeat it for each further person.
    quick
        Ask nobody for words: who has given none gets random ones.
    practice
        Let anything be taken back, whatever was seen since.
    resume
        Go on with a saved match.
    save
        The file for the record; by default a new one here.
    """
    from harena.terminal.console import open_terminal
    from harena.terminal.start import new_table, resumed_table

    terminal = open_terminal()
    if resume is not None:
        if option or practice or seed is not None or words or quick:
            raise HarenaError("A saved match keeps its options, dice and practice; leave them out.")
        resumed_table(
            terminal, resume, game=game or "", hot_seat=hot_seat, pack=pack, save=save, seats=seats
        ).play()
        return
    try:
        table = new_table(
            terminal,
            game or _only_game(),
            seats=seats,
            hot_seat=hot_seat,
            options=option or [],
            pack=pack or "standard",
            seed=seed,
            practice=practice,
            save=save,
            words=words or [],
            quick=quick,
        )
    except (EOFError, KeyboardInterrupt):  # somebody left instead of giving words
        terminal.say("", "Nothing was saved.")
        return
    table.play()


def _only_game() -> str:
    from harena.core import registry

    known = registry.names()
    if len(known) == 1:
        return known[0]
    raise HarenaError(f"Which game? Installed are: {', '.join(known)}.")


# --- records


@app.command
def replay(record: Path, /, *, seat: Eyes = None, pack: PackOfRecord = None) -> None:
    """Step through a record; without a keyboard, tell its story.

    Parameters
    ----------
    record
        The file of the record.
    """
    from harena.core.record import read_record
    from harena.terminal.console import open_terminal
    from harena.terminal.replay import Replay

    terminal = open_terminal()
    found = read_record(record)
    stepping = Replay(terminal, found, _eyes(found, seat), pack)
    if terminal.interactive:
        stepping.step()
    else:
        stepping.tell()


@app.command
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
    from harena.core.record import read_record
    from harena.terminal.console import open_terminal

    found = read_record(record)
    match, eyes = _at(found, at, pack), _eyes(found, seat)
    if svg is not None:
        svg.write_text(match.picture(eyes), encoding="utf-8")
        open_terminal().say(f"The picture is in {svg}")
    else:
        _print_position(match, eyes)


def _at(record: Record, at: int | None, pack: str | None) -> Match:
    from harena.core.match import replay as play_again

    last = len(record.actions)
    if at is not None and not 0 <= at <= last:
        raise HarenaError(f"The record has {last} actions; --at takes 0 to {last}.")
    return play_again(record, pack, upto=at)


def _eyes(record: Record, seat: int | None) -> int:
    """The seat a person counts from 1, or a spectator's eyes."""
    from harena.core.state import SPECTATOR

    if seat is None:
        return SPECTATOR
    if not 1 <= seat <= len(record.names):
        raise HarenaError(f"There is no seat {seat}; --seat takes 1 to {len(record.names)}.")
    return seat - 1


def _print_position(match: Match, seat: int) -> None:
    from rich.text import Text

    from harena.terminal.console import open_terminal
    from harena.terminal.replay import position
    from harena.terminal.told import last_action, sentences

    terminal = open_terminal()
    terminal.say(position(match, seat), *sentences(match, last_action(match, seat), seat))
    terminal.say(Text(match.words.prompt(match.view(seat)), style="bold"))


@app.command
def verify(record: Path, /, *, promise: str | None = None, pack: PackOfRecord = None) -> int:
    """Check a finished record: dice, every action, result. Exit code 0: it holds; 1: it does not.

    Parameters
    ----------
    record
        The file of the record.
    promise
        The dice promise you were shown before the match: was it kept?
    """
    from rich.text import Text

    from harena.core.record import read_record
    from harena.core.verify import verify as check
    from harena.terminal.console import open_terminal

    if promise is not None and not promise.strip():
        raise HarenaError("--promise takes the 64 letters and digits that were shown before the match.")
    verdict = check(read_record(record), pack, promise=promise or "")
    open_terminal().say(Text(verdict.sentence))
    return 0 if verdict.holds else DOES_NOT_HOLD


# --- studying


# --- measuring


@app.command
def bench(*games: str, json: bool = False) -> None:
    """Measure how fast this machine plays.

    Parameters
    ----------
    games
        The games to measure; all if none is named.
    json
        Write the figures as JSON.
    """
    from harena.commands.bench import bench as measure

    measure(list(games), json)


app.command(
    "harena.commands.packs:app",
    name="pack",
    help="Check a pack and list what is in it by id, or begin one of your own with pack new.",
)
app.command(
    "harena.commands.simulation:simulate",
    name="simulate",
    help="Let bots play many games, and keep a row of each in a file.",
)
app.command(
    "harena.commands.simulation:export",
    name="export",
    help="Write the results of simulate as a flat table: CSV or Parquet.",
)
app.command(
    "harena.commands.studies:compare",
    name="compare",
    help="Compare two bots, packs or sets of options, and stop as soon as the answer is clear.",
)
app.command(
    "harena.commands.studies:balance",
    name="balance",
    help="Play all fighters, decks and sides against each other: who wins, and why.",
)
app.command(
    "harena.commands.studies:ratings", name="ratings", help="Let bots play a round robin, and rate them."
)
app.command(
    "harena.commands.serve:serve",
    name="serve",
    help="Host tables for players with a browser: alone against bots, with friends by a link.",
)

app.command(
    "harena.commands.tables:app",
    name="tables",
    help="List the tables of a server, export records, delete old tables.",
)


def main(words: Sequence[str] | None = None) -> None:
    """The `harena` command. Whatever cannot be used is said in a sentence."""
    _forget_no_size()
    try:
        code = app(words)
        _flush()
    except CycloptsError:
        sys.exit(UNUSABLE)  # cyclopts has said what is wrong
    except PackError as error:
        count = len(error.mistakes)
        several = [f"There are {count} mistakes in this pack; nothing was loaded."] if count > 1 else []
        _complain(*map(str, error.mistakes), *several)
    except HarenaError as error:
        _complain(str(error))
    except BrokenPipeError:
        _write_to_nobody()
        sys.exit(NOBODY_READS)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _complain(f"{where}{error.strerror or error}.")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    else:
        sys.exit(code if isinstance(code, int) else 0)


def _forget_no_size() -> None:
    """A terminal said to be 0 wide would be shown nothing; its size is looked up instead."""
    for name in ("COLUMNS", "LINES"):
        if not os.environ.get(name, "").strip("0 "):
            os.environ.pop(name, None)


def _flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()


def _write_to_nobody() -> None:
    """What is still to be written goes nowhere, or Python would complain about it at the end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(*sentences: str) -> None:
    """Say what is wrong, a line each; on a terminal lines are broken between words."""
    from harena.terminal.console import in_rows, visible

    with suppress(OSError):  # the terminal may be gone
        for sentence in sentences:
            print(in_rows(visible(sentence), sys.stderr), file=sys.stderr)
    sys.exit(UNUSABLE)
