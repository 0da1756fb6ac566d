"""Turns checked entries of a pack into the objects that the rules use."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from harena.core.bits import bit
from harena.core.hex import Field, Hexagon, without
from harena.games.knockdown.pack import content as native
from harena.games.knockdown.pack.entries import (
    ArenaFile,
    Blow,
    CardEntry,
    FighterEntry,
    SkillEntry,
    SkillsFile,
    SpecialEntry,
    VerbEntry,
)
from harena.games.knockdown.pack.ranges import Range, range_of
from harena.games.knockdown.pack.verbs import VERBS

WHOLE = Hexagon(2)  # every arena is a part of it


def verb(entry: VerbEntry) -> native.Verb:
    condition = native.CONDITION_NAMES.index(entry.condition or "")
    return native.Verb(VERBS.number(entry.do), entry.n, entry.light, entry.heavy, condition)


def blow(entry: Blow, id: str = "", name: str = "") -> native.Attack:
    """An attack with all that cards and Specials have in common."""
    attack = native.Attack(id, name, native.TYPE_NAMES.index(entry.type), [verb(one) for one in entry.effect])
    attack.light, attack.heavy = entry.light, entry.heavy
    attack.range, attack.near, attack.far = range_of(entry.range) or Range(native.UNLIMITED)
    attack.knockout = entry.knockout
    return attack


def card(entry: CardEntry, place: int) -> native.Attack:
    attack = blow(entry, entry.id, entry.name)
    attack.card = place
    attack.symbol = native.SYMBOL_NAMES.index(entry.symbol)
    return attack


def special(entry: SpecialEntry, slot: int) -> native.Attack:
    attack = blow(entry, entry.id, entry.name)
    attack.slot = slot
    attack.cost = [entry.cost.count(symbol) for symbol in native.SYMBOL_NAMES]
    attack.trigger = native.TRIGGER_NAMES.index(entry.trigger or "")
    return attack


def sheet(entry: FighterEntry) -> native.Sheet:
    made = native.Sheet(entry.id, entry.name, entry.title)
    made.about = entry.text
    made.ammo, made.most_ammo = entry.ammo, entry.most_ammo
    made.flame, made.contaminates = entry.flame, entry.contamination
    made.specials = [special(one, slot) for slot, one in enumerate(entry.special)]
    return made


def skill(entry: SkillEntry) -> native.Skill:
    made = native.Skill(entry.id, entry.name, entry.initiative)
    made.tests, made.their_tests = entry.tests, entry.their_tests
    made.ignore, made.budget = entry.ignore, entry.budget
    made.near, made.far = entry.near, entry.far
    made.corridor, made.hand = entry.corridor, entry.hand
    made.when = native.WHEN_NAMES.index(entry.when or "")
    made.verbs = [verb(one) for one in entry.effect]
    return made


def skill_set(id: str, entry: SkillsFile) -> native.SkillSet:
    return native.SkillSet(id, entry.name, [skill(one) for one in entry.skill])


def arena(id: str, entry: ArenaFile) -> native.Arena:
    spaces = area(entry.spaces or WHOLE.names)
    made = native.Arena(id, entry.name, part_of_whole(spaces), spaces)
    made.starts = [WHOLE.names.index(name) for name in entry.starts]
    made.red = sorted(WHOLE.names.index(name) for name in (*entry.light, *entry.heavy))
    made.heavy = area(entry.heavy)
    made.cards = [card(one, place) for place, one in enumerate(entry.card)]
    made.lay_out()
    return made


@cache
def part_of_whole(spaces: int) -> Field:
    """The field with these spaces alone; fields never change, so arenas of one shape share it."""
    return without(WHOLE, [name for space, name in enumerate(WHOLE.names) if not spaces >> space & 1])


def area(names: Iterable[str]) -> int:
    """The set of spaces with these names."""
    return sum(bit(WHOLE.names.index(name)) for name in set(names))
