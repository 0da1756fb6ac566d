"""CN-3.4 to CN-3.6, CN-3.12: damage, destruction and return."""

from __future__ import annotations

from mypy_extensions import i64

from harena.core.bits import bit
from harena.games.centauri.pack.content import BOSS
from harena.games.centauri.rules.armada import AWAY
from harena.games.centauri.rules.gains import BY_FOE, BY_KILL, ChooseToken, gain_astartium, gain_points
from harena.games.centauri.rules.raiders import take_raider
from harena.games.centauri.rules.sides import opponent, take_out
from harena.games.centauri.state import FOE, Space, changed


def suffer(game: Space, target: i64, damage: i64, by: i64) -> None:
    """CN-3.4: damage comes off the Hull; at none the target is destroyed."""
    if damage == 0:
        return
    if target == FOE:
        game.foe_hull -= damage
        game.say_why(opponent(game), by, "damaged", "CN-3.4", target, damage, max(0, game.foe_hull))
        if game.foe_hull <= 0:
            slay(game, by)
        return
    player = game.player_of(target)
    player.hull -= damage
    game.say_why("", by, "damaged", "CN-3.4", target, damage, max(0, player.hull))
    if player.hull <= 0:
        destroy(game, target, by)


def destroy(game: Space, number: i64, by: i64) -> None:
    """CN-3.6: an armada is destroyed by an enemy, a foe, or (`by` itself) its own player."""
    armada = game.armadas[number]
    cause = "foe" if by == FOE else "own" if by == number else "players"
    game.say_why(cause, by, "destroyed", "CN-3.6", number, armada.pos)
    take_out(game, number)
    if armada.cargo:
        armada.cargo = False
        game.modules = sorted([*game.modules, armada.pos])
        game.say("dropped", "CN-3.6", number, armada.pos)
    put_back(game, number)
    if cause == "players":
        reward_kill(game, by)


def put_back(game: Space, number: i64) -> None:
    """CN-3.6: back with a whole Hull; nobody fights it before its next Movement."""
    armada = game.armadas[number]
    armada.pos = game.map.jumpgate if game.scenario.back_at_gate else game.homes[armada.team()]
    armada.back = True
    armada.out = AWAY
    armada.wall = False
    armada.dagger = 0
    armada.calm_down()
    game.player_of(number).hull = game.pack.basics.hull
    game.say("returned", "CN-3.6", number, armada.pos)


def reward_kill(game: Space, by: i64) -> None:
    """CN-3.5, CN-3.13: Astartium and a token for the one that landed the blow, points for the team."""
    armada = game.armadas[by]
    team = armada.team()
    game.kills = changed(game.kills, team, game.kills[team] + 1)
    gain_astartium(game, armada.owner, game.pack.basics.kill_astartium, "kill", "CN-3.5")
    game.next(ChooseToken(armada.owner, mode=BY_KILL))
    gain_points(game, team, game.scenario.kill, "kill", "CN-3.5")


def slay(game: Space, by: i64) -> None:
    """CN-3.7: a Raider or Boss is destroyed; the one that landed the blow is rewarded."""
    foe = game.pack.foes[game.foe]
    armada = game.armadas[by]
    game.say_why("", by, "slain", "CN-3.7", game.battle, game.foe)
    take_out(game, FOE)
    if game.foe == BOSS:
        game.bosses &= ~bit(game.battle)
    else:
        take_raider(game, game.battle)
    game.hunted = changed(game.hunted, armada.team(), game.hunted[armada.team()] + 1)
    gain_astartium(game, armada.owner, foe.astartium, "foe", "CN-3.7")
    tokens: i64 = 0
    while tokens < foe.tokens:
        game.next(ChooseToken(armada.owner, mode=BY_FOE))
        tokens += 1
    if game.foe < BOSS:
        gain_points(game, armada.team(), game.scenario.raider, "raider", "CN-4.3")
