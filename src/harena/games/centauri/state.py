"""What lies on the table in Centauri Arena: copies, and what a seat cannot know."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from harena.core.bits import bit, count_bits, low_bit
from harena.core.dice import Dice, shuffle
from harena.core.hex import OFF, Field
from harena.core.pen import Pen
from harena.core.state import OVER, State
from harena.games.centauri import features
from harena.games.centauri.bots.hunch import HORIZON, quick_choice
from harena.games.centauri.bots.judgement import chances
from harena.games.centauri.pack.content import BOSS, NOBODY, ArenaPack, Map, Scenario
from harena.games.centauri.rules.armada import Armada
from harena.games.centauri.rules.player import Player

# The phases of a round (CN-2).
SET_UP: Final = 0
UPKEEP: Final = 1
MOVEMENT: Final = 2
ENCOUNTER: Final = 3
EXPAND: Final = 4
PHASE_NAMES: Final = ["set_up", "upkeep", "movement", "encounter", "expand"]

LEFT: Final = 9  # where those who are left begin in what is noted of a combat that has ended
FOE: Final = 6  # in place of an armada: the Raider or Boss that is fought


@final
class Setting:
    """What was agreed before the game; never changed, so copies share it."""

    def __init__(self, scenario: Scenario, players: i64, rounds: i64, open_hands: bool) -> None:
        self.scenario = scenario
        self.players: i64 = players
        self.rounds: i64 = rounds  # after so many it ends (CN-2.6)
        self.open_hands: bool = open_hands  # team-mates see each other's cards
        self.each: i64 = 2 if players == 2 else 1  # armadas of a player (CN-1.7)


def changed(numbers: list[i64], place: i64, value: i64) -> list[i64]:
    """The same numbers but for one: copies of a state share its lists, so none is ever changed in place."""
    same = numbers[:]
    same[place] = value
    return same


@final
class Space(State):
    """A position of Centauri Arena. Its lists are replaced, never changed in place: copies share them."""

    def __init__(self, pack: ArenaPack, setting: Setting, dice: Dice) -> None:
        super().__init__(setting.players, dice)
        self.pack = pack
        self.setting = setting
        self.scenario: Scenario = setting.scenario
        self.map: Map = setting.scenario.map
        self.field: Field = setting.scenario.map.field
        self.players: list[Player] = []  # by seat
        self.armadas: list[Armada] = []  # in the order of their owners
        self.homes: list[i64] = [OFF, OFF]  # by team: the sector of its Starbase
        self.points: list[i64] = [0, 0]  # by team: victory points
        self.kills: list[i64] = [0, 0]  # by team: enemy armadas destroyed
        self.hunted: list[i64] = [0, 0]  # by team: Raiders and Bosses destroyed
        self.delivered: list[i64] = [0, 0]  # by team: modules delivered
        self.modules: list[i64] = []  # the sectors where modules lie, one entry for each
        self.raiders: list[i64] = [0, 0, 0, 0]  # by level: the sectors with such a Raider
        self.bosses: i64 = 0  # sectors
        self.harmony: i64 = 0  # sectors in harmony this round
        self.convoy: i64 = OFF
        self.deck: list[i64] = []  # top card last
        self.spent: i64 = 0  # cards played or discarded this round (CN-1.9)
        self.discards: i64 = 0
        self.reports: list[i64] = []  # Scanning Reports, top last
        self.reported: i64 = 0  # those that were drawn
        self.report: i64 = NOBODY  # this round's
        self.round: i64 = 0
        self.phase: i64 = SET_UP
        self.first: i64 = NOBODY  # the seat with the first player token
        self.active: i64 = NOBODY  # the armada that moves; NOBODY: none
        self.fights: i64 = 0  # sectors where players have fought this Encounter
        self.raids: i64 = 0  # sectors where a Raider or Boss was fought or left alone
        self.joined: i64 = 0  # armadas that join the fight against a Boss
        # The one combat that goes on.
        self.battle: i64 = OFF  # its sector
        self.clash: i64 = 0  # its round
        self.order: list[i64] = []  # armadas and FOE, by initiative
        self.passes: i64 = 0  # in Buff, one after the other
        self.foe: i64 = 0  # the level of the Raider or Boss; 0: players fight each other
        self.foe_hull: i64 = 0
        # Its last attack, for everybody to see.
        self.shooter: i64 = NOBODY  # an armada or FOE; NOBODY: there was none
        self.shot_at: i64 = NOBODY
        self.shot_hits: i64 = 0  # successes
        self.shot_stopped: i64 = 0  # those that a Shield stops
        self.rolled: i64 = 0  # the dice of the last roll: how many show each face, eight bits for each
        # For the eyes alone, so no part of the table: who fled from this combat, and how the last one ended.
        self.fled: i64 = 0  # armadas
        self.ended: list[i64] = []  # sector, round, foe, its Hull, the last attack, then who is left
        self.ended_at: i64 = NOBODY  # how many decisions had been made: it is shown until the next one
        self.winner: i64 = NOBODY  # a team; NOBODY at the end: a draw

    # --- copies and guesses

    def copy(self) -> State:
        return self.fill(Space(self.pack, self.setting, self.dice.copy()))

    def fill(self, same: Space) -> Space:
        self.copy_flow_to(same)
        for player in self.players:
            same.players.append(player.copy())
        for armada in self.armadas:
            same.armadas.append(armada.copy())
        same.homes = self.homes
        same.points = self.points
        same.kills = self.kills
        same.hunted = self.hunted
        same.delivered = self.delivered
        same.modules = self.modules
        same.raiders = self.raiders
        same.bosses = self.bosses
        same.harmony = self.harmony
        same.convoy = self.convoy
        same.deck = self.deck
        same.spent = self.spent
        same.discards = self.discards
        same.reports = self.reports
        same.reported = self.reported
        same.report = self.report
        same.round = self.round
        same.phase = self.phase
        same.first = self.first
        same.active = self.active
        same.fights = self.fights
        same.raids = self.raids
        same.joined = self.joined
        same.battle = self.battle
        same.clash = self.clash
        same.order = self.order
        same.passes = self.passes
        same.foe = self.foe
        same.foe_hull = self.foe_hull
        same.shooter = self.shooter
        same.shot_at = self.shot_at
        same.shot_hits = self.shot_hits
        same.shot_stopped = self.shot_stopped
        same.rolled = self.rolled
        same.fled = self.fled
        same.ended = self.ended
        same.ended_at = self.ended_at
        same.winner = self.winner
        return same

    def guess(self, seat: i64, dice: Dice) -> State:
        same = self.fill(Space(self.pack, self.setting, dice))
        same.deal_unknown(seat)
        same.reports = sorted(
            self.reports
        )  # a guess comes from what is known and the dice, not from the truth
        shuffle(same.reports, dice)
        same.ask_again()
        return same

    def deal_unknown(self, seat: i64) -> None:
        """Deck and hands as this seat may imagine them: all that it has not seen is dealt anew."""
        pool = self.deck[:]
        who: i64 = 0
        while who < self.seats:
            player = self.players[who]
            unseen = player.hand & ~player.known
            while unseen != 0 and not self.may_see(seat, who):
                pool.append(low_bit(unseen))
                unseen &= unseen - 1
            who += 1
        pool.sort()
        shuffle(pool, self.dice)
        who = 0
        while who < self.seats:
            player = self.players[who]
            if not self.may_see(seat, who):
                unseen = count_bits(player.hand & ~player.known)
                player.hand = player.known
                while unseen > 0:
                    player.hand |= bit(pool.pop())
                    unseen -= 1
            who += 1
        self.deck = pool

    def may_see(self, eyes: i64, seat: i64) -> bool:
        """Does a seat, or a SPECTATOR, see the hand of a seat?"""
        if eyes == seat:
            return True
        return eyes >= 0 and self.setting.open_hands and (eyes & 1) == (seat & 1)

    def table(self) -> list[i64]:
        numbers: list[i64] = []
        for player in self.players:
            numbers += player.numbers()
        for armada in self.armadas:
            numbers += armada.numbers()
        for pile in (self.modules, self.deck, self.reports, self.order):
            numbers.append(len(pile))
            numbers += pile
        numbers += self.homes + self.points + self.kills + self.hunted + self.delivered + self.raiders
        numbers += [self.bosses, self.harmony, self.convoy, self.spent, self.discards, self.reported]
        numbers += [self.report, self.round, self.phase, self.first, self.active, self.fights, self.raids]
        numbers += [self.joined, self.battle, self.clash, self.passes, self.foe, self.foe_hull, self.winner]
        numbers += [self.shooter, self.shot_at, self.shot_hits, self.shot_stopped, self.rolled]
        return numbers

    # --- who

    def seat_in_order(self, place: i64) -> i64:
        """CN-2: the seat that comes at this place of the turn order, the first player at 0."""
        return (self.first + place) % self.seats

    def place_of(self, seat: i64) -> i64:
        """The place of a seat in the turn order."""
        return (seat - self.first + self.seats) % self.seats

    def armada_in_order(self, place: i64) -> i64:
        """CN-1.13: the armada at this place of the turn order; of a pair the lower number first."""
        each = self.setting.each
        return each * self.seat_in_order(place // each) + place % each

    def player_of(self, armada: i64) -> Player:
        return self.players[self.armadas[armada].owner]

    def carries(self, seat: i64) -> bool:
        """CN-1.4, CN-1.7: does this player have a module on board?"""
        each = self.setting.each
        armada: i64 = each * seat
        while armada < each * (seat + 1):
            if self.armadas[armada].cargo:
                return True
            armada += 1
        return False

    # --- where

    def where(self, team: i64) -> i64:
        """The sectors with armadas of a team."""
        area: i64 = 0
        for armada in self.armadas:
            if armada.team() == team and armada.pos != OFF:
                area |= bit(armada.pos)
        return area

    def raided(self) -> i64:
        """All sectors with a Raider."""
        return self.raiders[1] | self.raiders[2] | self.raiders[3]

    def raider_at(self, sector: i64) -> i64:
        """The level of the Raider in a sector; 0: there is none."""
        level: i64 = 1
        while level < BOSS:
            if (self.raiders[level] >> sector) & 1 != 0:
                return level
            level += 1
        return 0

    def foe_at(self, sector: i64) -> i64:
        """The level of the Raider or Boss in a sector; 0: neither."""
        if (self.bosses >> sector) & 1 != 0:
            return BOSS
        return self.raider_at(sector)

    def just_ended(self) -> bool:
        """Has a combat ended since the last decision?"""
        return self.ended_at == self.made and self.battle == OFF and len(self.ended) > 0

    def left(self) -> list[i64]:
        """Who was left in the last combat that ended."""
        return self.ended[LEFT:]

    def may_enter(self, sector: i64) -> bool:
        """Does the scenario let anyone enter this sector?"""
        return (self.scenario.closed >> sector) & 1 == 0

    def is_peaceful(self, sector: i64) -> bool:
        """CN-2.4: no combat between players here?"""
        return (self.scenario.peaceful >> sector) & 1 != 0

    def off_limits(self) -> i64:
        """CN-2.1, CN-3.8: sectors where no Raider appears."""
        area = bit(self.map.jumpgate) | self.bosses | self.scenario.closed
        for home in self.homes:
            if home != OFF:
                area |= bit(home)
        return area

    # --- the end

    def score(self) -> list[float]:
        out: list[float] = []
        seat: i64 = 0
        while seat < self.seats:
            if self.winner == NOBODY:
                out.append(0.5)
            else:
                out.append(1.0 if (seat & 1) == self.winner else 0.0)
            seat += 1
        return out

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
