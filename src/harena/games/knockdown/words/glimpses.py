"""What the eye and the ear catch in a match: dice, hits, cubes that land, moments that a replay marks."""

from __future__ import annotations

from harena.core.glimpse import NOTHING, Glimpse
from harena.core.view import Told
from harena.games.knockdown.view import Cast

MARKS = {"called": "test", "round_won": "round won", "match_won": "end"}
SOUNDS = {"landed": "thud", "toppled": "crash", "late": "horn", "passed": "fanfare"}
HITS = {"wounded": "hit", "knocked_down": "K.O.", "toppled": "tower falls"}


def glimpse_of(event: Told, cast: Cast) -> Glimpse:
    """What is seen of an event."""
    if event.kind == "round":
        return Glimpse(chapter="Round")
    if event.kind in HITS:
        return Glimpse(hit=f"fighter-{event.a}", mark=HITS[event.kind], sound=SOUNDS.get(event.kind, ""))
    dice, mark, sound = list(event.dice), MARKS.get(event.kind, ""), SOUNDS.get(event.kind, "")
    return Glimpse(dice, mark=mark, sound=sound) if dice or mark or sound else NOTHING


def pips(event: Told) -> str:
    """The dice of a roll in words: 5, 2, 1."""
    return ", ".join(map(str, event.dice))
