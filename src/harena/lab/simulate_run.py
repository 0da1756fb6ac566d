"""`harena simulate`: plays a run, keeps its rows in a file, and says what they show."""

from __future__ import annotations

import shlex
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

import msgspec
from rich.console import Console, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from harena.core import registry
from harena.core.errors import HarenaError
from harena.core.fitting import complete
from harena.lab.flat import FlatTable
from harena.lab.formats import (
    ENDINGS,
    JSON_LINES,
    STANDARD_OUTPUT,
    Format,
    check_writer,
    format_for,
    run_beside,
    write_table,
)
from harena.lab.plan import Plan, Row, make_plan
from harena.lab.play import notes
from harena.lab.positions import check_positions, write_positions
from harena.lab.results import Results, encode, header_of
from harena.lab.simulate import checked, rows
from harena.lab.summary import Summary

REDRAW = 0.1  # seconds

Say = Callable[..., None]


class Wish(msgspec.Struct, frozen=True):
    """What the command line asks for."""

    game: str
    bots: list[str]
    games: int
    seed: int
    options: dict[str, str] = {}
    pack: str = "standard"
    match_ups: bool = False  # all of the game's, equally often
    out: Path = STANDARD_OUTPUT
    form: Format = JSON_LINES
    workers: int = 1
    ray: str | None = None
    positions: Path | None = None  # a row for each decision

    @property
    def flat(self) -> bool:
        """Whether a flat table is wanted, beside the games themselves."""
        return self.form != JSON_LINES


class Store(Protocol):
    """Where rows are kept."""

    games: int

    def kept(self) -> Iterator[Row]: ...
    def add(self, row: Row) -> None: ...
    def close(self) -> None: ...


class Stream:
    """Rows on the standard output, for another program to read."""

    def __init__(self, plan: Plan) -> None:
        self.games = 0
        self._write(encode(header_of(plan)))

    def kept(self) -> Iterator[Row]:
        return iter(())

    def add(self, row: Row) -> None:
        self.games += 1
        self._write(encode(row))

    def close(self) -> None:
        sys.stdout.flush()

    def _write(self, line: bytes) -> None:
        sys.stdout.write(line.decode() + "\n")


def simulate(wish: Wish, say: Say, console: Console) -> None:
    """Play what is wished for, or go on with it. KeyboardInterrupt if somebody stopped it."""
    if wish.positions is not None:
        check_positions_wish(wish, wish.positions)
    plan = plan_of(wish)
    checked(plan, wish.workers)  # before a file is made
    check_writer(wish.form)
    with games_file(wish) as file:
        games = play_into(file, plan, wish, say, console)
    say(*closing_words(plan, wish, games))
    if games < plan.games:
        raise KeyboardInterrupt


def play_into(file: Path, plan: Plan, wish: Wish, say: Say, console: Console) -> int:
    """Play what a file lacks of a plan, write the table that is wished for; how many games there are now."""
    store: Store = Stream(plan) if file == STANDARD_OUTPUT else Results(file, plan)
    try:
        summary, before = count_kept(store)
        say(*announced(plan, file, before), *map(Text, notes(plan)))
        began = time.monotonic()
        with suppress(KeyboardInterrupt), ctrl_c_stops() as stop:
            games = rows(plan, wish.workers, wish.ray, before, stop)
            with closing(watched(games, before, plan.games, console, stop)) as shown:
                keep(shown, store, summary)
    except HarenaError as error:
        raise HarenaError(f"{error} {kept_sentence(store, wish)}".rstrip()) from error
    finally:
        store.close()
    report(summary, store.games - before, time.monotonic() - began, say)
    if wish.flat:
        write_table(FlatTable(file), wish.out, wish.form)
    if wish.positions is not None and store.games:
        say(write_positions(file, wish.positions))
    return store.games


def check_positions_wish(wish: Wish, positions: Path) -> None:
    """Refuse what would stand in the way of the positions, or take the place of something."""
    check_positions(positions)
    if wish.out == STANDARD_OUTPUT:
        raise HarenaError("--positions needs an --out file for the games they are made of.")
    if positions == wish.out:
        raise HarenaError(f"{positions}: --out and --positions name the same file.")
    if positions.exists() and not run_beside(wish.out, wish.form).exists():
        raise HarenaError(f"{positions} already exists. Name another file.")


@contextmanager
def games_file(wish: Wish) -> Iterator[Path]:
    """Where the games are kept, line by line: from there a run goes on, and a flat table is made."""
    if wish.flat and wish.out == STANDARD_OUTPUT:
        with TemporaryDirectory(prefix="harena-") as folder:
            yield Path(folder) / "run.jsonl"
        return
    file = run_beside(wish.out, wish.form)
    if wish.flat and wish.out.exists() and not file.exists():
        raise HarenaError(
            f"{wish.out} already exists, but not {file} with the games it was made of. Name another file."
        )
    yield file


