"""A view laid out as a position again, so that hints can ask the rules themselves what a choice leads to."""

from __future__ import annotations

from functools import lru_cache

from harena.core.bits import bit
from harena.core.dice import Dice
from harena.core.hex import DIRECTIONS, OFF
from harena.games.combat_arena.pack.content import BOX_NAMES, ArenaPack, Character
from harena.games.combat_arena.rules.fighter import Fighter
from harena.games.combat_arena.state import NOBODY, NOT_CHOSEN, Arena, Setting
from harena.games.combat_arena.view import VARIANT_NAMES, ArenaView, FighterView


def position_of(pack: ArenaPack, view: ArenaView) -> Arena:
    """What lies open in a view, where it lies. Hands and decks stay empty, and its dice cannot be thrown."""
    board = next(board for board in pack.boards if board.id == view.board)
    setting = Setting(VARIANT_NAMES.index(view.variant), board, view.max_rounds)
    setting.owners = [fighter.owner for fighter in view.fighters]
    setting.sides = [fighter.side for fighter in view.fighters]
    champions = [number for number, fighter in enumerate(view.fighters) if fighter.champion]
    setting.champion = champions[0] if champions else NOBODY
    arena = Arena(pack, setting, max(setting.owners) + 1, Dice())
    arena.fighters = [_fighter(pack, seen) for seen in view.fighters]
    arena.active = view.active
    arena.round = view.round
    return arena


def _fighter(pack: ArenaPack, seen: FighterView) -> Fighter:
    if not seen.character:
        return Fighter(seen.owner, seen.side, pack.characters[0], NOT_CHOSEN)
    sheet = characters_of(pack)[seen.character]
    fighter = Fighter(seen.owner, seen.side, sheet, pack.characters.index(sheet))
    fighter.pos = hexes_of(pack)[seen.hex] if seen.hex else OFF
    fighter.facing = DIRECTIONS.index(seen.facing)
    fighter.marker, fighter.covered, fighter.energy = seen.marker, seen.covered, seen.energy
    for box in seen.healthy:
        fighter.boxes |= bit(BOX_NAMES.index(box))
    for injury in seen.lasting:
        fighter.fresh |= bit(injuries_of(pack)[injury])
    fighter.down, fighter.handed = seen.down, seen.handed
    return fighter


@lru_cache(64)
def hexes_of(pack: ArenaPack) -> dict[str, int]:
    """The numbers of the hexes by their names."""
    return {name: number for number, name in enumerate(pack.field.names)}


@lru_cache(64)
def injuries_of(pack: ArenaPack) -> dict[str, int]:
    """The numbers of the Critical Injuries by their ids."""
    return {injury.id: number for number, injury in enumerate(pack.injuries)}


@lru_cache(64)
def characters_of(pack: ArenaPack) -> dict[str, Character]:
    """A pack's fighters by their ids."""
    return {character.id: character for character in pack.characters}
