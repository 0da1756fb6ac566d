"""What Knockdown is played with, as the rules index it: attacks, fighters, Skills, arenas."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from harena.core.bits import bit
from harena.core.hex import OFF, Field
from harena.core.pack import Pack

CARDS: Final = 36  # Attack cards of an arena (KD-2.3)
SKILLS: Final = 12  # of a Skill set
SLOTS: Final = 6  # Special Attacks that a sheet has room for
SPACES: Final = 19  # of the largest arena
MOST_RED: Final = 8  # spaces of an arena that corridors link
MOST_HEAVY: Final = 3  # heavy wounds in a pool: a block says how many of them it stops
CONTAMINATION: Final = 3  # cards beside a sheet, and the most before a fighter (KD-1.8)
NOBODY: Final = -1

# Symbols (KD-1.2). In a cost the last place counts those that any symbol pays for.
BLOCK: Final = 0
DASH: Final = 1
POWER: Final = 2
WILD: Final = 3
SYMBOL_NAMES: Final = ["block", "dash", "power", "wild"]
NO_SYMBOL: Final = -1  # of a Special Attack

# Types of attack (KD-1.1).
STRIKE: Final = 0
ABILITY: Final = 1
REACTION: Final = 2
TYPE_NAMES: Final = ["strike", "ability", "reaction"]

# Ranges (KD-1.3).
UNLIMITED: Final = 0
STEPS: Final = 1  # so many steps on the arena, from `near` to `far`
PROJECTILE: Final = 2  # in line, at any distance
FIRE: Final = 3  # the opponent is on or next to your Flame
RANGE_NAMES: Final = ["unlimited", "steps", "projectile", "fire"]

# What sets a Reaction off (KD-4.9).
NO_TRIGGER: Final = 0
ATTACKED: Final = 1
STRUCK: Final = 2
STRUCK_NEAR: Final = 3
TRIGGER_NAMES: Final = ["", "attacked", "struck", "struck_near"]

# The verbs effects are made of, by their places in pack/verbs.py, which says all of each.
WOUND: Final = 0
SUFFER: Final = 1
MOVE: Final = 2
BLINK: Final = 3
FORWARD: Final = 4
BACKWARD: Final = 5
DRAG: Final = 6
SHIFT: Final = 7
DROP: Final = 8
STRIP: Final = 9
ORDER: Final = 10
HEAL: Final = 11
MEND: Final = 12
TAKE: Final = 13
NO_RELIEF: Final = 14
SPEND_WOUND: Final = 15
SPEND_MOVE: Final = 16
RELOAD: Final = 17
FLAME: Final = 18
FLAME_OUT: Final = 19
CONTAMINATE: Final = 20
VERB_NAMES: Final = [
    "wound",
    "suffer",
    "move",
    "blink",
    "forward",
    "backward",
    "drag",
    "shift",
    "drop",
    "strip",
    "order",
    "heal",
    "mend",
    "take",
    "no_relief",
    "spend_wound",
    "spend_move",
    "reload",
    "flame",
    "flame_out",
    "contaminate",
]

# When a verb works.
ALWAYS: Final = 0
IF_EDGE: Final = 1  # the opponent stands at the edge (KD-1.10)
IF_NEXT: Final = 2  # the opponent stands next to you
IF_FIRE: Final = 3  # the opponent is on or next to your Flame
IF_BEHIND: Final = 4  # you have more wounds than the opponent
CONDITION_NAMES: Final = ["", "edge", "next", "fire", "behind"]

# When a Skill does something by itself (KD-1.7).
NEVER: Final = 0
TURN_START: Final = 1
OPPONENT_PASSED: Final = 2  # a Knockdown Test
WOUNDED_NEAR: Final = 3  # by a Strike from next to you, once a turn
WHEN_NAMES: Final = ["", "turn_start", "opponent_passed", "wounded_near"]

ON_THE_OPPONENT: Final = (  # verbs that do something to the other fighter (KD-1.6)
    bit(WOUND)
    | bit(BACKWARD)
    | bit(DRAG)
    | bit(SHIFT)
    | bit(DROP)
    | bit(STRIP)
    | bit(ORDER)
    | bit(SPEND_WOUND)
    | bit(CONTAMINATE)
)


COST_BITS: Final = 3  # for each place of a cost, as one number


def packed(cost: list[i64]) -> i64:
    """A cost as one number, which a step can hold."""
    return cost[0] | cost[1] << COST_BITS | cost[2] << (2 * COST_BITS) | cost[3] << (3 * COST_BITS)


@final
class Verb:
    """One verb of an effect with its numbers."""

    def __init__(self, do: i64, n: i64, light: i64, heavy: i64, condition: i64) -> None:
        self.do: i64 = do
        self.n: i64 = n  # steps, cards, Ammo
        self.light: i64 = light
        self.heavy: i64 = heavy
        self.condition: i64 = condition


@final
class Attack:
    """KD-1.1: an Attack card or a Special Attack of a sheet."""

    def __init__(self, id: str, name: str, type: i64, verbs: list[Verb]) -> None:
        self.id = id
        self.name = name
        self.number: i64 = NOBODY  # its place in the pack's `attacks`
        self.card: i64 = NOBODY  # of a card: its place in its arena's deck
        self.slot: i64 = NOBODY  # of a Special: its place on its sheet
        self.type: i64 = type
        self.symbol: i64 = NO_SYMBOL
        self.light: i64 = 0  # the wound pool
        self.heavy: i64 = 0
        self.range: i64 = UNLIMITED
        self.near: i64 = 0
        self.far: i64 = 0
        self.knockout: bool = False  # the K.O. mark
        self.cost: list[i64] = [0, 0, 0, 0]  # Block, Dash, Power, any
        self.price: i64 = 0  # the cost as one number, which a step can hold: see rules/pay.py
        self.trigger: i64 = NO_TRIGGER
        self.verbs = verbs
        self.at_opponent: bool = False  # it is aimed: worked out once, as it is asked so often

    def aimed(self) -> bool:
        """KD-1.6: it inflicts wounds, has a range or does something to the opponent."""
        if self.light + self.heavy > 0 or self.range != UNLIMITED:
            return True
        return any(ON_THE_OPPONENT >> verb.do & 1 != 0 for verb in self.verbs)


@final
class Sheet:
    """A fighter's sheet: what is true of it in every match."""

    def __init__(self, id: str, name: str, title: str) -> None:
        self.id = id
        self.name = name  # James
        self.title = title  # Captain
        self.about = ""  # a sentence for those who choose
        self.ammo: i64 = 0  # tokens at the start of a round
        self.most_ammo: i64 = 0
        self.flame: bool = False  # the Flame token belongs to it (KD-1.9)
        self.contaminates: bool = False  # Contamination cards lie beside it (KD-1.8)
        self.specials: list[Attack] = []


