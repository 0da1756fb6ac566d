"""What Combat Arena is played with, as the rules index it: cards, fighters, injuries, boards, effects."""

from __future__ import annotations

from typing import Final, Optional, final

from mypy_extensions import i64

from harena.core.bits import bit
from harena.core.pack import Pack
from harena.games.combat_arena.rules.hexes import Hexes

CARDS: Final = 24  # Action cards (CA-2.1)
INJURIES: Final = 12  # Critical Injury cards (CA-1.1)
MOST_CHARACTERS: Final = 8  # fighters a pack may hold
SAFE: Final = 4  # a total of this or more keeps a fighter out of an arc-snare (CA-6.5)

# Facing icons (CA-4.2).
FREE: Final = 0
AHEAD: Final = 1
BACK: Final = 2
FACING_NAMES: Final = ["free", "ahead", "back"]

# Kinds of attack, and the damage boxes as a set (CA-5.4).
MELEE: Final = 0
RANGED: Final = 1
EITHER: Final = 2
KIND_NAMES: Final = ["melee", "ranged", "either"]

# What wounds and defeats come from; the first two are the kinds of attack.
BY_SLAM: Final = 2  # a push against a wall or a fighter
BY_SPECIAL: Final = 3
BY_UNIQUE: Final = 4
BY_FATE: Final = 5
BY_INJURY: Final = 6
BY_SNARE: Final = 7
CAUSE_NAMES: Final = ["melee", "ranged", "slam", "special", "unique", "fate", "injury", "snare"]

RULE: Final = 2
BOX_NAMES: Final = ["melee", "ranged", "rule"]
ANY_BOX: Final = 3

# The verbs effects are made of, by their places in pack/verbs.py, which says all of each.
MOVE: Final = 0
TURN: Final = 1
ATTACK: Final = 2
PUSH: Final = 3
WOUND: Final = 4
ENERGY: Final = 5
DRAIN: Final = 6
HEAL: Final = 7
DRAW: Final = 8
DROP: Final = 9
MEND: Final = 10
UNMARK: Final = 11
FATAL: Final = 12

# On whom a verb works.
SELF: Final = 0
ZONE: Final = 1  # an enemy in the kill zone
ADJACENT: Final = 2  # next to the fighter, ahead of it
NEAR: Final = 3  # at most `reach` away
ANYONE: Final = 4
EACH: Final = 5  # every enemy at most `reach` away
SAME: Final = 6  # the target of the verb before
ON_NAMES: Final = ["self", "zone", "adjacent", "near", "anyone", "each", "same"]

# Fighters' rules.
WARD: Final = 0
ENDURE: Final = 1
REROLL: Final = 2
REDRAW: Final = 3
RULE_NAMES: Final = ["ward", "endure", "reroll", "redraw"]


@final
class Verb:
    """One verb of an effect with its numbers."""

    def __init__(self, do: i64, on: i64, n: i64, reach: i64) -> None:
        self.do: i64 = do
        self.on: i64 = on
        self.n: i64 = n
        self.reach: i64 = reach
        self.facing: i64 = FREE
        self.kind: i64 = EITHER
        self.wounds: i64 = 0  # of an attack: more for each hit
        self.push: i64 = 0  # of an attack: hexes, if it hits
        self.from_rear: bool = False  # of an attack: only from the target's rear arc
        self.if_hit: bool = False  # only if the attack before it hit
        self.box: i64 = ANY_BOX


@final
class Effect:
    """Verbs, done one after the other."""

    def __init__(self, number: i64, verbs: list[Verb], cause: i64) -> None:
        self.number: i64 = number  # its place in the pack
        self.cause: i64 = cause  # what the wounds that it inflicts come from
        self.verbs = verbs
        self.aimed: bool = False  # it needs a target where the fighter stands: no move comes before
        self.strikes: i64 = 0  # dice of its attack from there, times the wounds of a hit, if it is one
        for verb in verbs:
            if verb.do == MOVE:
                break
            if verb.on != SELF and verb.on != SAME and not verb.if_hit:
                self.aimed = True
            if verb.do == ATTACK and verb.n * (1 + verb.wounds) > self.strikes:
                self.strikes = verb.n * (1 + verb.wounds)


@final
class Reaction:
    """CA-5.3: a Special played against an attack."""

    def __init__(self, against: i64, ignore: i64, roll: i64) -> None:
        self.against: i64 = against
        self.ignore: i64 = ignore  # how many hits it takes away
        self.roll: i64 = roll  # only on this or more; 0: always


@final
class ActionCard:
    """CA-3.1: a Move, an Attack and a Special."""

    def __init__(self, id: str, name: str) -> None:
        self.id = id
        self.name = name
        self.hexes: i64 = 0
        self.facing: i64 = FREE
        self.move_energy: i64 = 0
        self.dice: i64 = 0
        self.attack_energy: i64 = 0
        self.wounds: i64 = 0
        self.push: i64 = 0
        self.special = ""
        self.special_energy: i64 = 0
        self.reaction: Optional[Reaction] = None
        self.effect: Optional[Effect] = None


