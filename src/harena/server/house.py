"""The packs that a host offers: folders below those named with --packs, read again when they change."""

from __future__ import annotations

import os
import re
import time
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec

from harena.core import registry
from harena.core.errors import HarenaError, PackError
from harena.core.game import AnyGame
from harena.core.joining import STANDARD, parts_of
from harena.server.packs import PackCopy, PackKit, installed, joined_kit, load, read_copy

HEAD = "pack.toml"  # names the game, the pack and its title
NAME = re.compile(r"[\w-]{1,40}", re.ASCII)
MOST_PACKS = 200
MOST_FILES = 50  # of one pack
BIGGEST_PACK = 2_000_000  # bytes of all files of one pack
RESTS = 1.0  # seconds for which folders are not looked at again
Mark = tuple[tuple[str, int, int], ...]  # of a folder's files: name, time, size


class Offered(msgspec.Struct, frozen=True):
    """A pack that can be chosen for a table."""

    name: str
    title: str


class Found(NamedTuple):
    """A folder as it was when it was last read."""

    mark: Mark
    copy: PackCopy | None  # none: it is no good
    title: str
    complaint: str = ""  # why it is no good


class House:
    """What the host's folders hold now. A table that has begun has a copy of its own."""

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self.folders = list(folders)
        self.complaints: list[str] = []  # what is wrong with folders, in sentences, not told yet
        self.changes = 0  # how often something else was found than before
        self._found: dict[Path, Found] = {}
        self._crowded = False
        self._looked_at = -RESTS
        for folder in self.folders:
            if not folder.is_dir():
                raise HarenaError(f"--packs: there is no folder {folder}.")
        self.look()

    def told(self) -> list[str]:
        """The sentences since this was last asked."""
        told, self.complaints = self.complaints, []
        return told

    # --- reading folders

    def look(self) -> None:
        """Read what is new or has changed, unless it was looked at just now."""
        if time.monotonic() - self._looked_at < RESTS:
            return
        before, marks = self._found, {folder: _mark(folder) for folder in self._pack_folders()}
        for folder in before.keys() - marks.keys():
            self.complaints.append(f"{folder} is gone, so its pack is no longer offered.")
        if {folder: found.mark for folder, found in before.items()} != marks:
            self._read_again(before, marks)
        self._looked_at = time.monotonic()

    def _read_again(self, before: dict[Path, Found], marks: dict[Path, Mark]) -> None:
        """What was no good may be good now: another pack may have had its name."""
        self.changes += 1
        same = {folder for folder, found in before.items() if marks.get(folder) == found.mark}
        self._found = {folder: before[folder] for folder in same if before[folder].copy is not None}
        for folder, mark in marks.items():
            if folder not in self._found:
                self._found[folder] = found = self._read(folder, mark)
                if found.complaint and not (folder in same and found.complaint == before[folder].complaint):
                    self.complaints.append(found.complaint)
        self._found = {folder: self._found[folder] for folder in marks}

    def _pack_folders(self) -> list[Path]:
        found: list[Path] = []
        for folder in self.folders:
            try:
                inside = sorted(folder.iterdir())
            except OSError:  # gone: so are its packs
                continue
            found += [folder] if (folder / HEAD).is_file() else []
            found += [one for one in inside if one.is_dir() and any(one.glob("*.toml"))]
        if len(found) > MOST_PACKS and not self._crowded:
            self.complaints.append(f"There are {len(found)} packs; only the first {MOST_PACKS} are offered.")
        self._crowded = len(found) > MOST_PACKS
        return found[:MOST_PACKS]

    def _read(self, folder: Path, mark: Mark) -> Found:
        try:
            return self._checked(folder, mark)
        except HarenaError as error:
            reason = str(error)
        except Exception as error:  # of a game's own reader: it must not stop the server
            reason = f"it cannot be read: {error}."
        complaint = f"{folder} is left out: {reason}".replace("\n", " ")
        return Found(mark, None, "", complaint)

    def _checked(self, folder: Path, mark: Mark) -> Found:
        files = _files(folder, mark)
        game = _game_of(files)
        pack = read_copy(game, files)
        if not NAME.fullmatch(pack.name):
            raise PackError(HEAD, "a name has letters, digits, - and _ only.", field="name")
        if pack.name in game.pack_names():
            raise PackError(HEAD, f"{pack.name!r} is a pack that comes with {game.title}.", field="name")
        other = next((where for where, copy in self._good(game.name) if copy.name == pack.name), folder)
        if other != folder:
            raise PackError(HEAD, f"{other} already has a pack named {pack.name!r}.", field="name")
        return Found(mark, PackCopy(game.name, pack.name, pack.digest, files), pack.title)

    def _good(self, game: str) -> list[tuple[Path, PackCopy]]:
        return [
            (where, found.copy)
            for where, found in self._found.items()
            if found.copy is not None and found.copy.game == game
        ]

    # --- choosing

    def offered(self, game: AnyGame) -> list[Offered]:
        """What can be chosen for a table: the packs of a game, its standard one first, then the host's."""
        self.look()
        own = sorted(game.pack_names(), key=lambda name: (name != STANDARD, name))
        return [
            *(Offered(name, load(installed(game.name, name)).title) for name in own),
            *(Offered(copy.name, self._found[where].title) for where, copy in self._good(game.name)),
        ]

    def with_digest(self, game: AnyGame, digest: str) -> PackKit | None:
        """The one pack of this content that can be chosen now, if there is one."""
        self.look()
        kits = [installed(game.name, name) for name in game.pack_names()]
        kits += [PackKit(game.name, copy.name, copy.digest, (copy,)) for _, copy in self._good(game.name)]
        return next((kit for kit in kits if kit.digest == digest), None)

    def kit(self, game: AnyGame, text: str) -> PackKit:
        """The packs that a text names, as they are now; or a sentence that says why not."""
        self.look()
        return joined_kit(game, [self._named(game, name) for name in parts_of(text)])

    def _named(self, game: AnyGame, name: str) -> PackKit:
        if name in game.pack_names():
            return installed(game.name, name)
        for _, copy in self._good(game.name):
            if copy.name == name:
                return PackKit(game.name, name, copy.digest, (copy,))
        shown = repr(name[:40])
        for found in self._found.values():
            if found.copy is not None and found.copy.name == name:
                other = registry.find(found.copy.game).title
                raise PackError("pack", f"{shown} is a pack for {other}, not for {game.title}.")
        known = ", ".join(one.name for one in self.offered(game))
        raise PackError("pack", f"{game.title} has no pack {shown} here. There are: {known}.")


