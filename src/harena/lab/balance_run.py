"""`harena balance`: all fighters, decks, sides and seats against each other, and what comes of it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

from harena.core import registry
from harena.core.errors import HarenaError
from harena.core.fitting import complete
from harena.core.game import AnyGame
from harena.core.options import write_options
from harena.lab import simulate
from harena.lab.balance import Tally
from harena.lab.balance_games import KeptGames
from harena.lab.balance_page import Played, page
from harena.lab.balance_parts import Report
from harena.lab.balance_report import make_report
from harena.lab.balance_tables import tables
from harena.lab.bars import Bar, Judged, check_bars, judge, read_bar
from harena.lab.fair import shares_of
from harena.lab.plan import Plan, Row, make_plan
from harena.lab.play import notes
from harena.lab.results import read_results
from harena.lab.statistics import wilson

MOST_SHOWN = 60  # signs of an option's value


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody wants to know the balance of."""

    game: str
    options: Mapping[str, Any] = {}
    bot: str = "mcts:100"
    games: int = 1000
    seed: int = 1
    pack: str = "standard"
    bars: Sequence[str] = ()
    workers: int = 1
    ray: str | None = None
    out: Path | None = None  # keep the games here, and go on with those that are there
    results: Path | None = None  # report on these instead of playing
    html: Path | None = None


class Findings(msgspec.Struct, frozen=True):
    """A report, what it is of, and how it stands against the bars."""

    report: Report
    played: Played
    bars: list[Bar]
    judged: list[Judged]

    def page(self) -> str:
        """As one HTML page."""
        return page(self.report, self.played, self.bars)

    @property
    def holds(self) -> bool:
        """Nothing lies outside its bar."""
        return all(each.verdict != "outside" for each in self.judged)


class Finished(msgspec.Struct, frozen=True):
    """What a balance report has come to."""

    found: Findings
    page: Path
    games: Path | None = None  # where they are kept
    stopped: bool = False  # before all were played


def balance_of(wish: Wish, say: Callable[..., None], console: Console) -> Finished:
    """Play or read, write the page, and print the tables."""
    bars = [read_bar(text) for text in wish.bars]
    if wish.results is not None:
        check_only_results(wish)
        plan, rows = read_run(wish.results, wish.game)
        command = shlex.join(["harena", "balance", "--from", str(wish.results), *bar_words(wish.bars)])
        done = written(wish, plan, find(plan, rows, bars, command))
        say_report(done, command, say)
        return done
    plan = plan_balance(wish)
    simulate.rows(plan, wish.workers, wish.ray)  # refuses what cannot be played before a file is made
    page = page_file(wish.html, plan.game)
    kept = KeptGames(plan, wish.out, page)
    command = command_of(wish, plan)
    try:
        say(Text(announce(plan)), *map(Text, notes(plan)))
        found = find(plan, kept.rows(wish.workers, wish.ray, console), bars, command)
    except HarenaError as error:
        if not kept.games:
            raise
        raise HarenaError(f"{error} {kept.games:,} games are kept in {kept.file}") from error
    finally:
        kept.close()
    done = written(wish, plan, found)
    stays = kept.named or not kept.whole
    done = msgspec.structs.replace(done, games=kept.file if stays else None, stopped=not kept.whole)
    say_report(done, command, say)
    if done.stopped:
        say(f"Stopped after {kept.games:,} of {plan.games:,} games.")
        say(f"To go on: {going_on(wish, command, kept.file)}")
    return done


def going_on(wish: Wish, command: str, file: Path) -> str:
    """The command that plays the rest of a report's games."""
    more = ["--out", str(file)] if wish.out is None else []
    more += ["--html", str(wish.html)] if wish.html is not None else []
    more += ["--ray", wish.ray] if wish.ray else []
    return f"{command} {shlex.join(more)}".rstrip()


def written(wish: Wish, plan: Plan, found: Findings) -> Finished:
    """Write the page: first of all, lest a reader who stops early loses it."""
    file = page_file(wish.html, plan.game)
    file.write_text(found.page(), encoding="utf-8")
    return Finished(found, file)


def say_report(done: Finished, command: str, say: Callable[..., None]) -> None:
    """The tables, and where to find the rest."""
    say("", *tables(done.found.report, done.found.judged))
    say(f"The page is in {done.page}")
    if done.games is not None:
        say(f"The games are in {done.games}")
    say(f"The same again: {command}")


