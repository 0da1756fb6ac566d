"""What a tally of games says, in the parts that the terminal prints and the page draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from harena.core.prose import a, capital
from harena.core.study import Count
from harena.lab.balance import SEATING, Tally, are_numbers, filled
from harena.lab.balance_parts import Heat, Length, Report, Section, Source, Sources, Usefulness, Uses, Value
from harena.lab.claims import judged_cells, judged_uses, judged_values
from harena.lab.measures import CARD, HELD
from harena.lab.statistics import difference, evened, gain_p, mean, quantile

LOST = "lost"  # where a game counts a card only when it prevails: how often it did not
MOST_SOURCES, MOST_COLUMNS = 10, 12
Counts = Mapping[str, Count]  # by kind: what a game calls its counts
OF_EVERY_GAME: Counts = {CARD: Count("Cards", judged=True), HELD: Count("Cards held", judged=True)}


def make_report(tally: Tally, counts: Counts = OF_EVERY_GAME) -> Report:
    """What a tally says, in the order in which a designer asks."""
    named = {**OF_EVERY_GAME, **counts}
    found = [
        uses(tally, count_of(kind, named), kind, names)
        for kind, names in tally.kinds().items()
        if count_of(kind, named).judged
    ]
    return Report(
        games=tally.games,
        drawn=tally.drawn,
        seats=tally.most_seats,
        main=tally.main,
        sections=judged_cells(judged_values(sections(tally))),
        lengths=[length(name, histogram) for name, histogram in tally.lengths().items()],
        uses=judged_uses(found),
        sources=sources_of_all(tally, named),
        counted=tally.counted(),
    )


def count_of(kind: str, counts: Counts) -> Count:
    """What is known of a kind of count; one that the game does not name is called by its own name."""
    return counts.get(kind) or Count(capital(kind))


# --- who wins


def sections(tally: Tally) -> list[Section]:
    """One section for each trait in which seats differ, the game's own first."""
    names = sorted(tally.traits, key=lambda name: (name != tally.main, name in SEATING))
    names = [name for name in names if len(values_of(tally, name)) > 1]
    out = []
    for place, name in enumerate(names):
        said = next((other for other in names[:place] if tally.same(name, other)), "")
        out.append(msgspec.structs.replace(section(tally, name), said=said))
    return out


def values_of(tally: Tally, trait: str) -> list[Value]:
    """The values of a trait that met others: seats in their order, else the strongest first."""
    values = [Value(name, rate) for name, rate in tally.traits[trait].items() if rate.games]
    if all(value.name.isdecimal() for value in values):
        return sorted(values, key=lambda value: int(value.name))
    return sorted(values, key=lambda value: (-value.rate.rate, value.name))


def section(tally: Tally, trait: str) -> Section:
    """Win rates of a trait's values, and the tables in which they meet."""
    values = values_of(tally, trait)
    names = [value.name for value in values]
    heats: list[Heat] = []
    if 2 < len(names) <= MOST_COLUMNS and trait not in SEATING:
        heats.append(head_to_head(tally, trait, names))
    if trait == tally.main:
        heats += [crossed(tally, names, other) for other in crossing(tally)]
    return Section(trait, values, heats)


def head_to_head(tally: Tally, trait: str, names: list[str]) -> Heat:
    """Everything against everything."""
    meetings = tally.meetings.get(trait, {})
    if tally.most_seats == 2:
        caption = "How often the row beats the column."
    else:
        caption = "Of the games that one of the two won: how many the row won, and not the column."
    cells = [[meetings.get((row, column)) for column in names] for row in names]
    return Heat("Head to head", caption, names, names, cells, [])


def crossing(tally: Tally) -> list[str]:
    """The traits worth setting against the main one, where that is more than where one sits."""
    if tally.main in SEATING:
        return []
    names = [name for name in tally.crossed if 1 < len(values_of(tally, name)) <= MOST_COLUMNS]
    own = sorted(names, key=lambda name: name in SEATING)
    return [
        name for place, name in enumerate(own) if not any(tally.same(name, other) for other in own[:place])
    ]


def crossed(tally: Tally, rows: list[str], other: str) -> Heat:
    """How the main trait's values fare with each value of another."""
    columns = sorted((value.name for value in values_of(tally, other)), key=natural)
    rates = tally.crossed[other]
    cells = [[rates.get((row, column)) for column in columns] for row in rows]
    title = f"{capital(tally.main)} by {other}"
    return Heat(title, f"How often the row wins, by {other}.", rows, columns, cells, [])


def natural(name: str) -> tuple[int, str]:
    """For sorting: numbers by size, yes before no, words by letter."""
    if name.isdecimal():
        return int(name), ""
    return (0, "") if name == "yes" else (1, name)


# --- how long, and what was done


def length(name: str, histogram: Counter[int]) -> Length:
    """How long games were."""
    quartiles = quantile(histogram, 0.25), quantile(histogram, 0.5), quantile(histogram, 0.75)
    return Length(name, histogram, mean(histogram), quartiles, min(histogram), max(histogram))


