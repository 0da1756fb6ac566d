"""Looking for what is lost: every card and piece of a game is always in exactly one place."""

from __future__ import annotations

from collections.abc import Iterable


def lost(what: str, places: Iterable[int], everything: int) -> str:
    """What of a set is not in exactly one of the places, each a set itself; empty if all is well."""
    found = 0
    for place in places:
        if found & place:
            return f"{what} {found & place:b} lie in two places"
        found |= place
    if found & ~everything:
        return f"{what} {found & ~everything:b} are none of the game's"
    return "" if found == everything else f"{what} {everything & ~found:b} are nowhere"
