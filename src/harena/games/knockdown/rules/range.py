"""KD-1.3: ranges. The one place that says where an attack reaches; hints and pictures ask it too."""

from __future__ import annotations

from mypy_extensions import i64

from harena.core.bits import bit
from harena.core.hex import OFF
from harena.games.knockdown.pack.content import FIRE, PROJECTILE, STEPS, Arena, Attack


def reached(arena: Arena, attack: Attack, stand: i64, flame: i64) -> i64:
    """The spaces where an attack reaches an opponent, from where its user stands; `flame`: the user's own."""
    if attack.range == STEPS:
        field = arena.field
        return field.near(stand, attack.far) & ~field.near(stand, attack.near - 1)
    if attack.range == PROJECTILE:
        return arena.lines[stand]
    if attack.range == FIRE:
        return 0 if flame == OFF else around(arena, flame)
    return arena.spaces


def around(arena: Arena, space: i64) -> i64:
    """A space and all next to it."""
    return arena.field.near(space, 1) | bit(space)


def stands_for(arena: Arena, attack: Attack, target: i64, flame: i64) -> i64:
    """The other way round: the spaces from which an attack would reach an opponent who stands there."""
    stands: i64 = 0
    stand: i64 = 0
    while stand < arena.field.count:
        there = stand != target and (arena.spaces >> stand) & 1 != 0
        if there and (reached(arena, attack, stand, flame) >> target) & 1 != 0:
            stands |= bit(stand)
        stand += 1
    return stands
