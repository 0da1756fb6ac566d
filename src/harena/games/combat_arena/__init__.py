"""Combat Arena: two to four fighters, one arena, the last one standing wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from harena.core.actions import Actions, Stretch
from harena.core.bits import bit, full
from harena.core.dice import Dice
from harena.core.exhibit import Exhibit
from harena.core.game import Game, Words
from harena.core.hex import DIRECTIONS
from harena.core.lost import lost
from harena.core.observer import Observer
from harena.core.options import Known, Offer
from harena.core.picture import Layout, Picture
from harena.games.combat_arena import actions as numbers
from harena.games.combat_arena.options import ArenaOptions, fighters_in, make_setting, picked, sides
from harena.games.combat_arena.pack import reading as packs
from harena.games.combat_arena.pack.content import CARDS, INJURIES, ArenaPack
from harena.games.combat_arena.rules.set_up import open_arena
from harena.games.combat_arena.state import Arena
from harena.games.combat_arena.view import ArenaView, seen_by
from harena.games.combat_arena.words.reasons import why_not

if TYPE_CHECKING:
    from rich.console import RenderableType

MOST_FIGHTERS = 4  # in an arena
ALL_ORDERS = 4  # of so many fighters every order is tried: 24 at most


def notation(pack: ArenaPack) -> Actions:
    """All actions with their notation; cards and fighters are the pack's own."""
    cards = [card.id for card in pack.cards]
    fighters = [character.id for character in pack.characters]
    rows = [f"{card}/{row}" for row in ("move", "attack", "special") for card in cards]
    return Actions(
        [
            Stretch("card", numbers.MOVE_ROW, rows),
            Stretch("unique", numbers.UNIQUE, [""]),
            Stretch("pass", numbers.PASS, [""]),
            Stretch("hand_over", numbers.HAND_OVER, [""]),
            Stretch("two_cards", numbers.TWO_CARDS, [""]),
            Stretch("yes", numbers.YES, [""]),
            Stretch("no", numbers.NO, [""]),
            Stretch("kind", numbers.KIND, ["melee", "ranged"]),
            Stretch("facing", numbers.FACING, DIRECTIONS),
            Stretch("target", numbers.TARGET, fighters),
            Stretch("fighter", numbers.PICK, fighters),
            Stretch("box", numbers.BOX, ["melee", "ranged", "rule"]),
            Stretch("discard", numbers.CARD, cards),
            Stretch("react", numbers.REACT, cards),
            Stretch("no_reaction", numbers.NO_REACTION, [""]),
            Stretch("hex", numbers.HEX, pack.field.names),
        ]
    )


