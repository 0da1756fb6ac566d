"""Knockdown: a brawl for two; strike, block, combo, and knock the other down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from harena.core.actions import Actions, Stretch
from harena.core.bits import bit, full
from harena.core.dice import Dice
from harena.core.exhibit import Exhibit
from harena.core.game import Game, Words
from harena.core.lost import lost
from harena.core.observer import Observer
from harena.core.options import Known, Offer
from harena.core.picture import Layout, Picture
from harena.core.swing import Swing
from harena.games.knockdown import actions as numbers
from harena.games.knockdown.options import BrawlOptions, make_setting, picked
from harena.games.knockdown.pack.content import (
    CARDS,
    MOST_RED,
    NOBODY,
    SKILLS,
    SLOTS,
    SYMBOL_NAMES,
    BrawlPack,
)
from harena.games.knockdown.pack.joining import join
from harena.games.knockdown.pack.reading import read_pack
from harena.games.knockdown.rules.block import CODE_NAMES
from harena.games.knockdown.rules.set_up import open_match
from harena.games.knockdown.rules.tower import REACH, measured, swing_of
from harena.games.knockdown.state import Brawl
from harena.games.knockdown.view import BrawlView, seen_by

if TYPE_CHECKING:
    from rich.console import RenderableType


def notation(pack: BrawlPack) -> Actions:
    """All actions with their notation; fighters, Skills and cards are the pack's own."""
    spaces = pack.arenas[0].field.names
    stretches = [
        Stretch("move", numbers.MOVE, spaces),
        Stretch("dash", numbers.DASH, spaces),
        Stretch("corridor", numbers.CORRIDOR, [str(place + 1) for place in range(MOST_RED)]),
        Stretch("stop", numbers.STOP, [""]),
        Stretch("call", numbers.CALL, [""]),
        Stretch("no_call", numbers.NO_CALL, [""]),
        Stretch("no_reaction", numbers.NO_REACTION, [""]),
        Stretch("shake_off", numbers.SHAKE_OFF, [""]),
        Stretch("special", numbers.SPECIAL, [str(slot + 1) for slot in range(SLOTS)]),
        Stretch("symbol", numbers.SYMBOL, SYMBOL_NAMES),
        Stretch("block", numbers.BLOCK, CODE_NAMES),
        Stretch("place", numbers.PLACE, spaces),
        Stretch("heal", numbers.HEAL, ["light", "heavy"]),
        Stretch("number", numbers.NUMBER, [str(n) for n in range(10)]),
        Stretch("cube", numbers.CUBE, [*(str(place) for place in range(-REACH, REACH + 1)), "late"]),
        Stretch("fighter", numbers.FIGHTER, [sheet.id for sheet in pack.sheets]),
    ]
    for skill_set in pack.skill_sets:
        ids = [skill.id for skill in skill_set.skills]
        stretches.append(Stretch("skill", numbers.skill_of(skill_set.number), ids))
    for arena in pack.arenas:
        ids = [card.id for card in arena.cards]
        stretches.append(Stretch("attack", numbers.attack_of(arena.number), ids))
        stretches.append(Stretch("take", numbers.take_of(arena.number), ids))
    return Actions(stretches)