@final
class Skill:
    """KD-1.7: what a face-up Skill gives its owner."""

    def __init__(self, id: str, name: str, initiative: i64) -> None:
        self.id = id
        self.name = name
        self.initiative: i64 = initiative
        self.tests: i64 = 0  # wounds more in its owner's tests
        self.their_tests: i64 = 0  # wounds more in the opponent's tests
        self.ignore: i64 = 0  # light wounds of an attack, once in the opponent's turn
        self.budget: i64 = 0  # more to block with
        self.near: i64 = 0  # light wounds more: the first Strike from next to the target each turn
        self.far: i64 = 0  # light wounds more: the first attack from distance 3 or more each turn
        self.corridor: bool = False  # corridors: edges cost nothing, the centre 1 light
        self.hand: i64 = 0  # more cards in hand
        self.when: i64 = NEVER
        self.verbs: list[Verb] = []


@final
class SkillSet:
    """KD-2.2: the Skills of one box."""

    def __init__(self, id: str, name: str, skills: list[Skill]) -> None:
        self.id = id
        self.name = name
        self.number: i64 = 0
        self.skills = skills


@final
class Arena:
    """An arena with its Attack cards (KD-6.5). Spaces keep their numbers of the full hexagon in any shape."""

    def __init__(self, id: str, name: str, field: Field, spaces: i64) -> None:
        self.id = id
        self.name = name
        self.number: i64 = 0
        self.field = field
        self.spaces: i64 = spaces  # the set of spaces there are
        self.starts: list[i64] = []  # by seat
        self.red: list[i64] = []  # the spaces that corridors link, in order
        self.heavy: i64 = 0  # of the red ones: those whose printed wound is heavy
        self.edge: i64 = 0  # spaces with fewer than six neighbours (KD-1.10)
        self.lines: list[i64] = []  # by space: all in line with it
        self.cards: list[Attack] = []
        self.blocks: i64 = 0  # the cards that carry each symbol
        self.dashes: i64 = 0
        self.powers: i64 = 0
        self.wilds: i64 = 0

    def lay_out(self) -> None:
        """Work out edges, lines and symbols from spaces and cards."""
        space: i64 = 0
        while space < self.field.count:
            in_line: i64 = 0
            neighbours: i64 = 0
            direction: i64 = 0
            while direction < 6:
                if self.field.neighbour(space, direction) != OFF:
                    neighbours += 1
                direction += 1
            other: i64 = 0
            while other < self.field.count:
                if (self.spaces >> other) & 1 != 0 and self.field.direction(space, other) != OFF:
                    in_line |= bit(other)
                other += 1
            self.lines.append(in_line)
            if neighbours < 6 and (self.spaces >> space) & 1 != 0:
                self.edge |= bit(space)
            space += 1
        for card in self.cards:
            self.note_symbol(card.symbol, bit(card.card))

    def note_symbol(self, symbol: i64, card: i64) -> None:
        if symbol == BLOCK:
            self.blocks |= card
        elif symbol == DASH:
            self.dashes |= card
        elif symbol == POWER:
            self.powers |= card
        else:
            self.wilds |= card

    def carrying(self, symbol: i64) -> i64:
        """The cards that carry a symbol."""
        if symbol == BLOCK:
            return self.blocks
        if symbol == DASH:
            return self.dashes
        return self.powers if symbol == POWER else self.wilds


@final
class BrawlPack(Pack):
    """Everything a match of Knockdown is played with; of several boxes, all of it together."""

    def __init__(self, name: str, title: str, digest: str) -> None:
        super().__init__(name, title, digest)
        self.sheets: list[Sheet] = []
        self.skill_sets: list[SkillSet] = []
        self.arenas: list[Arena] = []
        self.attacks: list[Attack] = []  # 36 of each arena, then those of each sheet

    def finish(self) -> None:
        """Number everything, once all is there."""
        self.attacks = []
        place: i64 = 0
        for arena in self.arenas:
            arena.number = place
            self.attacks += arena.cards
            place += 1
        place = 0
        for skill_set in self.skill_sets:
            skill_set.number = place
            place += 1
        for sheet in self.sheets:
            self.attacks += sheet.specials
        place = 0
        for attack in self.attacks:
            attack.number = place
            attack.price = packed(attack.cost)
            attack.at_opponent = attack.aimed()
            place += 1
