"""What is looked for in a Centauri Arena pack beyond the shapes of its entries: do the parts go together?"""

from __future__ import annotations

from dataclasses import dataclass

from harena.core.packcheck import Entries, is_set, one_of
from harena.core.packfile import PackFiles
from harena.core.prose import count, listed, plural
from harena.games.centauri.pack import building
from harena.games.centauri.pack import content as native
from harena.games.centauri.pack.entries import (
    BasicsFile,
    CardEntry,
    CardsFile,
    FoesFile,
    Id,
    MapFile,
    PackEntry,
    ReportsFile,
    ScenarioEntry,
    ScenariosFile,
    TracksFile,
)
from harena.games.centauri.pack.map_checks import Mistakes, of_drawing, of_map
from harena.games.centauri.pack.scenario_checks import of_scenario
from harena.games.centauri.pack.verbs import VERBS

FEWEST_CARDS = 30
MOST_SEATS = 6

PACK, BASICS, SCENARIOS, CARDS = "pack.toml", "basics.toml", "scenarios.toml", "cards.toml"
REPORTS, TRACKS, FOES = "reports.toml", "tracks.toml", "foes.toml"
TAKEN = ("pack", "basics", "scenarios", "cards", "reports", "tracks", "foes")  # no names for maps


@dataclass(frozen=True)
class Read:
    """What the files say; nothing where a file has mistakes."""

    head: PackEntry | None
    basics: BasicsFile | None
    scenarios: ScenariosFile | None
    cards: CardsFile | None
    reports: ReportsFile | None
    tracks: TracksFile | None
    foes: FoesFile | None
    maps: dict[str, MapFile | None]


def look_at(files: PackFiles) -> Read:
    """Read all files of a pack, noting what has not the shape it must have."""
    return Read(
        files.tried(PACK, PackEntry),
        files.tried(BASICS, BasicsFile),
        files.tried(SCENARIOS, ScenariosFile),
        files.tried(CARDS, CardsFile),
        files.tried(REPORTS, ReportsFile),
        files.tried(TRACKS, TracksFile),
        files.tried(FOES, FoesFile),
        {id: files.tried(f"{id}.toml", MapFile) for id in named_maps(files)},
    )


def named_maps(files: PackFiles) -> list[str]:
    """The maps that pack.toml names; they are looked at even if it has mistakes elsewhere."""
    found: list[str] = []
    for name in files.part(PACK, "maps", list[Id]) or []:
        if name in (*TAKEN, *found):
            what = f"{name}.toml is there for something else; each map has its own file."
            files.wrong(PACK, what, field="maps")
            continue
        found.append(name)
    return found


def check_pack(files: PackFiles, read: Read) -> None:
    """Note all that does not go together in the files that were looked at."""
    check_basics(files, read)
    check_cards(files, read)
    check_tracks(files, read)
    check_foes(files, read)
    check_maps(files, read)
    check_scenarios(files, read)


def check_basics(files: PackFiles, read: Read) -> None:
    basics = read.basics
    if basics is not None and basics.first_cards > basics.hand:
        what = f"a hand of {basics.hand} cannot hold {count(basics.first_cards, 'card')} (CN-1.9, CN-1.11)."
        files.wrong(BASICS, what, field="first_cards")


# --- cards


def check_cards(files: PackFiles, read: Read) -> None:
    Entries(CARDS, "card").check(files)
    for card in files.entries(CARDS, "card", CardEntry):
        for field, what in _of_card(card.entry):
            card.wrong(what, field)
    if read.cards is None:
        return
    cards = sum(card.count for card in read.cards.card)
    if not FEWEST_CARDS <= cards <= native.MOST_CARDS:
        what = (
            f"the deck has {count(cards, 'card')}; it needs {FEWEST_CARDS} to {native.MOST_CARDS} (CN-1.5)."
        )
        files.wrong(CARDS, what)
    common = sum(card.count for card in read.cards.card if not card.arena)
    if read.basics is not None and common < MOST_SEATS * read.basics.first_cards:
        need = f"six players start with {read.basics.first_cards} each (CN-1.11)"
        files.wrong(CARDS, f"there {plural(common, 'is', 'are')} {count(common, 'Common card')}; {need}.")