@final
class ZonePart:
    """A part of a Kill Zone with one To Hit value (CA-5.1)."""

    def __init__(self, arc: i64, nearest: i64, farthest: i64, to_hit: i64) -> None:
        self.arc: i64 = arc
        self.nearest: i64 = nearest
        self.farthest: i64 = farthest
        self.to_hit: i64 = to_hit
        self.areas: list[i64] = []  # for a fighter on h facing f at f count + h

    def lay_out(self, field: Hexes) -> None:
        """Work out where this part lies."""
        facing: i64 = 0
        while facing < 6:
            h: i64 = 0
            while h < field.count:
                self.areas.append(field.zone(h, facing, self.arc, self.nearest, self.farthest))
                h += 1
            facing += 1


@final
class Strike:
    """One column of a weapon's damage box: where it reaches, what it needs, what a hit inflicts."""

    def __init__(self, wounds: i64, parts: list[ZonePart]) -> None:
        self.wounds: i64 = wounds
        self.parts = parts
        self.zones: list[i64] = []  # all parts together, likewise

    def lay_out(self, field: Hexes) -> None:
        """Work out the whole Kill Zone."""
        self.zones = [0] * (6 * field.count)
        for part in self.parts:
            part.lay_out(field)
            place: i64 = 0
            for area in part.areas:
                self.zones[place] |= area
                place += 1

    def needs(self, stand: i64, target: i64) -> i64:
        """The To Hit value against a hex: that of the first part it lies in."""
        for part in self.parts:
            if (part.areas[stand] >> target) & 1 != 0:
                return part.to_hit
        return 7


@final
class Weapon:
    """A melee or ranged weapon, healthy and wounded (CA-5.4)."""

    def __init__(self, name: str, healthy: Strike, wounded: Strike) -> None:
        self.name = name
        self.healthy = healthy
        self.wounded = wounded


@final
class RuleValues:
    """The numbers of a fighter's rule in one column."""

    def __init__(self, n: i64, roll: i64, arc: i64, against: i64) -> None:
        self.n: i64 = n
        self.roll: i64 = roll
        self.arc: i64 = arc
        self.against: i64 = against


@final
class FighterRule:
    """A fighter's own rule, healthy and wounded."""

    def __init__(self, name: str, kind: i64, healthy: RuleValues, wounded: RuleValues) -> None:
        self.name = name
        self.kind: i64 = kind
        self.healthy = healthy
        self.wounded = wounded


@final
class Character:
    """A fighter's reference card."""

    def __init__(self, id: str, name: str, title: str, short: str, spaces: i64) -> None:
        self.id = id
        self.name = name
        self.title = title
        self.short = short
        self.spaces: i64 = spaces  # of the health track
        self.melee: Optional[Weapon] = None
        self.ranged: Optional[Weapon] = None
        self.rule: Optional[FighterRule] = None
        self.unique_name = ""
        self.unique: Optional[Effect] = None
        self.unique_energy: i64 = 0
        self.fate_name = ""
        self.fate: Optional[Effect] = None

    def boxes(self) -> i64:
        """The damage boxes it has: a set of MELEE, RANGED, RULE."""
        boxes: i64 = 0
        if self.melee is not None:
            boxes |= bit(MELEE)
        if self.ranged is not None:
            boxes |= bit(RANGED)
        if self.rule is not None:
            boxes |= bit(RULE)
        return boxes


@final
class Injury:
    """A Critical Injury card: an effect at once, or a hamper that lasts to the end of the next round."""

    def __init__(self, id: str, name: str, effect: Effect, slow: i64, weak: i64) -> None:
        self.id = id
        self.name = name
        self.effect = effect
        self.slow: i64 = slow  # hexes less in every move
        self.weak: i64 = weak  # dice less in every attack

    def lasts(self) -> bool:
        return self.slow > 0 or self.weak > 0


@final
class Board:
    """A side of the arena board."""

    def __init__(self, id: str, name: str, snares: i64, starts: i64, floor: i64) -> None:
        self.id = id
        self.name = name
        self.snares: i64 = snares
        self.starts: i64 = starts
        self.floor: i64 = floor  # where a fighter may stand


@final
class ArenaPack(Pack):
    """Everything Combat Arena is played with."""

    def __init__(self, name: str, title: str, digest: str, field: Hexes) -> None:
        super().__init__(name, title, digest)
        self.field = field  # the hexes of all its boards
        self.track: list[i64] = []  # the energy track: Initiative cards by space
        self.start: i64 = 0  # the space everyone begins on
        self.boards: list[Board] = []
        self.cards: list[ActionCard] = []
        self.characters: list[Character] = []
        self.injuries: list[Injury] = []
        self.effects: list[Effect] = []
        self.against: list[i64] = [0, 0]  # the cards that are reactions to melee, to ranged
        self.reactions: i64 = 0  # all cards whose Special is a reaction

    def finish(self) -> None:
        """Work out what follows from the content."""
        number: i64 = 0
        for card in self.cards:
            reaction = card.reaction
            if reaction is not None:
                self.reactions |= bit(number)
                if reaction.against != RANGED:
                    self.against[MELEE] |= bit(number)
                if reaction.against != MELEE:
                    self.against[RANGED] |= bit(number)
            number += 1
        for character in self.characters:
            for weapon in (character.melee, character.ranged):
                if weapon is not None:
                    weapon.healthy.lay_out(self.field)
                    weapon.wounded.lay_out(self.field)
