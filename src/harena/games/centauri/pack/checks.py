"""What is looked for in a Centauri Arena pack beyond the shapes of its entries: do the parts go together?"""

from __future__ import annotations

from dataclasses import dataclass

from harena.core.packcheck import Entries
from harena.core.packfile import PackFiles
from harena.games.centauri.pack.entries import (
    BasicsFile,
    CardsFile,
    FoesFile,
    Id,
    MapFile,
    PackEntry,
    ReportsFile,
    ScenariosFile,
    TracksFile,
)

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
    Entries(CARDS, "card").check(files)
    Entries(SCENARIOS, "scenario").check(files)
