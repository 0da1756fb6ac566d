"""The actions of Knockdown: named stretches of one flat range, the same numbers in every position.

Cards are numbered within their arena and Skills within their set, so that several boxes have room.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

MOVE: Final = 0  # a space
DASH: Final = 19  # a space
CORRIDOR: Final = 38  # a red space of the arena, by its place among them
STOP: Final = 46
CALL: Final = 47
NO_CALL: Final = 48
NO_REACTION: Final = 49
SHAKE_OFF: Final = 50
SPECIAL: Final = 51  # a slot of one's own sheet
SYMBOL: Final = 140  # block, dash, power, wild
BLOCK: Final = 150  # see rules/block.py
PLACE: Final = 160  # a space
HEAL: Final = 182  # light, heavy
NUMBER: Final = 186  # how many, from 0
CUBE: Final = 196  # where a cube landed, from 16 twentieths to the left to 16 to the right; then too late
LATE: Final = 229
FIGHTER: Final = 240  # of the pack
SKILL: Final = 300  # 12 for each set
ATTACK: Final = 500  # 36 for each arena, then 36 for `take`
TAKE: Final = 536
PER_SET: Final = 12
PER_ARENA: Final = 72
MOST_FIGHTERS: Final = SKILL - FIGHTER
MOST_SETS: Final = (ATTACK - SKILL) // PER_SET


def attack_of(arena: i64) -> i64:
    """The first card of an arena, to attack with."""
    return ATTACK + PER_ARENA * arena


def take_of(arena: i64) -> i64:
    """The first card of an arena, to take into hand."""
    return TAKE + PER_ARENA * arena


def skill_of(skill_set: i64) -> i64:
    """The first Skill of a set."""
    return SKILL + PER_SET * skill_set
