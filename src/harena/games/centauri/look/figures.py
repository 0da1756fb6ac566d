"""The figures of the rulebook: positions set up by hand, and drawn as they would be in a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from harena.core.bits import bit
from harena.core.game import Game
from harena.core.record import FastSeed
from harena.core.state import Step
from harena.games.centauri.look.exhibits import DEFS, STYLE, bare
from harena.games.centauri.look.exhibits import KINDS as SECTOR_KINDS
from harena.games.centauri.look.sheets import WIDE
from harena.games.centauri.look.tables import all_kinds
from harena.games.centauri.options import ArenaOptions
from harena.games.centauri.pack.content import ArenaPack
from harena.games.centauri.rules.engage import Engage, shoot
from harena.games.centauri.rules.move import Orders
from harena.games.centauri.state import ENCOUNTER, MOVEMENT, Space
from harena.games.centauri.view import ArenaView
from harena.look.drawing import keep
from harena.look.exhibits import alone, cut_out
from harena.look.laying import Box

PLAYERS = ("Ada", "Bruno", "Chloe", "Dario", "Esra", "Fynn")
MAP_PLACE = Box(WIDE.edge, WIDE.top, WIDE.map.w, WIDE.map.h)
BATTLE_PLACE = Box(WIDE.edge, WIDE.below_top, WIDE.row_wide, 168)
KINDS = Box(0, 0, 560, 196)
HULLS = (6, 8, 3, 5, 8, 7)  # of those who fight
COMBATS = (3, 2, 2, 3, 2, 4)
ArenaGame = Game[Space, ArenaPack, ArenaOptions, ArenaView]


def figures(game: ArenaGame, pack: ArenaPack) -> dict[str, str]:
    """Each figure by its name: the maps, what is drawn on them, a whole table, a move, a combat."""
    move, fight = moving(game, pack), fighting(game, pack)
    return {
        **{
            f"map-{one.id.replace('_', '-')}": alone(
                keep(DEFS + bare(one.map, one)), WIDE.map, one.map.name, one.about, STYLE
            )
            for one in pack.scenarios
        },
        "sectors": alone(
            keep(DEFS + SECTOR_KINDS + all_kinds(pack, KINDS)),
            KINDS,
            "Sectors",
            "Kinds of sectors and what they cost",
            STYLE,
        ),
        "table": draw(game, move, 0),
        "move": cut_out(draw(game, move, 0), MAP_PLACE),
        "combat": cut_out(draw(game, fight, 0), BATTLE_PLACE),
    }


def first_round(game: ArenaGame, pack: ArenaPack, players: Literal[2, 6], stand: Mapping[int, str]) -> Space:
    """A first round of Home Run, the first armada's player first, with armadas where we say."""
    options = game.options(players=players, scenario=pack.scenarios[0].id)
    state = game.start(pack, options, FastSeed(4).dice())
    while type(state.waiting).__name__ != "Upkeep":
        state.play(state.nth(0))
    state.first = 0
    state.homes = list(state.map.starts)
    state.raiders = [0, 0, 0, 0]
    for number, sector in stand.items():
        state.armadas[number].pos = state.field.names.index(sector)
    return state


def moving(game: ArenaGame, pack: ArenaPack) -> Space:
    """An armada of the first seat with an enemy beside it is about to fly."""
    state = first_round(game, pack, 2, {0: "c3", 1: "d2", 2: "c3", 3: "e6"})
    state.raiders[1] = bit(state.field.names.index("b2"))
    state.phase, state.active = MOVEMENT, 0
    state.players[0].speed = 3
    state.armadas[0].points = 3
    state.armadas[1].cargo = True
    return ask(state, Orders(0, n=0))


def fighting(game: ArenaGame, pack: ArenaPack) -> Space:
    """Three against three, in the second round of a combat: one has attacked, the next one is asked."""
    state = first_round(game, pack, 6, dict.fromkeys(range(6), "c4"))
    state.phase, state.battle, state.clash = ENCOUNTER, state.field.names.index("c4"), 2
    state.order = [3, 0, 1, 4, 5, 2]
    for player, hull, combat in zip(state.players, HULLS, COMBATS, strict=True):
        player.hull, player.combat = hull, combat
    shoot(state, 3, 0)
    return ask(state, Engage(0, n=0))


def ask(state: Space, step: Step) -> Space:
    """The position with this question waiting."""
    state.instead(step)
    state.run_on()
    return state


def draw(game: ArenaGame, state: Space, seat: int) -> str:
    return game.draw(state.pack, game.view(state, seat), PLAYERS[: state.seats]).svg()
