"""Positions of Knockdown in which everything is as the test says: places, wounds, hands, Row, Skills, dice.

A position is the first turn of a real match, with the table laid anew; seat 0 is about to act unless the test
says otherwise. The rule tests play with a frozen pack, so that balance may change the standard one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from harena.core.bits import bit, members_of
from harena.core.dice import Dice, fast_dice
from harena.core.hex import OFF
from harena.core.options import read_options
from harena.games.knockdown import GAME
from harena.games.knockdown.pack.content import SYMBOL_NAMES, BrawlPack
from harena.games.knockdown.rules.fighter import Fighter
from harena.games.knockdown.state import Brawl
from harena.games.knockdown.view import BrawlView
from kit.dice import Loaded
from kit.position import Position

from .written import Written

ME, FOE = 0, 1
JAMES, KATIE, PUPPY = "james", "katie", "puppy"
FROZEN_FOLDER = Path(__file__).parent / "frozen"
STANDARD = GAME.pack("standard")
FROZEN = GAME.read_pack(FROZEN_FOLDER)
HARMLESS = ("synthetic_food", "med_kit", "vent_crawl", "scavenge", "second_wind", "adrenaline")  # fill a Row

# --- packs


def make_pack(*changes: Callable[[Written], None]) -> BrawlPack:
    """The frozen pack with these changes."""
    written = Written(FROZEN_FOLDER)
    for change in changes:
        change(written)
    pack: BrawlPack = written.read_once()
    return pack


# --- positions


class LoadedThenAny(Loaded):
    """Dice that show what the test says, and then anything."""

    def __init__(self, rolls: Iterable[int]) -> None:
        super().__init__(rolls)
        self.any = fast_dice(1)

    def below(self, n: int) -> int:
        return super().below(n) if self.rolls else self.any.below(n)

    def copy(self) -> Dice:
        return LoadedThenAny(self.rolls)


class Placed:
    """A fighter as a test puts it down."""

    def __init__(self, character: str, space: str, **rest: Any) -> None:
        self.character, self.space, self.rest = character, space, rest


def put(character: str, space: str, **rest: Any) -> Placed:
    """`put("james", "c2", hand="block power wild", light=3, skills="brawler")`; a hand may name cards too."""
    return Placed(character, space, **rest)


class Bout(Position):
    """Two fighters in the arena, somewhere in a first round; the first is about to take its two actions."""

    def __init__(
        self,
        me: Placed,
        foe: Placed,
        row: str = "",
        deck: str = "",
        left: int | None = None,
        dice: Iterable[int] = (),
        pack: BrawlPack | None = None,
        **options: Any,
    ) -> None:
        """`deck`: what comes next, first card first; `left`: how many cards it has, the rest is discarded."""
        self.pack = pack or FROZEN
        options["picks"] = f"{me.character},{foe.character}"
        super().__init__(
            first_turn(self.pack, tuple(sorted(options.items()))).copy(), GAME.actions(self.pack)
        )
        self._lay_out((me, foe), row.split(), deck.split(), left)
        self.dice = dice
        self.state.ask_again()
        assert GAME.missing(self.state) == ""

    def _lay_out(
        self, placed: tuple[Placed, Placed], row: Sequence[str], deck: Sequence[str], left: int | None
    ) -> None:
        state = self.state
        named = [word for one in placed for word in one.rest.get("hand", "").split()]
        taken = {*row, *deck, *(word for word in named if word not in SYMBOL_NAMES)}
        row = [*row, *(id for id in HARMLESS if id not in taken)][:4]
        taken |= set(row)
        for fighter, given in zip((state.one, state.two), placed, strict=True):
            self._place(fighter, given, taken)
        self._deal_skills(placed)
        rest = [card.id for card in self.arena.cards if card.id not in taken]
        order = [*deck, *rest]
        size = len(order) if left is None else left
        state.row = [self.card(id) for id in row]
        state.deck = [self.card(id) for id in order[:size]][::-1]
        state.discard = self.cards(order[size:])
        state.journal = []

    def _place(self, fighter: Fighter, given: Placed, taken: set[str]) -> None:
        rest = dict(given.rest)
        fighter.pos = self.place(given.space)
        fighter.hand = self.cards(self._hand(rest.pop("hand", "").split(), taken))
        fighter.light, fighter.heavy = rest.pop("light", 0), rest.pop("heavy", 0)
        fighter.ammo = rest.pop("ammo", fighter.sheet.ammo)
        fighter.contamination = rest.pop("contamination", 0)
        flame = rest.pop("flame", "")
        fighter.flame = self.place(flame) if flame else OFF
        fighter.wins = rest.pop("wins", 0)
        rest.pop("skills", ""), rest.pop("down", "")
        assert not rest, f"{sorted(rest)} cannot be said of a fighter"

    def _hand(self, words: Sequence[str], taken: set[str]) -> list[str]:
        """Cards by name, or any free card with a symbol."""
        found = [word for word in words if word not in SYMBOL_NAMES]
        for symbol in (word for word in words if word in SYMBOL_NAMES):
            free = [
                card.id
                for card in reversed(self.arena.cards)
                if card.id not in taken and SYMBOL_NAMES[card.symbol] == symbol
            ]
            found.append(free[0])
            taken.add(free[0])
        return found

    def _deal_skills(self, placed: tuple[Placed, Placed]) -> None:
        """Face up is what the test says, and no other Skill works."""
        state = self.state
        up = [one.rest.get("skills", "").split() for one in placed]
        down = [one.rest.get("down", "").split() for one in placed]
        named = [id for ids in (*up, *down) for id in ids]
        spare = [skill.id for skill in state.skills if skill.id not in named]
        kept = []
        for seat in (ME, FOE):
            mine = [*up[seat], *down[seat]]
            while len(mine) < 2:
                mine.append(spare.pop())
            kept.append([self.skill(id) for id in mine])
        for seat, fighter in enumerate((state.one, state.two)):
            fighter.own, fighter.got = bit(kept[seat][0]), bit(kept[seat][1])
            fighter.dropped = bit(self.skill(spare.pop()))
            fighter.up = sum(bit(self.skill(id)) for id in up[seat])
            fighter.face = 1
        state.one.gave = state.two.got | state.two.dropped
        state.two.gave = state.one.got | state.one.dropped
        state.undealt = sum(bit(self.skill(id)) for id in spare)

    # --- names and numbers

    @property
    def arena(self) -> Any:
        return self.state.arena

    def place(self, name: str) -> int:
        number: int = self.arena.field.names.index(name)
        return number

    def card(self, id: str) -> int:
        return [one.id for one in self.arena.cards].index(id)

    def cards(self, ids: Iterable[str]) -> int:
        return sum(bit(self.card(id)) for id in ids)

    def skill(self, id: str) -> int:
        return [one.id for one in self.state.skills].index(id)

    def ids(self, cards: int) -> set[str]:
        return {self.arena.cards[card].id for card in members_of(cards)}

    def fighter(self, seat: int) -> Fighter:
        fighter: Fighter = self.state.fighter(seat)
        return fighter

    # --- what lies there

    def space(self, seat: int) -> str:
        name: str = self.arena.field.names[self.fighter(seat).pos]
        return name

    def wounds(self, seat: int) -> tuple[int, int]:
        """Light and heavy ones."""
        return self.fighter(seat).light, self.fighter(seat).heavy

    def hand(self, seat: int) -> set[str]:
        return self.ids(self.fighter(seat).hand)

    def symbols(self, seat: int) -> list[str]:
        """The symbols in a hand, sorted."""
        cards = members_of(self.fighter(seat).hand)
        return sorted(SYMBOL_NAMES[self.arena.cards[card].symbol] for card in cards)

    def flame(self, seat: int) -> str:
        pos = self.fighter(seat).flame
        return "" if pos == OFF else self.arena.field.names[pos]

    def up(self, seat: int) -> set[str]:
        return {self.state.skills[skill].id for skill in members_of(self.fighter(seat).up)}

    @property
    def row(self) -> list[str]:
        return [self.arena.cards[card].id for card in self.state.row]

    @property
    def deck(self) -> list[str]:
        """Next card first."""
        return [self.arena.cards[card].id for card in self.state.deck[::-1]]

    @property
    def discard(self) -> set[str]:
        return self.ids(self.state.discard)

    @property
    def active(self) -> int:
        seat: int = self.state.active
        return seat

    def view(self, seat: int) -> BrawlView:
        return GAME.view(self.state, seat)

    # --- what happens

    def then(self, rolls: Iterable[int]) -> Bout:
        """These dice fall first; after them any, for what a test does not look at, such as a shuffle."""
        self.state.dice = LoadedThenAny(rolls)
        return self

    def end_turn(self) -> Bout:
        """Two steps, out and back where that is possible, that touch no Flame."""
        seat, now = self.active, (self.state.round, self.state.turn)
        back = self.space(seat)
        while (self.state.round, self.state.turn) == now and self.decider == seat:
            spaces = self.opened("move")
            flames = {self.flame(ME), self.flame(FOE)}
            self.play(f"move:{back if back in spaces else min(spaces - flames)}")
        return self


@cache
def first_turn(pack: BrawlPack, options: tuple[tuple[str, Any], ...]) -> Brawl:
    """A match whose first turn has begun, with seat 0 about to act and Skills that say nothing of that."""
    for seed in range(1, 200):
        state = GAME.start(pack, read_options(GAME.options, dict(options)), fast_dice(seed))
        while type(state.waiting).__name__ != "Act":
            state.play(state.legal()[0])
        if state.active == ME and state.round == 1 and state.waiting.n == 2:
            return state
    raise AssertionError("seat 0 never goes first")


def start(pack: BrawlPack | None = None, seed: int = 1, **options: Any) -> Brawl:
    """A match from its set-up on, with a journal."""
    settings = read_options(GAME.options, options)
    return GAME.start(pack or FROZEN, settings, fast_dice(seed), journal=True)
