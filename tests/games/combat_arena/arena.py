"""Positions of Combat Arena in which everything is as the test says: places, hands, dice, injuries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from harena.core.bits import bit, full, members_of
from harena.core.dice import fast_dice
from harena.core.hex import DIRECTIONS, OFF
from harena.core.options import read_options
from harena.games.combat_arena import GAME
from harena.games.combat_arena.pack.content import BOX_NAMES, CARDS, ArenaPack
from harena.games.combat_arena.rules.fighter import Fighter
from harena.games.combat_arena.rules.round import INITIATIVE, ROUNDS
from harena.games.combat_arena.rules.turn import Turn
from harena.games.combat_arena.rules.wounds import Wound
from harena.games.combat_arena.state import NEUTRAL, NOBODY, Arena
from harena.games.combat_arena.view import ArenaView, seen_by
from kit.packs import Plain, WrittenPack, files_of
from kit.position import Halt, Position

RAFELO, TEKNOTH, GRUE, CASTUS = "rafelo", "teknoth", "grue", "castus"
FILES = ("pack", "cards", "fighters", "injuries", "boards")
STANDARD_FOLDER = GAME.folder / "content" / "standard"
FROZEN_FOLDER = Path(__file__).parent / "frozen"

# --- packs


class Written(WrittenPack):
    """A pack as its five files say it, free to be changed before it is read."""

    game = GAME

    def __init__(self, folder: Path = STANDARD_FOLDER) -> None:
        said = files_of(folder)
        self.pack, self.cards, self.fighters = said["pack"], said["cards"], said["fighters"]
        self.injuries, self.boards = said["injuries"], said["boards"]

    def files(self) -> dict[str, Plain]:
        return {file: getattr(self, file) for file in FILES}

    def card(self, id: str) -> Plain:
        return self.entry(self.cards["card"], id)

    def fighter(self, id: str) -> Plain:
        return self.entry(self.fighters["fighter"], id)

    def injury(self, id: str) -> Plain:
        return self.entry(self.injuries["injury"], id)

    def board(self, id: str) -> Plain:
        return self.entry(self.boards["board"], id)

    def special(self, card: str, *verbs: Plain, **fields: Any) -> None:
        """Give a card another Special that is not a reaction."""
        self.card(card)["special"] = {"name": "Something New", "effect": list(verbs), **fields}


def add_open_sand(written: Written) -> None:
    """A board without arc-snares, so that only the rule under test gets in the way."""
    starts = written.boards["board"][0]["starts"]
    written.boards["board"].append({"id": "sand", "name": "Open Sand", "snares": [], "starts": starts})


def make_pack(*changes: Callable[[Written], None]) -> ArenaPack:
    """The frozen pack with an open board and these changes."""
    written = Written(FROZEN_FOLDER)
    add_open_sand(written)
    for change in changes:
        change(written)
    pack: ArenaPack = written.read_once()
    return pack


@cache
def open_pack() -> ArenaPack:
    """The frozen pack with an open board."""
    return make_pack()


STANDARD = GAME.pack("standard")
FROZEN = GAME.read_pack(FROZEN_FOLDER)  # what the rule tests play with, whatever balance asks of the standard

# --- positions


class Placed:
    """A fighter as a test puts it down."""

    def __init__(self, character: str, hex: str, facing: str, **rest: Any) -> None:
        self.character, self.hex, self.facing, self.rest = character, hex, facing, rest


def put(character: str, hex: str, facing: str = "e", **rest: Any) -> Placed:
    """`put("castus", "e5", "w", hand="iron_vow red_banner", energy=3, bare="melee")`."""
    return Placed(character, hex, facing, **rest)


class Fight(Position):
    """An arena with these fighters; nothing happens until the test says what."""

    def __init__(
        self,
        *placed: Placed,
        dice: Iterable[int] = (),
        pack: ArenaPack | None = None,
        board: str = "sand",
        injuries: Sequence[str] = (),
        resolved: Sequence[str] = (),
        **options: Any,
    ) -> None:
        self.pack = pack or open_pack()
        settings = {"players": len(placed), "fighters": len(placed), "board": board, **options}
        state = GAME.new(self.pack, read_options(GAME.options, settings), fast_dice(1))
        super().__init__(state, GAME.actions(self.pack))
        self.state.steps = [Halt()]
        for fighter, given in zip(self.state.fighters, placed, strict=True):
            self._place(fighter, given)
        known = [injury.id for injury in self.pack.injuries]
        left = [card for card in known if card not in (*injuries, *resolved, *self._lasting())]
        self.state.injuries = [known.index(card) for card in [*injuries, *left]][::-1]
        self.state.resolved = [known.index(card) for card in resolved]
        self.state.round = 1
        self.dice = dice
        self.state.run_on()
        assert GAME.missing(self.state) == ""

    def _place(self, fighter: Fighter, given: Placed) -> None:
        character = self.character(given.character)
        fighter.become(character, self.pack.characters[character], self.pack.start)
        fighter.pos = self.place(given.hex)
        fighter.facing = DIRECTIONS.index(given.facing)
        rest = dict(given.rest)
        fighter.hand = self.cards(rest.pop("hand", ""))
        fighter.energy = rest.pop("energy", self.pack.start)
        for box in rest.pop("bare", "").split():
            fighter.boxes &= ~bit(BOX_NAMES.index(box))
        for injury in rest.pop("lasting", "").split():
            fighter.fresh |= bit(self.injury(injury))
        fighter.marker, fighter.covered = rest.pop("marker", 0), rest.pop("covered", 0)
        assert not rest, f"{sorted(rest)} cannot be said of a fighter"
        self.state.aside &= ~fighter.hand

    def _lasting(self) -> list[str]:
        every = [self.pack.injuries[card].id for one in self.state.fighters for card in members_of(one.fresh)]
        assert len(every) == len(set(every))
        return every

    # --- names and numbers

    def character(self, id: str) -> int:
        return [one.id for one in self.pack.characters].index(id)

    def place(self, name: str) -> int:
        return self.pack.field.names.index(name)

    def card(self, id: str) -> int:
        return [one.id for one in self.pack.cards].index(id)

    def cards(self, ids: str) -> int:
        return sum(bit(self.card(id)) for id in ids.split())

    def injury(self, id: str) -> int:
        return [one.id for one in self.pack.injuries].index(id)

    def number(self, character: str) -> int:
        """Which fighter is this character? "" is nobody."""
        return self.state.played_by(self.character(character)) if character else NOBODY

    def __getitem__(self, character: str) -> Fighter:
        return self.state.fighters[self.number(character)]

    def ids(self, cards: int) -> set[str]:
        return {self.pack.cards[card].id for card in members_of(cards)}

    # --- what happens

    def turn(self, character: str) -> Fight:
        return self.do(Turn(self.number(character)))

    def wound(self, character: str, n: int, by: str = "") -> Fight:
        return self.do(Wound(self.number(by), self.number(character), n=n))

    def draw_initiative(self, *cards: str) -> Fight:
        """These Initiative cards are the deck, next one first; the rounds go on from there."""
        named = [NEUTRAL if card == "neutral" else self.number(card) for card in cards]
        self.state.initiative = named[::-1]
        self.state.steps = [ROUNDS, INITIATIVE]
        self.state.run_on()
        return self

    # --- the arena

    def hex(self, character: str) -> str:
        pos = self[character].pos
        return "" if pos == OFF else self.pack.field.names[pos]

    def facing(self, character: str) -> str:
        return DIRECTIONS[self[character].facing]

    def hand(self, character: str) -> set[str]:
        return self.ids(self[character].hand)

    def track(self, character: str) -> tuple[int, int]:
        """The Health marker's space, counted from 0 at the top, and how many spaces are covered."""
        return self[character].marker, self[character].covered

    def hurt(self, character: str) -> int:
        """How many wounds it has suffered, as long as none was healed."""
        return self[character].wounds_in_all() - self[character].wounds_left()

    def energy(self, character: str) -> int:
        return self[character].energy

    def boxes(self, character: str) -> set[str]:
        """Damage boxes that still have their marker."""
        return {BOX_NAMES[box] for box in members_of(self[character].boxes)}

    @property
    def discard(self) -> set[str]:
        return self.ids(self.state.discard)

    @property
    def resolved(self) -> list[str]:
        return [self.pack.injuries[card].id for card in self.state.resolved]

    # --- what is told and seen

    def injured(self) -> list[str]:
        """The injuries resolved so far, in order."""
        return [self.pack.injuries[event.b].id for event in self.told("injured")]

    def view(self, seat: int) -> ArenaView:
        return seen_by(self.state, self.actions, seat)

    @property
    def complete(self) -> bool:
        """24 cards and 12 injuries, each in exactly one place; nobody where nobody may stand."""
        return GAME.missing(self.state) == ""


def start(pack: ArenaPack | None = None, seed: int = 1, **options: Any) -> Arena:
    """A game from its set-up on, with a journal."""
    settings = read_options(GAME.options, options)
    return GAME.start(pack or STANDARD, settings, fast_dice(seed), journal=True)


def all_cards() -> int:
    return full(CARDS)


# --- random games

VARIANTS: tuple[Plain, ...] = (
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 2, "fighters": 4},
    {"players": 3, "fighters": 4},
    {"variant": "brothers", "players": 4},
    {"variant": "kingslayer", "players": 2},
    {"variant": "kingslayer", "players": 2, "fighters": 2},
    {"variant": "kingslayer", "players": 2, "fighters": 4, "champion": 2},
    {"variant": "kingslayer", "players": 3, "champion": 3},
    {"variant": "kingslayer", "players": 3, "fighters": 4},
    {"variant": "kingslayer", "players": 4, "champion": 2},
    {"variant": "single_combat", "players": 2},
)
