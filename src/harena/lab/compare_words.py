"""What a comparison of packs or options found, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from harena.core.prose import listed, percent, plural
from harena.lab.changes import Changes, Line
from harena.lab.compare import Comparison
from harena.lab.measures import CARD, HELD, is_length
from harena.lab.sides import AS_IS
from harena.lab.sprt import Verdict
from harena.lab.words import about_games, digits_apart, p_words

FIRST = "first decision=yes"
MOST_NAMED = 4  # in a sentence; the table has them all
CLEAR = (Verdict.MORE, Verdict.LESS)


def sentences(comparison: Comparison) -> list[str]:
    """What was found and how large, how sure that is, what is open, and how far it goes."""
    study = comparison.study
    if not isinstance(study, Changes):
        return study.sentences()
    if not study.pairs:
        return ["No pair of games was finished, so nothing is known."]
    lines = study.lines()
    if not lines:
        return [f"In {2 * study.pairs:,} games nothing was seen of {', '.join(study.measures) or 'a win'}."]
    found = [
        headline(comparison, lines),
        same(study, [line for line in lines if line.verdict is Verdict.SAME]),
        still_open(study, [line for line in lines if line.verdict is Verdict.OPEN]),
        basis(comparison),
        left_out(comparison),
    ]
    return [sentence for sentence in found if sentence]


def headline(comparison: Comparison, lines: Sequence[Line]) -> str:
    """What changes, by how much, and how sure that is; or that nothing does, or that it is not known."""
    a, b = comparison.a.label, comparison.b.label
    beginning = f"With {b}" if a == AS_IS else f"Without {a}" if b == AS_IS else f"With {b} instead of {a}"
    clear = [line for line in lines if line.verdict in CLEAR]
    if clear:
        largest = sorted(clear, key=lambda line: (is_length(line.name), -abs(line.difference)))
        if any(line.name == "rounds" for line in largest):  # then decisions say no more
            largest = [line for line in largest if line.name != "decisions"]
        return f"{beginning} {listed([changed(line) for line in largest], most=MOST_NAMED)}."
    if all(line.verdict is Verdict.SAME for line in lines):
        return f"{beginning} no change worth knowing was found."
    most = max(lines, key=lambda line: abs(line.difference) / line.margin)
    if most.verdict is Verdict.SAME:
        return f"{beginning} no change has been found so far, but not everything is settled."
    return f"{beginning} nothing is settled yet. The largest difference so far: {seen(most)}."


def changed(line: Line) -> str:
    """One change in words: what, how large, how sure."""
    less = line.difference < 0
    sure = f"{in_range(line)}, p\N{NO-BREAK SPACE}{p_words(line.p_value)}"
    if is_length(line.name):
        part = abs(line.difference) / line.a
        size = f"{percent(part)} {'shorter' if less else 'longer'}"
        return f"games are {size} ({line.b:.1f} {line.name} instead of {line.a:.1f}; {sure})"
    points = f"{amount(100 * abs(line.difference))} {'less' if less else 'more'}"
    little = f", which is less than {100 * line.margin:g}" if line.small else ""
    if line.shifted:
        return f"{called(line)} wins {points}{little}, set against its fair share ({sure})"
    rates = f"{percent(line.b)} instead of {percent(line.a)}"
    return f"{called(line)} wins {points}{little} ({rates}; {sure})"


def seen(line: Line) -> str:
    """A difference that may be nothing."""
    if is_length(line.name):
        shown = percent(line.difference / line.a, sign=True)
    else:
        shown = f"{100 * line.difference:+.0f} points"
    return f"{called(line)}, {minus(shown)} ({in_range(line)})"


def amount(points: float) -> str:
    """Points, as exactly as one wants to know them."""
    shown = f"{points:.0f}" if points >= 2 else f"{points:.1f}"
    return f"{shown} {'point' if shown == '1' else 'points'}"


def same(study: Changes, lines: Sequence[Line]) -> str:
    """What does not change."""
    rates = [called(line) for line in lines if not is_length(line.name)]
    lengths = [line.name for line in lines if is_length(line.name)]
    worth = f"{100 * study.margin:g}"
    parts = [f"of {worth} points or more for {listed(rates, most=MOST_NAMED)}"] if rates else []
    parts += [f"of {worth}% or more in the number of {listed(lengths)}"] if lengths else []
    return f"No change {', nor one '.join(parts)}." if parts else ""


def still_open(study: Changes, lines: Sequence[Line]) -> str:
    """What is not known yet, and how many more games would tell."""
    if not lines:
        return ""
    nearest = sorted(lines, key=lambda line: (line.games_more, line.name))
    ranges = listed([f"{called(line)} ({in_range(line)})" for line in nearest], most=MOST_NAMED)
    waiting = [line.games_more for line in nearest if not line.rare] or [nearest[-1].games_more]
    games = about_games(max(waiting))
    if len(waiting) > 1 and about_games(waiting[0]) != games:
        first = about_games(waiting[0]).replace(" more games", "")
        games = f"{first} more games would settle the first, {games[:1].lower()}{games[1:]} all of them"
    else:
        games += " would settle it" if len(lines) == 1 else " would settle them"
    return f"Open after {2 * study.pairs:,} games: {ranges}. {games}, if they go on as they are."


def basis(comparison: Comparison) -> str:
    """Whose games these were."""
    pairs = comparison.study.pairs
    return (
        f"This holds when {comparison.a.bot} plays all seats: {pairs:,} games each way from the same seeds."
    )


def left_out(comparison: Comparison) -> str:
    """What could not be set against anything."""
    count = comparison.left_out
    if not count:
        return ""
    return f"Left out: {count:,} {plural(count, 'match-up')} of one side that the other has nothing like."


def in_range(line: Line) -> str:
    """Between what a difference lies."""
    if not line.bounded:
        return "seen too rarely yet"
    scale, unit = (100 / line.a, "%") if is_length(line.name) else (100, " points")
    ends = [min(999.0, max(-999.0, value * scale)) for value in (line.low, line.high)]
    digits = max(digits_apart(end, 0.0, 0 if min(map(abs, ends)) >= 1 else 1) for end in ends)
    low, high = (f"{round(end, digits) + 0.0:+.{digits}f}" for end in ends)
    return minus(f"{low} to {high}{unit}")


def minus(text: str) -> str:
    """Numbers with a true minus sign."""
    return text.replace("-", "\N{MINUS SIGN}")


def called(line: Line) -> str:
    """A measure as a sentence names it."""
    trait, _, value = line.name.partition("=")
    if line.name == FIRST:
        return "whoever decides first"
    if trait in (CARD, HELD):
        return f"whoever {'played' if trait == CARD else 'held'} {value}"
    name = named(line.name)
    return f"{name} ({line.note})" if line.note else name


def named(name: str) -> str:
    """A measure as the table names it: what has a name needs no word for what it is."""
    trait, _, value = name.partition("=")
    if name == FIRST:
        return "decides first"
    if trait in (CARD, HELD):
        return f"{value} {'played' if trait == CARD else 'held'}"
    return value if value[:1].isupper() else name.replace("=", " ", 1)
