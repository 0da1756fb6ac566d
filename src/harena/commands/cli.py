"""`harena ...`: what Harena does from the command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from cyclopts import App, CycloptsError, Parameter

from harena.core.errors import HarenaError, PackError

UNUSABLE = 2  # the exit code when what was given cannot be used
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

PLAY = """Play at this terminal: you against the random bot, or whoever `--seats` and `--bots` name.

Before a match with fair dice each person is asked for some words to mix into them: when the input
is a pipe, its first lines are these, one for each person.

The record is saved after every action. While a match runs it holds everything
that is hidden, the dice to come included: show it to nobody before the end.
"""

# Where each command is, and what `harena --help` says of it: that must be quick, so none is imported for it.
COMMANDS = {
    "games": ("lists:games", "List the games that are installed."),
    "bots": ("lists:bots", "List the bots that are installed."),
    "rules": ("lists:rules", "Read a game's rulebook, or one rule of it."),
    "options": (
        "lists:options",
        "List what can be set for a game with `harena play GAME --option NAME=VALUE`.",
    ),
    "play": ("play:play", PLAY),
    "replay": ("records:replay", "Step through a record; without a keyboard, tell its story."),
    "show": ("records:show", "Show one position of a record."),
    "verify": (
        "records:verify",
        "Check a finished record: dice, every action, result. Exit code 0: it holds; 1: it does not.",
    ),
    "bench": ("bench:bench", "Measure how fast this machine plays."),
    "pack": (
        "packs:app",
        "Check a pack and list what is in it by id, or begin one of your own with pack new.",
    ),
    "simulate": ("simulation:simulate", "Let bots play many games, and keep a row of each in a file."),
    "export": ("simulation:export", "Write the results of simulate as a flat table: CSV or Parquet."),
    "compare": (
        "studies:compare",
        "Compare two bots, packs or sets of options, and stop as soon as the answer is clear.",
    ),
    "balance": (
        "studies:balance",
        "Play all fighters, decks and sides against each other: who wins, and why.",
    ),
    "ratings": ("studies:ratings", "Let bots play a round robin, and rate them."),
    "learn": (
        "learning:learn",
        "Learn a judgement for a pack by self-play, and keep it only if games show that it is better.",
    ),
    "puzzles": (
        "puzzles:app",
        "List a game's puzzles, look at one, make new ones from games of bots, and check those there are.",
    ),
    "serve": (
        "serve:serve",
        "Host tables for players with a browser: alone against bots, with friends by a link.",
    ),
    "tables": ("tables:app", "List the tables of a server, export records, delete old tables."),
}
for name, (place, about) in COMMANDS.items():
    app.command(f"harena.commands.{place}", name=name, help=about)


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