def _of_card(card: CardEntry) -> Mistakes:
    phases = dict.fromkeys(card.phases)
    if len(phases) < len(card.phases):
        yield "phases", "a phase is named twice; once is enough."
    fits = True
    for number, verb in enumerate(card.effect):
        for phase in phases:
            if VERBS[verb.do].use(phase) is None:
                known = ", ".join(VERBS.standing_in(phase))
                here = f"verb {number + 1}, '{verb.do}', does nothing in the phase '{phase}'"
                yield "effect", f"{here}; there are: {known}."
                fits = False
    if fits:
        noted: list[str] = []
        VERBS.check(card.effect, card.phases[0], noted.append)
        yield from (("effect", what) for what in noted)
    done = [verb.do for verb in card.effect]
    for do in dict.fromkeys(do for do in done if done.count(do) > 1):
        yield "effect", f"'{do}' stands twice on the card; once with a larger number will do."
    if "push" in done and "swap" in done:
        yield "effect", "'push' and 'swap' both ask where; a card has one of them."


# --- tracks and foes


def check_tracks(files: PackFiles, read: Read) -> None:
    if read.tracks is None:
        return
    tracks = {name: getattr(read.tracks, name) for name in native.TRACK_NAMES}
    for name, track in tracks.items():
        for number, level in enumerate(track.levels):
            if not any(is_set(level, field) for field in level.__struct_fields__):
                files.wrong(TRACKS, f"level {number + 1} gives nothing (CN-1.2).", field=f"{name}.levels")
    for field in ("speed", "combat", "shield") if read.basics is not None else ():
        most = getattr(read.basics, field)
        most += sum(getattr(level, field) for track in tracks.values() for level in track.levels)
        if most > native.MOST:
            what = f"with all levels an armada would have {field.capitalize()} {most}; "
            files.wrong(TRACKS, f"{what}no attribute passes {native.MOST} (CN-1.2).")


def check_foes(files: PackFiles, read: Read) -> None:
    if read.foes is None:
        return
    levels = sorted(foe.level for foe in read.foes.foe)
    if levels != list(range(1, native.BOSS + 1)):
        found = listed([str(level) for level in levels]) or "none"
        files.wrong(FOES, f"the levels are {found}; 1, 2 and 3 are the Raiders', 4 is the Boss's (CN-3.7).")


# --- maps and scenarios


def check_maps(files: PackFiles, read: Read) -> None:
    names: dict[str, str] = {}
    for id, entry in read.maps.items():
        if entry is None:
            continue
        first = names.setdefault(entry.name, id)
        if first != id:
            what = f"'{entry.name}' is used before, by {first}.toml; each needs its own."
            files.wrong(f"{id}.toml", what, field="name")
        drawn = list(of_drawing(entry))
        found = drawn or list(of_map(chart_of(read, id)))
        for field, what in found:
            files.wrong(f"{id}.toml", what, field=field)


def chart_of(read: Read, id: str) -> native.Map:
    """A map that can be drawn; where the basics have mistakes every sector costs the same."""
    entry = read.maps[id]
    assert entry is not None
    even = [1] * len(native.KIND_NAMES)
    return building.chart(id, entry, even if read.basics is None else building.costs_of(read.basics, entry))


def check_scenarios(files: PackFiles, read: Read) -> None:
    Entries(SCENARIOS, "scenario").check(files)
    known = one_of(list(read.maps), "map", " in pack.toml")
    for placed in files.entries(SCENARIOS, "scenario", ScenarioEntry):
        entry = placed.entry
        known(entry.map, placed.at("map"))
        unknown = list(_unknown_areas(entry))
        for field, what in unknown or _of_scenario(read, entry):
            placed.wrong(what, field)
        if is_set(entry, "convoy_rates") and not entry.convoy:
            placed.wrong("there is no Convoy; set 'convoy', or leave this out (CN-4.7).", "convoy_rates")


def _unknown_areas(entry: ScenarioEntry) -> Mistakes:
    for field in ("closed", "peaceful"):
        for name in getattr(entry, field):
            if name not in (*native.KIND_NAMES, *building.FRAME.names):
                known = ", ".join(native.KIND_NAMES)
                yield field, f"'{name[:20]}' is neither a sector like 'd4' nor a kind; there are: {known}."


def _of_scenario(read: Read, entry: ScenarioEntry) -> Mistakes:
    """What is wrong with a scenario on its map, if that is right and the reports are."""
    on = read.maps.get(entry.map)
    if on is None or read.basics is None or read.reports is None or any(of_drawing(on)):
        return
    map = chart_of(read, entry.map)
    if any(of_map(map)):
        return
    reports = [building.report(one) for one in read.reports.report]
    yield from of_scenario(building.scenario(entry, {entry.map: map}), reports)