def plan_of(wish: Wish) -> Plan:
    """The plan of a run, which has the same options in all games, or all match-ups equally often."""
    game = registry.find(wish.game)
    pack = game.pack(wish.pack)
    options = complete(game, pack, wish.options)
    settings, games = [options], wish.games
    if wish.match_ups:
        settings = game.match_ups(pack, options)
        turns = 1 if len(set(wish.bots)) == 1 else len(wish.bots)  # different bots have every seat in each
        games = -(-wish.games // (turns * len(settings))) * turns * len(settings)
    plan = make_plan(game, settings, wish.bots, games, wish.seed, wish.pack)
    return msgspec.structs.replace(plan, moves=wish.positions is not None)


def count_kept(store: Store) -> tuple[Summary, int]:
    """The games that were played before, and how many."""
    summary = Summary()
    for row in store.kept():
        summary.add(row)
    return summary, store.games


def keep(games: Iterable[Row], store: Store, summary: Summary) -> None:
    """Keep and count rows as they come."""
    for row in games:
        store.add(row)
        summary.add(row)


# --- what is said


def announced(plan: Plan, file: Path, before: int) -> list[RenderableType]:
    """What is going to be played."""
    title, match_ups = registry.find(plan.game).title, len(plan.settings)
    each = f", {plan.games // match_ups:,} of each of {match_ups} match-ups" if match_ups > 1 else ""
    head = f"{title}, {', '.join(plan.bots)}: {plan.games:,} games with seed {plan.seed}{each}"
    if before == plan.games:
        return [Text(f"{head}. All are already in {file}.")]
    if before:
        return [Text(f"{head}. Already in {file}: {before:,}.")]
    return [Text(f"{head}.")]


def report(summary: Summary, played: int, seconds: float, say: Say) -> None:
    """What all games of the run show so far, and how fast those of today were."""
    if summary.seats:
        say(*summary.tables())
    if played:
        say(f"{played:,} games in {seconds:.1f} s: {played / max(seconds, 1e-9):,.1f} a second.")


def closing_words(plan: Plan, wish: Wish, games: int) -> list[RenderableType]:
    """Where the rows are, and how to go on."""
    whole = games == plan.games
    said: list[RenderableType] = [] if whole else [f"Stopped after {games:,} of {plan.games:,} games."]
    if wish.out == STANDARD_OUTPUT:
        return said
    said.append(f"The rows are in {wish.out}")
    if wish.flat:
        said.append(f"The games are in {run_beside(wish.out, wish.form)}")
    return said if whole else [*said, f"To go on: {command(wish)}"]


def command(wish: Wish) -> str:
    """The command that goes on with this run."""
    words = ["harena", "simulate", wish.game]
    for bot in wish.bots:
        words += ["--bots", bot]
    words += ["--games", str(wish.games), "--seed", str(wish.seed)]
    for name, value in wish.options.items():
        words += ["--option", f"{name}={value}"]
    words += ["--pack", wish.pack] if wish.pack != "standard" else []
    words += ["--match-ups"] if wish.match_ups else []
    words += ["--ray", wish.ray] if wish.ray else []
    words += ["--positions", str(wish.positions)] if wish.positions else []
    words += ["--out", str(wish.out)]
    by_ending = format_for(wish.out, None)
    return shlex.join([*words, *(["--format", wish.form] if wish.form != by_ending else [])])


def kept_sentence(store: Store, wish: Wish) -> str:
    """How many games are safe, after a sentence about what went wrong."""
    if wish.out == STANDARD_OUTPUT or not store.games:
        return ""
    return f"{store.games:,} games are kept in {run_beside(wish.out, wish.form)}"


class StopNote(ProgressColumn):
    """Says that Ctrl-C was heard, while the last games are finished."""

    def __init__(self, stop: Callable[[], bool]) -> None:
        super().__init__()
        self.stop = stop

    def render(self, task: Task) -> Text:
        return Text("stopping (Ctrl-C: now)" if self.stop() else "")


def watched(
    games: Iterator[Row], before: int, total: int, console: Console, stop: Callable[[], bool]
) -> Generator[Row, None, None]:
    """The rows as they come, with a progress bar where somebody can see it."""
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games, {task.fields[speed]}"),
        TimeRemainingColumn(),
        TextColumn("left"),
        StopNote(stop),
    )
    began = drawn = time.monotonic()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=total, completed=before, speed="")
        for played, row in enumerate(games, 1):
            yield row
            now = time.monotonic()
            if now - drawn > REDRAW:  # thousands a second would be more work than the games
                speed = f"{played / (now - began):,.1f} a second,"
                progress.update(task, completed=before + played, speed=speed)
                drawn = now


@contextmanager
def ctrl_c_stops() -> Iterator[Callable[[], bool]]:
    """Ctrl-C asks to stop after the games that are being played; the second one does not wait for them."""
    asked: list[int] = []

    def stop(number: int, frame: Any) -> None:
        asked.append(number)
        signal.signal(signal.SIGINT, before)

    try:
        before = signal.signal(signal.SIGINT, stop)
    except ValueError:  # not in the main thread: whoever runs us there has other ways
        yield lambda: False
        return
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)


def new_file(game: str, form: Format = JSON_LINES) -> Path:
    """A file name of its own for a new run, in the folder one is in."""
    name = f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    tries = [name, *(f"{name}-{number}" for number in range(2, 100))]
    free = (each for each in tries if not any(Path(f"{each}{end}").exists() for end in ENDINGS))
    return Path(f"{next(free, name)}.{form}")
