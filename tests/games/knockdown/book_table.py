"""The table of a slow, literal Knockdown: who has what, who is asked, what is near. See by_the_book.py."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from harena.games.knockdown.pack import content as printed
from harena.games.knockdown.pack.content import Arena, Attack, BrawlPack, Sheet, Skill, SkillSet

from .on_paper import Paper, straight

T = TypeVar("T")
SYMBOLS = ("block", "dash", "power", "wild")
SLIPS = [str(n) for n in range(-16, 17)] + ["late"]  # where a cube can land, in twentieths
EDGE = 10  # twentieths from the middle of a cube to its edge
MOST_CUBES = 14
HAND, ROW = 6, 4


class Question(NamedTuple):
    """Who is asked, and every answer there is."""

    seat: int
    answers: frozenset[str]


Flow = Generator[Question, str, T]


class RoundWon(Exception):  # noqa: N818 - no error
    """The round is over, whatever was still to come."""

    def __init__(self, winner: int) -> None:
        super().__init__(winner)
        self.winner = winner


class Luck:
    """What chance brought, kind by kind, in the order it came."""

    def __init__(self) -> None:
        self.brought: dict[str, list[tuple[int, ...]]] = {}

    def add(self, kind: str, *numbers: int) -> None:
        self.brought.setdefault(kind, []).append(numbers)

    def next(self, kind: str) -> tuple[int, ...]:
        waiting = self.brought.get(kind)
        assert waiting, f"by the book chance decides now: {kind}; but the engine asked no dice"
        return waiting.pop(0)

    @property
    def left(self) -> dict[str, list[tuple[int, ...]]]:
        return {kind: waiting for kind, waiting in self.brought.items() if waiting}


@dataclass
class Agreed:
    """What was agreed before the match."""

    wins: int = 2
    picks: tuple[str, str] = ("", "")
    choose: bool = True
    relief: str = "light"
    towers: tuple[bool, bool] = (False, False)


@dataclass
class Side:
    """One player with a fighter."""

    seat: int
    sheet: Sheet | None = None
    space: str = ""
    light: int = 0
    heavy: int = 0
    hand: set[str] = field(default_factory=set)
    ammo: int = 0
    contamination: int = 0
    flame: str = ""
    wins: int = 0
    dealt: set[str] = field(default_factory=set)
    kept: list[str] = field(default_factory=list)  # first the one of three, then the one of two
    passed: set[str] = field(default_factory=set)
    away: set[str] = field(default_factory=set)
    up: set[str] = field(default_factory=set)

    @property
    def wounds(self) -> int:
        return self.light + self.heavy

    @property
    def fighter(self) -> Sheet:
        assert self.sheet is not None
        return self.sheet


class Table:
    """What lies there, and the plainest things one does with it."""

    def __init__(self, pack: BrawlPack, agreed: Agreed, luck: Luck) -> None:
        self.pack, self.agreed, self.luck = pack, agreed, luck
        self.sides = (Side(0), Side(1))
        self.arena: Arena = pack.arenas[0]
        self.paper = Paper()
        self.skill_set: SkillSet = pack.skill_sets[0]
        self.deck: set[str] = set()  # nobody knows the order (KD-2.3)
        self.row: list[str] = []
        self.discard: set[str] = set()
        self.aside = ""
        self.round = self.turn = 0
        self.active = self.first = self.winner = -1
        self.combo_used: set[str] = set()
        self.turn_used: set[str] = set()  # what happens once in a turn, and has
        self.relief = True
        self.tower: list[int] = []

    def ask(self, seat: int, answers: Iterable[str], *, by_hand: bool = False) -> Flow[str]:
        """Someone chooses; where there is one answer only, it is given at once."""
        every = frozenset(answers)
        assert every
        if len(every) == 1 and not by_hand:
            return next(iter(every))
        return (yield Question(seat, every))

    # --- what is printed

    def card(self, id: str) -> Attack:
        return next(card for card in self.arena.cards if card.id == id)

    def symbol(self, id: str) -> str:
        return SYMBOLS[self.card(id).symbol]

    def skills_of(self, side: Side) -> list[Skill]:
        """KD-1.7: the Skills that work for a player."""
        return [skill for skill in self.skill_set.skills if skill.id in side.up]

    def other(self, side: Side) -> Side:
        return self.sides[1 - side.seat]

    # --- places

    def distance(self) -> int:
        return self.paper.distance(self.sides[0].space, self.sides[1].space)

    def free_beside(self, side: Side) -> set[str]:
        """KD-3.3."""
        return self.paper.beside[side.space] - {self.other(side).space}

    def by_the_flame(self, owner: Side) -> bool:
        """KD-1.3: is the opponent on the owner's Flame or next to it?"""
        return owner.flame != "" and self.paper.distance(owner.flame, self.other(owner).space) <= 1

    def in_range(self, me: Side, attack: Attack) -> bool:
        """KD-1.3."""
        if attack.range == printed.STEPS:
            return attack.near <= self.distance() <= attack.far
        if attack.range == printed.PROJECTILE:
            return straight(me.space, self.other(me).space)
        return attack.range == printed.UNLIMITED or self.by_the_flame(me)

    def go_to(self, side: Side, space: str) -> None:
        """Any move, one's own or forced, of any length: only where it ends counts for the Flame (KD-1.9)."""
        assert space in self.paper.spaces, "off the arena"
        assert space != self.other(side).space, "on the other fighter"
        if space != side.space:
            side.space = space
            self.burn(side)

    def burn(self, side: Side) -> None:
        """KD-1.9."""
        if self.other(side).flame == side.space:
            side.light += 1

    # --- hands

    def keep_the_limit(self, side: Side) -> Flow[None]:
        """KD-3.4: six cards, more with a Skill."""
        while len(side.hand) > HAND + sum(skill.hand for skill in self.skills_of(side)):
            yield from self.discards(side, side)

    def discards(self, whose: Side, chooser: Side, among: Collection[str] = SYMBOLS) -> Flow[None]:
        """KD-1.5: somebody chooses a symbol, a card with it goes."""
        open_symbols = {f"symbol:{self.symbol(id)}" for id in whose.hand if self.symbol(id) in among}
        if open_symbols:
            answer = yield from self.ask(chooser.seat, open_symbols)
            self.throw_away(whose, answer.removeprefix("symbol:"))

    def throw_away(self, whose: Side, symbol: str) -> None:
        going = next(
            card.id for card in self.arena.cards if card.id in whose.hand and self.symbol(card.id) == symbol
        )
        whose.hand.remove(going)
        self.discard.add(going)

    def pay(self, me: Side, cost: list[int]) -> Flow[None]:
        """One symbol after the other, never so that the rest cannot be paid."""
        for place, owed in enumerate(cost):
            held = [self.card(id).symbol for id in me.hand]
            fitting = [
                symbol
                for symbol in set(held)
                if pays_for(symbol, owed) and can_pay(without(held, symbol), cost[place + 1 :])
            ]
            answer = yield from self.ask(me.seat, [f"symbol:{SYMBOLS[symbol]}" for symbol in fitting])
            self.throw_away(me, answer.removeprefix("symbol:"))


def cost_of(special: Attack) -> list[int]:
    """The symbols of a cost, one by one: Block, Dash, Power, any."""
    return [symbol for symbol in range(4) for _ in range(special.cost[symbol])]


def pays_for(symbol: int, owed: int) -> bool:
    """KD-1.2; what is owed to "any" stands in the place of Wild."""
    return owed in (printed.WILD, symbol) or symbol == printed.WILD


def without(held: list[int], symbol: int) -> list[int]:
    left = list(held)
    left.remove(symbol)
    return left


def can_pay(held: list[int], cost: list[int]) -> bool:
    """Try every card for every symbol."""
    if not cost:
        return True
    return any(pays_for(one, cost[0]) and can_pay(without(held, one), cost[1:]) for one in set(held))
