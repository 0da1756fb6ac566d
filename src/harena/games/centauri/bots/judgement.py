"""What a position is worth to each seat, for bots that cannot play to the end."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from harena.core.bits import low_bit
from harena.core.hex import OFF
from harena.games.centauri.pack.content import NO_WAY
from harena.games.centauri.rules.player import Player

if TYPE_CHECKING:
    from harena.games.centauri.state import Space

# What a player's mat is worth, in victory points.
POWER: Final = 0.12
HULL: Final = 0.35
COMBAT: Final = 1.0
SHIELD: Final = 0.8
SPEED: Final = 0.8
CARD: Final = 0.35
TOKEN: Final = 0.5
ASTARTIUM: Final = 0.35
# A module on board, for each victory point that it will bring; less for each round of its way.
ON_BOARD: Final = 0.84
ROUND_OF_WAY: Final = 0.09
HARDLY: Final = 0.06  # where it will not get home in time
DELIVERED: Final = 0.95  # at the place where it counts, before Expand
# A free armada's best module.
FETCHED: Final = 0.44
POINT_OF_WAY: Final = 0.04
# From victory points to log-odds: steeper toward the end.
STEEP: Final = 0.22
STEEPER: Final = 0.05
NEAR_GOAL: Final = 1.2
# With a Convoy.
CONVOY_STEP: Final = 0.9
PERSUASION: Final = 0.35
MOST_PERSUASION: Final = 5.0
RAIDER_IN_REACH: Final = 0.12
FAR_RAIDER: Final = 6.0


def chances(game: Space) -> list[float]:
    """Each seat's chance to win the game."""
    if game.homes[0] == OFF:
        return [0.5] * game.seats
    lead = convoy_lead(game) if game.scenario.convoy else points_lead(game)
    if lead > 9.0:
        lead = 9.0
    if lead < -9.0:
        lead = -9.0
    first = 1.0 / (1.0 + exp(-lead))
    out: list[float] = []
    seat: i64 = 0
    while seat < game.seats:
        out.append(first if (seat & 1) == 0 else 1.0 - first)
        seat += 1
    return out


def power_of(player: Player) -> float:
    """What a player's mat is good for."""
    power = HULL * float(player.hull) + COMBAT * float(player.combat) + SHIELD * float(player.shield)
    power += SPEED * float(player.speed) + CARD * float(player.cards())
    power += TOKEN * float(player.combat_tokens + player.exploration_tokens)
    return power + ASTARTIUM * float(player.astartium)


def powers(game: Space) -> float:
    """How much stronger the first team is than the second."""
    lead = 0.0
    seat: i64 = 0
    while seat < game.seats:
        power = POWER * power_of(game.players[seat])
        lead += power if (seat & 1) == 0 else -power
        seat += 1
    return lead if game.seats == 2 else 0.7 * lead


def points_lead(game: Space) -> float:
    """The log-odds of the first team where victory points decide."""
    lead = powers(game) + float(game.points[0] - game.points[1])
    number: i64 = 0
    while number < len(game.armadas):
        promise = promise_of(game, number)
        lead += promise if game.armadas[number].team() == 0 else -promise
        number += 1
    lead *= STEEP + STEEPER * float(game.round)
    if game.scenario.goal > 0:
        lead += near_goal(game, 0) - near_goal(game, 1)
    return lead


def near_goal(game: Space, team: i64) -> float:
    """A team close to the goal is closer than its points say."""
    goal = float(game.scenario.goal)
    close = float(game.points[team]) - goal + 7.0
    return NEAR_GOAL * close / 7.0 if close > 0.0 else 0.0


def promise_of(game: Space, number: i64) -> float:
    """What the module that an armada has, or could fetch, will bring."""
    armada = game.armadas[number]
    worth = float(game.scenario.delivery)
    home = game.homes[armada.team()]
    if armada.cargo:
        if game.scenario.one_module:
            return promise_now(game, number)
        rounds = float(game.scenario.way(armada.pos, home)) / float(max(1, game.player_of(number).speed))
        if rounds > float(game.setting.rounds - game.round + 1):
            return HARDLY * worth
        return worth * (ON_BOARD - ROUND_OF_WAY * rounds)
    if game.carries(armada.owner):
        return 0.0
    best = NO_WAY
    for sector in game.modules:
        if (game.bosses >> sector) & 1 == 0:
            way = game.scenario.way(armada.pos, sector)
            if not game.scenario.one_module:
                way += game.scenario.way(sector, home)
            best = min(best, way)
    promise = worth * (FETCHED - POINT_OF_WAY * float(best))
    return promise if promise > 0.0 else 0.0


def promise_now(game: Space, number: i64) -> float:
    """CN-4.2: a module that is lost at the end of the round counts where it is delivered this round."""
    armada = game.armadas[number]
    if armada.out == 2:
        return HARDLY * float(game.scenario.delivery)
    if (game.harmony >> armada.pos) & 1 != 0:
        return DELIVERED * float(game.scenario.harmony)
    if armada.pos == game.homes[armada.team()]:
        return DELIVERED * float(game.scenario.delivery)
    return 2.0 * HARDLY * float(game.scenario.delivery)


def convoy_lead(game: Space) -> float:
    """The log-odds of the first team where the Convoy decides."""
    field = game.field
    far = field.distance(game.convoy, game.homes[1]) - field.distance(game.convoy, game.homes[0])
    persuasion = float(game.points[0] - game.points[1])
    if persuasion > MOST_PERSUASION:
        persuasion = MOST_PERSUASION
    if persuasion < -MOST_PERSUASION:
        persuasion = -MOST_PERSUASION
    hunters = powers(game)
    number: i64 = 0
    while number < len(game.armadas):
        close = FAR_RAIDER - float(nearest_raider(game, game.armadas[number].pos))
        if close > 0.0:
            hunters += RAIDER_IN_REACH * (close if game.armadas[number].team() == 0 else -close)
        number += 1
    return CONVOY_STEP * float(far) + PERSUASION * persuasion + 0.5 * hunters


def nearest_raider(game: Space, sector: i64) -> i64:
    """The points to the nearest Raider that an armada can beat."""
    best: i64 = NO_WAY
    rest = game.raiders[1] | game.raiders[2]
    while rest != 0:
        best = min(best, game.scenario.way(sector, low_bit(rest)))
        rest &= rest - 1
    return best
