"""What a form offers for a match of Knockdown, given what was chosen already."""

from __future__ import annotations

import msgspec

from harena.core.options import Choice, Offer
from harena.games.knockdown.options import DICE_FOR, BrawlOptions
from harena.games.knockdown.pack.content import BrawlPack

PLACES = ["Seat 1", "Seat 2"]


def offers(pack: BrawlPack, options: BrawlOptions) -> dict[str, Offer]:
    """By option: what goes with the others and with the pack."""
    return {
        "picks": _picks(pack, options),
        "dice_for": Offer(list(DICE_FOR) if options.test == "tower" else []),
        "arena": _drawn([Choice(one.id, one.name, picture=one.id) for one in pack.arenas]),
        "skills": _drawn([Choice(one.id, one.name) for one in pack.skill_sets]),
    }


def _drawn(found: list[Choice]) -> Offer:
    """Of several, drawn by lot unless somebody names one; the only one there is needs no name."""
    if len(found) == 1:
        return Offer([msgspec.structs.replace(found[0], value="")])
    return Offer([Choice("", "Drawn", "Drawn by lot before the match."), *found])


def _picks(pack: BrawlPack, options: BrawlOptions) -> Offer:
    """A fighter for each seat."""
    unset = "Chosen at the table" if options.fighters == "choose" else "Drawn"
    fighters = [Choice(sheet.id, f"{sheet.name}, {sheet.title}", sheet.about) for sheet in pack.sheets]
    return Offer([Choice("", unset), *fighters], PLACES)
