"""What a comparison of packs or options found: a table, and sentences."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from harena.lab.changes import Changes, Line
from harena.lab.compare import Comparison
from harena.lab.measures import is_length
from harena.lab.sides import AS_IS
from harena.lab.sprt import Verdict

FIRST = "first decision=yes"
MOST_NAMED = 4  # in a sentence; the table has them all
VERDICTS = {
    Verdict.MORE: ("more", "bold green"),
    Verdict.LESS: ("less", "bold red"),
    Verdict.SAME: ("no change", "dim"),
    Verdict.OPEN: ("open", ""),
}


def sentences(comparison: Comparison) -> list[str]:
    """What was found, and how far it goes."""
    study = comparison.study
    if not isinstance(study, Changes):
        return study.sentences()
    if not study.pairs:
        return ["No pair of games was finished, so nothing is known."]
    lines = study.lines()
    if not lines:
        return [f"In {2 * study.pairs:,} games nothing was seen of {', '.join(study.measures)}."]
    found = [
        clear(comparison, [line for line in lines if line.verdict in (Verdict.MORE, Verdict.LESS)]),
        same(study, [line for line in lines if line.verdict is Verdict.SAME]),
        still_open(study, [line for line in lines if line.verdict is Verdict.OPEN]),
    ]
    basis = (
        f"So it is when {comparison.a.bot} plays all seats, {study.pairs:,} games each way from equal seeds."
    )
    return [*filter(None, found), basis]


def clear(comparison: Comparison, lines: Sequence[Line]) -> str:
    """What changes."""
    a, b = comparison.a.label, comparison.b.label
    beginning = f"With {b}" if a == AS_IS else f"Without {a}" if b == AS_IS else f"With {b} instead of {a}"
    if not lines:
        return f"{beginning} nothing was found to change clearly."
    largest = sorted(lines, key=lambda line: (is_length(line.name), -abs(line.difference)))
    if any(line.name == "rounds" for line in largest):  # who has rounds need not hear of decisions
        largest = [line for line in largest if line.name != "decisions"]
    return f"{beginning} {listed([changed(line) for line in largest])}."


def changed(line: Line) -> str:
    """One change in words."""
    if is_length(line.name):
        part = abs(line.difference) / line.a
        way = "longer" if line.difference > 0 else "shorter"
        return f"games are {100 * part:.0f} % {way} ({line.b:.1f} {line.name} instead of {line.a:.1f})"
    way = "more" if line.difference > 0 else "less"
    points = 100 * abs(line.difference)
    rates = f"({100 * line.b:.0f} % instead of {100 * line.a:.0f})"
    return f"{called(line.name)} wins {points:.0f} points {way} {rates}"


def same(study: Changes, lines: Sequence[Line]) -> str:
    """What does not change."""
    if not lines:
        return ""
    rates = [called(line.name) for line in lines if not is_length(line.name)]
    lengths = [line.name for line in lines if is_length(line.name)]
    worth = f"{100 * study.margin:g}"
    parts = [f"worth {worth} points was found for {listed(rates)}"] if rates else []
    parts += [f"worth {worth} % in the number of {' and '.join(lengths)}"] if lengths else []
    return f"No change {', nor one '.join(parts)}{'' if rates else ' was found'}."


def still_open(study: Changes, lines: Sequence[Line]) -> str:
    """What more games would have to show."""
    if not lines:
        return ""
    widest = sorted(lines, key=lambda line: line.p_value)
    return f"Not clear after {2 * study.pairs:,} games: {listed([in_range(line) for line in widest])}."


def in_range(line: Line) -> str:
    """Between what a difference lies."""
    scale, unit = (100 / line.a, "%") if is_length(line.name) else (100, "points")
    low, high = (round(value * scale) for value in (line.low, line.high))
    return f"{called(line.name)} ({low:+d} to {high:+d} {unit})"


def called(name: str) -> str:
    """A measure as a sentence names it."""
    return "whoever decides first" if name == FIRST else named(name)


def named(name: str) -> str:
    """A measure as the table names it: what has a name needs no word for what it is."""
    value = name.partition("=")[2]
    if name == FIRST:
        return "decides first"
    return value if value[:1].isupper() else name.replace("=", " ", 1)


def listed(parts: Sequence[str]) -> str:
    """Some parts, and how many more there are."""
    more = len(parts) - MOST_NAMED
    if more > 0:
        return f"{', '.join(parts[:MOST_NAMED])} and {more} more"
    return ", ".join(parts[:-1]) + (" and " if len(parts) > 1 else "") + parts[-1]


def table(study: Changes) -> Table:
    """All measures under A and B."""
    found = Table("", box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("A", "B", "B − A", "95 % interval", "p"):  # noqa: RUF001 - a minus sign
        found.add_column(heading, justify="right", no_wrap=True)
    found.add_column("", no_wrap=True)
    for line in study.lines():
        word, style = VERDICTS[line.verdict]
        found.add_row(Text(named(line.name)), *map(Text, numbers(line)), Text(word, style=style))
    return found


def numbers(line: Line) -> list[str]:
    """The numbers of a line: points for rates, and lengths as they are."""
    scale, digits = (1.0, max(0, 3 - len(str(int(line.a))))) if is_length(line.name) else (100.0, 1)
    a, b, difference, low, high = (
        round(scale * value, digits) + 0.0 for value in (line.a, line.b, line.difference, line.low, line.high)
    )
    unit = "" if is_length(line.name) else " %"
    p = "<.001" if line.p_value < 0.001 else f"{line.p_value:.3f}".removeprefix("0")
    return [
        f"{a:.{digits}f}{unit}",
        f"{b:.{digits}f}{unit}",
        f"{difference:+.{digits}f}",
        f"{low:+.{digits}f} to {high:+.{digits}f}",
        p,
    ]
