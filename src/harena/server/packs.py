"""What a table is played with: a pack by name and digest, and its content where it is the host's own."""

from __future__ import annotations

import contextlib
import tempfile
from collections import OrderedDict
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from harena.core import registry
from harena.core.errors import HarenaError
from harena.core.game import AnyGame
from harena.core.joining import PLUS, STANDARD
from harena.core.pack import Pack
from harena.core.record import ENGINE

KEPT = 64  # packs in memory, those used last

_packs: OrderedDict[tuple[str, str], Pack] = OrderedDict()  # by game and digest
_contents: dict[tuple[str, str], PackCopy] = {}  # of packs that come with games, as they were first read
_joined: OrderedDict[tuple[str, ...], tuple[str, str]] = OrderedDict()  # name and digest, by the parts


class MissingPackError(HarenaError):
    """A pack of that name and digest cannot be had here."""


class PackCopy(msgspec.Struct, frozen=True):
    """The content of a pack, to be kept with a table and sent to other processes: it never changes."""

    game: str
    name: str
    digest: str
    files: dict[str, str]


class PackKit(msgspec.Struct, frozen=True):
    """A pack, or several joined, with the content of those that do not come with the game."""

    game: str
    name: str
    digest: str
    copies: tuple[PackCopy, ...] = ()


def load(kit: PackKit) -> Pack:
    """The pack itself, read once."""
    key = (kit.game, kit.digest)
    pack = _packs.pop(key, None)
    if pack is None:
        pack = _read(kit)
    _packs[key] = pack
    while len(_packs) > KEPT:
        _packs.popitem(last=False)
    return pack


def _read(kit: PackKit) -> Pack:
    game = registry.find(kit.game)
    copies = {copy.name: copy for copy in kit.copies}
    parts = [_part(game, name, copies.get(name), kit) for name in kit.name.split(PLUS)]
    pack: Pack = parts[0] if len(parts) == 1 else game.joined(parts)
    if pack.digest != kit.digest:
        raise missing(kit.name, kit.digest)
    return pack


def _part(game: AnyGame, name: str, copy: PackCopy | None, kit: PackKit) -> Pack:
    if copy is not None:
        return read_copy(game, copy.files)
    if name not in game.pack_names():
        raise missing(kit.name, kit.digest)
    found: Pack = game.pack(name)
    return found


def read_copy(game: AnyGame, files: dict[str, str]) -> Pack:
    """A pack from the text of its files."""
    with tempfile.TemporaryDirectory(prefix="harena-pack-") as folder:
        for name, text in files.items():
            (Path(folder) / name).write_text(text, encoding="utf-8", newline="")
        pack: Pack = game.read_pack(Path(folder))
    return pack


def missing(name: str, digest: str) -> MissingPackError:
    return MissingPackError(f"This site does not have the pack '{name[:80]}' (digest {digest[:12]}).")


@cache
def installed(game: str, name: str = STANDARD) -> PackKit:
    """A pack that comes with a game; it stays as it is while a server runs."""
    found = registry.find(game)
    pack = found.pack(name)
    _packs[game, pack.digest] = pack
    (folder,) = found.pack_folders(name)
    files = {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.toml"))}
    _contents[game, name] = PackCopy(game, name, pack.digest, files)
    return PackKit(game, name, pack.digest)


@cache
def installed_digests(game: str) -> frozenset[str]:
    """Of the packs that come with a game; one that cannot be read is none."""
    digests = set()
    with contextlib.suppress(HarenaError):  # no such game
        for name in registry.find(game).pack_names():
            with contextlib.suppress(HarenaError, OSError):
                digests.add(installed(game, name).digest)
    return frozenset(digests)


def with_content(kit: PackKit) -> PackKit:
    """A pack with all of its content, also of what comes with the game: that may change on the disk."""
    named = {copy.name for copy in kit.copies}
    others = [name for name in kit.name.split(PLUS) if name not in named]
    for name in others:
        installed(kit.game, name)
    return msgspec.structs.replace(kit, copies=(*kit.copies, *(_contents[kit.game, name] for name in others)))


def joined_kit(game: AnyGame, parts: Sequence[PackKit]) -> PackKit:
    """Several packs as one."""
    if len(parts) == 1:
        return parts[0]
    copies = tuple(copy for part in parts for copy in part.copies)
    key = (game.name, *(word for part in parts for word in (part.name, part.digest)))
    known = _joined.pop(key, None)
    if known is None:
        pack = game.joined([load(part) for part in parts])
        _packs[game.name, pack.digest] = pack
        known = pack.name, pack.digest
    _joined[key] = known
    while len(_joined) > KEPT:
        _joined.popitem(last=False)
    return PackKit(game.name, *known, copies)


def pack_of(game: str) -> Pack:
    """A game's standard pack."""
    return load(installed(game))


def rules_of(kit: PackKit) -> list[int | str]:
    """What the same actions must be played with to lead to the same position."""
    return [ENGINE, registry.find(kit.game).rules_version, kit.digest]
