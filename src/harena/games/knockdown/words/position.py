"""A view laid out as a position again, so that hints can ask the rules themselves what a choice leads to."""

from __future__ import annotations

from harena.core.bits import bit
from harena.core.dice import Dice
from harena.core.hex import OFF
from harena.games.knockdown.options import RELIEF_NAMES
from harena.games.knockdown.pack.content import NOBODY, Arena, BrawlPack
from harena.games.knockdown.rules.fighter import Fighter
from harena.games.knockdown.rules.skills import ONCE_NAMES
from harena.games.knockdown.state import Brawl, Setting
from harena.games.knockdown.view import BrawlView, FighterView
from harena.games.knockdown.words.things import arena_of, attacks_of, sheets_of, skills_by_id, spaces_of


def position_of(pack: BrawlPack, view: BrawlView) -> Brawl:
    """What lies open in a view, where it lies. Deck and closed hands stay empty; dice cannot be thrown."""
    setting = Setting()
    setting.wins = view.wins
    setting.closed_hands = view.closed_hands
    setting.relief = RELIEF_NAMES.index(view.relief)
    for seat, builds in enumerate(view.tower_test):
        setting.towers |= bit(seat) if builds else 0
    game = Brawl(pack, setting, Dice())
    game.arena = arena_of(pack, view.arena)
    game.field = game.arena.field
    game.skill_set = next(one for one in pack.skill_sets if one.id == view.skills)
    game.skills = game.skill_set.skills
    game.one, game.two = (_fighter(pack, view, game.arena, seen) for seen in view.fighters)
    attacks = attacks_of(pack)
    game.row = [attacks[card].card for card in view.row]
    game.taking = attacks[view.taking].card if view.taking else NOBODY
    game.round, game.turn, game.active, game.first = view.round, view.turn, view.active, view.first
    game.tower = list(view.tower)
    game.relief = view.relieves
    for done in view.done:
        game.once |= bit(ONCE_NAMES.index(done))
    return game


def _fighter(pack: BrawlPack, view: BrawlView, arena: Arena, seen: FighterView) -> Fighter:
    if not seen.character:
        return Fighter(pack.sheets[0])
    sheet = sheets_of(pack)[seen.character]
    fighter = Fighter(sheet)
    fighter.character = pack.sheets.index(sheet)
    spaces = spaces_of(arena)
    fighter.pos = spaces[seen.space] if seen.space else OFF
    fighter.flame = spaces[seen.flame] if seen.flame else OFF
    fighter.light, fighter.heavy = seen.light, seen.heavy
    fighter.ammo, fighter.contamination, fighter.wins = seen.ammo, seen.contamination, seen.wins
    attacks, skills = attacks_of(pack), skills_by_id(pack, view.skills)
    for card in seen.hand:
        fighter.hand |= bit(attacks[card].card)
    numbers = [one.id for one in skills.values()]
    for skill in seen.up:
        fighter.up |= bit(numbers.index(skill))
    return fighter
