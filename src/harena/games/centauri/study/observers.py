"""Observers that count what matters: sides, endings, modules, fights, Raiders, cards, plans."""

from __future__ import annotations

from collections.abc import Sequence

from harena.core.event import Event
from harena.core.observer import Observer
from harena.core.state import State
from harena.games.centauri.pack.content import (
    BLUE_SPACE,
    BOSS,
    DAWN,
    JUMPGATE,
    NOBODY,
    RED_SPACE,
)
from harena.games.centauri.rules.ending import BY_CONVOY, BY_GOAL, BY_ROUNDS
from harena.games.centauri.state import FOE, Space

START_NAMES = {RED_SPACE: "red", BLUE_SPACE: "blue", JUMPGATE: "Jumpgate", DAWN: "Dawn"}
ENDINGS = {BY_GOAL: "goal", BY_CONVOY: "Convoy", BY_ROUNDS: "rounds over"}
DRAW = "draw"
EARLY, LATE = "before the last round", "in the last round"
DEEDS = {  # by kind of event, whose first number is an armada
    "picked_up": "module taken",
    "delivered": "module delivered",
    "fights": "decided to fight",
    "flees": "decided to flee",
    "fled": "got away",
    "destroyed": "was destroyed",
    "evaded": "evaded",
    "caught": "failed to evade",
    "joined": "fought a Boss by choice",
    "regrouped": "regrouped",
}
TOKENS = ("Combat", "Exploration")
FIGHTING, CARRYING, FLEEING, MIXED = "only fighting", "only carrying", "only fleeing", "mixed"
IDLE = "neither"


class SpaceObserver(Observer):
    """Reads the events of a game one by one, those of the set-up too."""

    def before(self, state: State, events: Sequence[Event]) -> None:
        super().before(state, events)
        self.begin(self.space(state))
        self._read(state, events)

    def step(self, state: State, seat: int, action: int, events: Sequence[Event]) -> None:
        self._read(state, events)

    def _read(self, state: State, events: Sequence[Event]) -> None:
        for event in events:
            self.read(self.space(state), event)

    def space(self, state: State) -> Space:
        assert isinstance(state, Space)
        return state

    def begin(self, game: Space) -> None:
        """Before the first event."""

    def read(self, game: Space, event: Event) -> None:
        """One thing happened."""

    def count(self, game: Space, armada: int, what: str, n: int = 1) -> None:
        """Something that an armada did counts for its player."""
        self.counts[game.armadas[armada].owner][what] += n


class Sides(SpaceObserver):
    """Notes scenario, start and first player's team; counts rounds and how the game ended.

    Of the game: `rounds`, `ending:goal`, `ending:Convoy`, `ending:rounds over`, `ending:draw`, and
    `decided:before the last round` or `decided:in the last round`.
    """

    def begin(self, game: Space) -> None:
        endings = [*ENDINGS.values(), DRAW]
        self.of_game.update({f"ending:{how}": 0 for how in endings})
        self.of_game.update({f"decided:{when}": 0 for when in (EARLY, LATE)})
        self._note("scenario", [game.scenario.name, game.scenario.name])

    def read(self, game: Space, event: Event) -> None:
        if event.kind == "first_player":
            first = event.a & 1
            self._note("first player's team", ["yes" if team == first else "no" for team in (0, 1)])
        elif event.kind == "stationed":  # the last of the two Starbases
            self._note("side", [start_name(game, home) for home in game.homes])
        elif event.kind == "round":
            self.of_game["rounds"] += 1
        elif event.kind == "won":
            self._end(game, ENDINGS[event.b])
        elif event.kind == "drawn":
            self._end(game, DRAW)

    def _note(self, trait: str, values: Sequence[str]) -> None:
        for seat, traits in enumerate(self.traits):
            traits[trait] = values[seat & 1]

    def _end(self, game: Space, how: str) -> None:
        self.of_game[f"ending:{how}"] += 1
        early = game.round < game.setting.rounds
        self.of_game[f"decided:{EARLY if early else LATE}"] += 1