class CombatArena(Game[Arena, ArenaPack, ArenaOptions, ArenaView]):
    """The game as the rest of Harena knows it."""

    name: ClassVar[str] = "combat_arena"
    title: ClassVar[str] = "Combat Arena"
    summary: ClassVar[str] = "Two to four fighters in an arena of hexes; the last one standing wins."
    folder: ClassVar[Path] = Path(__file__).parent
    rules_version: ClassVar[int] = 2
    options = ArenaOptions
    measured_with: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "four fighters": {"players": 4, "set_up": "given"},
        "duel": {"players": 2, "set_up": "given"},
    }
    short: ClassVar[Mapping[str, Any]] = {"max_rounds": 3}
    first_game: ClassVar[Mapping[str, Any]] = {"players": 2, "set_up": "given", "picks": "grue,rafelo"}
    longest: ClassVar[int] = 70_000  # 99 rounds of 17 turns with 40 decisions each

    def __init__(self) -> None:
        self._actions: dict[str, Actions] = {}

    def seats(self, options: ArenaOptions) -> int:
        return options.players

    def read_pack(self, folder: Path) -> ArenaPack:
        return packs.read_pack(folder)

    def actions(self, pack: ArenaPack) -> Actions:
        if pack.digest not in self._actions:
            self._actions[pack.digest] = notation(pack)
        return self._actions[pack.digest]

    def new(self, pack: ArenaPack, options: ArenaOptions, dice: Dice) -> Arena:
        return open_arena(pack, make_setting(pack, options), options.players, dice)

    def view(self, state: Arena, seat: int) -> ArenaView:
        return seen_by(state, self.actions(state.pack), seat)

    def words(self, pack: ArenaPack, names: Sequence[str]) -> Words[ArenaPack, ArenaView]:
        from harena.games.combat_arena.words.words import ArenaWords

        return ArenaWords(pack, names)

    def draw(
        self, pack: ArenaPack, view: ArenaView, names: Sequence[str], layout: Layout = "wide"
    ) -> Picture:
        from harena.games.combat_arena.look.picture import draw

        return draw(pack, view, names, layout)

    def screen(self, pack: ArenaPack, view: ArenaView, names: Sequence[str]) -> RenderableType:
        from harena.games.combat_arena.look.screen import show

        return show(pack, view, names)

    def extras(
        self, pack: ArenaPack, view: ArenaView, names: Sequence[str]
    ) -> list[tuple[str, str, RenderableType]]:
        from harena.games.combat_arena.look.screen import extras

        return extras(pack, view, names)

    def observers(self, pack: ArenaPack) -> list[Observer]:
        from harena.games.combat_arena.study.observers import arena_observers

        return arena_observers()

    def sides(self, options: ArenaOptions) -> Sequence[int]:
        return sides(options, range(options.players))  # a player's own fighters never fight each other

    def known(self, pack: ArenaPack) -> Mapping[str, Known]:
        fighters = {character.id: character.name for character in pack.characters}
        return {
            "board": Known({board.id: board.name for board in pack.boards}),
            "picks": Known(fighters, most=min(len(fighters), MOST_FIGHTERS)),
        }

    def offers(self, pack: ArenaPack, options: ArenaOptions) -> Mapping[str, Offer]:
        from harena.games.combat_arena.words.offers import offers

        return offers(pack, options)

    def exhibits(self, pack: ArenaPack) -> list[Exhibit]:
        from harena.games.combat_arena.look.exhibits import exhibits

        return exhibits(pack)

    def figures(self, pack: ArenaPack) -> Mapping[str, str]:
        from harena.games.combat_arena.look.figures import figures

        return figures(self, pack)

    def match_ups(self, pack: ArenaPack, options: ArenaOptions) -> list[ArenaOptions]:
        """All fighters against each other on all seats; whoever is picked beforehand keeps that place."""
        fighters, picks = [character.id for character in pack.characters], picked(options)
        orders = fighter_orders(fighters, fighters_in(options), picks)
        return [msgspec.structs.replace(options, picks=",".join(order)) for order in orders] or [options]

    def why_not(self, state: Arena, action: int) -> str:
        return why_not(state, action)

    def missing(self, state: Arena) -> str:
        hands = [fighter.hand for fighter in state.fighters]
        lasting = [fighter.lasting() for fighter in state.fighters]
        piles = [bit(card) for card in (*state.injuries, *state.resolved, *state.queue)]
        return (
            lost("cards", [*hands, state.aside, state.discard], full(CARDS))
            or lost("injuries", [*lasting, *piles], full(INJURIES))
            or _misplaced(state)
        )


def fighter_orders(fighters: Sequence[str], count: int, picks: Sequence[str] = ()) -> list[tuple[str, ...]]:
    """Who meets whom, and on which seats: all orders, or of many fighters every group with its rotations.

    With picks (empty ones are free) all orders that have them in their places; none if there is no such one.
    """
    if any(picks):
        if len(picks) > count:
            return []
        fixed = [(place, name) for place, name in enumerate(picks) if name]
        return [
            order
            for order in permutations(fighters, count)
            if all(order[place] == name for place, name in fixed)
        ]
    if count <= 2 or len(fighters) <= ALL_ORDERS:
        return list(permutations(fighters, count))
    return [group[turn:] + group[:turn] for group in combinations(fighters, count) for turn in range(count)]


def _misplaced(state: Arena) -> str:
    """Two fighters never share a hex, and nobody stands in an arc-snare."""
    standing = [fighter.pos for fighter in state.fighters if fighter.pos >= 0]
    if len(set(standing)) != len(standing):
        return "two fighters share a hex"
    if any(state.board.snares >> pos & 1 for pos in standing):
        return "a fighter stands in an arc-snare"
    return ""


GAME = CombatArena()
