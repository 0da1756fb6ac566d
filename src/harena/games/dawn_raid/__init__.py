"""Dawn Raid: two decks of thirty raid each other for skulls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from harena.core.actions import Actions, Stretch
from harena.core.bits import bit
from harena.core.dice import Dice
from harena.core.exhibit import Exhibit
from harena.core.game import Game, Words
from harena.core.lost import lost
from harena.core.observer import Observer
from harena.core.options import Offer
from harena.core.picture import Layout, Picture
from harena.games.dawn_raid import actions as numbers
from harena.games.dawn_raid.options import SEAT_OF, WHO, DawnRaidOptions, SeatOrLot
from harena.games.dawn_raid.pack import reading as packs
from harena.games.dawn_raid.pack.cards import TYPE_NAMES, DawnRaidPack
from harena.games.dawn_raid.rules.raid import new_table
from harena.games.dawn_raid.state import NO_CARD, NO_TYPE, Table
from harena.games.dawn_raid.study.observers import Battles, Raids
from harena.games.dawn_raid.view import DawnRaidView, seen_by
from harena.games.dawn_raid.words.words import DawnRaidWords

if TYPE_CHECKING:
    from rich.console import RenderableType

ACTIONS = Actions(
    [
        Stretch("type", numbers.TYPE, TYPE_NAMES),
        Stretch("role", numbers.USE_ROLE, ["use", "skip"]),
        Stretch("raid", numbers.END_RAID, ["end", "continue", "take_over", "bank"]),
    ]
)


class DawnRaid(Game[Table, DawnRaidPack, DawnRaidOptions, DawnRaidView]):
    name: ClassVar[str] = "dawn_raid"
    title: ClassVar[str] = "Dawn Raid"
    summary: ClassVar[str] = "Two decks raid each other; press your luck and bring home the most skulls."
    folder: ClassVar[Path] = Path(__file__).parent
    options = DawnRaidOptions
    first_game: ClassVar[Mapping[str, Any]] = {"first_deck": "seat1", "first_attacker": "seat1"}
    longest: ClassVar[int] = 60  # 30 battles at most (DR-4.3), two choices in each

    def seats(self, options: DawnRaidOptions) -> int:
        return 2

    def read_pack(self, folder: Path) -> DawnRaidPack:
        return packs.read_pack(folder)

    def actions(self, pack: DawnRaidPack) -> Actions:
        return ACTIONS

    def new(self, pack: DawnRaidPack, options: DawnRaidOptions, dice: Dice) -> Table:
        deck, attacker = SEAT_OF[options.first_deck], SEAT_OF[options.first_attacker]
        return new_table(pack, dice, deck, attacker, options.deck_cards)

    def view(self, state: Table, seat: int) -> DawnRaidView:
        return seen_by(state, ACTIONS, seat)

    def words(self, pack: DawnRaidPack, names: Sequence[str]) -> Words[DawnRaidPack, DawnRaidView]:
        return DawnRaidWords(pack, names)

    def draw(
        self, pack: DawnRaidPack, view: DawnRaidView, names: Sequence[str], layout: Layout = "wide"
    ) -> Picture:
        from harena.games.dawn_raid.look.picture import draw

        return draw(pack, view, names, layout)

    def screen(self, pack: DawnRaidPack, view: DawnRaidView, names: Sequence[str]) -> RenderableType:
        from harena.games.dawn_raid.look.screen import show

        return show(pack, view, names)

    def extras(
        self, pack: DawnRaidPack, view: DawnRaidView, names: Sequence[str]
    ) -> list[tuple[str, str, RenderableType]]:
        from harena.games.dawn_raid.look.screen import extras

        return extras(pack, view, names)

    def observers(self, pack: DawnRaidPack) -> list[Observer]:
        return [Battles(pack), Raids(pack)]

    def offers(self, pack: DawnRaidPack, options: DawnRaidOptions) -> Mapping[str, Offer]:
        """The deck that a seat is chosen for has its name from the pack."""
        first, second = pack.deck_titles
        return {
            "first_deck": Offer(list(WHO), label=first, about=f"Who plays {first}; the other plays {second}.")
        }

    def exhibits(self, pack: DawnRaidPack) -> list[Exhibit]:
        from harena.games.dawn_raid.look.exhibits import exhibits

        return exhibits(pack)

    def ids(self, pack: DawnRaidPack) -> Mapping[str, Mapping[str, str]]:
        return {**super().ids(pack), "Factions": {faction.id: faction.name for faction in pack.factions}}

    def match_ups(self, pack: DawnRaidPack, options: DawnRaidOptions) -> list[DawnRaidOptions]:
        """Both decks on both seats, each attacking first; what the options fix stays fixed."""
        return [
            msgspec.structs.replace(options, first_deck=deck, first_attacker=attacker)
            for deck in both_or(options.first_deck)
            for attacker in both_or(options.first_attacker)
        ]

    def why_not(self, state: Table, action: int) -> str:
        if not numbers.TYPE <= action < numbers.USE_ROLE or state.clash.defence != NO_CARD:
            return ""
        card, kind = state.card(state.clash.attack), action - numbers.TYPE
        if card.scores[kind] > 0:
            return ""
        return (
            f"{card.name} scores 0 in {TYPE_NAMES[kind]} ({'DR-2.1' if state.type == NO_TYPE else 'DR-3.3'})"
        )

    def missing(self, state: Table) -> str:
        places = [state.pot, state.clash.cards()]
        for side in state.sides:
            places.append(side.pile)
            places.extend(bit(card) for card in side.order[side.turned :])
        return lost("cards", places, state.dealt)


def both_or(chosen: SeatOrLot) -> list[SeatOrLot]:
    """The seat that was chosen, or both if the lot decides."""
    return ["seat1", "seat2"] if chosen == "random" else [chosen]


GAME = DawnRaid()
