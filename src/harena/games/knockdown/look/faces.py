"""What is on an Attack card, a Special Attack and a Skill, and the measures they are drawn by."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from harena.core.prose import capital
from harena.games.knockdown.pack.content import (
    FIRE,
    NO_SYMBOL,
    PROJECTILE,
    STEPS,
    SYMBOL_NAMES,
    Attack,
    Skill,
)
from harena.games.knockdown.words.printed import (
    TRIGGER_TEXTS,
    TYPE_TITLES,
    attack_brief,
    card_text,
    cost_symbols,
    effect_text,
    range_text,
    skill_text,
    special_text,
)
from harena.look import OLIVE, TEAL, VIOLET
from harena.look.cards import Heading, heading
from harena.look.writing import BOLD, clip, width, wrap

SYMBOL_ICONS = {"block": "shield", "dash": "swift", "power": "bolt", "wild": "star", "any": "any"}
TYPE_EDGES = ("#8f2a17", TEAL, VIOLET)  # Strike, Ability, Reaction
SKILL_EDGE = OLIVE
MOST_PIPS = 6  # distances that a card has room for; where an arena has more, a range is said in words


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """How large a card is, and its letters."""

    w: float
    h: float
    head: float  # the band with the name
    name: float  # size of the name's letters, and how small they may become
    least: float
    text: float
    step: float  # from line to line
    lines: int = 4
    pad: float = 10.0
    cube: float = 22.0
    pip: float = 10.0
    foot: float = 22.0
    ko: float = 40.0
    coin: float = 10.0
    facts: bool = True  # is there a line for wounds and range?

    @property
    def reaches(self) -> float:
        """How wide the word is that says so."""
        return round(width("Reaches", self.text * BOLD) + self.text * 1.9, 1)

    def name_of(self, name: str, knockout: bool) -> Heading:
        """A name beside its symbol."""
        room = self.w - self.head - 12 - (self.ko + 4 if knockout else 0)
        return heading(name, room, self.name, self.least)

    def special_name(self, name: str, cost: int, knockout: bool) -> Heading:
        """A name beside its cost."""
        room = self.w - 2 * self.pad - cost * (2 * self.coin + 2) - (self.ko + 4 if knockout else 0)
        return heading(name, room, self.name, self.least)

    def effect_of(self, text: str) -> tuple[str, ...]:
        """A text in as many lines as there is room for."""
        return written(text, self.w - 2 * self.pad + 10, self.text, self.lines)

    def skill_of(self, text: str) -> tuple[str, ...]:
        """The same with all the room below a name."""
        return written(text, self.w - 2 * self.pad + 4, self.text, int((self.h - self.head - 6) / self.step))

    def badge_of(self, words: str) -> float:
        """How wide a badge with these words is."""
        return round(width(words, self.text * BOLD) + self.text + 18, 1)


@lru_cache(4096)
def written(text: str, room: float, size: float, most: int) -> tuple[str, ...]:
    """A text in lines, the last one cut off where it must be."""
    return tuple(clip(line, room, size) for line in wrap(text, room, size, most))


class AttackFace(msgspec.Struct, frozen=True, kw_only=True):
    """What is on an attack."""

    id: str
    name: str
    words: str  # all of it in sentences
    type: str
    edge: str
    icon: str  # of its symbol
    pool: tuple[str, ...]  # a cube for each wound
    near: int
    far: int  # 0: not so many steps
    longest: int  # the greatest distance in the arena: so many there are to choose from
    range_icon: str
    range_label: str
    effect: str
    brief: str  # everything but its name and K.O. in a line
    knockout: bool
    aimed: bool
    cost: tuple[str, ...]  # icons

    def range_left(self, right: float, size: float) -> float:
        """Where the icon before the words of a range stands."""
        return round(right - width(self.range_label, size) - size * 1.45, 1)

    def reach_words(self, reach: bool) -> str:
        if not self.aimed:
            return "Always works"
        return "In range" if reach else "Out of range"

    def payable_words(self, payable: bool, reach: bool | None) -> str:
        if not payable:
            return "Too dear now"
        return "Out of range" if reach is False else "Payable now"


@lru_cache(1024)
def attack_face(attack: Attack, longest: int) -> AttackFace:
    """What is on a card, or on a Special Attack, in an arena with so great a distance."""
    is_card = attack.symbol != NO_SYMBOL
    counted = attack.range == STEPS and longest <= MOST_PIPS
    icon, label = ("compass", range_text(attack)) if attack.range == STEPS else _range(attack)
    return AttackFace(
        id=attack.id,
        name=attack.name,
        words=card_text(attack) if is_card else f"{attack.name}. {special_text(attack)}",
        type=TYPE_TITLES[attack.type],
        edge=TYPE_EDGES[attack.type],
        icon=SYMBOL_ICONS[SYMBOL_NAMES[attack.symbol]] if is_card else "",
        pool=("light",) * int(attack.light) + ("heavy",) * int(attack.heavy),
        near=int(attack.near) if counted else 0,
        far=int(attack.far) if counted else 0,
        longest=longest,
        range_icon=icon,
        range_label=label,
        effect=_effect(attack),
        brief=attack_brief(attack),
        knockout=bool(attack.knockout),
        aimed=attack.aimed(),
        cost=() if is_card else cost_icons(attack),
    )


def _effect(attack: Attack) -> str:
    """What it does; a Reaction begins with what sets it off."""
    text = effect_text(attack)
    if not attack.trigger:
        return text
    return f"{capital(TRIGGER_TEXTS[attack.trigger])}: {text[:1].lower()}{text[1:]}"


def _range(attack: Attack) -> tuple[str, str]:
    if attack.range == PROJECTILE:
        return "crosshair", "in line"
    if attack.range == FIRE:
        return "flame", "near the Flame"
    if not attack.aimed() or attack.trigger:
        return "", ""
    return "compass", "anywhere"


def cost_icons(attack: Attack) -> tuple[str, ...]:
    """The icons of a cost, in the order in which it is paid."""
    names = [title.split()[0].lower() for title in cost_symbols([int(n) for n in attack.cost])]
    return tuple(SYMBOL_ICONS[name] for name in names)


class SkillFace(msgspec.Struct, frozen=True, kw_only=True):
    """What is on a Skill."""

    id: str
    name: str
    initiative: int
    text: str
    words: str
    edge: str = SKILL_EDGE


@lru_cache(1024)
def skill_face(skill: Skill) -> SkillFace:
    text, initiative = skill_text(skill), int(skill.initiative)
    words = f"{skill.name}. Initiative {initiative}. {text}"
    return SkillFace(id=skill.id, name=skill.name, initiative=initiative, text=text, words=words)
