"""What lies on the table in Knockdown: copies, and what a seat cannot know."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from harena.core.bits import bit, count_bits, low_bit
from harena.core.dice import Dice, shuffle
from harena.core.hex import Field
from harena.core.pen import Pen
from harena.core.state import NO_STEP, OVER, State, Step
from harena.games.knockdown import features
from harena.games.knockdown.bots.hunch import HORIZON, quick_choice
from harena.games.knockdown.bots.judgement import chances
from harena.games.knockdown.pack.content import NOBODY, Arena, Attack, BrawlPack, Skill, SkillSet
from harena.games.knockdown.rules.deal_skills import deal_unknown_skills
from harena.games.knockdown.rules.fighter import Fighter
from harena.games.knockdown.rules.range import reached
from harena.games.knockdown.rules.tower import knack

HAND: Final = 6  # cards a hand may hold (KD-3.4)
ROW: Final = 4  # cards of the Attack Row (KD-2.3)

# What is discarded after a passed test (KD-5.3).
RELIEF_LIGHT: Final = 0
RELIEF_HEAVY: Final = 1  # 2 is both


@final
class Setting:
    """What was agreed before the match; never changed, so copies share it."""

    def __init__(self) -> None:
        self.arena: i64 = NOBODY  # NOBODY: drawn
        self.skill_set: i64 = NOBODY
        self.picks: list[i64] = [NOBODY, NOBODY]  # by seat: which of the pack's fighters
        self.choose: bool = True  # fighters still open are chosen at the table, not drawn
        self.wins: i64 = 2
        self.relief: i64 = RELIEF_LIGHT
        self.closed_hands: bool = False
        self.rounds: Step = NO_STEP  # what a match goes on with when a round has ended
        self.towers: i64 = 0  # the seats that build towers in their tests


@final
class Brawl(State):
    """A position of Knockdown."""

    def __init__(self, pack: BrawlPack, setting: Setting, dice: Dice) -> None:
        super().__init__(2, dice)
        self.pack = pack
        self.setting = setting
        self.arena: Arena = pack.arenas[0]
        self.field: Field = self.arena.field
        self.skill_set: SkillSet = pack.skill_sets[0]
        self.skills: list[Skill] = self.skill_set.skills
        self.one = Fighter(pack.sheets[0])
        self.two = Fighter(pack.sheets[0])
        self.undealt: i64 = 0  # Skills that nobody was dealt
        self.passed_on: bool = False  # the first Skills have changed hands
        self.deck: list[i64] = []  # top card last
        self.row: list[i64] = []  # oldest first
        self.discard: i64 = 0
        self.taking: i64 = NOBODY  # the Row card that is being resolved
        self.tower: list[i64] = []  # of the last test by tower: how far each cube lies from the one below
        self.builder: i64 = NOBODY  # the seat that builds or built it
        self.cubes: i64 = 0  # how many it was to have
        self.built: i64 = NOBODY  # `made` when it was done with: it is shown until the next decision
        self.round: i64 = 0
        self.turn: i64 = 0  # of this round
        self.active: i64 = NOBODY
        self.first: i64 = NOBODY  # who began the round
        self.used: i64 = 0  # in this Combo: slots, and SHAKEN
        self.reacted: i64 = 0  # slots of Reactions used in this turn
        self.once: i64 = 0  # what Skills have done in this turn: see rules/skills.py
        self.relief: bool = True  # a passed test takes wounds away (Uppercut: not)
        self.rolled: i64 = 0  # the last dice of the match, three bits each
        self.needed: i64 = 0  # what they needed
        self.roll_shown: bool = False  # until the next test or round; not in the key, as `built` is not
        self.winner: i64 = NOBODY

    # --- copies and guesses

    def copy(self) -> State:
        return self.fill(Brawl(self.pack, self.setting, self.dice.copy()))

    def fill(self, same: Brawl) -> Brawl:
        self.copy_flow_to(same)
        same.arena = self.arena
        same.field = self.field
        same.skill_set = self.skill_set
        same.skills = self.skills
        same.one = self.one.copy()
        same.two = self.two.copy()
        same.undealt = self.undealt
        same.passed_on = self.passed_on
        same.deck = self.deck[:]
        same.row = self.row[:]
        same.discard = self.discard
        same.taking = self.taking
        same.tower = self.tower[:]
        same.builder = self.builder
        same.cubes = self.cubes
        same.built = self.built
        same.round = self.round
        same.turn = self.turn
        same.active = self.active
        same.first = self.first
        same.used = self.used
        same.reacted = self.reacted
        same.once = self.once
        same.relief = self.relief
        same.rolled = self.rolled
        same.needed = self.needed
        same.roll_shown = self.roll_shown
        same.winner = self.winner
        return same

    def guess(self, seat: i64, dice: Dice) -> State:
        same = self.fill(Brawl(self.pack, self.setting, dice))
        same.deck.sort()  # a guess comes from what is known and the dice alone, not from the true order
        shuffle(same.deck, dice)
        deal_unknown_skills(same, seat, dice)
        same.ask_again()
        return same

    def table(self) -> list[i64]:
        numbers = self.one.numbers() + self.two.numbers()
        for pile in (self.deck, self.row, self.tower):
            numbers.append(len(pile))
            numbers += pile
        numbers += [self.arena.number, self.skill_set.number, self.undealt, 1 if self.passed_on else 0]
        numbers += [self.discard, self.taking, self.round, self.turn, self.active, self.first]
        numbers += [self.used, self.reacted, self.once, 1 if self.relief else 0]
        numbers += [self.rolled, self.needed, self.winner]
        return numbers

    # --- who and where

    def fighter(self, who: i64) -> Fighter:
        return self.one if who == 0 else self.two

    def opponent(self, who: i64) -> Fighter:
        return self.two if who == 0 else self.one

    def distance(self) -> i64:
        """Steps between the two."""
        return self.field.distance(self.one.pos, self.two.pos)

    def in_range(self, who: i64, attack: Attack) -> bool:
        """KD-1.3: does an attack of this fighter reach the other?"""
        fighter = self.fighter(who)
        there = self.opponent(who).pos
        return (reached(self.arena, attack, fighter.pos, fighter.flame) >> there) & 1 != 0

    def free_beside(self, who: i64) -> i64:
        """KD-3.3: the spaces one step away with nobody on them."""
        return self.field.near(self.fighter(who).pos, 1) & ~bit(self.opponent(who).pos)

    def walk(self, who: i64, n: i64) -> i64:
        """Where up to n steps can end, its own space included."""
        free = self.arena.spaces & ~bit(self.opponent(who).pos)
        return self.field.walk(self.fighter(who).pos, n, free)

    # --- hands

    def held_of(self, who: i64, symbol: i64) -> i64:
        """How many cards with a symbol a hand holds."""
        return count_bits(self.fighter(who).hand & self.arena.carrying(symbol))

    def symbols_in(self, who: i64) -> i64:
        """The set of symbols in a hand."""
        hand = self.fighter(who).hand
        found: i64 = 0
        symbol: i64 = 0
        while symbol < 4:
            if hand & self.arena.carrying(symbol) != 0:
                found |= bit(symbol)
            symbol += 1
        return found

    def discard_symbol(self, who: i64, symbol: i64, cause: str, by: i64, rule: str) -> None:
        """KD-1.5: the card with this symbol that comes first goes, face up."""
        fighter = self.fighter(who)
        card = low_bit(fighter.hand & self.arena.carrying(symbol))
        fighter.hand &= ~bit(card)
        self.discard |= bit(card)
        self.say_why(cause, by, "discarded", rule, who, card)

    def most_cards(self, who: i64) -> i64:
        """KD-3.4: how many cards a hand may hold."""
        return HAND + self.fighter(who).more_cards(self.skills)

    def row_set(self) -> i64:
        """The cards of the Row."""
        cards: i64 = 0
        for card in self.row:
            cards |= bit(card)
        return cards

    # --- wounds

    def inflict(self, who: i64, light: i64, heavy: i64, cause: str, by: i64, rule: str) -> None:
        """A fighter suffers wounds; `by`: whose doing it is."""
        if light + heavy == 0:
            return
        fighter = self.fighter(who)
        fighter.light += light
        fighter.heavy += heavy
        self.say_why(cause, by, "wounded", rule, who, light, heavy)

    def mend(self, who: i64, light: i64, heavy: i64, cause: str, rule: str) -> None:
        """A fighter discards wounds, as many as it has."""
        fighter = self.fighter(who)
        if light > fighter.light:
            light = fighter.light
        if heavy > fighter.heavy:
            heavy = fighter.heavy
        if light + heavy == 0:
            return
        fighter.light -= light
        fighter.heavy -= heavy
        self.say_why(cause, who, "healed", rule, who, light, heavy)

    def counted(self, who: i64) -> i64:
        """KD-5.4: what a Knockdown Test of this fighter counts, Contamination and Skills included."""
        fighter = self.fighter(who)
        n = fighter.wounds() + fighter.contamination
        n += fighter.more_in_tests(self.skills) + self.opponent(who).more_in_their_tests(self.skills)
        return n if n > 0 else 0

    def light_relieved(self, who: i64) -> i64:
        """KD-5.3: the light wounds that a passed test takes away."""
        return 0 if self.setting.relief == RELIEF_HEAVY else self.fighter(who).light >> 1

    def heavy_relieved(self, who: i64) -> i64:
        """KD-5.3: the heavy ones."""
        return 0 if self.setting.relief == RELIEF_LIGHT else self.fighter(who).heavy >> 1

    # --- the end

    def score(self) -> list[float]:
        return [1.0, 0.0] if self.winner == 0 else [0.0, 1.0]

    def estimate(self) -> list[float]:
        if self.seat == OVER:
            return self.score()
        return chances(self)

    def encode(self, seat: i64, pen: Pen) -> None:
        features.encode(self, seat, pen)

    def hunch(self, dice: Dice) -> i64:
        return quick_choice(self, dice)

    def horizon(self) -> i64:
        return HORIZON

    def knack(self, dice: Dice, error: i64) -> i64:
        return knack(self, dice, error)