def plan_balance(wish: Wish) -> Plan:
    """A plan in which everything meets everything equally often: games are rounded up to whole rounds."""
    game = registry.find(wish.game)
    pack = game.pack(wish.pack)
    settings = game.match_ups(pack, complete(game, pack, wish.options))
    if wish.games < 1:
        raise HarenaError(f"A balance report needs at least one game, not {wish.games}.")
    rounds = -(-wish.games // len(settings))
    return make_plan(game, settings, [wish.bot], rounds * len(settings), wish.seed, wish.pack)


def announce(plan: Plan) -> str:
    """What will be played, and how exact it will be."""
    match_ups = len(plan.settings)
    each = f", {plan.games // match_ups} of each of {match_ups} match-ups" if match_ups > 1 else ""
    low, high = wilson(plan.games / 2, plan.games)
    reach = f"a win rate over all of them will be good to ±{50 * (high - low):.1f} points"
    return f"{registry.find(plan.game).title}: {plan.games:,} games by {bots_of(plan)}{each}; {reach}."


def find(plan: Plan, rows: Iterable[Row], bars: Sequence[Bar], command: str) -> Findings:
    """Count the rows of a plan and say what they show."""
    tally = Tally(shares_of(plan))
    for row in rows:
        tally.add(row)
        if tally.games == 1:  # now it is known what there is, and hardly any time is lost
            check_bars(bars, tally.traits, tally.counted(), tally.lengths())
    if not tally.games:
        raise HarenaError("There are no games to report on.")
    report = make_report(tally, registry.find(plan.game).study.counts)
    return Findings(report, played(plan, tally.games, command), list(bars), judge(report, bars))


def page_file(given: Path | None, game: str) -> Path:
    """Where the page goes; a place that cannot be written is found out before anything is played."""
    file = given or Path(f"balance-{game}.html")
    if file.is_dir() or not file.parent.is_dir():
        raise HarenaError(f"{file}: the page needs a file's name in a folder that exists.")
    return file


def check_only_results(wish: Wish) -> None:
    """Refuse to report on results as if they had been played otherwise than they were."""
    plain = Wish(game=wish.game)
    if (wish.options, wish.bot, wish.games, wish.seed, wish.pack) != (
        plain.options,
        plain.bot,
        plain.games,
        plain.seed,
        plain.pack,
    ):
        raise HarenaError("Results keep their options, bots, games, seed and pack; leave them out.")
    if wish.out is not None:
        raise HarenaError("With --from nothing is played, so there is nothing to keep; leave --out out.")


def read_run(file: Path, game: str) -> tuple[Plan, Iterable[Row]]:
    """A run that was kept in a results file."""
    plan, rows = read_results(file)
    if game and plan.game != game:
        raise HarenaError(f"{file}: these are games of {plan.game[:40]!r}, not of {game!r}.")
    registry.find(plan.game)
    if not plan.settings:
        raise HarenaError(f"{file}: its first line is damaged: it names no options.")
    return plan, whole(rows, file)


def whole(rows: Iterable[Row], file: Path) -> Iterator[Row]:
    """The rows, each checked to have as many of everything as it has seats."""
    for row in rows:
        seats = len(row.scores)
        if not seats or {len(row.bots), len(row.traits), len(row.counts)} != {seats}:
            raise HarenaError(f"{file}: game {row.number} does not say the same of all its seats.")
        yield row


# --- what was played, in words


def played(plan: Plan, games: int, command: str) -> Played:
    """What a report is of, for its reader."""
    game = registry.find(plan.game)
    chosen = common_options(game, plan)
    match_ups = f"{len(plan.settings)} match-ups" if len(plan.settings) > 1 else ""
    told = [f"{games:,} games", match_ups, f"played by {bots_of(plan)}", f"pack {plan.pack}", chosen]
    facts = [
        ("Game", f"{game.title} ({plan.game}, rules version {plan.rules})"),
        ("Pack", f"{plan.pack} ({plan.digest[:12]})"),
        ("Options", chosen or "as the game sets them"),
        ("Match-ups", str(len(plan.settings))),
        ("Bots", bots_of(plan)),
        ("Games", f"{games:,}" + (f" of {plan.games:,} planned" if games != plan.games else "")),
        ("Seed", str(plan.seed)),
    ]
    return Played(game.title, " · ".join(part for part in told if part), facts, command, version("harena"))


def bots_of(plan: Plan) -> str:
    """Who played: one name, if all were the same."""
    return ", ".join(dict.fromkeys(plan.bots))


def common_options(game: AnyGame, plan: Plan) -> str:
    """The options that all settings share and that are not as the game sets them."""
    usual = write_options(game.options())
    first = plan.settings[0]
    shared = {
        name: value
        for name, value in first.items()
        if all(each.get(name) == value for each in plan.settings) and usual.get(name) != value
    }
    return ", ".join(f"{name}={str(value)[:MOST_SHOWN]}" for name, value in shared.items())


def command_of(wish: Wish, plan: Plan) -> str:
    """The command that repeats a report."""
    words = ["harena", "balance", wish.game, "--bots", wish.bot, "--games", str(plan.games)]
    words += ["--seed", str(wish.seed)]
    if wish.pack != "standard":
        words += ["--pack", wish.pack]
    for name, value in wish.options.items():
        words += ["--option", f"{name}={value}"]
    words += ["--out", str(wish.out)] if wish.out is not None else []
    return shlex.join([*words, *bar_words(wish.bars)])


def bar_words(bars: Sequence[str]) -> list[str]:
    """The bars as they are given to the command."""
    return [word for bar in bars for word in ("--bar", bar)]
