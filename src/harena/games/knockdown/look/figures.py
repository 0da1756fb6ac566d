"""The figures of the rulebook: positions set up by hand, and drawn as they would be in a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from harena.core.bits import bit
from harena.core.game import Game
from harena.core.record import FastSeed
from harena.core.state import Step
from harena.games.knockdown.look.sheets import WIDE
from harena.games.knockdown.options import BrawlOptions
from harena.games.knockdown.pack.content import BrawlPack
from harena.games.knockdown.rules.attack import Block
from harena.games.knockdown.rules.building import build
from harena.games.knockdown.state import Brawl
from harena.games.knockdown.view import BrawlView
from harena.look.exhibits import cut_out

PLAYERS = ("Ada", "Bruno")
Test = Literal["dice", "tower"]
BrawlGame = Game[Brawl, BrawlPack, BrawlOptions, BrawlView]
ROW = ("shotgun", "service_pistol", "haymaker", "long_shot")
HANDS = (("body_blow", "fire_axe", "uppercut"), ("stun_baton", "acid_spray", "adrenaline"))
WOUNDS = ((3, 1), (4, 2))  # light and heavy, by seat
TOWER = (0, 3, -4, 6, 2)
CUBES = 8


def figures(game: BrawlGame, pack: BrawlPack) -> dict[str, str]:
    """Each figure by its name. James and Puppy fight, two spaces apart."""
    arena = place(game, pack, ("c2", "c4"))
    ranged = place(game, pack, ("b2", "d3"))
    shot = place(game, pack, ("c2", "c4"), "haymaker")
    tower = place(game, pack, ("c2", "c4"), test="tower")
    build(tower, 1, CUBES)
    tower.tower = list(TOWER)
    tower.run_on()
    return {
        "table": draw(game, arena, 0),
        "range": cut_out(lit(game, ranged, "shotgun"), WIDE.arena_place),
        "block": cut_out(draw(game, shot, 1), WIDE.block_place),
        "tower": cut_out(draw(game, tower, 1), WIDE.tower_place),
    }


def place(
    game: BrawlGame, pack: BrawlPack, stand: Sequence[str], blocked: str = "", test: Test = "dice"
) -> Brawl:
    """A first turn with everyone and everything where we say; an attack may wait to be blocked."""
    options = BrawlOptions(picks="james,puppy", test=test)
    state = game.start(pack, options, FastSeed(4).dice(), journal=True)
    while type(state.waiting).__name__ != "Act":
        state.play(state.nth(0))
    numbers = {card.id: int(card.card) for card in state.arena.cards}
    state.active = 0
    for seat, name in enumerate(stand):
        fighter = state.fighter(seat)
        fighter.pos = state.field.names.index(name)
        fighter.light, fighter.heavy = WOUNDS[seat]
        fighter.hand = sum(bit(numbers[card]) for card in HANDS[seat])
    state.row = [numbers[card] for card in ROW]
    held = state.one.hand | state.two.hand
    state.deck = [card for card in range(len(numbers)) if card not in state.row and not held >> card & 1]
    state.discard = 0
    step: Step = type(state.waiting)(0, n=2)
    if blocked:
        attack = state.arena.cards[numbers[blocked]]
        step = Block(1, what=attack.number, x=attack.light, y=attack.heavy)
    state.instead(step)
    state.run_on()
    assert game.missing(state) == ""
    return state


def draw(game: BrawlGame, state: Brawl, seat: int) -> str:
    return game.draw(state.pack, game.view(state, seat), PLAYERS).svg()


def lit(game: BrawlGame, state: Brawl, attack: str) -> str:
    """The spaces that an attack of the first seat reaches, lit as under the mouse; nothing is asked."""
    view = msgspec.structs.replace(game.view(state, 0), actions=[])
    svg = game.draw(state.pack, view, PLAYERS).svg()
    reach = next(one for one in view.reach if one.attack == attack)
    for space in reach.reaches:
        svg = svg.replace(f'<g data-key="lamp-{space}"', f'<g class="lights" data-key="lamp-{space}"')
    return svg
