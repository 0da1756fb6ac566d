"""Positions of Centauri Arena in which everything is as the test says: armadas, Raiders, hands, dice.

A position is the first round of a real game, with the table laid anew: seat 1 is the first player, its team's
Starbase stands on the map's first start, nobody has cards, no Raider is about. Seats and armadas are numbered
from 1, as in the notation. The rule tests play with a frozen pack: balance may change the standard one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Self

from harena.core.bits import bit, members_of
from harena.core.dice import Dice, fast_dice
from harena.core.options import read_options
from harena.games.centauri import GAME
from harena.games.centauri.pack.content import ArenaPack
from harena.games.centauri.rules.armada import Armada
from harena.games.centauri.rules.encounter import AfterFights, Encounter
from harena.games.centauri.rules.expand import Expand
from harena.games.centauri.rules.move import Movement
from harena.games.centauri.rules.player import Player
from harena.games.centauri.rules.raiders import RaidersMove
from harena.games.centauri.rules.round import NextRound
from harena.games.centauri.rules.upkeep import BeginUpkeep
from harena.games.centauri.state import Space
from harena.games.centauri.view import ArenaView
from kit.dice import Loaded
from kit.position import Position

from .written import Written

HOME_RUN, INTERSTELLAR, NEW_HOPE = "home_run", "interstellar", "new_hope"
SCENARIOS = (HOME_RUN, INTERSTELLAR, NEW_HOPE)
FROZEN_FOLDER = Path(__file__).parent / "frozen"
STANDARD = GAME.pack("standard")
FROZEN = GAME.read_pack(FROZEN_FOLDER)


def make_pack(*changes: Callable[[Written], None]) -> ArenaPack:
    """The frozen pack with these changes."""
    written = Written(FROZEN_FOLDER)
    for change in changes:
        change(written)
    pack: ArenaPack = written.read_once()
    return pack


class LoadedThenAny(Loaded):
    """Dice that show what the test says, and then anything, for what it does not look at."""

    def __init__(self, rolls: Iterable[int]) -> None:
        super().__init__(rolls)
        self.any = fast_dice(1)

    def below(self, n: int) -> int:
        return super().below(n) if self.rolls else self.any.below(n)

    def copy(self) -> Dice:
        return LoadedThenAny(self.rolls)


SHARED = ("homes", "points", "kills", "hunted", "delivered", "modules", "raiders", "order")  # by copies


class Sky(Position):
    """The map with all armadas at home unless the test says otherwise."""

    def __init__(
        self,
        scenario: str = HOME_RUN,
        players: int = 4,
        ships: Mapping[int, str] | None = None,
        raiders: Mapping[str, int] | None = None,
        hands: Mapping[int, str] | None = None,
        dice: Iterable[int] = (),
        pack: ArenaPack | None = None,
        **options: Any,
    ) -> None:
        """`Sky(ships={1: "c3", 2: "c3"}, raiders={"e2": 1}, hands={1: "afterburner pushback"})`."""
        self.pack = pack or FROZEN
        options |= {"scenario": scenario, "players": players}
        state: Any = first_upkeep(self.pack, tuple(sorted(options.items()))).copy()
        for name in SHARED:
            setattr(state, name, list(getattr(state, name)))  # so that tests may change them in place
        super().__init__(state, GAME.actions(self.pack))
        for number, sector in (ships or {}).items():
            self.ship(number).pos = self.place(sector)
        for sector, level in (raiders or {}).items():
            state.raiders[level] |= bit(self.place(sector))
        self._deal(hands or {})
        self.dice = dice

    def _deal(self, hands: Mapping[int, str]) -> None:
        state = self.state
        free = set(range(len(self.pack.kind_of)))
        for number in range(1, state.seats + 1):
            player, mine = self.player(number), set()
            for id in hands.get(number, "").split():
                card = min(card for card in free if self._id(card) == id)
                free.remove(card)
                mine.add(card)
            player.hand, player.known = sum(bit(card) for card in mine), 0
        state.deck, state.discards, state.spent = sorted(free, reverse=True), 0, 0

    def _id(self, card: int) -> str:
        id: str = self.pack.cards[self.pack.kind_of[card]].id
        return id

    # --- names and numbers

    def place(self, name: str) -> int:
        number: int = self.state.field.names.index(name)
        return number

    def name(self, place: int) -> str:
        name: str = self.state.field.names[place]
        return name

    def names(self, area: int) -> set[str]:
        return {self.name(place) for place in members_of(area)}

    def player(self, seat: int) -> Player:
        """By seat, from 1."""
        player: Player = self.state.players[seat - 1]
        return player

    def ship(self, number: int) -> Armada:
        """By armada, from 1."""
        armada: Armada = self.state.armadas[number - 1]
        return armada

    def sector(self, number: int) -> str:
        """Where an armada is."""
        return self.name(self.ship(number).pos)

    # --- what lies there

    def hand(self, seat: int) -> list[str]:
        return sorted(self._id(card) for card in members_of(self.player(seat).hand))

    def cards(self, area: int) -> list[str]:
        return sorted(self._id(card) for card in members_of(area))

    def tokens(self, seat: int) -> tuple[int, int]:
        """Combat and Exploration tokens."""
        return self.player(seat).combat_tokens, self.player(seat).exploration_tokens

    @property
    def raiders(self) -> dict[str, int]:
        """Levels by sector."""
        return {
            self.name(place): level for level in (1, 2, 3) for place in members_of(self.state.raiders[level])
        }

    @property
    def modules(self) -> list[str]:
        return sorted(self.name(place) for place in self.state.modules)

    @modules.setter
    def modules(self, sectors: Iterable[str]) -> None:
        self.state.modules = sorted(self.place(sector) for sector in sectors)

    @property
    def points(self) -> list[int]:
        """Victory points by team."""
        points: list[int] = self.state.points
        return points

    @property
    def convoy(self) -> str:
        return self.name(self.state.convoy)

    def next_cards(self, *ids: str) -> Self:
        """These cards come next from the deck, the first of them first."""
        deck = self.state.deck
        for id in reversed(ids):
            card = next(card for card in deck if self._id(card) == id)
            deck.remove(card)
            deck.append(card)
        return self

    def next_report(self, number: int) -> Self:
        """This Scanning Report comes next, by its place in the pack, from 1."""
        self.state.reports = [number - 1]
        return self

    def view(self, seat: int) -> ArenaView:
        return GAME.view(self.state, seat - 1)

    @property
    def asked(self) -> int:
        """The seat that is asked, from 1."""
        return self.decider + 1

    # --- what happens

    def roll(self, *dice: int) -> Self:
        """These dice fall next."""
        self.dice = dice
        return self

    def any_dice(self, *first: int) -> Self:
        """These dice fall next, and then any."""
        self.state.dice = LoadedThenAny(first)
        return self

    def upkeep(self, seat: int) -> Self:
        return self.do(BeginUpkeep(seat - 1))

    def move(self, number: int) -> Self:
        """This armada begins its Movement."""
        self.ship(number).moved = False
        self.do(Movement(self.ship(number).owner))
        return self.play(f"armada:{number}") if self.asking == "Movement" else self

    def encounter(self) -> Self:
        """All fights, up to the first question."""
        return self.do(Encounter())

    def after_fights(self) -> Self:
        return self.do(AfterFights())

    def expand(self) -> Self:
        return self.do(Expand())

    def raiders_move(self) -> Self:
        return self.do(RaidersMove())

    def next_round(self) -> Self:
        return self.do(NextRound())

    def all_fight(self) -> Self:
        """Every Decision of this combat round is to fight."""
        clash = self.state.clash
        while self.asking == "Decide" and self.state.clash == clash:
            self.play("fight")
        return self

    def all_pass(self) -> Self:
        """Nobody plays a card in this Buff."""
        while self.asking == "Buff":
            self.play("pass")
        return self


@cache
def first_upkeep(pack: ArenaPack, options: tuple[tuple[str, Any], ...]) -> Space:
    """A game in its first Upkeep, without what a report brought; team 1 at the first start."""
    for seed in range(1, 200):
        state = GAME.start(pack, read_options(GAME.options, dict(options)), fast_dice(seed))
        if state.first != 0:
            continue
        actions = GAME.actions(pack)
        state.play(actions.parse("side:blue"))
        while type(state.waiting).__name__ != "Upkeep":
            state.play(state.legal()[0])
        state.raiders = [0, 0, 0, 0]
        state.harmony = 0
        return state
    raise AssertionError("seat 1 never goes first")


def start(
    scenario: str = HOME_RUN, players: int = 2, seed: int = 1, pack: ArenaPack = FROZEN, **options: Any
) -> Space:
    """A game from its set-up on, with a journal."""
    settings = read_options(GAME.options, {"scenario": scenario, "players": players, **options})
    return GAME.start(pack, settings, fast_dice(seed), journal=True)
