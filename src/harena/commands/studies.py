"""`harena balance`, `harena compare` and `harena ratings`: questions that many games answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from harena.bots.registry import named, only
from harena.commands.words import BotWords, OptionWords
from harena.core.errors import HarenaError
from harena.lab.plan import Plan
from harena.lab.play import notes
from harena.lab.simulate import cores
from harena.terminal.console import Screen, Terminal, open_terminal, visible
from harena.terminal.start import read_pairs

if TYPE_CHECKING:
    from harena.lab.compare import Comparison

INTERRUPTED = 128 + 2
USUAL_BOT = "mcts:100"
OUTSIDE = 1  # the exit code of `balance` if something lies outside the bar


def compare(
    game: str,
    /,
    *,
    a: list[str] | None = None,
    b: list[str] | None = None,
    bots: BotWords = None,
    pack: str = "standard",
    option: OptionWords = None,
    measure: list[str] | None = None,
    margin: float = 5.0,
    elo0: float | None = None,
    elo1: float | None = None,
    risk: float = 0.05,
    games: int | None = None,
    seed: int = 1,
    table: str = "",
    workers: int | None = None,
    json: bool = False,
) -> int:
    """Compare two bots, packs or sets of options, and stop as soon as the answer is clear.

    A side is a bot (`mcts:400` or `bot=mcts:400`), a pack (`pack=FOLDER`), options of the game
    (`max_rounds=10` or `option.max_rounds=10`), or several of these with commas. A side left out is the
    game as it is.

    Two bots play each other, every deal twice with places changed: which one is stronger? Two packs or
    sets of options are played by equal bots from equal seeds: what does the change do?

    Parameters
    ----------
    game
        The game's name.
    a
        The first side: a bot (`mcts:400` or `bot=mcts:400`), a pack (`pack=FOLDER`), options of the game
        (`max_rounds=10` or `option.max_rounds=10`), or several of these with commas. Left out: as it is.
    b
        The second side, written in the same way.
    bots
        Who plays on all seats where a side names no bot; mcts:100 if left out, as in `harena balance`.
    pack
        The pack where a side names none.
    option
        An option for both sides as NAME=VALUE; may be repeated.
    measure
        What to look at: a trait (`fighter`), one value of it (`fighter=Brother Rafelo`), a card that was
        held or played (`card=NAME`), `rounds`, `decisions` or `first` (who decides first); may be repeated.
        The games stop as soon as this is settled. If left out: all but cards.
    margin
        What difference is worth knowing, in points of a win rate and percent of a length; 5 if left out.
    elo0
        For bots, with --elo1: ask as Fishtest does whether A is stronger by elo1 rather than elo0.
    elo1
        See --elo0.
    risk
        How often the verdict may be wrong; 0.05 if left out.
    games
        At most so many games, both sides together; if left out 2000 for bots, else 1200.
    seed
        A different number gives different games.
    table
        For bots: who sits where in the first game of a pair, like ABBA; in turn if left out.
    workers
        How many processes play; as many as this machine has cores if left out.
    json
        Print all of the report as JSON instead; docs/reports.md explains it.
    """
    from harena.lab.compare import Asked, prepare

    comparison = prepare(
        Asked(
            game,
            a or [],
            b or [],
            bot=only(bots or [USUAL_BOT], "harena compare"),
            pack=pack,
            options=read_pairs(option or []),
            measures=measure or [],
            margin=margin,
            elo=_elo(elo0, elo1),
            risk=risk,
            games=games,
            seed=seed,
            table=table,
        )
    )
    terminal = open_terminal()
    say_notes(comparison.plans[:1])
    with line_of_progress() as tell:
        comparison.run(cores() if workers is None else workers, tell)
    if json:
        from harena.lab.compare_json import as_data

        print_json(as_data(comparison))
    else:
        _say_comparison(comparison, terminal)
    return INTERRUPTED if comparison.interrupted else 0


def _say_comparison(comparison: Comparison, terminal: Terminal) -> None:
    """The finding first, then the table it was read from, then what else there is to say."""
    from harena.lab.changes import Changes
    from harena.lab.compare_tables import notes, table
    from harena.lab.compare_words import sentences

    first, *rest = sentences(comparison)
    study = comparison.study
    if not isinstance(study, Changes) or not study.pairs:
        terminal.say(Text(first, style="bold"), *map(Text, rest))
        return
    terminal.say(Text(first, style="bold"), "", f"A: {comparison.a.label}", f"B: {comparison.b.label}")
    terminal.say(*map(Text, notes(study)), *([table(study)] if study.lines() else []), *map(Text, rest))


def print_json(data: object) -> None:
    """One document on the standard output, and nothing else."""
    print(msgspec.json.format(msgspec.json.encode(data), indent=1).decode())


def _elo(elo0: float | None, elo1: float | None) -> tuple[float, float] | None:
    if elo1 is None and elo0 is None:
        return None
    if elo1 is None:
        raise HarenaError("--elo0 needs --elo1: the two answers between which to decide.")
    return elo0 or 0.0, elo1


def ratings(
    game: str,
    /,
    *more: Annotated[str, Parameter(show=False)],
    bots: BotWords = None,
    pack: str = "standard",
    option: OptionWords = None,
    games: int = 100,
    seed: int = 1,
    csv: Path | None = None,
    workers: int | None = None,
) -> int:
    """Let bots play a round robin, and rate them.

    Every two bots meet, or at larger tables every combination that fills one; all at a table have every
    seat with every deal, and in teams every partner: a team is rated by what it wins together. Ratings are
    OpenSkill's (Plackett-Luce) and begin at 25. The games are drawn anew many times, each
    time in a different order; a rating is the mean over the draws, its interval holds 95% of them.

    Parameters
    ----------
    game
        The game's name.
    bots
        At least two, like `random,greedy,mcts:100`; the same as naming each with a `--bots` of its own.
        `harena bots` lists them.
    pack
        A pack that comes with the game, or the folder of any other; several with + between.
    option
        An option of the game as NAME=VALUE; may be repeated.
    games
        How many at each table; 100 if left out.
    seed
        A different number gives different games.
    csv
        Write ratings and results to this file as well.
    workers
        How many processes play; as many as this machine has cores if left out.
    """
    from harena.lab.rating_words import as_csv, cross_table, rating_sentence, rating_table
    from harena.lab.ratings import Tournament, prepare, rated

    players = [*more, *named(bots or [])]
    results = prepare(
        Tournament(game, players, pack=pack, options=read_pairs(option or []), games=games, seed=seed)
    )
    _check_openskill()
    terminal = open_terminal()
    say_notes([plans[0] for plans in results.plans])
    with line_of_progress() as tell:
        results.run(cores() if workers is None else workers, tell)
        if not results.blocks:
            terminal.say("No game was finished, so nothing is known.")
            return INTERRUPTED
        tell("The games are rated …")
        found = rated(results)
    terminal.say(
        rating_table(found),
        Text("Out of a hundred games: how many the row's bot won against the column's; a draw counts half."),
        cross_table(results, found),
        Text(rating_sentence(results, found)),
    )
    if csv is not None:
        csv.write_text(as_csv(results, found), encoding="utf-8")
        terminal.say(f"The ratings are in {csv}")
    return INTERRUPTED if results.interrupted else 0


def balance(
    game: str = "",
    /,
    *,
    bots: BotWords = None,
    games: int = 1000,
    option: OptionWords = None,
    pack: str = "standard",
    seed: int = 1,
    workers: int | None = None,
    ray: str | None = None,
    bar: list[str] | None = None,
    out: Path | None = None,
    from_: Annotated[Path | None, Parameter(name="--from")] = None,
    html: Path | None = None,
    json: bool = False,
) -> int:
    """Play all fighters, decks, sides and seats against each other: who wins, how long it takes, which
    cards are useful. Printed as tables and written as a page to share; docs/reports.md explains it.

    Ctrl-C stops when the games being played are finished, reports on what there is, and says how to go on.

    Exit code 0: all is well; 1: something lies outside the bar; 130: stopped before all games were played.

    Parameters
    ----------
    game
        The game's name; with `--from` it is in the file.
    bots
        Who plays on all seats; mcts:100 if left out. `harena bots` lists them.
    games
        How many games in all; 1000 if left out. Rounded up so that every match-up has as many.
    option
        An option of the game as NAME=VALUE; may be repeated. `harena options GAME` lists them.
    pack
        A pack that comes with the game, or the folder of any other; several with + between.
    seed
        The same number plays the same games; 1 if left out.
    workers
        How many processes play; as many as this machine has cores if left out.
    ray
        Play on a Ray cluster: its address, or `local`.
    bar
        The limits between which win rates of decided games should lie, in percent: 45-55, or for one thing
        fighter=45-55. Shares of what is counted and medians of lengths have bars too: docs/reports.md. May be
        repeated.
    out
        Keep the games in this file, as `harena simulate` does; the same command goes on with a run that was
        stopped, and with more `--games` adds to one. If left out, they are kept only until all are played.
    from_
        Report on the results file of `harena simulate` instead of playing.
    html
        The file for the page; balance-GAME.html if left out. It is overwritten.
    json
        Print all of the report as JSON instead of tables; docs/reports.md explains it.
    """
    from harena.lab.balance_run import Wish, balance_of

    if not game and from_ is None:
        raise HarenaError("Name the game, or a results file with --from.")
    terminal = Terminal(Screen(highlight=False, stderr=True)) if json else open_terminal()
    wish = Wish(
        game=game,
        options=read_pairs(option or []),
        bot=only(bots or [USUAL_BOT], "harena balance"),
        games=games,
        seed=seed,
        pack=pack,
        bars=bar or [],
        workers=cores() if workers is None else workers,
        ray=ray,
        out=out,
        results=from_,
        html=html,
    )
    done = balance_of(wish, quiet if json else terminal.say, terminal.console)
    if json:
        from harena.lab.balance_json import as_data

        print_json(as_data(done))
    if done.stopped:
        return INTERRUPTED
    return 0 if done.found.holds else OUTSIDE


def say_notes(plans: Sequence[Plan]) -> None:
    """What a person should know of the bots, once each, and not among the results."""
    said = dict.fromkeys(note for plan in plans for note in notes(plan))
    if said:
        Terminal(Screen(highlight=False, stderr=True)).say(*map(Text, said))


def quiet(*lines: object) -> None:
    """Say nothing, where another program reads."""


def _check_openskill() -> None:
    """Whoever has to install something learns it before the games, not after."""
    try:
        import openskill  # noqa: F401
    except ImportError:
        raise HarenaError("Ratings need OpenSkill: pip install 'harena[lab]'.") from None


@contextmanager
def line_of_progress() -> Iterator[Callable[[str], None]]:
    """A line that is written anew, if somebody sits there to read it."""
    console = Console(stderr=True, highlight=False)
    if not console.is_terminal:
        yield lambda line: None
        return
    with console.status("The first games are being played …") as status:
        yield lambda line: status.update(visible(line).replace("[", "\\["))
