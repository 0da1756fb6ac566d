"""Several packs at once, named with a + between: standard+abyss."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

from harena.core.errors import PackError
from harena.core.pack import Pack

PLUS = "+"
MOST_JOINED = 8  # packs at once
ECHOED = 80  # letters of a text that an error repeats
STANDARD = "standard"  # the pack that a game is played with unless somebody names another
P = TypeVar("P", bound=Pack)


def parts_of(text: str) -> list[str]:
    """The names of packs in a text; more than one where they are to be joined."""
    shown = text[:ECHOED]
    parts = [part.strip() for part in text.split(PLUS, MOST_JOINED)]
    if len(parts) > MOST_JOINED:
        raise PackError(shown, f"at most {MOST_JOINED} packs can be joined.")
    if "" in parts:
        raise PackError(shown, f"packs are joined with one {PLUS} between two names; here a name is missing.")
    twice = next((part for place, part in enumerate(parts) if part in parts[:place]), "")
    if twice:
        raise PackError(shown, f"the pack {twice[:ECHOED]} is named twice.")
    return parts


def in_order(packs: Sequence[P]) -> list[P]:
    """By name, so that it makes no difference who is named first."""
    names = [pack.name for pack in packs]
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        raise PackError(PLUS.join(names), f"two packs with the name {twice} cannot be told apart.")
    return sorted(packs, key=lambda pack: pack.name)


def joined_digest(digests: Sequence[str]) -> str:
    """The digest of a joined pack, from its parts' in the order of their names."""
    return hashlib.sha256("".join(digests).encode()).hexdigest()


def as_joined(pack: Pack, parts: Sequence[Pack]) -> None:
    """Mark a pack as joined of these: whoever is named first, it has one name as it has one digest."""
    ordered = in_order(parts)
    pack.name = PLUS.join(part.name for part in ordered)
    pack.title = f" {PLUS} ".join(part.title for part in ordered)
    pack.digest = joined_digest([part.digest for part in ordered])
