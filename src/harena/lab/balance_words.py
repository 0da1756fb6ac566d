"""What a balance report says in plain sentences, and how it writes numbers."""

from __future__ import annotations

from collections.abc import Iterator

from harena.core import prose
from harena.core.prose import capital
from harena.lab.balance import Rate
from harena.lab.balance_parts import Report, Section, Usefulness, Value
from harena.lab.claims import could_hide

MOST_NAMED = 6
TO = "\N{EN DASH}"


# --- numbers


def percent(share: float, digits: int = 1) -> str:
    """A share to a tenth: `56.2%`."""
    return prose.percent(share, digits)


def between(interval: tuple[float, float]) -> str:
    """An interval in percent, from and to."""
    return f"{100 * interval[0]:.1f}{TO}{100 * interval[1]:.1f}"


def points(gap: float) -> str:
    """A difference as `+3.2`, in percentage points."""
    return f"{100 * gap:+.1f}".replace("-", "\N{MINUS SIGN}")


def signed(number: float) -> str:
    """A correlation as `+0.12`; what rounds to nothing has no sign."""
    return f"{number:+.2f}".replace("-0.00", "0.00").replace("+0.00", "0.00").replace("-", "\N{MINUS SIGN}")


def amount(number: float) -> str:
    """A mean with as many places as one cares to read."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.1f}" if number >= 10 else f"{number:.2f}"


# --- the verdict


def called(trait: str, value: str) -> str:
    """A trait's value as a sentence names it."""
    if value in ("yes", "no"):
        names = {"first decision": ("whoever decides first", "whoever does not decide first")}
        yes, no = names.get(trait, (f"the {trait}", f"whoever is not the {trait}"))
        return yes if value == "yes" else no
    is_name = value[:1].isupper() and len(value) > 3
    return value if is_name else f"{trait} {value}"


def verdict(report: Report) -> list[str]:
    """The findings in plain words, the most important first."""
    return [who_wins(report), *played_out(report), *cards(report)]


def who_wins(report: Report) -> str:
    """What wins clearly more or less than its share."""
    found = [standing_out(section.trait, value) for section, value in outstanding(report)]
    if not report.sections:
        return "All seats were alike in everything that was noted, so nothing can stand out."
    if not found:
        lines = [value.rate for section in report.sections for value in section.values]
        reach = could_hide([(rate.fair, rate.games) for rate in lines], asked_about(report))
        nothing = "Nothing stands out: chance alone makes as much of a difference between so many lines."
        few = f"So few games cannot show what is off by less than about {100 * reach:.0f} points."
        return f"{nothing} {few}" if reach >= 0.015 else nothing
    if len(found) > MOST_NAMED:
        found = [*found[:MOST_NAMED], f"{len(found) - MOST_NAMED} more stand out below"]
    else:
        found.append("nothing else stands out")
    return capital("; ".join(found)) + "."


def outstanding(report: Report) -> Iterator[tuple[Section, Value]]:
    """The values that are clearly off their fair share; the same finding only once."""
    for section in report.sections:
        if section.said:
            continue
        ranked = sorted(section.values, key=lambda value: -abs(value.rate.rate - value.rate.fair))
        if len(ranked) == 2:  # what one of two gains the other loses: that goes without saying
            ranked = [value for value in ranked if value.clear > 0]
        for value in ranked:
            if value.clear:
                yield section, value


def asked_about(report: Report) -> int:
    """How many values were judged together; of two that share all games only one."""
    counts = [len(section.values) for section in report.sections if not section.said]
    return sum(1 if count == 2 else count for count in counts)


def standing_out(trait: str, value: Value) -> str:
    rate = value.rate
    more = "more" if value.clear > 0 else "less"
    return (
        f"{called(trait, value.name)} wins {percent(rate.rate)} ({between(rate.interval)}), "
        f"clearly {more} than its share of {share(rate)}"
    )


def share(rate: Rate) -> str:
    """The fair share: `50%`."""
    return f"{100 * rate.fair:.3g}%"


def played_out(report: Report) -> list[str]:
    """How long it takes and how often nobody wins, in a sentence."""
    drawn = "None was drawn" if not report.drawn else f"{percent(report.drawn / report.games)} were drawn"
    lines = [
        f"{span(each.quartiles)} {each.name} (median {each.quartiles[1]:.0f})" for each in report.lengths[:2]
    ]
    return [f"{drawn}; half of the games take {', '.join(lines)}."]


def span(quartiles: tuple[float, float, float]) -> str:
    low, high = f"{quartiles[0]:.0f}", f"{quartiles[2]:.0f}"
    return low if low == high else f"{low} to {high}"


def cards(report: Report) -> list[str]:
    """The most and least useful of each kind one plays."""
    out = []
    for uses in report.uses:
        best = next((each for each in uses.things if each.clear > 0), None)
        worst = next((each for each in reversed(uses.things) if each.clear < 0), None)
        parts = [
            f"{word} useful {gained(each)}"
            for word, each in (("most", best), ("least", worst))
            if each is not None
        ]
        if parts:
            out.append(f"{uses.title}: {'; '.join(parts)}.")
    return out


def gained(each: Usefulness) -> str:
    return f"{each.name} ({points(each.gain.gap)} points with it)"
