"""What a position is worth to each seat: the arena's own judgement, for bots that cannot play to the end."""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from harena.core.bits import bit, count_bits
from harena.core.hex import OFF
from harena.games.combat_arena.actions import NO, REACT
from harena.games.combat_arena.pack.content import MELEE, RANGED, RULE, SAFE
from harena.games.combat_arena.rules.fighter import Fighter
from harena.games.combat_arena.rules.hexes import Hexes

if TYPE_CHECKING:
    from harena.games.combat_arena.state import Arena


def menace(fighter: Fighter, stand: i64, there: i64) -> i64:
    """Six times the wounds one die of its better weapon inflicts from that stand on that hex."""
    most: i64 = 0
    strike = fighter.strike(MELEE)
    if (strike.zones[stand] >> there) & 1 != 0:
        most = (7 - strike.needs(stand, there)) * strike.wounds
    if fighter.sheet.ranged is not None:
        strike = fighter.strike(RANGED)
        if (strike.zones[stand] >> there) & 1 != 0:
            shot = (7 - strike.needs(stand, there)) * strike.wounds
            if shot > most:
                most = shot
    return most


def menace_at(field: Hexes, fighter: Fighter, distance: i64) -> i64:
    """The same against an enemy so far straight ahead: measured along the longest row of the arena."""
    west = ((field.count - 1) >> 1) - field.radius
    return menace(fighter, west, west + distance)


@final
class Weights:
    """What counts for a fighter's strength, in log-odds."""

    def __init__(
        self,
        *,
        health: float,  # times the logarithm of the wounds it can still suffer, and one
        melee: float,  # for six wounds a six of melee dice inflict, straight ahead
        ranged: float,  # the same for its gun, at its best distance
        rule: float,  # its rule is intact
        energy: float,  # a space of the track
        action: float,  # an Initiative card in the deck and a card to play with it
        threat: float,  # like its power, against the enemy its Kill Zones reach best
        fear: float,  # like its power, for every enemy whose Kill Zones reach it
        snare: float,  # an enemy beside it could push it into an arc-snare
    ) -> None:
        self.health: float = health
        self.melee: float = melee
        self.ranged: float = ranged
        self.rule: float = rule
        self.energy: float = energy
        self.action: float = action
        self.threat: float = threat
        self.fear: float = fear
        self.snare: float = snare


# Fitted by logistic regression to who won, then rounded. Between two sides: 360 duels between searching bots
# (20,000 positions, all pairs of the standard pack's fighters); the rule, which goes with the fighter there,
# was set by hand. What one fears is what the other threatens.
OF_TWO: Final = Weights(
    health=1.5,
    melee=0.15,
    ranged=0.1,
    rule=0.15,
    energy=0.03,
    action=0.17,
    threat=0.09,
    fear=0.0,
    snare=-0.35,
)
# Among more: 480 games of four between searching bots (33,000 positions with three or four still standing).
# While others fight, staying whole and out of reach counts, and weapons hardly do. By the fit alone (threat
# -0.02, snare 0) bots wait for each other and games drag on; readier to strike they win no less, and sooner.
OF_THREE: Final = Weights(
    health=1.3,
    melee=0.05,
    ranged=0.03,
    rule=0.38,
    energy=0.08,
    action=0.1,
    threat=0.04,
    fear=-0.04,
    snare=-0.1,
)
OF_FOUR: Final = Weights(
    health=0.95,
    melee=0.045,
    ranged=0.035,
    rule=0.12,
    energy=0.06,
    action=0.08,
    threat=0.04,
    fear=-0.03,
    snare=-0.1,
)

REACTION_SAVES: Final = 0.35  # the part of waiting hits that a reaction takes away on average


def sides_standing(game: Arena) -> i64:
    """How many sides still have a fighter."""
    sides: i64 = 0
    for fighter in game.fighters:
        if not fighter.down:
            sides |= bit(fighter.side)
    return count_bits(sides)


def weights(game: Arena) -> Weights:
    """What counts now."""
    sides = sides_standing(game)
    if sides <= 2:
        return OF_TWO
    return OF_THREE if sides == 3 else OF_FOUR


