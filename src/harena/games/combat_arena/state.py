"""What lies in the arena, and what a seat cannot know of it."""

from __future__ import annotations

from typing import Final, Optional, final

from mypy_extensions import i64

from harena.core.bits import bit, count_bits, full, low_bit
from harena.core.dice import Dice, deal_anew, random_bit, shuffle
from harena.core.hex import OFF
from harena.core.pen import Pen
from harena.core.state import State
from harena.games.combat_arena import features
from harena.games.combat_arena.bots.hunch import HORIZON, pointless, quick_choice
from harena.games.combat_arena.bots.judgement import chances
from harena.games.combat_arena.features import LineUp, lined_up
from harena.games.combat_arena.pack.content import (
    CARDS,
    INJURIES,
    MELEE,
    RANGED,
    ArenaPack,
    Board,
)
from harena.games.combat_arena.rules.fighter import Fighter
from harena.games.combat_arena.rules.hexes import Hexes, in_arc

NOBODY: Final = -1
NEUTRAL: Final = 9  # in place of a fighter on an Initiative card (CA-8.3)
NOT_CHOSEN: Final = -1

# Variants (CA-8).
LAST_STANDING: Final = 0
BROTHERS: Final = 1
KINGSLAYER: Final = 2
SINGLE_COMBAT: Final = 3

HAND: Final = 5  # cards dealt to each fighter (CA-2.1)


@final
class Setting:
    """What was agreed before the game; never changed, so copies share it."""

    def __init__(self, variant: i64, board: Board, max_rounds: i64) -> None:
        self.variant: i64 = variant
        self.board = board
        self.max_rounds: i64 = max_rounds
        self.owners: list[i64] = []  # by fighter: its seat
        self.sides: list[i64] = []  # by fighter: its side
        self.champion: i64 = NOBODY  # the fighter that stands alone (CA-8.2)
        self.picks: list[i64] = []  # by fighter: which of the pack's, or NOT_CHOSEN
        self.places_chosen: bool = True  # starting hex and facing are chosen, not given
        self.line_up: Optional[LineUp] = None  # how each seat sees the fighters


