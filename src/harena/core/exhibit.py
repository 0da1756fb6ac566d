"""The things of a pack one by one, to look them up: cards, fighters, boards."""

from __future__ import annotations

import msgspec


class Exhibit(msgspec.Struct, frozen=True, kw_only=True):
    """One thing of a pack."""

    key: str  # its id
    kind: str  # what it is shown among: Action cards, Fighters
    name: str
    text: str  # all that it says
    facts: tuple[tuple[str, str], ...] = ()  # the same in parts, each with its label, for tables
    picture: str = ""  # SVG of its own; empty: it has none
