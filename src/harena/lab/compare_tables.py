"""A comparison for the terminal: all lines under A and B, as wide as there is room."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from harena.lab.changes import Changes, Line
from harena.lab.compare_words import named
from harena.lab.fitting_tables import Fitting
from harena.lab.measures import is_length
from harena.lab.newcomers import GONE, NEW
from harena.lab.sprt import Verdict
from harena.lab.words import digits_apart, p_words

MINUS = "\N{MINUS SIGN}"
VERDICTS = {
    Verdict.MORE: ("more", "bold green"),
    Verdict.LESS: ("less", "bold red"),
    Verdict.SAME: ("no change", "dim"),
    Verdict.OPEN: ("open", ""),
}


def table(study: Changes) -> Fitting:
    """All lines under A and B."""
    return Fitting(in_one_row(study), in_two_rows(study))


def notes(study: Changes) -> list[str]:
    """What has to be said about the table before anybody reads it."""
    said = []
    fair = [line.fair for line in study.lines() if line.shifted]
    if fair:
        a, b = (span([share[side] for share in fair]) for side in (0, 1))
        said.append(f"Win rates are points above the fair share, which is {a} under A and {b} under B.")
    words = {line.note for line in study.lines()}
    if NEW in words:
        said.append("New: A shows what those it replaces win against the same opponents.")
    if GONE in words:
        said.append("Gone: B shows what those that replace it win against the same opponents.")
    return said


def span(shares: Sequence[float]) -> str:
    """The fair share, or from which to which."""
    found = sorted({f"{100 * share:.3g}" for share in shares}, key=float)
    return f"{found[0]}%" if len(found) == 1 else f"{found[0]} to {found[-1]}%"


def in_one_row(study: Changes) -> Table:
    """A row for each line."""
    found = Table("", box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("A", "B", f"B {MINUS} A", f"{100 * (1 - study.risk):g}% interval", "p"):
        found.add_column(heading, justify="right", no_wrap=True)
    found.add_column("", no_wrap=True)
    for line in study.lines():
        a, b, difference, interval, p = numbers(line)
        found.add_row(Text(titled(line)), a, b, difference, interval, p, verdict(line))
    return found


def in_two_rows(study: Changes) -> Table:
    """Two short rows for each line, where there is little room."""
    found = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    found.add_column("\nA to B", overflow="fold")
    interval = f"{100 * (1 - study.risk):g}% interval"
    found.add_column(f"B {MINUS} A\n{interval}", justify="right", no_wrap=True)
    found.add_column("\np", no_wrap=True)
    for number, line in enumerate(study.lines()):
        a, b, difference, interval, p = numbers(line)
        if number:
            found.add_row()
        found.add_row(Text(titled(line)), difference, verdict(line))
        found.add_row(f"{a.removesuffix('%')} to {b}", interval, p)
    return found


def titled(line: Line) -> str:
    """A line's name, and what is particular about it."""
    return f"{named(line.name)} ({line.note})" if line.note else named(line.name)


def verdict(line: Line) -> Text:
    word, style = VERDICTS[line.verdict]
    little = line.small and line.verdict in (Verdict.MORE, Verdict.LESS)
    return Text(f"a little {word}" if little else word, style=style)


def numbers(line: Line) -> list[str]:
    """The numbers of a line: points for rates, and lengths as they are."""
    length = is_length(line.name)
    scale, digits = (1.0, max(0, 3 - len(str(int(line.a))))) if length else (100.0, 1)

    def signed(value: float, digits: int = digits) -> str:
        return f"{round(scale * value, digits) + 0.0:+.{digits}f}".replace("-", MINUS)

    if line.shifted:
        a, b = (signed(rate - fair) for rate, fair in zip((line.a, line.b), line.fair, strict=True))
    else:
        unit = "" if length else "%"
        a, b = (f"{scale * value:.{digits}f}{unit}" for value in (line.a, line.b))
    fine = max(digits_apart(scale * end, 0.0, digits) for end in (line.low, line.high))
    interval = f"{signed(line.low, fine)} to {signed(line.high, fine)}" if line.bounded else "unknown"
    return [
        a,
        b,
        signed(line.difference),
        interval,
        p_words(line.p_value).removeprefix("= ").replace("< ", "<"),
    ]
