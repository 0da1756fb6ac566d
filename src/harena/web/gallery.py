"""The index of a game's cards, fighters and boards, each with its picture."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec
from markupsafe import Markup

from harena.core.exhibit import Exhibit
from harena.core.game import AnyGame
from harena.core.pack import Pack
from harena.server.packs import pack_of
from harena.web.rules import Passage

SHARED = re.compile(r'<style>.*?</style>|<(symbol|pattern) id="[^"]+".*?</\1>', re.DOTALL)
SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
INDEX = "index"
KEPT = 32  # packs whose things are at hand


class Shown(msgspec.Struct, frozen=True):
    """A thing and its picture, without what it shares with the others."""

    thing: Exhibit
    picture: Markup

    @property
    def form(self) -> str:
        """How it is laid out: upright like a card, wide, or only written."""
        size = SIZE.search(self.picture)
        if not size:
            return "written"
        return "wide" if float(size[1]) > float(size[2]) else "upright"


class Shelf(msgspec.Struct, frozen=True):
    """All things of one kind."""

    kind: str
    id: str
    things: list[Shown]


class Gallery(msgspec.Struct, frozen=True):
    """Everything, and what all its pictures share: style, symbols, patterns."""

    shared: Markup
    shelves: list[Shelf]


@lru_cache(KEPT)
def gallery(game: AnyGame, pack: Pack | None = None) -> Gallery:
    """The things of a pack, the game's own if none is named, by their kind; those of a kind by name."""
    things = things_of(game, pack)
    shared: dict[str, None] = {}
    shelves: dict[str, list[Shown]] = {}
    for thing in sorted(things, key=lambda one: in_order(one.name)):
        shared |= dict.fromkeys(found.group() for found in SHARED.finditer(thing.picture))
        shown = Shown(thing, Markup(SHARED.sub("", thing.picture)))
        shelves.setdefault(thing.kind, []).append(shown)
    kinds = dict.fromkeys(thing.kind for thing in things)
    return Gallery(
        Markup("".join(shared)),
        [Shelf(kind, f"kind-{place}", shelves[kind]) for place, kind in enumerate(kinds)],
    )


def in_order(name: str) -> list[tuple[int, str]]:
    """For sorting names: numbers in them by size, so that Report 10 comes after Report 9."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", name)]


@lru_cache(KEPT)
def things_of(game: AnyGame, pack: Pack | None = None) -> list[Exhibit]:
    """What can be looked up in a pack, the game's own if none is named."""
    return game.exhibits(pack or pack_of(game.name))


def passages(game: AnyGame, pack: Pack | None = None) -> list[Passage]:
    """The things as a search finds them."""
    return [Passage(one.key, f"{one.name}: {one.kind}", one.text, INDEX) for one in things_of(game, pack)]