@final
class Arena(State):
    """A position of Combat Arena."""

    def __init__(self, pack: ArenaPack, setting: Setting, seats: i64, dice: Dice) -> None:
        super().__init__(seats, dice)
        self.pack = pack
        self.setting = setting
        self.board = setting.board
        self.field: Hexes = pack.field
        self.fighters: list[Fighter] = []
        self.aside: i64 = 0  # Action cards nobody has seen this round
        self.discard: i64 = 0
        self.initiative: list[i64] = []  # the deck, top card last
        self.drawn: i64 = NOBODY  # the Initiative card drawn last
        self.injuries: list[i64] = []  # the deck, top card last
        self.resolved: list[i64] = []
        self.queue: list[i64] = []  # injuries drawn and not yet resolved (CA-7.2)
        self.resolving: i64 = NOBODY  # whose
        self.order: list[i64] = []  # fighters still to be set up, next one last
        self.round: i64 = 0
        self.active: i64 = NOBODY
        self.hits: i64 = 0  # of the attack before, for verbs that ask
        self.same: i64 = NOBODY  # the target before, for verbs that share it
        self.rolled: i64 = 0  # the last roll, a die in every three bits
        self.needed: i64 = 0  # what it needed; 0: it was no attack

    # --- copies and guesses

    def copy(self) -> State:
        same = Arena(self.pack, self.setting, self.seats, self.dice.copy())
        self.fill(same)
        return same

    def fill(self, same: Arena) -> None:
        self.copy_flow_to(same)
        same.fighters = [fighter.copy() for fighter in self.fighters]
        same.aside = self.aside
        same.discard = self.discard
        same.initiative = self.initiative[:]
        same.drawn = self.drawn
        same.injuries = self.injuries[:]
        same.resolved = self.resolved[:]
        same.queue = self.queue[:]
        same.resolving = self.resolving
        same.order = self.order[:]
        same.round = self.round
        same.active = self.active
        same.hits = self.hits
        same.same = self.same
        same.rolled = self.rolled
        same.needed = self.needed

    def guess(self, seat: i64, dice: Dice) -> State:
        same = Arena(self.pack, self.setting, self.seats, dice)
        self.fill(same)
        zones: list[i64] = []
        for fighter in same.fighters:
            if fighter.owner != seat and fighter.hand != 0:
                zones.append(fighter.hand)
        zones.append(same.aside)
        deal_anew(zones, dice)
        place: i64 = 0
        for fighter in same.fighters:
            if fighter.owner != seat and fighter.hand != 0:
                fighter.hand = zones[place]
                place += 1
        same.aside = zones[place]
        same.initiative.sort()  # a guess comes from what is known and the dice alone, not from the true order
        shuffle(same.initiative, dice)
        same.injuries.sort()
        shuffle(same.injuries, dice)
        same.ask_again()
        return same

    def table(self) -> list[i64]:
        numbers: list[i64] = []
        for fighter in self.fighters:
            numbers += fighter.numbers()
        for pile in (self.initiative, self.injuries, self.resolved, self.queue, self.order):
            numbers.append(len(pile))
            numbers += pile
        numbers += [self.aside, self.discard, self.drawn, self.resolving, self.round, self.active]
        numbers += [self.hits, self.same, self.rolled, self.needed]
        return numbers

    # --- who is who

    def owner(self, who: i64) -> i64:
        return self.fighters[who].owner

    def enemies(self, who: i64) -> i64:
        """The standing fighters of other sides."""
        side = self.fighters[who].side
        out: i64 = 0
        number: i64 = 0
        for fighter in self.fighters:
            if fighter.pos != OFF and fighter.side != side:
                out |= bit(number)
            number += 1
        return out

    def enemies_in(self, who: i64, area: i64) -> i64:
        """The enemies that stand in an area; asked so often that it goes round only once."""
        out: i64 = 0
        if area == 0:
            return out
        side = self.fighters[who].side
        number: i64 = 0
        for fighter in self.fighters:
            if fighter.pos != OFF and fighter.side != side and (area >> fighter.pos) & 1 != 0:
                out |= bit(number)
            number += 1
        return out

    def others(self, who: i64) -> i64:
        """All other standing fighters, those of its own side too."""
        out: i64 = 0
        number: i64 = 0
        for fighter in self.fighters:
            if fighter.pos != OFF and number != who:
                out |= bit(number)
            number += 1
        return out

    def among(self, fighters: i64, area: i64) -> i64:
        """Those fighters of a set that stand in an area."""
        out: i64 = 0
        while fighters != 0:
            number = low_bit(fighters)
            fighters &= fighters - 1
            if (area >> self.fighters[number].pos) & 1 != 0:
                out |= bit(number)
        return out

    def characters(self, fighters: i64) -> i64:
        """A set of fighters as the set of their characters, which is how targets are named."""
        out: i64 = 0
        while fighters != 0:
            out |= bit(self.fighters[low_bit(fighters)].character)
            fighters &= fighters - 1
        return out

    def played_by(self, character: i64) -> i64:
        """The fighter that is this character."""
        number: i64 = 0
        for fighter in self.fighters:
            if fighter.character == character:
                return number
            number += 1
        return NOBODY

    def living_sides(self) -> i64:
        """The sides with a fighter still standing."""
        sides: i64 = 0
        for fighter in self.fighters:
            if not fighter.down:
                sides |= bit(fighter.side)
        return sides

    # --- sets of hexes

    def occupied(self) -> i64:
        area: i64 = 0
        for fighter in self.fighters:
            if fighter.pos != OFF:
                area |= bit(fighter.pos)
        return area

    def reach(self, who: i64, n: i64) -> i64:
        """CA-4.1: where a fighter can end up within n steps, its own hex included."""
        return self.field.walk(self.fighters[who].pos, n, self.board.floor & ~self.occupied())

    def kill_zone(self, who: i64, kind: i64) -> i64:
        """CA-5.1: the hexes a weapon reaches from here."""
        fighter = self.fighters[who]
        if not fighter.armed(kind):
            return 0
        stand = fighter.facing * self.field.count + fighter.pos
        return fighter.strike(kind).zones[stand]

    def in_reach(self, who: i64, kind: i64) -> i64:
        """The enemies in a Kill Zone."""
        return self.enemies_in(who, self.kill_zone(who, kind))

    def kinds_in_reach(self, who: i64) -> i64:
        """The kinds of attack that have a target."""
        kinds: i64 = 0
        if self.in_reach(who, MELEE) != 0:
            kinds |= bit(MELEE)
        if self.in_reach(who, RANGED) != 0:
            kinds |= bit(RANGED)
        return kinds

    def sees(self, who: i64, other: i64) -> bool:
        """CA-6.1: does `other` stand in the front arc of `who`?"""
        fighter = self.fighters[who]
        return (self.field.front(fighter.pos, fighter.facing) >> self.fighters[other].pos) & 1 != 0

    def lies_in(self, arc: i64, who: i64, other: i64) -> bool:
        """Does `other` stand in that arc of `who`?"""
        here = self.fighters[who].pos
        there = self.fighters[other].pos
        q = self.field.qs[there] - self.field.qs[here]
        r = self.field.rs[there] - self.field.rs[here]
        return in_arc(arc, self.fighters[who].facing, q, r)

    def slowed(self, who: i64) -> i64:
        """How many hexes less its lasting injuries leave it."""
        lasting = self.fighters[who].lasting()
        slow: i64 = 0
        while lasting != 0:
            slow += self.pack.injuries[low_bit(lasting)].slow
            lasting &= lasting - 1
        return slow

    def weakened(self, who: i64) -> i64:
        """How many dice less its lasting injuries leave it."""
        lasting = self.fighters[who].lasting()
        weak: i64 = 0
        while lasting != 0:
            weak += self.pack.injuries[low_bit(lasting)].weak
            lasting &= lasting - 1
        return weak

    # --- dice

    def roll_die(self) -> i64:
        return self.dice.below(6) + 1

    def roll_d3(self) -> i64:
        return d3(self.roll_die())

    # --- what happens without a decision

    def move_energy(self, who: i64, n: i64, rule: str) -> None:
        """CA-3.4: the token moves, never off either end of the track."""
        fighter = self.fighters[who]
        space = self.energy_after(who, n)
        if space != fighter.energy:
            fighter.energy = space
            self.say("energy", rule, who, n, space)

    def energy_after(self, who: i64, n: i64) -> i64:
        """CA-3.4: the space of the energy track to which n steps lead."""
        space = self.fighters[who].energy + n
        if space < 0:
            return 0
        top: i64 = len(self.pack.track) - 1
        return space if space < top else top

    def room_above(self, who: i64) -> i64:
        """How many spaces are left to the top of the energy track."""
        return len(self.pack.track) - 1 - self.fighters[who].energy

    def discard_card(self, who: i64, card: i64, rule: str) -> None:
        """CA-3.3: face up, seen by all."""
        fighter = self.fighters[who]
        fighter.hand &= ~bit(card)
        self.discard |= bit(card)
        self.reveal("discarded", rule, who, card)

    def discard_random(self, who: i64, n: i64, rule: str) -> None:
        fighter = self.fighters[who]
        while n > 0 and fighter.hand != 0:
            self.discard_card(who, random_bit(fighter.hand, self.dice), rule)
            n -= 1

    def draw_cards(self, who: i64, n: i64, rule: str) -> None:
        """From the cards put aside; only the owner sees which."""
        fighter = self.fighters[who]
        cards: i64 = 0
        while n > 0 and self.aside != 0:
            card = bit(random_bit(self.aside, self.dice))
            self.aside ^= card
            cards |= card
            n -= 1
        fighter.hand |= cards
        self.whisper(bit(fighter.owner), cards, "drew", rule, who, count_bits(cards))

    # --- the end

    def finished(self) -> bool:
        """CA-7.6: at most one side stands."""
        sides = self.living_sides()
        return sides & (sides - 1) == 0

    def winners(self) -> i64:
        """The sides that win, or share a draw."""
        living = self.living_sides()
        if living == 0:
            return self.all_sides()
        if living & (living - 1) == 0:
            return living
        return self.least_wounded(living)

    def all_sides(self) -> i64:
        sides: i64 = 0
        for fighter in self.fighters:
            sides |= bit(fighter.side)
        return sides

    def least_wounded(self, living: i64) -> i64:
        """CA-7.6: the sides that have suffered the smallest share of the wounds that would defeat them."""
        best: i64 = 0
        best_suffered: i64 = 2
        best_all: i64 = 1
        side: i64 = 0
        while side < 4:
            if (living >> side) & 1 != 0:
                in_all: i64 = 0
                left: i64 = 0
                for fighter in self.fighters:
                    if fighter.side == side:
                        in_all += fighter.wounds_in_all()
                        left += fighter.wounds_left()
                suffered = in_all - left
                if suffered * best_all < best_suffered * in_all:
                    best = 0
                    best_suffered = suffered
                    best_all = in_all
                if suffered * best_all == best_suffered * in_all:
                    best |= bit(side)
            side += 1
        return best

    def score(self) -> list[float]:
        winners = self.winners()
        share = 1.0 / float(count_bits(winners))
        scores: list[float] = [0.0] * self.seats
        for fighter in self.fighters:
            if (winners >> fighter.side) & 1 != 0 and not self.fell_with_the_challengers(fighter):
                scores[fighter.owner] = share
        return scores

    def fell_with_the_challengers(self, fighter: Fighter) -> bool:
        """CA-8.2: of the Challengers only players with a living fighter win; a draw is shared by all."""
        if self.setting.variant != KINGSLAYER or not fighter.down:
            return False
        return self.living_sides() != 0

    def estimate(self) -> list[float]:
        return chances(self)

    def encode(self, seat: i64, pen: Pen) -> None:
        features.encode(self, seat, pen)

    def hunch(self, dice: Dice) -> i64:
        return quick_choice(self, dice)

    def pointless(self, action: i64) -> bool:
        return pointless(self, action)

    def horizon(self) -> i64:
        return HORIZON


def d3(die: i64) -> i64:
    """CA-5.5: what a die shows, halved and rounded up."""
    return (die + 1) >> 1


def new_arena(pack: ArenaPack, setting: Setting, seats: i64, dice: Dice) -> Arena:
    """An empty arena with its fighters beside it, and the injuries in order."""
    setting.line_up = lined_up(pack, setting, seats, setting.variant == SINGLE_COMBAT)
    arena = Arena(pack, setting, seats, dice)
    number: i64 = 0
    while number < len(setting.owners):
        sheet = pack.characters[0]
        arena.fighters.append(Fighter(setting.owners[number], setting.sides[number], sheet, NOT_CHOSEN))
        number += 1
    card: i64 = 0
    while card < INJURIES:
        arena.injuries.append(card)
        card += 1
    arena.aside = full(CARDS)
    return arena
