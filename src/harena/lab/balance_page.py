"""A balance report as one HTML page that needs nothing else."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from statistics import median

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from harena import look
from harena.core.prose import capital
from harena.lab import balance_words as words
from harena.lab import plots
from harena.lab.balance import SEATING, Rate
from harena.lab.balance_parts import Report, Section, Sources, Uses
from harena.lab.bars import Bar, bar_sentences, judge

HERE = Path(__file__).parent
# The parts of a bar, each with what is readable on it: the seats' colours, and two more.
INKS = (*((seat.colour, seat.ink) for seat in look.SEATS), (look.IRON, look.PARCHMENT), ("#d98c5f", look.INK))


class Played(msgspec.Struct, frozen=True):
    """What a report is of."""

    title: str
    summary: str
    facts: list[tuple[str, str]]
    command: str
    version: str


class Tile(msgspec.Struct, frozen=True):
    """One number a reader takes home."""

    label: str
    number: str
    note: str


@cache
def environment() -> Environment:
    out = Environment(
        loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=False
    )
    for each in (
        words.percent,
        words.between,
        words.points,
        words.amount,
        words.signed,
        words.share,
        capital,
        words.span,
    ):
        out.globals[each.__name__] = each
    out.globals.update(write_tick=write_tick, heading=heading, explained=explained, glow_of=glow_of)
    out.globals.update(inks=INKS, ink_count=plots.INKS)
    return out


def page(report: Report, played: Played, bars: list[Bar]) -> str:
    """The page. The same report always gives the same page."""
    own = {bar.trait: bar for bar in bars}
    limits = {each.trait: own.get(each.trait, own.get("")) for each in report.sections}
    template = environment().get_template("balance.html.j2")
    text = template.render(
        report=report,
        played=played,
        verdict=[unbroken(sentence) for sentence in words.verdict(report)],
        bar_sentences=bar_sentences(judge(report, bars)),
        tiles=tiles(report),
        bars=limits,
        scales={each.trait: rate_scale(each, limits[each.trait]) for each in report.sections},
        histograms={each.name: plots.histogram(each.histogram, each.quartiles) for each in report.lengths},
        use_scales={each.kind: use_scale(each) for each in report.uses},
        bars_of={each.kind: bars_of(each) for each in report.sources},
    )
    return "\n".join(line for line in text.splitlines() if line.strip()) + "\n"


def unbroken(sentence: str) -> str:
    """A sentence whose intervals stay on one line."""
    return sentence.replace(words.TO, f"{words.TO}\N{WORD JOINER}")


def write_tick(number: float, sign: str = "") -> str:
    """A number of a scale in percent; with a sign where it is a difference."""
    return words.points(number).removesuffix(".0") if sign and number else f"{100 * number:g}"


def heading(trait: str) -> str:
    """A trait as a section's title."""
    titles = {"seat": "First-seat advantage", "first decision": "Who decides first"}
    return titles.get(trait, f"{capital(trait)}: who wins")


def explained(section: Section) -> str:
    """What a section is about, in a sentence."""
    trait = section.trait
    if section.said:
        return f"In these games always the same as {section.said}."
    told = {
        "seat": "Does it matter who sits first?",
        "first decision": "Does it help, or hurt, to decide first?",
        "bot": "Who plays better?",
    }
    return told.get(trait, f"Win rates by {trait}, whatever else differs.")


def glow_of(cell: Rate) -> float:
    """How warm or cold a cell is."""
    return plots.heat(cell.rate, cell.fair)


def rate_scale(section: Section, bar: Bar | None) -> plots.Scale:
    """A scale for all win rates of a section, their fair shares and the bar."""
    rates = [value.rate for value in section.values]
    ends = [end for rate in rates for end in (*rate.interval, rate.fair)]
    return plots.scale([*ends, *((bar.low, bar.high) if bar is not None else ())], 0.0, 1.0)


def use_scale(uses: Uses) -> plots.Scale:
    """A scale for all gains; the intervals of what is hardly ever used may run off it."""
    known = [each.gain for each in uses.things if each.compared]
    if not known:
        return plots.scale([-0.1, 0.1])
    usual = 2 * median(gain.high - gain.low for gain in known)
    ends = [end for gain in known if gain.high - gain.low <= usual for end in (gain.low, gain.high)]
    return plots.scale([0.0, *ends, *(gain.gap for gain in known)], -1.0, 1.0)


def bars_of(sources: Sources) -> list[tuple[str, list[plots.Part]]]:
    """A bar of shares for all, and one for each group."""
    out = [("All", plots.stacked((each.name, each.share) for each in sources.things))]
    for place, group in enumerate(sources.groups):
        amounts = [(each.name, each.by_group[place]) for each in sources.things]
        total = sum(number for _, number in amounts)
        if total > 0:
            out.append((group, plots.stacked((name, number / total) for name, number in amounts)))
    return out


def tiles(report: Report) -> list[Tile]:
    """The numbers at the top."""
    drawn = f"{words.percent(report.drawn / report.games)} drawn" if report.drawn else "none drawn"
    out = [Tile("Games", f"{report.games:,}", drawn)]
    main = next((each for each in report.sections if each.trait == report.main), None)
    if main is not None and main.trait not in SEATING:
        ranked = sorted(main.values, key=lambda value: value.rate.rate)
        for label, value in (("Strongest", ranked[-1]), ("Weakest", ranked[0])):
            out.append(Tile(label, words.percent(value.rate.rate), value.name))
    seats = next((each for each in report.sections if each.trait == "seat"), None)
    if seats is not None:
        first, clear = seats.values[0].rate, seats.values[0].clear
        note = {1: "clearly an advantage", 0: "may be even", -1: "clearly a disadvantage"}[clear]
        out.append(Tile("Seat 1 wins", words.percent(first.rate), note))
    for length in report.lengths[:2]:
        out.append(
            Tile(f"Median {length.name}", f"{length.quartiles[1]:g}", f"half: {words.span(length.quartiles)}")
        )
    return out
