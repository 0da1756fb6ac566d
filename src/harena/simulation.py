"""`harena simulate`, as the command line takes it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from harena.core.record import SEED_LIMIT
from harena.lab.results import planned_seed
from harena.lab.simulate import cores
from harena.lab.simulate_run import STANDARD_OUTPUT, Wish, new_file, split_bots
from harena.lab.simulate_run import simulate as play_run
from harena.terminal.console import Screen, Terminal, open_terminal
from harena.terminal.start import read_pairs


def simulate(
    game: str,
    /,
    *,
    bots: list[str] | None = None,
    games: int = 1000,
    seed: int | None = None,
    option: Annotated[list[str] | None, Parameter(name=["--option", "-o"])] = None,
    pack: str = "standard",
    out: Annotated[Path | None, Parameter(allow_leading_hyphen=True)] = None,
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
        Who plays: one bot for all seats, or one for each, like `mcts:400,greedy`; random if left out. May be
        repeated instead, for bots with a comma: `--bots mcts:400 --bots greedy`.
    games
        How many; 1000 if left out.
    seed
        The run's number, from which each game's dice follow. If left out, that of the run in the `--out`
        file, or else a random one.
    option
        An option of the game as NAME=VALUE; may be repeated. `harena options GAME` lists them.
    pack
        A pack that comes with the game, or the folder of any other.
    out
        The results file: a line of JSON about the run, then one for each game. If left out, a new file here,
        named after the game and the time; `-` writes the lines to the standard output.
    workers
        How many processes play; as many as there are cores if left out.
    ray
        Play on a Ray cluster: its address, or `local` for one on this machine with as many workers.
    """
    terminal = Terminal(Screen(highlight=False, stderr=True)) if out == STANDARD_OUTPUT else open_terminal()
    found = planned_seed(out) if seed is None and out is not None else seed
    wish = Wish(
        game=game,
        bots=split_bots(bots or ["random"]),
        games=games,
        seed=random.SystemRandom().randrange(min(SEED_LIMIT, 10**9)) if found is None else found,
        options=read_pairs(option or []),
        pack=pack,
        out=out or new_file(game),
        workers=cores() if workers is None else workers,
        ray=ray,
    )
    play_run(wish, terminal.say, terminal.console)
