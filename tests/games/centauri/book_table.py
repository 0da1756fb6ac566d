"""The table of a slow, literal Centauri Arena: who has what, who is asked, what lies where."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from harena.core.bits import members_of
from harena.core.dice import Dice, shuffle
from harena.games.centauri.pack import content as printed
from harena.games.centauri.pack.content import ArenaPack, Card, Scenario

from .on_paper import ALL, BESIDE, GATE

T = TypeVar("T")
NEITHER = -1
MOST, TRACK, BOSS = 10, 6, 4
COMBAT, EXPLORATION = "combat", "exploration"


class Question(NamedTuple):
    """Who is asked, and every answer there is."""

    seat: int
    answers: frozenset[str]


Flow = Generator[Question, str, T]


class GameOver(Exception):  # noqa: N818 - no error
    """A team has won, or neither; whatever was still to come does not come."""

    def __init__(self, winner: int) -> None:
        super().__init__(winner)
        self.winner = winner


@dataclass
class Mat:
    """What lies before one player."""

    seat: int
    speed: int
    combat: int
    shield: int
    hull: int
    astartium: int
    starport: int = 0
    lab: int = 0
    tokens: dict[str, int] = field(default_factory=lambda: {COMBAT: 0, EXPLORATION: 0})
    hand: set[int] = field(default_factory=set)
    seen: set[int] = field(default_factory=set)  # of the hand: dealt face up (CN-1.11)

    @property
    def team(self) -> int:
        return self.seat % 2


@dataclass(eq=False)
class Ship:
    """One armada."""

    number: int
    owner: Mat
    sector: str = ""
    points: int = 0
    cargo: bool = False
    moved: bool = False
    stepped: bool = False
    stood_off: bool = False
    away: bool = False
    fought: bool = False
    back: bool = False
    loose: bool = False
    cloaked: bool = False
    wall: bool = False
    dagger: int = 0
    dice: int = 0
    shielding: int = 0
    rerolls: bool = False
    blaze: bool = False

    @property
    def team(self) -> int:
        return self.owner.team

    @property
    def takes_part(self) -> bool:
        """CN-2.12, CN-3.6."""
        return not (self.away or self.stood_off or self.back)


class Table:
    """What lies there, and the plainest things one does with it."""

    def __init__(self, pack: ArenaPack, scenario: Scenario, players: int, rounds: int, dice: Dice) -> None:
        self.pack, self.scenario, self.rounds, self.dice = pack, scenario, rounds, dice
        self.basics = start = pack.basics
        attributes = (int(start.speed), int(start.combat), int(start.shield))
        self.mats = [Mat(seat, *attributes, int(start.hull), int(start.astartium)) for seat in range(players)]
        owners = [mat for mat in self.mats for _ in range(2 if players == 2 else 1)]
        self.ships = [Ship(number, owner) for number, owner in enumerate(owners)]
        map = scenario.map
        self.enter = {name: int(cost) for name, cost in zip(ALL, map.costs, strict=True)}
        for sector in members_of(scenario.closed):
            del self.enter[ALL[sector]]
        self.peaceful = {ALL[sector] for sector in members_of(scenario.peaceful)}
        self.bosses = {ALL[sector] for sector in members_of(map.bosses)}
        self.modules = [ALL[sector] for sector in map.modules]
        self.hole = ALL[map.hole] if map.hole >= 0 else ""
        self.raiders: dict[str, int] = {}
        self.homes = ["", ""]
        self.points, self.kills, self.hunted, self.delivered = [0, 0], [0, 0], [0, 0], [0, 0]
        self.harmony: set[str] = set()
        self.convoy = GATE if scenario.convoy else ""
        self.deck: list[int] = []
        self.spent: set[int] = set()
        self.discards: set[int] = set()
        self.reports: list[int] = []
        self.reported: set[int] = set()
        self.report = -1
        self.round = 0
        self.first = -1
        self.winner = NEITHER

    def ask(self, seat: int, answers: Iterable[str], *, hidden: bool = False) -> Flow[str]:
        """Someone chooses; where there is one answer only, it is given at once unless that told something."""
        every = frozenset(answers)
        assert every
        if len(every) == 1 and not hidden:
            return next(iter(every))
        return (yield Question(seat, every))

    # --- who comes when

    def seats_in_turn(self) -> list[int]:
        """CN-2.6: clockwise from the first player."""
        seats = len(self.mats)
        return [(self.first + place) % seats for place in range(seats)]

    def in_turn(self) -> list[Ship]:
        """CN-1.13: armadas in turn order, of a pair the first before the second."""
        return [ship for seat in self.seats_in_turn() for ship in self.ships if ship.owner.seat == seat]

    def at(self, sector: str) -> list[Ship]:
        return [ship for ship in self.ships if ship.sector == sector]

    def enemies(self, ship: Ship) -> list[Ship]:
        """Armadas of the other team in the same sector."""
        return [other for other in self.at(ship.sector) if other.team != ship.team]

    def carries(self, mat: Mat) -> bool:
        """CN-1.7: one module for both armadas of a pair."""
        return any(ship.cargo for ship in self.ships if ship.owner is mat)

    def foe_at(self, sector: str) -> int:
        return BOSS if sector in self.bosses else self.raiders.get(sector, 0)

    # --- dice

    def die(self) -> int:
        return int(self.dice.below(6)) + 1

    def successes(self, dice: int) -> int:
        """CN-1.3."""
        return [self.die() >= 4 for _ in range(dice)].count(True)

    # --- cards

    def kind(self, card: int) -> Card:
        return self.pack.cards[self.pack.kind_of[card]]

    def playable(self, mat: Mat, phase: int) -> list[Card]:
        kinds = {self.kind(card).id: self.kind(card) for card in mat.hand}
        return [kind for kind in kinds.values() if kind.phases >> phase & 1]

    def give_up(self, mat: Mat, kind: str) -> Card:
        """A card is played or discarded: one that everybody has seen goes first (CN-1.9, CN-1.11)."""
        card = min(
            (card for card in mat.hand if self.kind(card).id == kind),
            key=lambda card: (card not in mat.seen, card),
        )
        mat.hand.remove(card)
        mat.seen.discard(card)
        self.spent.add(card)
        return self.kind(card)

    def draw(self, mat: Mat, cards: int = 1) -> Flow[None]:
        """CN-1.5: cards, if there are any; then discard down at once."""
        for _ in range(cards):
            if not self.deck:
                self.deck, self.discards = sorted(self.discards), set()
                shuffle(self.deck, self.dice)
            if self.deck:
                mat.hand.add(self.deck.pop())
        while len(mat.hand) > self.basics.hand:
            kinds = {f"discard:{self.kind(card).id}" for card in mat.hand}
            answer = yield from self.ask(mat.seat, kinds, hidden=True)
            self.give_up(mat, answer.removeprefix("discard:"))

    # --- what one gains

    def level(self, mat: Mat, track: str) -> Flow[None]:
        """CN-1.2: one level more, and at once what it gives."""
        names = ["starport", "lab"]
        reached = getattr(mat, track)
        setattr(mat, track, reached + 1)
        for gain in self.pack.tracks[names.index(track)].levels[reached]:
            what = printed.GAIN_NAMES[gain.what]
            if what == "cards":
                yield from self.draw(mat, int(gain.n))
            elif what.endswith("_tokens"):
                mat.tokens[what.removesuffix("_tokens")] += gain.n
            else:
                setattr(mat, what, min(MOST, getattr(mat, what) + gain.n))

    def open_levels(self, mat: Mat) -> set[str]:
        return {track for track in ("starport", "lab") if getattr(mat, track) < TRACK}

    def choose_token(self, mat: Mat) -> Flow[None]:
        answer = yield from self.ask(mat.seat, {f"token:{COMBAT}", f"token:{EXPLORATION}"})
        mat.tokens[answer.removeprefix("token:")] += 1

    def repair(self, mat: Mat, hull: int) -> None:
        mat.hull = min(int(self.basics.hull), mat.hull + hull)

    def score(self, team: int, points: int, *, at_once: bool = True) -> None:
        """CN-4.1, CN-4.5: the goal ends the game at once, unless everything of an Expand counts together."""
        self.points[team] += points
        goal = self.scenario.goal
        if at_once and goal and self.points[team] >= goal:
            raise GameOver(team)

    # --- Raiders

    def no_raider(self, sector: str) -> bool:
        """CN-2.1: does none appear here?"""
        return sector in {GATE, *self.homes} | self.bosses or sector not in self.enter

    def bring_raider(self, sector: str) -> None:
        """CN-2.1: a new one, or the one that is there surges."""
        if not self.no_raider(sector):
            self.raiders[sector] = min(3, self.raiders.get(sector, 0) + 1)

    def move_raider(self, old: str, new: str) -> None:
        """CN-3.7: two that meet become one, a level above the higher."""
        level, there = self.raiders.pop(old), self.raiders.get(new, 0)
        self.raiders[new] = min(3, max(level, there) + 1) if there else level

    # --- being destroyed

    def put_back(self, ship: Ship) -> None:
        """CN-3.6."""
        ship.owner.hull = int(self.basics.hull)
        if ship.cargo:
            ship.cargo = False
            self.modules.append(ship.sector)
        ship.sector = GATE if self.scenario.back_at_gate else self.homes[ship.team]
        ship.away = ship.back = True
        ship.wall, ship.dagger = False, 0
        self.calm_down(ship)

    def calm_down(self, ship: Ship) -> None:
        """What cards gave it in this combat round is over."""
        ship.dice = ship.shielding = 0
        ship.rerolls = ship.blaze = False

    def neighbours_to_enter(self, sector: str) -> set[str]:
        return BESIDE[sector] & set(self.enter)
