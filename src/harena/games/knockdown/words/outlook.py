"""What a view and the rules say together about what may come: a choice is tried on a copy of the position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from harena.core.dice import Dice
from harena.games.knockdown.pack.content import (
    BACKWARD,
    CONTAMINATE,
    DRAG,
    SHIFT,
    SPEND_WOUND,
    UNLIMITED,
    WOUND,
    Attack,
    BrawlPack,
    Sheet,
    Skill,
    Verb,
)
from harena.games.knockdown.rules.act import HEAVY_TOLL, LIGHT_TOLL, toll
from harena.games.knockdown.rules.attack import budget_left, wound_target
from harena.games.knockdown.rules.block import (
    CODE_NAMES,
    blocks_used,
    cancels_effect,
    stopped_heavy,
    stopped_light,
)
from harena.games.knockdown.rules.building import builds
from harena.games.knockdown.rules.move import burn, steps_to
from harena.games.knockdown.rules.odds import ROLLS, fails_of_216
from harena.games.knockdown.rules.skills import added
from harena.games.knockdown.rules.tests import Passed
from harena.games.knockdown.rules.tower import stands
from harena.games.knockdown.state import Brawl
from harena.games.knockdown.view import BrawlQuestion, BrawlView
from harena.games.knockdown.words.aftermath import Counted, counted_after_skills
from harena.games.knockdown.words.position import position_of
from harena.games.knockdown.words.things import arena_of, attacks_of, sheets_of, skills_by_id, spaces_of

IN_WOUNDS, IN_NUMBERS = (WOUND,), (SPEND_WOUND, CONTAMINATE)  # what adds to a test of the opponent
INTO_THE_FLAME = (BACKWARD, DRAG, SHIFT)  # a light wound at most, where its last step ends


class Wounds(NamedTuple):
    """So many of each kind."""

    light: int
    heavy: int


class Blocked(NamedTuple):
    """What a way to block stops and lets through."""

    cards: int  # Block cards it takes
    stopped: Wounds
    suffered: Wounds  # less what Skills ignore
    ignored: int  # light wounds, by a Skill
    effect: bool  # it cancels the effect
    counted: Counted  # what a test would count then
    left: int  # cards in hand


class Outlook:
    """A view with its pack, and what follows from both by the rules."""

    def __init__(self, pack: BrawlPack, view: BrawlView) -> None:
        assert view.question is not None
        self.pack = pack
        self.view = view
        self.question: BrawlQuestion = view.question
        self.me = self.question.who
        self.foe = 1 - self.me
        self.arena = arena_of(pack, view.arena)
        self.position = position_of(pack, view)

    # --- what is what

    def attack(self, attack_id: str) -> Attack:
        return attacks_of(self.pack)[attack_id]

    def skill(self, skill_id: str) -> Skill:
        return skills_by_id(self.pack, self.view.skills)[skill_id]

    def sheet(self, sheet_id: str) -> Sheet:
        return sheets_of(self.pack)[sheet_id]

    def special(self, place: int) -> Attack:
        """A Special Attack of one's own, by its place on the sheet, from 1."""
        return self.sheet(self.view.fighters[self.me].character).specials[place - 1]

    def red(self, place: int) -> str:
        """A red space by its place among them, from 1."""
        return str(self.arena.field.names[self.arena.red[place - 1]])

    def space(self, name: str) -> int:
        return spaces_of(self.arena)[name]

    # --- places

    def distance_at(self, mover: int, space: str) -> int:
        """Steps between the two once one of them stands there."""
        game = self._standing(mover, space)
        return int(game.distance())

    def burns(self, mover: int, space: str) -> Wounds:
        """KD-1.9: what the Flame does to a fighter that comes to stand there."""
        game = self._standing(mover, space)
        burn(game, mover)
        return self._suffered(game, mover)

    def toll(self, space: str) -> Wounds:
        """KD-3.6: what going through a corridor costs, without the Flame at its end."""
        price = toll(self.position, self.me, self.space(space))
        return Wounds(int(price == LIGHT_TOLL), int(price == HEAVY_TOLL))

    def steps_to(self, space: str) -> int:
        return int(steps_to(self.position, self.me, self.space(space)))

    def reaching(self, mover: int, space: str) -> list[Attack]:
        """Once a fighter stands there: what would reach of the Row and one's Specials, if it has a range."""
        found = [
            self.attack(reach.attack)
            for reach in self.view.reach
            if space in (reach.stands if mover == self.me else reach.reaches)
        ]
        return [attack for attack in found if attack.range != UNLIMITED]

    def _standing(self, mover: int, space: str) -> Brawl:
        game = self._copy()
        game.fighter(mover).pos = self.space(space)
        return game

    # --- attacks

    def in_range(self, attack: Attack) -> bool:
        return bool(self.position.in_range(self.me, attack))

    def pool(self, attack: Attack) -> Wounds:
        """KD-4.6: the wounds of one's own attack, with what one's Skills add."""
        more = added(self._copy(), self.me, attack)
        return Wounds(int(attack.light + more), int(attack.heavy))

    def landed(self, attack: Attack) -> tuple[Wounds, Counted]:
        """What the opponent suffers of the pool if it is not blocked, and what a test counts then."""
        game, pool = self._copy(), self.pool(attack)
        added(game, self.me, attack)
        wound_target(game, self.me, attack, pool.light, pool.heavy)
        return self._suffered(game, self.foe), self._counted(game, self.foe, attack.verbs)

    def _counted(self, game: Brawl, target: int, effect: Sequence[Verb]) -> Counted:
        """KD-4.1, KD-5.4: what a test counts after the target's Skills and then the effect."""
        low, high = counted_after_skills(game, target)
        flame = bool(game.opponent(target).sheet.flame)
        return Counted(low, high + sum(_may_add(verb, flame) for verb in effect))

    def block(self, code_name: str) -> Blocked:
        """KD-4.2: what a way to block comes to."""
        q, code = self.question, CODE_NAMES.index(code_name)
        game, attack = self._copy(), self.attack(self.question.attack)
        cards, budget = int(blocks_used(code)), budget_left(self.position, self.me, code)
        stopped = Wounds(int(stopped_light(code, q.light, budget)), int(stopped_heavy(code)))
        through = Wounds(q.light - stopped.light, q.heavy - stopped.heavy)
        wound_target(game, self.foe, attack, through.light, through.heavy)
        suffered, cancelled = self._suffered(game, self.me), cancels_effect(code)
        return Blocked(
            cards,
            stopped,
            suffered,
            through.light - suffered.light,
            cancelled,
            self._counted(game, self.me, [] if cancelled else attack.verbs),
            self.view.fighters[self.me].hand_size - cards,
        )

    # --- tests

    def counted(self, who: int) -> int:
        return int(self.position.counted(who))

    def builds(self, who: int, counted: int) -> bool:
        """KD-5.2: would a test that counts so much be a tower?"""
        return counted > 0 and bool(builds(self.position, who, counted))

    def relief(self, who: int) -> Wounds:
        """KD-5.3: the wounds that a fighter discards when it passes a test now."""
        game = self._copy()
        Passed(who).begin(game)
        lost = self._suffered(game, who)
        return Wounds(-lost.light, -lost.heavy)

    def relieved_kinds(self) -> tuple[bool, bool]:
        """KD-5.3: does passing a test take light wounds away at this table, and heavy ones?"""
        game = self._copy()
        game.one.light = game.one.heavy = 2  # so that half of them is one
        return bool(game.light_relieved(0)), bool(game.heavy_relieved(0))

    def tower_stands(self, twentieths: int) -> bool:
        """KD-5.2: does it stand with one more cube?"""
        return bool(stands([*self.position.tower, twentieths]))

    # --- trying out

    def _copy(self) -> Brawl:
        """With dice that cannot be thrown: nothing that is tried here depends on any."""
        return self.position.fill(Brawl(self.pack, self.position.setting, Dice()))

    def _suffered(self, game: Brawl, who: int) -> Wounds:
        """How many more wounds a fighter has than in truth."""
        then, now = game.fighter(who), self.position.fighter(who)
        return Wounds(int(then.light - now.light), int(then.heavy - now.heavy))


def _may_add(verb: Verb, flame: bool) -> int:
    """How much more a test of the opponent counts after this verb at most; `flame`: its user has one."""
    if verb.do in IN_WOUNDS:
        return int(verb.light + verb.heavy)
    if verb.do in IN_NUMBERS:
        return int(verb.n)
    return int(flame and verb.do in INTO_THE_FLAME)


def fall_chance(counted: int) -> float:
    """KD-5.1: how likely three dice fail a test that counts so much."""
    return fails_of_216(counted) / ROLLS
