"""What the eye and the ear catch in a game: dice, hits, moments that a replay marks."""

from __future__ import annotations

from harena.core.glimpse import NOTHING, Glimpse
from harena.core.view import Told
from harena.games.centauri.state import FOE
from harena.games.centauri.view import Cast

MARKS = {
    "battle": "battle",
    "slain": "Raider destroyed",
    "delivered": "delivery",
    "convoy": "Convoy",
    "won": "end",
    "drawn": "end",
}
SOUNDS = {"battle": "horn", "slain": "crash", "delivered": "fanfare", "picked_up": "thud", "won": "fanfare"}


def glimpse_of(event: Told, cast: Cast) -> Glimpse:
    """What is seen of an event."""
    if event.kind == "round":
        return Glimpse(chapter="Round")
    if event.kind == "destroyed":
        return Glimpse(hit=f"armada-{event.a}", mark="destroyed", sound="crash")
    dice = list(event.dice)
    if event.kind == "damaged" and event.b > 0:
        hit = "side-foe" if event.a == FOE else f"armada-{event.a}"
        return Glimpse(dice, hit=hit, mark="hit", sound="thud")
    mark, sound = MARKS.get(event.kind, ""), SOUNDS.get(event.kind, "")
    return Glimpse(dice, mark=mark, sound=sound) if dice or mark or sound else NOTHING


def pips(event: Told) -> str:
    """The dice of a roll in words: 5, 2, 1."""
    return ", ".join(map(str, event.dice))
