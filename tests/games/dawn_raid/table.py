"""Positions of Dawn Raid in which every card lies where the test says, and questions in plain words."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

from harena.core.dice import fast_dice
from harena.games.dawn_raid import ACTIONS, GAME, actions
from harena.games.dawn_raid.pack.cards import ROLE_NAMES, Card, DawnRaidPack, Faction
from harena.games.dawn_raid.rules import raid as rules
from harena.games.dawn_raid.state import NO_CARD, NO_TYPE, Side, Table
from harena.games.dawn_raid.view import DawnRaidView, seen_by
from kit.position import Position

ME, FOE = 0, 1
TYPES = ("ranged", "melee", "psychic")
ROLES = ("hq", "troops", "elites", "fast_attack", "heavy_support")
HQ, TROOPS, ELITES, FAST_ATTACK, HEAVY_SUPPORT = ROLES
ULTRAMARINES, BLOOD_ANGELS, DEATH_GUARD = "Ultramarines", "Blood Angels", "Death Guard"

NAME_TYPE, CHOOSE_ROLE, ATTACKER_WON, DEFENDER_WON = "NameType", "ChooseRole", "AttackerWon", "DefenderWon"
ANSWERS = {
    "ranged": actions.TYPE,
    "melee": actions.TYPE + 1,
    "psychic": actions.TYPE + 2,
    "use role": actions.USE_ROLE,
    "no role": actions.NO_ROLE,
    "end": actions.END_RAID,
    "continue": actions.CONTINUE,
    "take over": actions.TAKE_OVER,
    "bank": actions.BANK,
}
MEANING = {action: answer for answer, action in ANSWERS.items()}


class Printed:
    """A card as it is printed. Two with the same print are still two cards."""

    def __init__(self, scores: dict[str, int], role: str, icon: str) -> None:
        self.scores = scores
        self.role = role
        self.icon = icon

    def __repr__(self) -> str:
        return f"<{self.icon or 'lone'} {self.role} {'/'.join(str(self.scores[kind]) for kind in TYPES)}>"


def card(scores: str, role: str = TROOPS, icon: str = "") -> Printed:
    """`card("melee 14, ranged 3", HQ, ULTRAMARINES)`: a score not said is 0, no icon matches nothing."""
    said = {kind: int(score) for kind, score in re.findall(r"(\w+) (\d+)", scores)}
    assert set(said) <= set(TYPES)
    return Printed({kind: said.get(kind, 0) for kind in TYPES}, role, icon)


def more(count: int) -> list[Printed]:
    """Further cards that match no icon, so that the game is not over yet."""
    return [card("ranged 5, melee 5, psychic 5") for _ in range(count)]


def pack_of(mine: Sequence[Printed], theirs: Sequence[Printed]) -> DawnRaidPack:
    """A pack of just these cards, numbered from my first to their last."""
    cards = [*mine, *theirs]
    icons = [printed.icon or f"Lone Icon {number}" for number, printed in enumerate(cards)]
    known = sorted(set(icons))
    return DawnRaidPack(
        "test",
        "Test",
        "digest",
        ["Space Marines", "Chaos"],
        [Faction(f"icon_{number}", icon, "XX", "star") for number, icon in enumerate(known)],
        [
            Card(
                f"card_{number}",
                f"Card {number}",
                known.index(icon),
                ROLE_NAMES.index(printed.role),
                [printed.scores[kind] for kind in TYPES],
                "",
            )
            for number, (printed, icon) in enumerate(zip(cards, icons, strict=True))
        ],
    )


class Raid(Position):
    """A game whose decks lie in this order, next card first, run on to its first question."""

    def __init__(self, mine: Sequence[Printed], theirs: Sequence[Printed], attacker: int = ME) -> None:
        assert len(mine) == len(theirs), "DR-4.3: the decks are equally long"
        self.cards = [*mine, *theirs]
        self.pack = pack_of(mine, theirs)
        self.table = Table(self.pack, fast_dice(1))
        self.table.sides = [
            Side(list(range(len(mine))), 0),
            Side(list(range(len(mine), len(self.cards))), 1),
        ]
        self.table.attacker = attacker
        super().__init__(self.table, ACTIONS)
        self.table.next(rules.RAIDS)
        self.table.run_on()

    # --- the question, in plain words

    @property
    def question(self) -> str:
        return self.asking

    def action(self, answer: str) -> int:
        return ANSWERS[answer]

    def answer(self, action: int) -> str:
        return MEANING[action]

    def choose(self, *answers: str) -> Raid:
        """Answer the waiting questions, one after the other."""
        return self.play(*answers)

    # --- the table

    @property
    def attacker(self) -> int:
        return self.table.attacker

    @property
    def type(self) -> str:
        return "" if self.table.type == NO_TYPE else TYPES[self.table.type]

    @property
    def pot(self) -> set[Printed]:
        return self._set(self.table.pot)

    @property
    def attack(self) -> list[Printed]:
        return self._up(self.table.clash.attack, self.table.clash.attack2)

    @property
    def defence(self) -> list[Printed]:
        return self._up(self.table.clash.defence, self.table.clash.defence2)

    def deck(self, seat: int) -> list[Printed]:
        side = self.table.sides[seat]
        return [self.cards[number] for number in side.order[side.turned :]]

    def pile(self, seat: int) -> set[Printed]:
        return self._set(self.table.sides[seat].pile)

    def _set(self, members: int) -> set[Printed]:
        return {printed for number, printed in enumerate(self.cards) if members >> number & 1}

    def _up(self, *numbers: int) -> list[Printed]:
        return [self.cards[number] for number in numbers if number != NO_CARD]

    # --- the end

    def skulls(self, seat: int) -> int:
        return self.table.skulls(seat)

    # --- what is told and seen

    def last_told(self, kind: str) -> tuple[str, int, int, int]:
        """The rule and the numbers of the latest event of a kind."""
        event = self.told(kind)[-1]
        return event.rule, event.a, event.b, event.c

    def turned_up(self, seat: int) -> list[Printed]:
        """The cards a player has turned up so far."""
        return [self.cards[event.b] for event in self.told("turned_up") if event.a == seat]

    def number(self, printed: Printed) -> int:
        return self.cards.index(printed)

    def ids(self, cards: Sequence[Printed]) -> list[str]:
        return [self.pack.cards[self.number(printed)].id for printed in cards]

    def view(self, seat: int) -> DawnRaidView:
        return seen_by(self.table, ACTIONS, seat)


def raid(*, mine: Sequence[Printed], theirs: Sequence[Printed], attacker: int = ME) -> Raid:
    """A raid with these decks, next card first."""
    return Raid(mine, theirs, attacker)


def pot_with(
    *,
    mine: Sequence[Printed],
    theirs: Sequence[Printed],
    my_first: Printed | None = None,
    their_first: Printed | None = None,
) -> Raid:
    """I won the first battle of a melee raid and continue; the given cards come next.

    In the pot lie my_first, by default an Ultramarine, and their_first, by default without a match.
    """
    opening = my_first or card("melee 90", TROOPS, ULTRAMARINES)
    return Raid([opening, *mine], [their_first or card("melee 1"), *theirs]).choose("continue")


# --- random games

SMALL_SCORES = [
    {"ranged": ranged, "melee": melee, "psychic": psychic}
    for ranged in range(3)
    for melee in range(3)
    for psychic in range(3)
    if ranged or melee or psychic
]
PRINTS = [
    (scores, role, icon)
    for scores in SMALL_SCORES
    for role in ROLES
    for icon in (ULTRAMARINES, BLOOD_ANGELS, DEATH_GUARD)
]


def random_deck(luck: random.Random, size: int, icons: int, highest: int) -> list[Printed]:
    """Cards of few icons and small scores, so that roles and draws are common."""
    deck: list[Printed] = []
    while len(deck) < size:
        scores = {kind: luck.randint(0, highest) for kind in TYPES}
        if any(scores.values()):
            deck.append(Printed(scores, luck.choice(ROLES), f"Icon {luck.randrange(icons)}"))
    return deck


def random_pack(seed: int) -> DawnRaidPack:
    """A pack of two full decks."""
    luck = random.Random(seed)
    icons, highest = luck.randint(1, 5), luck.choice([1, 2, 3, 20])
    return pack_of(random_deck(luck, 30, icons, highest), random_deck(luck, 30, icons, highest))


def start(pack: DawnRaidPack, seed: int, **options: Any) -> Table:
    """A game from its set-up on, with a journal."""
    return GAME.start(pack, GAME.options(**options), fast_dice(seed), journal=True)
