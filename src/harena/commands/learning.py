"""`harena learn`: a judgement from self-play, kept only if games show that it is better."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from harena.core.errors import HarenaError
from harena.lab.simulate import cores
from harena.terminal.console import Terminal, open_terminal, visible
from harena.terminal.start import read_pairs

if TYPE_CHECKING:
    from harena.lab.learn import Wish

INTERRUPTED = 128 + 2
DOES_NOT_HOLD = 1
PLOT = "strength.svg"


def learn(
    game: str = "",
    /,
    *,
    pack: str = "standard",
    option: Annotated[list[str] | None, Parameter(name=["--option", "-o"])] = None,
    minutes: float = 10.0,
    games: int = 0,
    generations: int = 0,
    player: str = "100",
    budget: str = "",
    elo0: float = 0.0,
    elo1: float = 20.0,
    risk: float = 0.05,
    seed: int = 1,
    workers: int | None = None,
    ray: str | None = None,
    folder: Path | None = None,
    out: Path | None = None,
    check: Path | None = None,
) -> int:
    """Learn a judgement for a pack by self-play, and keep it only if games show that it is better.

    Bots play games, weights are fitted to who won, and the candidate meets the one before and the game's own
    judgement in a sequential test: equal time a move, every deal twice with sides swapped, fresh seeds. What
    passes is written beside the pack as learned.json, where the bots `learned` and `master` find it.

    Ctrl-C stops when the games being played are finished. The same command goes on where it was left.
    Exit code 0: all is well; 1: a file did not pass its check; 130: stopped by hand.

    Parameters
    ----------
    game
        The game's name; with `--check` it is in the file.
    pack
        A pack that comes with the game, or the folder of any other.
    option
        An option of the game as NAME=VALUE; may be repeated. What is learned is for games with as many seats
        and sides, whose features have the same layout.
    minutes
        How long to go on; 10 if left out.
    games
        How many games to learn from in a generation; if left out, as many as a quarter of the time allows.
    generations
        At most so many; if left out, as many as there is time for.
    player
        The budget of those who play the games to learn from, as of mcts; 100 iterations if left out.
    budget
        The budget a move in tests, of both sides: like 12ms, or 12cpu for milliseconds of the processor's
        time, which a busy machine does not cut short. If left out, as much of that as mcts:400 takes here.
    elo0
        With --elo1: a candidate is kept if it is stronger by elo1 rather than elo0; 0 if left out.
    elo1
        See --elo0; 20 if left out.
    risk
        How often a candidate may be kept that is no better, and dropped that is; 0.05 if left out.
    seed
        A different number gives different games.
    workers
        How many processes play; as many as this machine has cores if left out.
    ray
        Play on a Ray cluster: its address, or `local`. All its machines must see the folder of the run.
    folder
        Where the run is kept; learn-GAME if left out.
    out
        The file for what is learned; if left out, learned.json beside the pack.
    check
        Repeat the verdict on such a file instead: it meets the game's own judgement once more.
    """
    from harena.lab.learn import Wish

    wish = Wish(
        game=game,
        pack=pack,
        options=read_pairs(option or []),
        minutes=minutes,
        games=games,
        generations=generations,
        player=player,
        budget=budget,
        elo=(elo0, elo1),
        risk=risk,
        seed=seed,
        workers=cores() if workers is None else workers,
        ray=ray,
        folder=folder,
        out=out,
    )
    _check_numpy()
    terminal = open_terminal()
    if check is not None:
        return _repeat(check, wish, terminal)
    if not game:
        raise HarenaError("Name the game, or a learned file with --check.")
    return _learn(wish, terminal)


def _learn(wish: Wish, terminal: Terminal) -> int:
    from harena.lab.learn import Learning
    from harena.lab.learn_words import closing_words, draw_strength, strengths, table_of
    from harena.lab.simulate_run import ctrl_c_stops

    learning = Learning(wish)
    run = learning.store.run
    if run.generations:
        terminal.say(Text(f"Going on with the run in {learning.store.folder}"))
    with bar(terminal.console, 60 * wish.minutes) as tell, ctrl_c_stops() as stop:
        learning.asked_to_stop = stop
        learning.on_news = lambda news: tell(news, learning.seconds)
        learning.run()
        stopped = stop()
    terminal.say(table_of(run), *closing_words(run, learning.goal()))
    if strengths(run):
        draw_strength(run, learning.store.folder / PLOT)
        terminal.say(Text(f"The strength over time is drawn in {learning.store.folder / PLOT}"))
    if run.generations and not run.generations[-1].verdict:
        terminal.say(Text(f"The run is kept in {learning.store.folder}: the same command goes on with it."))
    return INTERRUPTED if stopped else 0


def _repeat(file: Path, wish: Wish, terminal: Terminal) -> int:
    """Let what a file holds meet the game's own judgement again."""
    from harena.lab.learn_check import checks
    from harena.lab.learn_words import made_words, verdict_words
    from harena.lab.simulate_run import ctrl_c_stops
    from harena.lab.sprt import Verdict

    passed = True
    with bar(terminal.console, 60 * wish.minutes) as tell, ctrl_c_stops() as stop:
        for checked in checks(file, wish, stop, tell):
            terminal.say(*map(Text, made_words(checked.judgement)))
            terminal.say(Text(verdict_words(checked.verdict, checked.trial), style="bold"))
            passed = passed and checked.verdict is Verdict.MORE
        stopped = stop()
    if stopped:
        return INTERRUPTED
    return 0 if passed else DOES_NOT_HOLD


@contextmanager
def bar(console: Console, seconds: float) -> Iterator[Callable[[str, float], None]]:
    """A progress bar over the time and a line on what is being done, for somebody who sees it."""
    columns = (BarColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("The first games are being played", total=seconds)

        def tell(news: str, spent: float) -> None:
            shown = visible(news).replace("[", "\\[")
            progress.update(task, description=shown, completed=min(spent, seconds))

        yield tell


def _check_numpy() -> None:
    """Whoever has to install something learns it before the games, not after."""
    try:
        import matplotlib  # noqa: F401
        import scipy  # type: ignore[import-untyped] # noqa: F401
    except ImportError:
        raise HarenaError("Learning needs NumPy, SciPy and Matplotlib: pip install 'harena[lab]'.") from None
