"""What the eye catches in the arena: dice, hits, and the moments that a replay marks."""

from __future__ import annotations

from harena.core.glimpse import NOTHING, Glimpse
from harena.core.view import Told
from harena.games.combat_arena.view import Cast, Role

DIE = {
    "order_roll",
    "snared",
    "reaction_roll",
    "fatal_roll",
}  # events of one die, which is their second number
MARKS = {
    "injury_drawn": "injury",
    "used_fate": "fate",
    "used_unique": "unique action",
    "won": "end",
    "game_drawn": "end",
}
HITS = {"wounded": "hit", "slammed": "hit", "snared": "arc-snare", "defeated": "defeat"}


def glimpse_of(event: Told, cast: Cast) -> Glimpse:
    """What is seen of an event."""
    if event.kind == "round":
        return Glimpse(chapter="Round")
    dice = dice_of(event)
    if event.kind in HITS:
        return Glimpse(dice, _key(cast[struck(event)]), HITS[event.kind])
    mark = MARKS.get(event.kind, "")
    return Glimpse(dice, mark=mark) if dice or mark else NOTHING


def dice_of(event: Told) -> list[int]:
    """The dice that fell."""
    if event.dice:
        return list(event.dice)
    if event.kind == "rolled_off":
        return [event.a, event.b]
    return [event.b] if event.kind in DIE else []


def pips(event: Told) -> str:
    """The dice of a roll in words: 5, 2, 1."""
    return ", ".join(map(str, event.dice))


def struck(event: Told) -> int:
    """The fighter that was hit: the one who is pushed against a wall, else the one the event is about."""
    return event.b if event.kind == "slammed" else event.a


def _key(role: Role) -> str:
    """A fighter's key in the picture."""
    return f"fighter-{role.character}" if role.character else ""
