"""What the eye catches in a match: dice, hits, and the moments that a replay marks."""

from __future__ import annotations

from harena.core.glimpse import NOTHING, Glimpse
from harena.core.view import Told
from harena.games.knockdown.view import Cast

MARKS = {"called": "test", "round_won": "round won", "match_won": "end"}
HITS = {"wounded": "hit", "knocked_down": "K.O.", "toppled": "tower falls"}


def glimpse_of(event: Told, cast: Cast) -> Glimpse:
    """What is seen of an event."""
    if event.kind == "round":
        return Glimpse(chapter="Round")
    if event.kind in HITS:
        return Glimpse(hit=f"fighter-{event.a}", mark=HITS[event.kind])
    dice, mark = list(event.dice), MARKS.get(event.kind, "")
    return Glimpse(dice, mark=mark) if dice or mark else NOTHING


def pips(event: Told) -> str:
    """The dice of a roll in words: 5, 2, 1."""
    return ", ".join(map(str, event.dice))
