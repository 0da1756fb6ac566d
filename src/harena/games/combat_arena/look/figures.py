"""The figures of the rulebook: positions set up by hand, and drawn as they would be in a game."""

from __future__ import annotations

from collections.abc import Sequence

from harena.core.bits import bit
from harena.core.game import Game
from harena.core.hex import DIRECTIONS
from harena.core.record import FastSeed
from harena.core.state import SPECTATOR, Step
from harena.games.combat_arena.look import layout as at
from harena.games.combat_arena.look.sheets import WIDE
from harena.games.combat_arena.options import ArenaOptions
from harena.games.combat_arena.pack.content import ArenaPack
from harena.games.combat_arena.rules.move import Walk
from harena.games.combat_arena.rules.push import Push
from harena.games.combat_arena.rules.turn import Turn
from harena.games.combat_arena.state import Arena
from harena.games.combat_arena.view import ArenaView

PLAYERS = ("Ada", "Bruno", "Chloe", "Darius")
FRONT, REAR = "#2d8a63", "#c8452c"  # green and red, each in its half of the arena

ArenaGame = Game[Arena, ArenaPack, ArenaOptions, ArenaView]


def figures(game: ArenaGame, pack: ArenaPack) -> dict[str, str]:
    """Each figure by its name. The seats play Rafelo, Teknoth, Grue and Castus, in this order."""
    arena = place(game, pack, "storm_eye", ("e6 ne", "b5 sw", "g6 nw", "d5 e"), Turn(0))
    zones = place(game, pack, "pinwheel", ("e5 w", "e2 e", "g3 ne", "c5 sw"), Turn(1))
    sides = place(game, pack, "pinwheel", ("e4 e", "e8 w", "g3 ne", "c2 se"), Walk(0, n=1))
    push = place(game, pack, "storm_eye", ("d5 w", "e9 w", "i1 ne", "c3 se"), Push(3, 0, 1))
    return {
        "arena": draw(game, arena, 0),
        "kill-zones": only_arena(draw(game, zones, 1)),
        "arcs": only_arena(with_arcs(draw(game, sides, SPECTATOR), pack, "e4", "e")),
        "push": only_arena(draw(game, push, 3)),
    }


def place(game: ArenaGame, pack: ArenaPack, board: str, stand: Sequence[str], step: Step) -> Arena:
    """A game for four in which everyone stands where we say, and this step asks its question."""
    options = ArenaOptions(players=4, set_up="given", board=board)
    state = game.start(pack, options, FastSeed(4).dice(), journal=True)
    for fighter, where in zip(state.fighters, stand, strict=True):
        name, facing = where.split()
        fighter.pos, fighter.facing = pack.field.names.index(name), DIRECTIONS.index(facing)
    state.active = state.drawn = step.who
    state.next(step)
    state.run_on()
    assert game.missing(state) == ""
    return state


def draw(game: ArenaGame, state: Arena, seat: int) -> str:
    return game.draw(state.pack, game.view(state, seat), PLAYERS).svg()


def only_arena(svg: str) -> str:
    """The arena cut out of the whole picture."""
    head, _, rest = svg.partition('viewBox="')
    box = f"{WIDE.arena.x:g} {WIDE.arena.y:g} {WIDE.arena.w:g} {WIDE.arena.h:g}"
    return f'{head}viewBox="{box}"{rest.partition(chr(34))[2]}'


def with_arcs(svg: str, pack: ArenaPack, name: str, facing: str) -> str:
    """A fighter's front arc and rear arc in two colours, below the names of the hexes."""
    here = pack.field.names.index(name)
    front = pack.field.front(here, DIRECTIONS.index(facing))
    arcs = ""
    laid = at.hexes(WIDE, pack)
    for h in range(int(pack.field.count)):
        colour = FRONT if front >> h & 1 else REAR
        if h != here:
            arcs += f'<path d="{laid.floor(bit(h))}" fill="{colour}" opacity=".45"/>'
    names = '<g class="ca-names"'
    assert names in svg
    return svg.replace(names, arcs + names, 1)