def _mark(folder: Path) -> Mark:
    marks = []
    for file in sorted(folder.glob("*.toml")):
        try:
            known = os.stat(file)
        except OSError:
            continue
        marks.append((file.name, known.st_mtime_ns, known.st_size))
    return tuple(marks)


def _files(folder: Path, mark: Mark) -> dict[str, str]:
    """The text of a pack's files."""
    if len(mark) > MOST_FILES:
        raise PackError(folder.name, f"a pack has at most {MOST_FILES} files, not {len(mark)}.")
    if sum(size for _, _, size in mark) > BIGGEST_PACK:
        raise PackError(folder.name, f"a pack has at most {BIGGEST_PACK:,} bytes.")
    files = {}
    for name, _, _ in mark:
        try:
            files[name] = (folder / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise PackError(name, "the file is not UTF-8 text.") from None
        except OSError as error:
            raise PackError(name, f"the file cannot be read: {error.strerror}.") from None
    return files


def _game_of(files: dict[str, str]) -> AnyGame:
    """The game that a pack says it is for."""
    if HEAD not in files:
        raise PackError(HEAD, "the file is missing; it names the game and the pack.")
    try:
        head = tomllib.loads(files[HEAD])
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise PackError(HEAD, f"this is not TOML: {error}.") from None
    game = head.get("game")
    if not isinstance(game, str):
        raise PackError(HEAD, f"say which game the pack is for: {', '.join(registry.names())}.", field="game")
    return registry.find(game)
