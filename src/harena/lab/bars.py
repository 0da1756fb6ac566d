"""Bars: limits for win rates, shares and lengths, and how a report stands against them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from harena.core.errors import HarenaError
from harena.core.prose import capital
from harena.lab.balance_parts import Length, Report, Value
from harena.lab.balance_words import TO, between, called, percent
from harena.lab.statistics import median_interval, wilson

INSIDE, UNSURE, OUTSIDE = "inside", "unsure", "outside"
WINS, SHARE, MEDIAN = "wins", "share", "median"  # what a bar is about
_NUMBER = r"\d{1,5}(?:\.\d+)?"
_BAR = re.compile(rf"(?:(?P<trait>[^=]+)=)?(?P<low>{_NUMBER})-(?P<high>{_NUMBER})")
Counted = Mapping[str, Mapping[str, int]]  # by kind, by thing: how often


class Bar(msgspec.Struct, frozen=True):
    """Limits for the win rates of all traits or of one; for shares of one kind of counts, or of one thing of
    that kind (`ending:K.O.`); or for the median of a length. As they were written: in percent, or of a length
    as its number.
    """

    trait: str
    lowest: float
    highest: float

    @property
    def low(self) -> float:
        """As a share."""
        return self.lowest / 100

    @property
    def high(self) -> float:
        return self.highest / 100

    @property
    def kind(self) -> str:
        """The part before the thing, if it names one."""
        return self.trait.partition(":")[0]


class Judged(msgspec.Struct, frozen=True):
    """A win rate, a share or a median held against a bar."""

    trait: str
    value: str
    rate: float
    interval: tuple[float, float]
    bar: Bar
    verdict: str  # inside, unsure or outside
    of: str = WINS  # or share, or median


def read_bar(text: str) -> Bar:
    """A bar from `45-55`, or for one thing from `fighter=45-55`."""
    found = _BAR.fullmatch(text.strip())
    if not found:
        raise HarenaError(f"A bar is written like 45-55 or fighter=45-55, in percent, not {text[:40]!r}.")
    bar = Bar((found["trait"] or "").strip(), float(found["low"]), float(found["high"]))
    if not bar.lowest < bar.highest:
        raise HarenaError(f"A bar goes from a lower to a higher number, not like {text[:40]!r}.")
    if not bar.trait and bar.high > 1:
        raise HarenaError(f"A bar for win rates ends at 100 percent, not like {text[:40]!r}.")
    return bar


def check_bars(
    bars: Sequence[Bar], traits: Iterable[str], kinds: Iterable[str] = (), lengths: Iterable[str] = ()
) -> None:
    """Refuse a bar for something that these games do not have, or in percent above a hundred."""
    known, kinds, lengths = {*traits, *kinds, *lengths}, set(kinds), set(lengths)
    for bar in bars:
        one_thing = bar.kind in kinds  # only of what is counted
        if bar.trait and bar.trait not in known and not one_thing:
            raise HarenaError(_unknown(bar, traits, kinds, lengths))
        if bar.trait not in lengths and bar.high > 1:
            raise HarenaError(
                f"The bar for {bar.trait[:40]!r} is in percent: it ends at 100, not {bar.highest:g}."
            )


def _unknown(bar: Bar, *known: Iterable[str]) -> str:
    """What there is instead, by what it is."""
    said = ("seats of this game differ in", "counted are", "lengths are")
    parts = [f"{what}: {', '.join(sorted(names))}" for what, names in zip(said, known, strict=True) if names]
    return f"The bar is for {bar.trait[:40]!r}; {'; '.join(parts) or 'there is nothing to hold it against'}."


# --- judging


def judge(report: Report, bars: Sequence[Bar]) -> list[Judged]:
    """Hold what was found against the bars; a trait's own bar goes before one for all."""
    traits = [section.trait for section in report.sections]
    lengths = {length.name: length for length in report.lengths}
    check_bars(bars, traits, report.counted, lengths)
    out = _judged_wins(report, bars)
    for bar in bars:
        if bar.trait in lengths:
            out.append(judge_median(lengths[bar.trait], bar))
        elif bar.trait not in traits and bar.kind in report.counted:
            out += judge_shares(report.counted, bar)
    return out


def _judged_wins(report: Report, bars: Sequence[Bar]) -> list[Judged]:
    """All win rates, of decided games."""
    own = {bar.trait: bar for bar in bars}
    out = []
    for section in report.sections:
        limits = own.get(section.trait, own.get(""))
        if limits is not None:
            out += [judge_value(section.trait, value, limits) for value in section.values]
    return out


def judge_value(trait: str, value: Value, bar: Bar) -> Judged:
    """A win rate."""
    rate, interval = value.rate.decided_rate, value.rate.decided_interval
    return Judged(trait, value.name, rate, interval, bar, _verdict(rate, interval, bar.low, bar.high))


def judge_shares(counted: Counted, bar: Bar) -> Iterator[Judged]:
    """What part of its kind each thing is, or the one that the bar names."""
    things, (kind, _, named) = counted[bar.kind], bar.trait.partition(":")
    if named and named not in things:
        raise HarenaError(
            f"The bar is for {named[:40]!r}; of {kind!r} these came up: {', '.join(sorted(things))}."
        )
    whole = sum(things.values())
    for name in [named] if named else sorted(things):
        share, interval = (things[name] / whole if whole else 0.0), wilson(things[name], whole)
        verdict = _verdict(share, interval, bar.low, bar.high)
        yield Judged(bar.trait, name, share, interval, bar, verdict, SHARE)


def judge_median(length: Length, bar: Bar) -> Judged:
    """The length that half of them do not reach."""
    middle, interval = length.quartiles[1], median_interval(length.histogram)
    verdict = _verdict(middle, interval, bar.lowest, bar.highest)
    return Judged(bar.trait, length.name, middle, interval, bar, verdict, MEDIAN)


def _verdict(found: float, interval: tuple[float, float], low: float, high: float) -> str:
    """Outside: it is; unsure: only its interval reaches out, so that more games may change it."""
    if not low <= found <= high:
        return OUTSIDE
    return INSIDE if low <= interval[0] and interval[1] <= high else UNSURE


# --- in words


def bar_sentences(judged: Sequence[Judged]) -> list[str]:
    """What lies outside its bar, and what might."""
    lines = [_outside(each) for each in judged if each.verdict == OUTSIDE]
    unsure = [_named(each) for each in judged if each.verdict == UNSURE]
    if unsure:
        named = ", ".join(unsure).removesuffix(".")  # the last may be a K.O.
        lines.append(f"Inside the bar, but more games might say otherwise: {named}.")
    if judged and not lines:
        lines.append("Everything is inside its bar, with the whole of its interval.")
    return lines


def _outside(each: Judged) -> str:
    sign = "" if each.of == MEDIAN else "%"
    limits = f"the bar of {each.bar.lowest:g}{TO}{each.bar.highest:g}{sign}"
    found = f"{percent(each.rate)} ({between(each.interval)})"
    if each.of == MEDIAN:
        found = f"{each.rate:g} ({each.interval[0]:g}{TO}{each.interval[1]:g})"
    return f"{capital(_named(each))} is outside {limits}: {found}."


def _named(each: Judged) -> str:
    """What a sentence calls it: a fighter, the share of a card, the median of a length."""
    if each.of == MEDIAN:
        return f"the median of {each.value}"
    if each.of == SHARE:
        return f"the share of {each.value}"
    return called(each.trait, each.value)