def chances(game: Arena) -> list[float]:
    """By seat: the chance that its side wins; the sides' chances add up to 1."""
    roots: list[float] = [0.0] * 4  # by side: two fighters together are four times as strong as one
    weigh = weights(game)
    number: i64 = 0
    for fighter in game.fighters:
        if not fighter.down:
            roots[fighter.side] += exp(0.5 * strength(game, number, weigh))
        number += 1
    total = 0.0
    for root in roots:
        total += root * root
    if total == 0.0:
        return game.score()
    shares: list[float] = [0.0] * game.seats
    for fighter in game.fighters:
        if not (fighter.down and game.setting.champion >= 0):  # CA-8.2: fallen Challengers win nothing
            shares[fighter.owner] = roots[fighter.side] * roots[fighter.side] / total
    return shares


def strength(game: Arena, number: i64, weigh: Weights) -> float:
    """How likely a fighter is to stand at the end, in log-odds against others."""
    fighter = game.fighters[number]
    worth = weigh.energy * float(fighter.energy) + power(game, fighter, weigh)
    if fighter.boxes & bit(RULE) != 0:
        worth += weigh.rule
    worth += weigh.action * float(actions_left(game, fighter, number))
    worth += weigh.health * log(health(game, fighter, number) + 1.0)
    return worth if fighter.pos == OFF else worth + place_worth(game, fighter, weigh)


def power(game: Arena, fighter: Fighter, weigh: Weights) -> float:
    """What its weapons can do at their best."""
    field = game.field
    best: i64 = 0
    if fighter.sheet.ranged is not None:
        distance: i64 = 2
        while distance < 5:
            shot = menace_at(field, fighter, distance)
            if shot > best:
                best = shot
            distance += 1
    return weigh.melee * float(menace_at(field, fighter, 1)) + weigh.ranged * float(best)


def health(game: Arena, fighter: Fighter, number: i64) -> float:
    """The wounds it can still suffer, less those that are about to come."""
    left = float(fighter.wounds_left())
    waiting = game.waiting
    if game.base == REACT and waiting.target == number:
        left -= float(waiting.n * waiting.x) * (1.0 - REACTION_SAVES)
    elif at_snare(game) and waiting.target == number and waiting.n + count_bits(fighter.hand) < SAFE:
        left = 0.0
    return left if left > 0.0 else 0.0


def at_snare(game: Arena) -> bool:
    """Does a fighter at an arc-snare decide whether to hold on? Only then is a roll of 4 needed."""
    return game.base == NO and game.needed == SAFE


def actions_left(game: Arena, fighter: Fighter, number: i64) -> i64:
    """How many more actions it has this round: Initiative cards in the deck and cards to play."""
    cards = count_bits(fighter.hand)
    if at_snare(game) and game.waiting.target == number:
        cards -= SAFE - game.waiting.n
    turns: i64 = 0
    for card in game.initiative:
        if card == number:
            turns += 1
    if turns > cards:
        turns = cards
    return turns if turns > 0 else 0


def place_worth(game: Arena, fighter: Fighter, weigh: Weights) -> float:
    """What it reaches from where it stands, who reaches it, and could it be pushed into an arc-snare?"""
    field = game.field
    stand = fighter.facing * field.count + fighter.pos
    reached: i64 = 0
    feared: i64 = 0
    worth = 0.0
    for other in game.fighters:
        if other.side != fighter.side and other.pos != OFF:
            found = menace(fighter, stand, other.pos)
            if found > reached:
                reached = found
            if weigh.fear != 0.0:
                feared += menace(other, other.facing * field.count + other.pos, fighter.pos)
            if field.distance(other.pos, fighter.pos) == 1 and snare_behind(game, other.pos, fighter.pos):
                worth += weigh.snare
    return worth + weigh.threat * float(reached) + weigh.fear * float(feared)


def snare_behind(game: Arena, pusher: i64, target: i64) -> bool:
    """Is there an arc-snare right behind the target, seen from a fighter beside it?"""
    field = game.field
    direction: i64 = 0
    while direction < 6:
        if field.neighbours[6 * pusher + direction] == target:
            behind = field.neighbours[6 * target + direction]
            return behind != OFF and (game.board.snares >> behind) & 1 != 0
        direction += 1
    return False
