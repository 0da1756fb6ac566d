"""Measuring how fast games are played: compiled and interpreted, in one run on one core."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from json import dumps
from typing import TYPE_CHECKING

import msgspec

from harena.bots.search import Manner, Search
from harena.core import registry
from harena.core.dice import Dice, fast_dice
from harena.core.game import AnyGame
from harena.core.playout import copy_times, guess_times, play_out
from harena.core.state import OVER, State
from harena.interpreted import PURE, compiled

if TYPE_CHECKING:
    from rich.table import Table

SECONDS = 1.0  # of each measurement
BATCHES = 5  # the best of so many counts: other programs can only slow a run down


class Figures(msgspec.Struct):
    """What one game does in a second."""

    decisions_per_s: float
    games_per_s: float
    copies_per_s: float
    guesses_per_s: float
    searches_per_s: float  # iterations of tree search, each played at random to the end of the game


def measure_all(game: AnyGame, seconds: float = SECONDS) -> dict[str, Figures]:
    """One game's figures in each setting it is measured with, as Harena is running now."""
    return {
        f"{game.name}, {setting}" if setting else game.name: measure(game, setting, seconds)
        for setting in game.measured_with
    }


def measure(game: AnyGame, setting: str, seconds: float = SECONDS) -> Figures:
    """One game's figures in one setting."""
    pack = game.pack()
    options = game.options(**game.measured_with[setting])
    dice = fast_dice(1)
    played = made = 0

    def play(games: int) -> None:
        nonlocal played, made
        for _ in range(games):
            made += play_out(game.start(pack, options, dice), dice, game.longest)
        played += games

    games_per_s = _best_rate(play, seconds)
    decisions = made / played
    middle = _middle(game, pack, options, round(decisions / 2))
    first: State = game.start(pack, options, fast_dice(1))
    return Figures(
        decisions_per_s=games_per_s * decisions,
        games_per_s=games_per_s,
        copies_per_s=_best_rate(lambda times: copy_times(middle, times), seconds),
        guesses_per_s=_best_rate(lambda times: guess_times(middle, middle.seat, dice, times), seconds),
        searches_per_s=_best_rate(lambda times: search_to_the_end(dice).iterate(first, times), seconds),
    )


def _middle(game: AnyGame, pack: object, options: object, decisions: int) -> State:
    """A position in the middle of a game."""
    for seed in range(1, 100):
        state: State = game.start(pack, options, fast_dice(seed))
        play_out(state, fast_dice(seed), decisions)
        if state.seat != OVER:
            return state
    raise RuntimeError(f"{game.title} never lasts {decisions} decisions")


def search_to_the_end(dice: Dice) -> Search:
    """A search as the literature measures it: every iteration is played at random to the end."""
    return Search(Manner(0.5, 0, False, 0), dice)


def _best_rate(work: Callable[[int], None], seconds: float) -> float:
    """How often a second something is done, in the best of a few batches."""
    times = 1
    while (spent := _seconds(work, times)) < seconds / BATCHES / 2:
        times *= 2
    times = max(1, int(times * seconds / BATCHES / max(spent, 1e-9)))
    return max(times / _seconds(work, times) for _ in range(BATCHES))


def _seconds(work: Callable[[int], None], times: int) -> float:
    start = time.process_time()
    work(times)
    return time.process_time() - start


def calibration() -> float:
    """Steps a second of a fixed loop in plain Python, to compare machines by."""

    def loop(times: int) -> None:
        numbers = [0] * 16
        value = 1
        for step in range(times * 1000):
            value = (value * 1103515245 + 12345) & 0x7FFFFFFF
            numbers[step & 15] ^= value

    return 1000 * _best_rate(loop, SECONDS)


def measure_interpreted(names: Sequence[str], seconds: float = SECONDS) -> dict[str, Figures]:
    """The same figures from the same source, in a process of its own that passes compiled modules by."""
    report = "report_here(sys.argv[2:], float(sys.argv[1]))"
    code = f"import sys; from harena.commands.bench import report_here; {report}"
    done = subprocess.run(
        [sys.executable, "-c", code, str(seconds), *names],
        env={**os.environ, PURE: "1"},
        stdout=subprocess.PIPE,
        check=True,
    )
    return msgspec.json.decode(done.stdout, type=dict[str, Figures])


def report_here(names: Sequence[str], seconds: float) -> None:
    """Print the figures of this process as JSON."""
    print(msgspec.json.encode(measured(names, seconds)).decode())


def measured(names: Sequence[str], seconds: float = SECONDS) -> dict[str, Figures]:
    """The figures of several games in this process."""
    return {
        title: figures
        for name in names
        for title, figures in measure_all(registry.find(name), seconds).items()
    }


def bench(*games: str, json: bool = False) -> None:
    """Measure how fast this machine plays.

    Parameters
    ----------
    games
        The games to measure; all if none is named.
    json
        Write the figures as JSON.
    """
    names = list(games) or registry.names()
    for name in names:
        registry.find(name)
    steps = calibration()
    interpreted = measure_interpreted(names)
    fast = measured(names) if compiled() else {}
    if json:
        print(dumps(_as_json(steps, fast, interpreted), indent=1))
    else:
        _print_table(steps, fast, interpreted)


def _as_json(steps: float, fast: dict[str, Figures], slow: dict[str, Figures]) -> dict[str, object]:
    return {
        "calibration_steps_per_s": round(steps),
        "games": {
            name: {
                "compiled": _rounded(fast[name]) if name in fast else None,
                "interpreted": _rounded(slow[name]),
                "speedup": round(fast[name].decisions_per_s / slow[name].decisions_per_s, 1)
                if name in fast
                else None,
            }
            for name in slow
        },
    }


def _rounded(figures: Figures) -> dict[str, int]:
    return {name: round(value) for name, value in msgspec.to_builtins(figures).items()}


def _print_table(steps: float, fast: dict[str, Figures], slow: dict[str, Figures]) -> None:
    from rich.console import Console

    console = Console()
    console.print("On one core, per second\n")
    for name in slow:
        console.print(_table_of(name, fast.get(name), slow[name]))
    console.print(
        "Everything is played at random. A search is one iteration of mcts, to the end of the game."
    )
    console.print(
        f"A fixed loop in plain Python does {steps:,.0f} steps a second here; compare machines by it."
    )
    if not fast:
        console.print("The core is not compiled here: there was no C compiler, or HARENA_PURE is set.")


def _table_of(name: str, fast: Figures | None, slow: Figures) -> Table:
    """One game's figures; all tables are equally wide."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, title=name, title_justify="left", title_style="bold", pad_edge=False)
    table.add_column(min_width=9)
    for heading in (*(["compiled"] if fast else []), "interpreted", *(["speed-up"] if fast else [])):
        table.add_column(heading, justify="right", min_width=11, no_wrap=True)
    for field in Figures.__struct_fields__:
        slowly = getattr(slow, field)
        quickly = getattr(fast, field) if fast else 0.0
        measured = [f"{quickly:,.0f}", f"{slowly:,.0f}", f"{quickly / slowly:.1f} x"]
        table.add_row(field.removesuffix("_per_s"), *(measured if fast else measured[1:2]))
    return table