def thing(name: str) -> str:
    """`card:Lunge` without its kind."""
    kind, sign, rest = name.partition(":")
    return (rest if sign else kind).replace("_", " ")


def uses(tally: Tally, count: Count, kind: str, names: Sequence[str]) -> Uses:
    """The cards of a pack from most to least useful."""
    things = [usefulness(tally, name) for name in names]
    return Uses(kind, count.title, sorted(things, key=lambda each: (-each.gain.gap, each.name)))


def usefulness(tally: Tally, name: str) -> Usefulness:
    """What using one thing goes together with."""
    halves = [tally.halves(name, group) for group in tally.uses[name]]
    won, games = sum(half.won for half in halves), sum(half.games for half in halves)
    others = sum(half.other_games for half in halves)
    witnesses = tally.witnesses(name)
    even = evened(witnesses)
    lost = sum(use.times for use in tally.uses.get(f"{LOST}:{name.partition(':')[2]}", {}).values())
    times = sum(use.times for use in tally.uses[name].values())
    return Usefulness(
        name=thing(name),
        per_game=tally.per_game(name),
        used=games / (games + others),
        won_with=even.won / even.games if even.games else won / games,
        won_without=even.other_won / even.other_games if even.other_games else 0.0,
        gain=difference(even),
        p_value=gain_p(witnesses),
        correlation=tally.correlation(name),
        prevails=times / (times + lost) if counts_lost(tally, name) else None,
    )


def counts_lost(tally: Tally, name: str) -> bool:
    """Does the game count when a card does not prevail?"""
    return name.startswith("card:") and any(each.startswith(f"{LOST}:") for each in tally.uses)


def sources_of_all(tally: Tally, counts: Counts) -> list[Sources]:
    """Tables of sources for what one does not choose: by seat, and for how games ended."""
    kinds = {
        kind: names
        for kind, names in tally.kinds().items()
        if kind != LOST and not count_of(kind, counts).judged
    }
    found = [
        sources(tally, kind, count_of(kind, counts).title, names)
        for kind, names in kinds.items()
        if len(names) > 1
    ]
    single = [name for names in kinds.values() if len(names) == 1 for name in names]
    if single:
        found.append(also_counted(sources(tally, "also", "", single)))
    for kind, totals in tally.parts().items():
        if are_numbers(totals):  # told as a length
            continue
        all_ = sum(totals.values()) or 1
        lines = [Source(thing(name), total / tally.games, total / all_, []) for name, total in totals.items()]
        found.append(Sources(kind, count_of(kind, counts).title, [], greatest(lines)))
    found = [in_one(tally, each, count_of(each.kind, counts).per) for each in found]
    return sorted(found, key=lambda each: (not each.shares, count_of(each.kind, counts).place))


def in_one(tally: Tally, found: Sources, per: str) -> Sources:
    """The same, told also in one turn or whatever else there are several of in a game."""
    histogram = filled(tally.of_game[f"{per}s"], tally.games) if per and f"{per}s" in tally.of_game else None
    if histogram is None or mean(histogram) == 0:
        return found
    return msgspec.structs.replace(found, per=a(per), in_a_game=mean(histogram))


def also_counted(found: Sources) -> Sources:
    """Counts that are the only ones of their kind, so that they are no parts of a whole."""
    return Sources("also", "Also counted", found.groups, found.things, shares=False)


def sources(tally: Tally, kind: str, title: str, names: Sequence[str]) -> Sources:
    """How much came from where, also for each value of the main trait."""
    groups = [value.name for value in values_of(tally, tally.main)] if tally.main in tally.traits else []
    groups = groups if 1 < len(groups) <= MOST_COLUMNS else []
    total = sum(tally.per_game(name) for name in names) or 1.0
    lines = []
    for name in names:
        uses = tally.uses[name]
        shown = [uses[group].times / tally.groups[group].seats if group in uses else 0.0 for group in groups]
        shown_name = name.replace(":", " ") if kind == "also" else thing(name)
        lines.append(Source(shown_name, tally.per_game(name), tally.per_game(name) / total, shown))
    labels = [f"{tally.main} {group}" if group.isdecimal() else group for group in groups]
    return Sources(kind, title, labels, greatest(lines))


def greatest(lines: list[Source]) -> list[Source]:
    """The greatest sources, and the small ones together as one."""
    lines = sorted(lines, key=lambda line: (-line.per_game, line.name))
    if len(lines) <= MOST_SOURCES:
        return lines
    kept, rest = lines[: MOST_SOURCES - 1], lines[MOST_SOURCES - 1 :]
    columns = zip(*(line.by_group for line in rest), strict=True)
    together = Source(
        f"{len(rest)} others",
        sum(line.per_game for line in rest),
        sum(line.share for line in rest),
        [sum(column) for column in columns],
    )
    return [*kept, together]
