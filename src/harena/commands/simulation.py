"""`harena simulate` and `harena export`, as the command line takes them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from harena.bots.registry import named
from harena.commands.words import BotWords, OptionWords
from harena.core.errors import HarenaError
from harena.core.record import SEED_LIMIT
from harena.lab.flat import FlatTable
from harena.lab.formats import (
    STANDARD_OUTPUT,
    Format,
    check_writer,
    format_for,
    run_beside,
    write_table,
)
from harena.lab.positions import write_positions
from harena.lab.results import planned_seed
from harena.lab.simulate import cores
from harena.lab.simulate_run import Wish, new_file
from harena.lab.simulate_run import simulate as play_run
from harena.terminal.console import Screen, Terminal, open_terminal
from harena.terminal.start import read_pairs

Out = Annotated[Path | None, Parameter(allow_leading_hyphen=True)]


def simulate(
    game: str,
    /,
    *,
    bots: BotWords = None,
    games: int = 1000,
    seed: int | None = None,
    option: OptionWords = None,
    pack: str = "standard",
    match_ups: bool = False,
    out: Out = None,
    format: Format | None = None,
    positions: Path | None = None,
    workers: int | None = None,
    ray: str | None = None,
) -> None:
    """Let bots play many games, and keep a row of each in a file.

    The bots change seats from game to game. The same seed gives the same rows, however many workers play
    them and wherever, unless a bot's budget is a time.

    Ctrl-C stops when the games being played are finished; pressed again, at once. The same command with
    the same `--out` goes on with a run that was stopped, and with more `--games` adds to one.

    Parameters
    ----------
    game
        The game's name; `harena games` lists them.
    bots
        Who plays: one bot for all seats, or one for each, like `mcts:400,greedy`; random if left out. The
        same as `--bots mcts:400 --bots greedy`. `harena bots` lists them.
    games
        How many; 1000 if left out.
    seed
        The run's number, from which each game's dice follow. If left out, that of the run in the `--out`
        file, or else a random one.
    option
        An option of the game as NAME=VALUE; may be repeated. `harena options GAME` lists them.
    pack
        A pack that comes with the game, or the folder of any other; several with + between.
    match_ups
        All fighters, decks or sides of the pack meet equally often, as in `harena balance`. The number of
        games is rounded up for it.
    out
        The results file. Its ending says what it holds: `.jsonl` a line of JSON about the run, then one for
        each game; `.csv` or `.parquet` a flat table with a row for each seat, and the games as JSON lines in
        a file beside it. If left out, a new file here, named after the game and the time; `-` is the standard
        output.
    format
        What the file holds, where its ending does not say it: jsonl, csv or parquet.
    positions
        Write every position as well, a row for each decision, to this Parquet file: what the seat saw as
        numbers, what was open, what the bot did and how the game ended. docs/reports.md lists the columns.
    workers
        How many processes play; as many as there are cores if left out.
    ray
        Play on a Ray cluster: its address, or `local` for one on this machine with as many workers.
    """
    form = format_for(out, format)
    found = planned_seed(run_beside(out, form)) if seed is None and out is not None else seed
    wish = Wish(
        game=game,
        bots=named(bots or ["random"]),
        games=games,
        seed=random.SystemRandom().randrange(min(SEED_LIMIT, 10**9)) if found is None else found,
        options=read_pairs(option or []),
        pack=pack,
        match_ups=match_ups,
        out=out or new_file(game, form),
        form=form,
        workers=cores() if workers is None else workers,
        ray=ray,
        positions=positions,
    )
    terminal = terminal_beside(out)
    play_run(wish, terminal.say, terminal.console)


def export(
    results: Path, /, *, out: Out = None, format: Format | None = None, positions: Path | None = None
) -> None:
    """Write a results file as a flat table: CSV or Parquet, a row for each seat of each game, or with
    `--positions` a row for each decision. docs/reports.md lists the columns.

    Parameters
    ----------
    results
        The results file of `harena simulate`, in JSON lines.
    out
        The file for the table, which is overwritten; its ending, `.csv` or `.parquet`, says what it holds. If
        left out, a CSV file beside the results; `-` is the standard output.
    format
        What the file holds, where its ending does not say it: csv or parquet.
    positions
        Write every position instead, to this Parquet file, of a run that `simulate --positions` played.
    """
    if positions is not None:
        if out is not None or format is not None:
            raise HarenaError("--positions names the file; leave --out and --format out.")
        open_terminal().say(write_positions(results, positions))
        return
    form = format or (format_for(out, None) if out is not None else "csv")
    goal = out or results.with_suffix(f".{form}")
    if format_for(goal, format) == "jsonl":
        raise HarenaError(f"{goal}: a flat table is csv or parquet; end the file so, or add --format.")
    if goal.exists() and goal.samefile(results):
        raise HarenaError(f"{goal}: the table would take the place of the results; name another file.")
    check_writer(form)
    table = FlatTable(results)
    write_table(table, goal, form)
    size = f"{table.rows:,} rows of {table.games:,} games, with {len(table.columns)} columns"
    terminal_beside(out).say(size + ("." if out == STANDARD_OUTPUT else f", are in {goal}"))


def terminal_beside(out: Path | None) -> Terminal:
    """Where to speak: not among the results."""
    return Terminal(Screen(highlight=False, stderr=True)) if out == STANDARD_OUTPUT else open_terminal()