def start_name(game: Space, sector: int) -> str:
    """What players call a start: red, blue, Jumpgate, Dawn."""
    return START_NAMES.get(game.map.kinds[sector], game.field.names[sector])


class Deeds(SpaceObserver):
    """Counts what is done.

    By seat: `deed:<what>` for armadas, `card:<name>`, `level:<track>`, `token:<kind>` for tokens spent and
    `regroup:<how>`. Of the game: `delivered`, `convoy steps`, and `points:<for what>`.
    """

    def read(self, game: Space, event: Event) -> None:
        if event.kind in DEEDS:
            self.count(game, event.a, f"deed:{DEEDS[event.kind]}")
        if event.kind == "played":
            self.counts[event.a][f"card:{game.pack.cards[event.b].name}"] += 1
        elif event.kind == "levelled" and event.cause == "bought":
            self.counts[event.a][f"level:{game.pack.tracks[event.b].name}"] += 1
        elif event.kind == "spent_token":
            self.counts[event.a][f"token:{TOKENS[event.b]}"] += 1
        elif event.kind == "traded":
            self.counts[event.a]["token:traded"] += event.c
        elif event.kind == "points":
            self.of_game[f"points:{event.cause}"] += event.b
        elif event.kind == "delivered":
            self.of_game["modules delivered"] += 1
        elif event.kind == "convoy":
            self.of_game["Convoy steps"] += 1


class Fights(SpaceObserver):
    """Counts combats, damage and what is destroyed.

    By seat: `killed:<what>` for armadas and foes it destroyed, `damage:<whom>` that it did. Of the game:
    `combats`, `combats with Raiders`, `kills`, `Raiders destroyed`, and `rounds of a combat:4` for each that
    took four.
    """

    def begin(self, game: Space) -> None:
        self.clashes = 0  # of the combat that goes on, or was last

    def read(self, game: Space, event: Event) -> None:
        if event.kind == "battle":
            self._end_combat()
            self.of_game["combats" if event.b == 0 else "combats with Raiders"] += 1
        elif event.kind == "clash":
            self.clashes = event.a
        elif event.kind == "damaged" and event.by not in (NOBODY, FOE):
            self.count(game, event.by, f"damage:{'foes' if event.a == FOE else 'players'}", event.b)
        elif event.kind == "destroyed" and event.cause == "players":
            self.of_game["kills"] += 1
            self.count(game, event.by, "killed:armada")
        elif event.kind == "slain":
            self.of_game["Raiders destroyed"] += event.b < BOSS
            self.count(game, event.by, f"killed:{'Boss' if event.b == BOSS else f'level {event.b} Raider'}")

    def after(self, state: State) -> None:
        self._end_combat()

    def _end_combat(self) -> None:
        if self.clashes:
            self.of_game[f"rounds of a combat:{self.clashes}"] += 1
        self.clashes = 0


class Plans(SpaceObserver):
    """Counts by which plan each seat played, as `plan:<name>`.

    It fights if it decided to fight or destroyed a Raider, carries if it took a module on board, and flees if
    it tried to; one who does more than one of these has a mixed plan.
    """

    def begin(self, game: Space) -> None:
        self.done: list[set[str]] = [set() for _ in self.counts]

    def read(self, game: Space, event: Event) -> None:
        if event.kind == "fights":
            self._did(game, event.a, FIGHTING)
        elif event.kind == "slain":
            self._did(game, event.by, FIGHTING)
        elif event.kind == "picked_up":
            self._did(game, event.a, CARRYING)
        elif event.kind == "flees":
            self._did(game, event.a, FLEEING)

    def _did(self, game: Space, armada: int, what: str) -> None:
        self.done[game.armadas[armada].owner].add(what)

    def after(self, state: State) -> None:
        for seat, done in enumerate(self.done):
            plan = MIXED if len(done) > 1 else next(iter(done), IDLE)
            self.counts[seat][f"plan:{plan}"] += 1


def arena_observers() -> list[Observer]:
    """All of them, fresh."""
    return [Sides(), Deeds(), Fights(), Plans()]
