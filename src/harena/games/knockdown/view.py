"""What one seat may see of a match, built field by field from what it may know."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from harena.core.actions import Actions
from harena.core.bits import count_bits, members_of
from harena.core.hex import OFF
from harena.core.state import OVER, SPECTATOR
from harena.core.view import View, asked_of
from harena.games.knockdown.pack.content import NOBODY, SYMBOL_NAMES, Attack
from harena.games.knockdown.rules.block import has_effect
from harena.games.knockdown.rules.fighter import Fighter
from harena.games.knockdown.rules.range import reached, stands_for
from harena.games.knockdown.rules.tests import fails_of_216, is_standing
from harena.games.knockdown.state import Brawl


class BrawlQuestion(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the waiting question is about; what does not belong to it is left out."""

    who: int  # the seat that is asked
    attack: str = ""  # the Attack card or Special Attack under way, by its id
    cause: str = ""  # why: drop, limit, order, strip … or the verb that moves somebody
    n: int = 0  # actions, cards or steps left
    cost: list[str] = []  # symbols still to be paid, "any" among them
    light: int = 0  # wounds that could be blocked
    heavy: int = 0
    effect: bool = False  # there is an effect that could be cancelled
    moves: int = NOBODY  # the seat whose fighter is moved
    counted: int = 0  # what the test would count, or counts
    cube: int = 0  # which cube of a tower hangs, from 1
    cubes: int = 0  # of how many


class FighterView(msgspec.Struct, frozen=True, kw_only=True):
    """One fighter as the viewer sees it. Things are named by their ids, spaces by their names."""

    character: str  # empty until it is chosen
    space: str  # empty: not in the arena
    light: int
    heavy: int
    hand_size: int
    most_cards: int
    hand: list[str]  # in the order of the arena's cards; empty where hands are closed and it is not the viewer's
    symbols: dict[str, int]  # by symbol: how many cards of the hand carry it; likewise
    ammo: int
    contamination: int
    flame: str  # the space of its Flame; empty: it is not in the arena
    wins: int
    up: list[str]  # Skills face up
    down: list[str]  # Skills face down, as far as the viewer knows them: its own
    down_count: int
    counted: int  # what a Knockdown Test would count now
    fails: int  # of 216 rolls so many would fail it


class Reach(msgspec.Struct, frozen=True, kw_only=True):
    """Where an attack of one fighter reaches."""

    attack: str  # the id
    in_range: bool
    reaches: list[str]  # spaces where the opponent would be in range
    stands: list[str]  # spaces from which the opponent, where it stands, would be in range


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """The viewer's own Skills while they are drafted, and what it remembers of them (KD-2.2)."""

    held: list[str] = []  # dealt; one is to be kept
    kept: list[str] = []
    passed: list[str] = []  # to the opponent
    received: list[str] = []
    dropped: list[str] = []  # out of the match


class Role(NamedTuple):
    """Who a seat's fighter is: what a sentence about it needs to know."""

    character: str  # empty until it is chosen
    arena: str
    skills: str


Cast = tuple[Role, ...]  # by seat


class BrawlView(View, frozen=True, kw_only=True):
    """A position of Knockdown through one pair of eyes."""

    question: BrawlQuestion | None = None
    arena: str
    skills: str  # the Skill set
    set_up: bool  # arena and Skill set are settled
    wins: int  # rounds that win the match
    tower_test: list[bool]  # by seat: does it build towers?
    closed_hands: bool
    round: int  # 0 before the first
    turn: int
    active: int  # whose turn it is; -1: nobody's yet
    first: int  # who began this round
    row: list[str]  # oldest first
    taking: str  # the Row card that is being resolved; empty: none
    deck: int
    discard: list[str]
    fighters: list[FighterView]
    eyes: int  # the seat whose reach is shown: the viewer's, or for a spectator the one whose turn it is
    reach: list[Reach]  # of the Row cards and of that fighter's Special Attacks
    draft: Draft | None  # while Skills are drafted, and for as long as the viewer has some face down
    tower: list[int]  # cubes that landed in the test under way or just over, each by how far from the one below
    tower_of: int  # the seat that builds it; -1: there is none
    tower_cubes: int  # how many it was to have
    tower_stands: bool
    rolled: list[int]  # the dice of the last test
    needed: int  # what they needed

    @property
    def cast(self) -> Cast:
        return tuple(Role(one.character, self.arena, self.skills) for one in self.fighters)
