"""A view laid out as a position again, so that hints can ask the rules themselves what a choice leads to."""

from __future__ import annotations

from collections.abc import Iterable

from harena.core.bits import bit
from harena.core.dice import Dice
from harena.core.hex import OFF
from harena.games.centauri.pack.content import ArenaPack
from harena.games.centauri.rules.armada import AWAY, Armada
from harena.games.centauri.rules.player import Player
from harena.games.centauri.state import PHASE_NAMES, Setting, Space
from harena.games.centauri.view import ArenaView, ArmadaView, PlayerView
from harena.games.centauri.words.things import cards_of, scenario_of, sectors_of


def position_of(pack: ArenaPack, view: ArenaView) -> Space:
    """What lies open in a view, where it lies. Decks and closed hands stay empty; dice cannot be thrown."""
    scenario = scenario_of(pack, view.scenario)
    setting = Setting(scenario, len(view.players), view.max_rounds, view.open_hands)
    game = Space(pack, setting, Dice())
    sectors = sectors_of(scenario.map)
    game.players = [_player(pack, seen) for seen in view.players]
    game.armadas = [_armada(seen, sectors) for seen in view.armadas]
    game.homes = [sectors[home] if home else OFF for home in view.homes]
    game.points, game.kills = list(view.points), list(view.kills)
    game.hunted, game.delivered = list(view.hunted), list(view.delivered)
    for number, sector in enumerate(view.sectors):
        game.modules += [number] * sector.modules
        game.raiders[sector.raider] |= bit(number) if sector.raider else 0
        game.bosses |= bit(number) if sector.boss else 0
        game.harmony |= bit(number) if sector.harmony else 0
    game.convoy = sectors[view.convoy] if view.convoy else OFF
    game.report, game.round, game.first, game.active = view.report, view.round, view.first, view.active
    game.phase = PHASE_NAMES.index(view.phase)
    _lay_battle(game, view, sectors)
    return game


def _lay_battle(game: Space, view: ArenaView, sectors: dict[str, int]) -> None:
    battle = view.battle
    if battle is not None:
        game.battle, game.clash = sectors[battle.sector], battle.round
        game.order, game.foe, game.foe_hull = list(battle.order), battle.foe, battle.foe_hull


def _player(pack: ArenaPack, seen: PlayerView) -> Player:
    player = Player()
    player.speed, player.combat, player.shield, player.hull = seen.speed, seen.combat, seen.shield, seen.hull
    player.starport, player.lab, player.astartium = seen.starport, seen.lab, seen.astartium
    player.combat_tokens, player.exploration_tokens = seen.combat_tokens, seen.exploration_tokens
    player.hand, player.known = _held(pack, seen.hand), _held(pack, seen.shown)
    return player


def _held(pack: ArenaPack, kinds: Iterable[str]) -> int:
    """Cards of these kinds: of several alike the first that are not held yet."""
    held = 0
    for kind in kinds:
        free = int(cards_of(pack)[kind].cards) & ~held
        held |= free & -free
    return held


def _armada(seen: ArmadaView, sectors: dict[str, int]) -> Armada:
    armada = Armada(seen.owner)
    armada.pos = sectors[seen.sector] if seen.sector else OFF
    armada.points, armada.cargo, armada.moved = seen.points, seen.cargo, seen.moved
    armada.out = AWAY if seen.away else armada.out
    armada.back, armada.wall, armada.cloaked = seen.back, seen.wall, seen.cloaked
    armada.dagger, armada.dice, armada.shielding = seen.dagger, seen.dice, seen.shielding
    armada.rerolls, armada.blaze = seen.rerolls, seen.blaze
    return armada
