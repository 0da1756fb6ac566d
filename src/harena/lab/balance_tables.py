"""A balance report for the terminal, in 60 columns or more."""

from __future__ import annotations

from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from harena.core.prose import capital
from harena.lab.balance import Rate
from harena.lab.balance_parts import Heat, Length, Report, Section, Sources, Uses
from harena.lab.balance_words import (
    TO,
    amount,
    between,
    percent,
    points,
    share,
    signed,
    span,
    verdict,
)
from harena.lab.bars import Judged, bar_sentences
from harena.lab.fitting_tables import Fitting

MARKS = {1: ("▲", "bold red"), 0: ("", ""), -1: ("▼", "bold blue")}
HINTS = {1: ("△", "red"), 0: ("", ""), -1: ("▽", "blue")}
KEY = "▲▼ clear among so many lines; △▽ would be clear alone (one in 20 is, by chance)"
WIDE = 20  # how many signs of a bar's width
CELL = 3  # how many figures of a cell, so that marks stand behind them
ENDS = 6  # how many cards from each end of the list
MOST_ACROSS = 7


def tables(report: Report, judged: list[Judged]) -> Iterator[RenderableType]:
    """Everything worth printing; the page has the rest."""
    for number, sentence in enumerate(verdict(report)):
        yield Text(sentence, style="bold" if number == 0 else "")
    for sentence in bar_sentences(judged):
        yield Text(sentence, style="bold red" if "is outside" in sentence else "")
    yield Text(KEY, style="dim")
    for section in report.sections:
        fair = share(section.values[0].rate)
        yield from titled(f"Wins by {section.trait} (fair share {fair})", rates(section, bool(report.drawn)))
        for heat in section.heats:
            if len(heat.columns) <= MOST_ACROSS:
                yield from titled(
                    f"{heat.title}: {heat.caption[:1].lower()}{heat.caption[1:]}", heat_map(heat)
                )
    yield from titled("Game length", lengths(report.lengths))
    for uses in report.uses:
        yield from titled(f"{uses.title}: points more won with it than without", useful(uses))
    for sources in report.sources:
        yield from titled(sources.title, shares(sources))


def titled(title: str, table: RenderableType) -> Iterator[RenderableType]:
    """A table below its title, which may be wider than the table."""
    yield Text(title, style="bold")
    yield table


def plain(*columns: str) -> Table:
    """A table with words at the left and numbers at the right."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for place, column in enumerate(columns):
        if place:
            table.add_column(column, justify="right", no_wrap=True)
        else:
            table.add_column(column, overflow="fold")
    return table


def rates(section: Section, drawn: bool) -> Table:
    """Win rates of a trait's values."""
    table = plain(capital(section.trait), "wins", "95%", "", *(["decided"] if drawn else []), "games")
    for value in section.values:
        rate = value.rate
        numbers = percent(rate.rate), between(rate.interval), mark(value.clear, rate.standing)
        decided = [percent(rate.decided_rate)] if drawn else []
        table.add_row(Text(value.name), *numbers, *decided, f"{rate.games:,}")
    return table


def mark(clear: int, standing: int, before: str = "") -> Text:
    """A full mark for what is clear among all lines, an open one for what would be if it were alone."""
    sign, style = MARKS[clear] if clear else HINTS[standing]
    return Text(f"{before}{sign}", style=style)


def heat_map(heat: Heat) -> Table:
    """Win rates by two things; numbered columns where the names would not fit."""
    wide = sum(min(len(name), 9) + 2 for name in heat.columns) > 50 or max(map(len, heat.columns)) > 9
    numbered = wide and heat.rows == heat.columns
    heads = [str(place + 1) for place in range(len(heat.columns))] if numbered else heat.columns
    table = plain("", *(f"{head:>{CELL}}" for head in heads))
    for column in table.columns[1:]:
        column.no_wrap, column.overflow, column.justify = False, "fold", "left"
    for place, (name, cells) in enumerate(zip(heat.rows, heat.cells, strict=True)):
        label = f"{place + 1} {name}" if numbered else name
        marked = zip(cells, heat.clear[place], strict=True)
        table.add_row(Text(label), *(heat_cell(cell, clear) for cell, clear in marked))
    return table


def heat_cell(cell: Rate | None, clear: int) -> Text:
    """A win rate in percent, marked where it is off."""
    if cell is None or not cell.games:
        return Text(f"{TO:>{CELL}}", style="dim")
    return mark(clear, cell.standing, f"{100 * cell.rate:{CELL}.0f}")


def lengths(found: list[Length]) -> Table:
    """How long games were."""
    table = plain("In", "median", "middle half", "mean", "from", "to")
    for each in found:
        numbers = f"{each.quartiles[1]:g}", span(each.quartiles), amount(each.mean)
        table.add_row(Text(each.name), *numbers, str(each.shortest), str(each.longest))
    return table


def useful(uses: Uses) -> Fitting:
    """The most and the least useful, with as many columns as there is room for."""
    often = "prevails" if uses.prevail else "a game"
    extra = [often, "r"]
    return Fitting(*(_useful(uses, extra[:count]) for count in (2, 1, 0)))


def _useful(uses: Uses, extra: list[str]) -> Table:
    table = plain(capital(uses.thing), "points", "95%", "", "with", "without", *extra)
    things = uses.things
    cut = len(things) > 2 * ENDS + 1
    for each in [*things[:ENDS], None, *things[-ENDS:]] if cut else things:
        if each is None:
            table.add_row(Text(f"... {len(things) - 2 * ENDS} more ...", style="dim"))
            continue
        often = amount(each.per_game) if each.prevails is None else f"{100 * each.prevails:.0f}"
        table.add_row(
            Text(each.name),
            points(each.gain.gap) if each.compared else TO,
            f"{points(each.gain.low)} to {points(each.gain.high)}" if each.compared else f"always {uses.did}",
            mark(each.clear, each.standing),
            f"{100 * each.won_with:.1f}",
            f"{100 * each.won_without:.1f}" if each.compared else TO,
            *[often, signed(each.correlation)][: len(extra)],
        )
    return table


def shares(sources: Sources) -> Table:
    """How much came from where."""
    if not sources.shares:
        table = plain("What", "a game")
        for each in sources.things:
            table.add_row(Text(each.name), amount(each.per_game))
        return table
    per = [sources.per] if sources.per else []
    table = plain("Source", "a game", *per, "share", "")
    table.columns[-1].justify = "left"
    most = max((each.share for each in sources.things), default=1.0) or 1.0
    for each in sources.things:
        bar = Text("█" * round(WIDE * each.share / most), style="yellow")
        often = [amount(sources.often(each)) for _ in per]
        table.add_row(Text(each.name), amount(each.per_game), *often, percent(each.share), bar)
    return table
