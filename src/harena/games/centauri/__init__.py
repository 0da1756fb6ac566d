"""Centauri Arena: two teams of armadas among the stars, in three scenarios."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from harena.core.actions import Actions, Stretch
from harena.core.bits import bit, full
from harena.core.dice import Dice
from harena.core.exhibit import Exhibit
from harena.core.game import Game, Words
from harena.core.lost import lost
from harena.core.observer import Observer
from harena.core.options import Known, Offer
from harena.core.picture import Layout, Picture
from harena.games.centauri import actions as numbers
from harena.games.centauri.options import ArenaOptions, make_setting
from harena.games.centauri.pack.content import ArenaPack
from harena.games.centauri.pack.joining import join
from harena.games.centauri.pack.reading import read_pack
from harena.games.centauri.rules.set_up import open_game
from harena.games.centauri.state import Space
from harena.games.centauri.view import ArenaView, seen_by

if TYPE_CHECKING:
    from rich.console import RenderableType

SINGLE = (
    ("pick_up", numbers.PICK_UP),
    ("spend", numbers.SPEND),
    ("stay", numbers.STAY),
    ("finish", numbers.FINISH),
    ("starport", numbers.STARPORT),
    ("lab", numbers.LAB),
    ("fight", numbers.FIGHT),
    ("flee", numbers.FLEE),
    ("yes", numbers.YES),
    ("no", numbers.NO),
    ("repair", numbers.REPAIR),
    ("draw", numbers.DRAW),
    ("pass", numbers.PASS),
    ("join", numbers.JOIN),
)


def notation(pack: ArenaPack) -> Actions:
    """All actions with their notation; kinds of cards are the pack's own."""
    sectors = pack.maps[0].field.names
    kinds = [card.id for card in pack.cards]
    armadas = [str(number + 1) for number in range(6)]
    return Actions(
        [
            Stretch("fly", numbers.FLY, sectors),
            *(Stretch(name, first, [""]) for name, first in SINGLE),
            Stretch("token", numbers.TOKEN, ["combat", "exploration"]),
            Stretch("side", numbers.SIDE, ["red", "blue"]),
            Stretch("armada", numbers.ARMADA, armadas),
            Stretch("target", numbers.TARGET, [*armadas, "foe"]),
            Stretch("play", numbers.PLAY, kinds),
            Stretch("discard", numbers.DISCARD, kinds),
            Stretch("number", numbers.NUMBER, [str(n) for n in range(10)]),
            Stretch("sector", numbers.SECTOR, sectors),
        ]
    )


class CentauriArena(Game[Space, ArenaPack, ArenaOptions, ArenaView]):
    """The game as the rest of Harena knows it."""

    name: ClassVar[str] = "centauri"
    title: ClassVar[str] = "Centauri Arena"
    summary: ClassVar[str] = "Two teams among the stars: fetch modules, win fights, lead the Convoy."
    folder: ClassVar[Path] = Path(__file__).parent
    options = ArenaOptions
    short: ClassVar[Mapping[str, Any]] = {"max_rounds": 2}
    first_game: ClassVar[Mapping[str, Any]] = {"scenario": "home_run", "max_rounds": 5}
    longest: ClassVar[int] = 40_000

    def __init__(self) -> None:
        self._actions: dict[str, Actions] = {}

    def seats(self, options: ArenaOptions) -> int:
        return options.players

    def sides(self, options: ArenaOptions) -> Sequence[int]:
        """CN-1.12: teams are seated alternately."""
        return [seat & 1 for seat in range(options.players)]

    def read_pack(self, folder: Path) -> ArenaPack:
        return read_pack(folder)

    def join(self, packs: Sequence[ArenaPack]) -> ArenaPack:
        return join(packs)

    def actions(self, pack: ArenaPack) -> Actions:
        if pack.digest not in self._actions:
            self._actions[pack.digest] = notation(pack)
        return self._actions[pack.digest]

    def new(self, pack: ArenaPack, options: ArenaOptions, dice: Dice) -> Space:
        return open_game(pack, make_setting(pack, options), dice)

    def view(self, state: Space, seat: int) -> ArenaView:
        return seen_by(state, self.actions(state.pack), seat)

    def words(self, pack: ArenaPack, names: Sequence[str]) -> Words[ArenaPack, ArenaView]:
        from harena.games.centauri.words.words import ArenaWords

        return ArenaWords(pack, names)

    def draw(
        self, pack: ArenaPack, view: ArenaView, names: Sequence[str], layout: Layout = "wide"
    ) -> Picture:
        from harena.games.centauri.look.picture import draw

        return draw(pack, view, names, layout)

    def screen(self, pack: ArenaPack, view: ArenaView, names: Sequence[str]) -> RenderableType:
        from harena.games.centauri.look.screen import show

        return show(pack, view, names)

    def extras(
        self, pack: ArenaPack, view: ArenaView, names: Sequence[str]
    ) -> list[tuple[str, str, RenderableType]]:
        from harena.games.centauri.look.screen import extras

        return extras(pack, view, names)

    def observers(self, pack: ArenaPack) -> list[Observer]:
        from harena.games.centauri.study.observers import arena_observers

        return arena_observers()

    def known(self, pack: ArenaPack) -> Mapping[str, Known]:
        return {"scenario": Known({scenario.id: scenario.name for scenario in pack.scenarios})}

    def offers(self, pack: ArenaPack, options: ArenaOptions) -> Mapping[str, Offer]:
        from harena.games.centauri.words.offers import offers

        return offers(pack, options)

    def exhibits(self, pack: ArenaPack) -> list[Exhibit]:
        from harena.games.centauri.look.exhibits import exhibits

        return exhibits(pack)

    def figures(self, pack: ArenaPack) -> Mapping[str, str]:
        from harena.games.centauri.look.figures import figures

        return figures(self, pack)

    def why_not(self, state: Space, action: int) -> str:
        from harena.games.centauri.words.reasons import why_not

        return why_not(state, action)

    def missing(self, state: Space) -> str:
        return _lost_cards(state) or _lost_reports(state)


def _lost_cards(state: Space) -> str:
    """Every Action card is in one place."""
    places = [player.hand for player in state.players]
    places += [state.spent, state.discards]
    places += [bit(card) for card in state.deck]
    return lost("cards", places, full(len(state.pack.kind_of)))


def _lost_reports(state: Space) -> str:
    places = [state.reported, *(bit(report) for report in state.reports)]
    return lost("Scanning Reports", places, full(len(state.pack.reports)))


GAME = CentauriArena()
