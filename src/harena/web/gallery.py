"""The index of a game's cards, fighters and boards, each with its picture."""

from __future__ import annotations

import re
from functools import cache

import msgspec
from markupsafe import Markup

from harena.core.exhibit import Exhibit
from harena.core.game import AnyGame
from harena.web.rules import Passage

SHARED = re.compile(r'<style>.*?</style>|<(symbol|pattern) id="[^"]+".*?</\1>', re.DOTALL)
SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
INDEX = "index"


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


@cache
def gallery(game: AnyGame) -> Gallery:
    """The things of a game's pack by their kind, those of a kind by name."""
    things = things_of(game)
    shared: dict[str, None] = {}
    shelves: dict[str, list[Shown]] = {}
    for thing in sorted(things, key=lambda one: one.name):
        shared |= dict.fromkeys(found.group() for found in SHARED.finditer(thing.picture))
        shown = Shown(thing, Markup(SHARED.sub("", thing.picture)))
        shelves.setdefault(thing.kind, []).append(shown)
    kinds = dict.fromkeys(thing.kind for thing in things)
    return Gallery(
        Markup("".join(shared)),
        [Shelf(kind, f"kind-{place}", shelves[kind]) for place, kind in enumerate(kinds)],
    )


@cache
def things_of(game: AnyGame) -> list[Exhibit]:
    """What can be looked up in a game's own pack."""
    return game.exhibits(game.pack())


def passages(game: AnyGame) -> list[Passage]:
    """The things as a search finds them."""
    return [Passage(one.key, f"{one.name}: {one.kind}", one.text, INDEX) for one in things_of(game)]
