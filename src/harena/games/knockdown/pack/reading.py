"""Reading a Knockdown pack: fighters, Skill sets and arenas with their Attack cards from TOML, checked."""

from __future__ import annotations

from pathlib import Path

from harena.core.packfile import PackFiles
from harena.games.knockdown.pack import building
from harena.games.knockdown.pack.checks import FIGHTERS, PACK, check_pack, named_files
from harena.games.knockdown.pack.content import BrawlPack
from harena.games.knockdown.pack.entries import ArenaFile, FightersFile, PackEntry, SkillsFile


def read_pack(folder: Path) -> BrawlPack:
    """A pack from its folder, or an error that says all that is wrong with it, and where."""
    files = PackFiles(folder)
    head = files.tried(PACK, PackEntry)
    fighters = files.tried(FIGHTERS, FightersFile)
    named = named_files(files)
    arenas = {id: files.tried(f"{id}.toml", ArenaFile) for id in named.arenas}
    sets = {id: files.tried(f"{id}.toml", SkillsFile) for id in named.skills}
    check_pack(files, named)
    files.check()
    assert head is not None and fighters is not None  # noqa: PT018
    pack = BrawlPack(head.name, head.title, files.digest())
    pack.sheets = [building.sheet(entry) for entry in fighters.fighter]
    pack.skill_sets = [building.skill_set(id, entry) for id, entry in sets.items() if entry is not None]
    pack.arenas = [building.arena(id, entry) for id, entry in arenas.items() if entry is not None]
    pack.finish()
    return pack
