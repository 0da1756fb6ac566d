"""Moments of a match in which everything is as the test says: places, wounds, hands, the Row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from harena.core.bits import bit
from harena.core.dice import fast_dice
from harena.core.hex import OFF
from harena.core.options import read_options
from harena.core.view import tell
from harena.games.knockdown import GAME
from harena.games.knockdown.pack.content import CARDS, NOBODY, BrawlPack
from harena.games.knockdown.rules.act import Act
from harena.games.knockdown.rules.fighter import Fighter
from harena.games.knockdown.state import Brawl
from harena.games.knockdown.view import BrawlView
from kit.position import Position

STANDARD: BrawlPack = GAME.pack()
NAMES = ["Ann", "Bo"]


@dataclass(frozen=True)
class Put:
    """A fighter in a scene; hand and Skills by ids with spaces between."""

    character: str
    space: str
    light: int = 0
    heavy: int = 0
    hand: str = ""
    ammo: int = 0
    contamination: int = 0
    flame: str = ""
    up: str = ""


class Scene(Position):
    """Seat 0 begins its turn, with two actions, unless the test does something else."""

    state: Brawl

    def __init__(
        self, one: Put, two: Put, row: str = "", dice: Iterable[int] = (), seed: int = 1, **options: Any
    ) -> None:
        self.pack = STANDARD
        picks = f"{one.character},{two.character}"
        chosen = read_options(GAME.options, {"picks": picks, **options})
        state: Any = GAME.start(self.pack, chosen, fast_dice(seed))
        while not isinstance(state.waiting, Act):
            state.play(state.legal()[0])
        super().__init__(state, GAME.actions(self.pack))
        self.arena = state.arena
        state.active, state.turn = 0, 3
        for seat, put in enumerate((one, two)):
            self._lay(state.fighter(seat), put)
        self._lay_row(row)
        if dice:
            self.dice = dice
        self.words = GAME.words(self.pack, NAMES)

    def _lay(self, fighter: Fighter, put: Put) -> None:
        fighter.pos, fighter.flame = self.space(put.space), self.space(put.flame)
        fighter.light, fighter.heavy = put.light, put.heavy
        fighter.ammo, fighter.contamination = put.ammo, put.contamination
        fighter.hand = sum(bit(self.card(card)) for card in put.hand.split())
        names = [skill.id for skill in self.state.skills]
        fighter.up = sum(bit(names.index(skill)) for skill in put.up.split())

    def _lay_row(self, row: str) -> None:
        """The named cards, then any others; the rest is in the deck."""
        state, named = self.state, [self.card(card) for card in row.split()]
        held = state.one.hand | state.two.hand
        others = [card for card in range(CARDS) if card not in named and not held >> card & 1]
        state.row = (named + others)[:4]
        state.deck = [card for card in others if card not in state.row]
        state.discard, state.taking = 0, NOBODY

    def space(self, name: str) -> int:
        return self.arena.field.names.index(name) if name else OFF

    def card(self, id: str) -> int:
        return next(int(card.card) for card in self.arena.cards if card.id == id)

    def turn(self, n: int = 2, seat: int = 0) -> Scene:
        """This seat chooses its next action."""
        self.state.active = seat
        return self.do(Act(seat, n=n))

    # --- what is said

    def view(self, seat: int | None = None) -> BrawlView:
        return GAME.view(self.state, self.decider if seat is None else seat)

    def prompt(self, seat: int | None = None) -> str:
        return self.words.prompt(self.view(seat))

    def hint(self, action: str) -> str:
        return self.words.hint(self.view(), action)

    def label(self, action: str) -> str:
        return self.words.label(self.view(), action)

    def danger(self, action: str) -> str:
        return self.words.danger(self.view(), action)

    def why_not(self, action: str) -> str:
        return GAME.why_not(self.state, self.actions.parse(action))

    def log(self, *kinds: str, viewer: int = -1) -> list[str]:
        """What was told of these kinds so far."""
        cast = self.view(viewer).cast
        journal = self.state.journal or []
        return [
            self.words.tell(tell(event, 0, viewer), cast, viewer) for event in journal if event.kind in kinds
        ]