class Knockdown(Game[Brawl, BrawlPack, BrawlOptions, BrawlView]):
    """The game as the rest of Harena knows it."""

    name: ClassVar[str] = "knockdown"
    title: ClassVar[str] = "Knockdown"
    summary: ClassVar[str] = "A brawl for two: strike, block, combo, and knock the other down."
    folder: ClassVar[Path] = Path(__file__).parent
    options = BrawlOptions
    short: ClassVar[Mapping[str, Any]] = {"wins": 1}
    first_game: ClassVar[Mapping[str, Any]] = {"picks": "james,puppy", "wins": 1}
    measured_with: ClassVar[Mapping[str, Mapping[str, Any]]] = {"": {"fighters": "random"}}
    longest: ClassVar[int] = 30_000  # 3 rounds of 33 turns, with all that can be paid for and towers of 14

    def __init__(self) -> None:
        self._actions: dict[str, Actions] = {}

    def seats(self, options: BrawlOptions) -> int:
        return 2

    def read_pack(self, folder: Path) -> BrawlPack:
        return read_pack(folder)

    def join(self, packs: Sequence[BrawlPack]) -> BrawlPack:
        return join(packs)

    def actions(self, pack: BrawlPack) -> Actions:
        if pack.digest not in self._actions:
            self._actions[pack.digest] = notation(pack)
        return self._actions[pack.digest]

    def new(self, pack: BrawlPack, options: BrawlOptions, dice: Dice) -> Brawl:
        return open_match(pack, make_setting(pack, options), dice)

    def view(self, state: Brawl, seat: int) -> BrawlView:
        return seen_by(state, self.actions(state.pack), seat)

    def words(self, pack: BrawlPack, names: Sequence[str]) -> Words[BrawlPack, BrawlView]:
        from harena.games.knockdown.words.words import BrawlWords

        return BrawlWords(pack, names)

    def draw(
        self, pack: BrawlPack, view: BrawlView, names: Sequence[str], layout: Layout = "wide"
    ) -> Picture:
        from harena.games.knockdown.look.picture import draw

        return draw(pack, view, names, layout)

    def screen(self, pack: BrawlPack, view: BrawlView, names: Sequence[str]) -> RenderableType:
        from harena.games.knockdown.look.screen import show

        return show(pack, view, names)

    def extras(
        self, pack: BrawlPack, view: BrawlView, names: Sequence[str]
    ) -> list[tuple[str, str, RenderableType]]:
        from harena.games.knockdown.look.screen import extras

        return extras(pack, view, names)

    def observers(self, pack: BrawlPack) -> list[Observer]:
        from harena.games.knockdown.study.observers import brawl_observers

        return brawl_observers()

    def known(self, pack: BrawlPack) -> Mapping[str, Known]:
        return {
            "picks": Known({sheet.id: sheet.name for sheet in pack.sheets}, most=2),
            "arena": Known({arena.id: arena.name for arena in pack.arenas}),
            "skills": Known({skill_set.id: skill_set.name for skill_set in pack.skill_sets}),
        }

    def offers(self, pack: BrawlPack, options: BrawlOptions) -> Mapping[str, Offer]:
        from harena.games.knockdown.words.offers import offers

        return offers(pack, options)

    def exhibits(self, pack: BrawlPack) -> list[Exhibit]:
        from harena.games.knockdown.look.exhibits import exhibits

        return exhibits(pack)

    def ids(self, pack: BrawlPack) -> Mapping[str, Mapping[str, str]]:
        specials = {special.id: special.name for sheet in pack.sheets for special in sheet.specials}
        return {**super().ids(pack), "Special Attacks": specials}

    def figures(self, pack: BrawlPack) -> Mapping[str, str]:
        from harena.games.knockdown.look.figures import figures

        return figures(self, pack)

    def match_ups(self, pack: BrawlPack, options: BrawlOptions) -> list[BrawlOptions]:
        """All fighters against each other on both seats; whoever is picked beforehand keeps that place."""
        fixed = picked(options)
        pairs = permutations([sheet.id for sheet in pack.sheets], 2)
        meet = [
            pair for pair in pairs if all(name in ("", one) for name, one in zip(fixed, pair, strict=True))
        ]
        return [msgspec.structs.replace(options, picks=",".join(pair)) for pair in meet] or [options]

    def swing(self, state: Brawl) -> Swing | None:
        return swing_of(state)

    def measure(self, state: Brawl, ms: int | None, before: int) -> int:
        return measured(state, ms, before)

    def why_not(self, state: Brawl, action: int) -> str:
        from harena.games.knockdown.words.reasons import why_not

        return why_not(state, action)

    def missing(self, state: Brawl) -> str:
        return _lost_cards(state) or _lost_skills(state) or _misplaced(state)


def _lost_cards(state: Brawl) -> str:
    places = [state.one.hand, state.two.hand, state.discard]
    places += [bit(card) for card in (*state.deck, *state.row)]
    places += [bit(state.taking)] if state.taking != NOBODY else []
    return lost("cards", places, full(CARDS)) if state.deck or state.round else ""


def _lost_skills(state: Brawl) -> str:
    one, two = state.one, state.two
    if not one.held | one.own:
        return ""
    places = [state.undealt, one.held, two.held, one.own, two.own]
    for fighter, other in ((one, two), (two, one)):
        places += [fighter.got, fighter.dropped] if fighter.got else [other.gave]
    return lost("Skills", places, full(SKILLS))


def _misplaced(state: Brawl) -> str:
    """Both stand on spaces of the arena, and not on the same one."""
    standing = [fighter.pos for fighter in (state.one, state.two) if fighter.pos >= 0]
    if len(standing) == 2 and standing[0] == standing[1]:
        return "both fighters share a space"
    if any(not state.arena.spaces >> pos & 1 for pos in standing):
        return "a fighter stands beside the arena"
    return ""


GAME = Knockdown()
