"""What a balance report says in plain sentences, and how it writes numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from harena.core import prose
from harena.core.errors import HarenaError
from harena.core.prose import capital
from harena.lab.balance import Rate
from harena.lab.balance_parts import Report, Section, Usefulness, Value
from harena.lab.claims import could_hide

MOST_NAMED = 6
TO = "\N{EN DASH}"
INSIDE, UNSURE, OUTSIDE = "inside", "unsure", "outside"
_BAR = re.compile(r"(?:(?P<trait>[^=]+)=)?(?P<low>\d{1,3}(?:\.\d+)?)-(?P<high>\d{1,3}(?:\.\d+)?)")


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


# --- bars


class Bar(msgspec.Struct, frozen=True):
    """Between what limits win rates should lie: of all traits, or of one."""

    trait: str
    low: float
    high: float


class Judged(msgspec.Struct, frozen=True):
    """A win rate held against a bar."""

    trait: str
    value: str
    rate: float
    interval: tuple[float, float]
    bar: Bar
    verdict: str  # inside, unsure or outside


def read_bar(text: str) -> Bar:
    """A bar from `45-55`, or for one trait from `fighter=45-55`; in percent."""
    found = _BAR.fullmatch(text.strip())
    if not found:
        raise HarenaError(f"A bar is written like 45-55 or fighter=45-55, in percent, not {text[:40]!r}.")
    low, high = float(found["low"]) / 100, float(found["high"]) / 100
    if not low < high <= 1:
        raise HarenaError(f"A bar goes from a lower to a higher number of at most 100, not {text[:40]!r}.")
    return Bar((found["trait"] or "").strip(), low, high)


def check_bars(bars: Sequence[Bar], traits: Iterable[str]) -> None:
    """Refuse a bar for something that these games do not have."""
    known = sorted(traits)
    for bar in bars:
        if bar.trait and bar.trait not in known:
            names = ", ".join(known) or "nothing"
            raise HarenaError(f"The bar is for {bar.trait[:40]!r}; seats of this game differ in: {names}.")


def judge(report: Report, bars: Sequence[Bar]) -> list[Judged]:
    """Hold all win rates, of decided games, against the bars; a trait's own bar goes before one for all."""
    check_bars(bars, [section.trait for section in report.sections])
    own = {bar.trait: bar for bar in bars}
    out = []
    for section in report.sections:
        limits = own.get(section.trait, own.get(""))
        if limits is not None:
            out += [judge_value(section.trait, value, limits) for value in section.values]
    return out


def judge_value(trait: str, value: Value, bar: Bar) -> Judged:
    """Outside: its rate is; unsure: only its interval reaches out, so that more games may change it."""
    rate, (low, high) = value.rate.decided_rate, value.rate.decided_interval
    if not bar.low <= rate <= bar.high:
        verdict = OUTSIDE
    else:
        verdict = INSIDE if bar.low <= low and high <= bar.high else UNSURE
    return Judged(trait, value.name, rate, (low, high), bar, verdict)


def bar_sentences(judged: Sequence[Judged]) -> list[str]:
    """What lies outside its bar, and what might."""
    lines = []
    for each in judged:
        limits = f"the bar of {100 * each.bar.low:g}{TO}{100 * each.bar.high:g}%"
        if each.verdict == OUTSIDE:
            name = capital(called(each.trait, each.value))
            lines.append(f"{name} is outside {limits}: {percent(each.rate)} ({between(each.interval)}).")
    unsure = [called(each.trait, each.value) for each in judged if each.verdict == UNSURE]
    if unsure:
        lines.append(f"Inside the bar, but more games might say otherwise: {', '.join(unsure)}.")
    if judged and not lines:
        lines.append("Everything is inside its bar, with the whole of its interval.")
    return lines


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
