"""Observers that count what matters in a brawl: fighters, rounds, tests, cards, wounds, Skills."""

from __future__ import annotations

from collections.abc import Sequence

from harena.core.event import Event
from harena.core.observer import Observer
from harena.core.state import State
from harena.games.knockdown.actions import CORRIDOR, DASH, SHAKE_OFF, SPECIAL
from harena.games.knockdown.pack.content import NOBODY, SLOTS
from harena.games.knockdown.rules.act import Act
from harena.games.knockdown.rules.ending import BY_KNOCKOUT
from harena.games.knockdown.state import Brawl

MOVES = {"KD-3.3": "move", "KD-3.5": "dash", "KD-3.6": "corridor"}  # by rule: effects move fighters too
DEEDS = {"blocked": "block", "shook_off": "shake off", "called": "call"}  # by kind of event
SOURCES = {"pool": "attack"}  # wounds by cause; others go by their own name


class BrawlObserver(Observer):
    """Reads the events of a match one by one, those of the set-up too."""

    def before(self, state: State, events: Sequence[Event]) -> None:
        super().before(state, events)
        self.begin(self.brawl(state))
        self._read(state, events)

    def step(self, state: State, seat: int, action: int, events: Sequence[Event]) -> None:
        self._read(state, events)

    def _read(self, state: State, events: Sequence[Event]) -> None:
        for event in events:
            self.read(self.brawl(state), event)

    def brawl(self, state: State) -> Brawl:
        assert isinstance(state, Brawl)
        return state

    def begin(self, game: Brawl) -> None:
        """Before the first event."""

    def read(self, game: Brawl, event: Event) -> None:
        """One thing happened."""


class Corner(BrawlObserver):
    """Notes each seat's fighter and who was first player in the first round; counts rounds and turns.

    Of the game: `rounds`, `turns`, `ending:K.O.` and `ending:deck out` by round, and `turns in a round:12`
    for each round that took twelve.
    """

    def begin(self, game: Brawl) -> None:
        self.turns = 0  # of this round

    def read(self, game: Brawl, event: Event) -> None:
        if event.kind == "took_fighter":
            self.traits[event.a]["fighter"] = game.pack.sheets[event.b].name
        elif event.kind == "first":
            for seat, traits in enumerate(self.traits):
                traits["first player"] = "yes" if seat == event.a else "no"
        elif event.kind == "turn":
            self.turns += 1
            self.of_game["turns"] += 1
        elif event.kind == "round_won":
            self.of_game["rounds"] += 1
            self.of_game["ending:K.O." if event.b == BY_KNOCKOUT else "ending:deck out"] += 1
            self.of_game[f"turns in a round:{self.turns}"] += 1
            self.turns = 0


class Blows(BrawlObserver):
    """Counts what is done with cards and sheets.

    By seat: `card:<name>` for an Attack with it, in range or not, `special:<name>`, `reaction:<name>`, and
    `deed:<what>`: moves, dashes, corridors, Attacks, Combos, blocks, Reactions, shaking off, calls. Of the
    game: `taken:<name>` for every card of the arena, how many Attacks took it, be it none.
    """

    def begin(self, game: Brawl) -> None:
        self.may_begin_combo = False  # an action is being chosen
        self.of_game.update({f"taken:{card.name}": 0 for card in game.arena.cards})

    def step(self, state: State, seat: int, action: int, events: Sequence[Event]) -> None:
        super().step(state, seat, action, events)
        if self.may_begin_combo and (DASH <= action < CORRIDOR or SHAKE_OFF <= action < SPECIAL + SLOTS):
            self.counts[seat]["deed:combo"] += 1
        self.may_begin_combo = isinstance(state.waiting, Act)

    def read(self, game: Brawl, event: Event) -> None:
        if event.kind == "moved" and event.rule in MOVES:
            self.counts[event.a][f"deed:{MOVES[event.rule]}"] += 1
        elif event.kind in DEEDS:
            self.counts[event.a][f"deed:{DEEDS[event.kind]}"] += 1
        elif event.kind == "took" and event.cause == "out_of_range":
            self._took(event.a, game.arena.cards[event.b].name)
        elif event.kind == "attacked":
            self._attacked(game, event)

    def _attacked(self, game: Brawl, event: Event) -> None:
        name = game.pack.attacks[event.b].name
        if event.cause == "card":
            self._took(event.a, name)
        else:
            self.counts[event.a][f"{event.cause}:{name}"] += 1
            self.counts[event.a]["deed:reaction"] += event.cause == "reaction"

    def _took(self, seat: int, card: str) -> None:
        self.counts[seat][f"card:{card}"] += 1
        self.counts[seat]["deed:attack"] += 1
        self.of_game[f"taken:{card}"] += 1


class Harm(BrawlObserver):
    """Counts wounds by cause, for those who inflict and those who suffer them, and Knockdown Tests.

    Causes: attack (the pool), effect, ammo, flame, corridor, skill. Of the game: `tests`, `test:passed` and
    `test:failed`.
    """

    def read(self, game: Brawl, event: Event) -> None:
        if event.kind == "wounded":
            cause, n = SOURCES.get(event.cause, event.cause), event.b + event.c
            self.counts[event.a][f"suffered:{cause}"] += n
            if event.by not in (NOBODY, event.a):
                self.counts[event.by][f"wounds:{cause}"] += n
        elif event.kind == "called":
            self.of_game["tests"] += 1
        elif event.kind == "passed":
            self.of_game["test:passed"] += 1
        elif event.kind == "knocked_down":
            self.of_game["test:failed"] += 1


class Skills(BrawlObserver):
    """Counts which Skill each seat had face up from the start: `skill:<name>`.

    The second one is turned up by losing a round, so it says nothing of what it is worth: `second:<name>`.
    """

    def read(self, game: Brawl, event: Event) -> None:
        if event.kind == "skill_up":
            kind = "skill" if event.rule == "KD-2.2" else "second"
            self.counts[event.a][f"{kind}:{game.skills[event.b].name}"] += 1


def brawl_observers() -> list[Observer]:
    """All of them, fresh."""
    return [Corner(), Blows(), Harm(), Skills()]
