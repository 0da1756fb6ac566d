"""Turns checked entries of a pack into the objects that the rules use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from harena.core.bits import bit
from harena.core.hex import OFF, Hexagon
from harena.games.centauri.pack import content as native
from harena.games.centauri.pack.entries import (
    MIRROR,
    BasicsFile,
    CardEntry,
    FoeEntry,
    MapFile,
    ReportEntry,
    ScenarioEntry,
    TrackEntry,
)
from harena.games.centauri.pack.verbs import VERBS

FRAME = Hexagon(native.RADIUS)  # every map is laid on it
KIND_LETTERS = "ontbjdruRU"  # in the order of the kinds' numbers
COLOUR_LETTERS = "agv"


def basics(entry: BasicsFile) -> native.Basics:
    made = native.Basics()
    made.speed, made.combat, made.shield, made.hull = entry.speed, entry.combat, entry.shield, entry.hull
    made.astartium, made.kill_astartium = entry.astartium, entry.kill_astartium
    made.first_cards, made.hand = entry.first_cards, entry.hand
    made.level_price, made.regroup = entry.level_price, entry.regroup
    made.escalation, made.combat_rounds = entry.escalation, entry.combat_rounds
    return made


# --- maps


def sector(name: str) -> int:
    """The number of a sector."""
    return FRAME.names.index(name)


def area(names: Iterable[str]) -> int:
    """The set of sectors with these names."""
    return sum(bit(sector(name)) for name in set(names))


def costs_of(entry: BasicsFile, own: MapFile) -> list[int]:
    """By kind of sector: the points to enter it on a map."""
    return [getattr(own.costs, kind) or getattr(entry.costs, kind) for kind in native.KIND_NAMES]


def chart(id: str, entry: MapFile, costs: Sequence[int]) -> native.Map:
    """A map; `costs` are by kind of sector."""
    made = native.Map(id, entry.name, FRAME)
    made.mirrored = entry.symmetry == MIRROR
    made.kinds = [KIND_LETTERS.index(letter) for letter in letters("".join(entry.rows))]
    made.colours = [COLOUR_LETTERS.index(letter) for letter in letters("".join(entry.colours))]
    made.costs = [costs[kind] for kind in made.kinds]
    made.starts = [sector(name) for name in entry.starts]
    made.image = [image(made, place) for place in range(FRAME.count)]
    made.hole = sector(entry.hole) if entry.hole else native.NOBODY
    made.modules = [sector(name) for name in entry.modules]
    made.bosses, made.trades = area(entry.bosses), area(entry.trades)
    made.module_pairs = [area(pair) for pair in entry.module_pairs]
    made.raider_pairs = [area(pair) for pair in entry.raider_pairs]
    made.lay_out()
    return made


def letters(row: str) -> str:
    """What a row says; blanks only make it easier to read."""
    return row.replace(" ", "")


def image(map: native.Map, place: int) -> int:
    """CN-1.10: the twin of a sector. A mirror stands upright between the two starts."""
    q, r = FRAME.qs[place], FRAME.rs[place]
    if not map.mirrored:
        return FRAME.at(-q, -r)
    one, two = map.starts
    return FRAME.at(FRAME.qs[one] + FRAME.qs[two] + FRAME.rs[one] - q - r, r)


def image_of(map: native.Map, places: int) -> int:
    """The twins of some sectors, those that lie in the frame."""
    twins = [map.image[place] for place in range(FRAME.count) if places >> place & 1]
    return sum(bit(twin) for twin in twins if twin != OFF)


# --- scenarios


def scenario(entry: ScenarioEntry, maps: Mapping[str, native.Map]) -> native.Scenario:
    map = maps[entry.map]
    made = native.Scenario(entry.id, entry.name, map)
    made.about, made.aim = entry.about, entry.aim
    made.goal, made.upgrades = entry.goal, entry.upgrades
    made.closed, made.peaceful = sectors_of(map, entry.closed), sectors_of(map, entry.peaceful)
    made.back_at_gate, made.one_module = entry.back_at_gate, entry.one_module
    made.pair = native.PAIR_NAMES.index(entry.pair)
    made.raiders, made.colour_raises = entry.raiders, entry.colour_raises
    made.delivery, made.delivery_astartium = entry.delivery, entry.delivery_astartium
    made.harmony, made.kill, made.escape = entry.harmony, entry.kill, entry.escape
    made.raider, made.trade = entry.raider, entry.trade
    made.raiders_move, made.wear = entry.raiders_move, entry.wear
    made.convoy, made.convoy_rates = entry.convoy, list(entry.convoy_rates)
    return made


def sectors_of(map: native.Map, named: Iterable[str]) -> int:
    """Sectors named by their kind or one by one."""
    found = 0
    for name in named:
        kinds = native.KIND_NAMES
        found |= map.of_kind(kinds.index(name)) if name in kinds else bit(sector(name))
    return found


# --- cards, reports, tracks, foes


def card(entry: CardEntry) -> native.Card:
    verbs = [native.Verb(VERBS.number(one.do), one.n) for one in entry.effect]
    made = native.Card(entry.id, entry.name, entry.count, verbs)
    made.arena, made.about = entry.arena, entry.text
    made.phases = sum(bit(native.PHASE_NAMES.index(phase)) for phase in entry.phases)
    return made


def report(entry: ReportEntry) -> native.Report:
    raiders = native.NOBODY if entry.raiders is None else entry.raiders - 1
    return native.Report(entry.modules - 1, raiders, native.COLOUR_NAMES.index(entry.colour))


def track(id: str, entry: TrackEntry) -> native.Track:
    levels = [
        [native.Gain(what, getattr(level, name)) for what, name in enumerate(native.GAIN_NAMES)]
        for level in entry.levels
    ]
    return native.Track(id, entry.name, [[gain for gain in level if gain.n] for level in levels])


def foes(entries: Sequence[FoeEntry]) -> list[native.Foe]:
    """By level; the first is nobody's."""
    return [native.Foe(0), *(foe(entry) for entry in sorted(entries, key=lambda entry: entry.level))]


def foe(entry: FoeEntry) -> native.Foe:
    made = native.Foe(entry.level)
    made.combat, made.shield, made.hull = entry.combat, entry.shield, entry.hull
    made.initiative, made.leaving = entry.initiative, entry.leaving
    made.astartium, made.tokens = entry.astartium, entry.tokens
    return made
