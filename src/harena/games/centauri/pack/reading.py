"""Reading a Centauri Arena pack: maps, scenarios, cards, reports, tracks and foes from TOML, checked."""

from __future__ import annotations

from pathlib import Path

from harena.core.packfile import PackFiles
from harena.games.centauri.pack import building
from harena.games.centauri.pack.checks import Read, check_pack, look_at
from harena.games.centauri.pack.content import TRACK_NAMES, ArenaPack


def read_pack(folder: Path) -> ArenaPack:
    """A pack from its folder, or an error that says all that is wrong with it, and where."""
    files = PackFiles(folder)
    read = look_at(files)
    check_pack(files, read)
    files.check()
    return _built(read, files.digest())


def _built(read: Read, digest: str) -> ArenaPack:
    """What was read, as the rules use it; nothing is missing any more."""
    head, basics, cards = read.head, read.basics, read.cards
    assert head is not None and basics is not None and cards is not None  # noqa: PT018
    reports, tracks, foes, scenarios = read.reports, read.tracks, read.foes, read.scenarios
    assert reports is not None and tracks is not None and foes is not None  # noqa: PT018
    assert scenarios is not None
    pack = ArenaPack(head.name, head.title, digest)
    pack.basics = building.basics(basics)
    maps = {
        id: building.chart(id, entry, building.costs_of(basics, entry))
        for id, entry in read.maps.items()
        if entry is not None
    }
    pack.maps = list(maps.values())
    pack.scenarios = [building.scenario(entry, maps) for entry in scenarios.scenario]
    pack.cards = [building.card(entry) for entry in cards.card]
    pack.reports = [building.report(entry) for entry in reports.report]
    pack.tracks = [building.track(id, getattr(tracks, id)) for id in TRACK_NAMES]
    pack.foes = building.foes(foes.foe)
    pack.finish()
    return pack
