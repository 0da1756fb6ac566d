"""Observers that count what matters in the arena: fighters and places, cards and rows, wounds and defeats."""

from __future__ import annotations

from collections.abc import Sequence

from harena.core.bits import members_of
from harena.core.event import Event
from harena.core.observer import Observer
from harena.core.state import State
from harena.games.combat_arena.actions import ATTACK_ROW, SPECIAL_ROW
from harena.games.combat_arena.rules.turn import SECOND_CARD
from harena.games.combat_arena.state import NOBODY, Arena

PLACES = ("first", "second", "third", "fourth")
TURN_TAKEN = ("played", "used_unique", "passed", "no_cards")


class Arrivals(Observer):
    """Notes each seat's fighter, starting hex, when it was placed, the board, and who is the Champion."""

    def before(self, state: State, events: Sequence[Event]) -> None:
        super().before(state, events)
        assert isinstance(state, Arena)
        self.placed = 0
        for seat, traits in enumerate(self.traits):
            traits["board"] = state.board.name
            if state.setting.champion != NOBODY:
                champion = state.owner(state.setting.champion) == seat
                traits["side"] = "Champion" if champion else "Challenger"
        self._note(state, events)

    def step(self, state: State, seat: int, action: int, events: Sequence[Event]) -> None:
        assert isinstance(state, Arena)
        if self.placed < len(state.fighters):
            self._note(state, events)

    def _note(self, arena: Arena, events: Sequence[Event]) -> None:
        for event in events:
            if event.kind == "took_fighter":
                self._add(arena, event.a, "fighter", arena.pack.characters[event.b].name)
            elif event.kind == "placed":
                self._add(arena, event.a, "start", arena.field.names[event.b])
                self._add(arena, event.a, "placed", PLACES[self.placed])
                self.placed += 1

    def _add(self, arena: Arena, who: int, trait: str, what: str) -> None:
        """A player's second fighter is named after the first: Teknoth the Dread + Lieutenant Castus."""
        traits = self.traits[arena.owner(who)]
        traits[trait] = f"{traits[trait]} + {what}" if trait in traits else what


class Plays(Observer):
    """Counts cards, rows, reactions, rounds and turns."""

    def before(self, state: State, events: Sequence[Event]) -> None:
        super().before(state, events)
        self._note(state, events)

    def step(self, state: State, seat: int, action: int, events: Sequence[Event]) -> None:
        self._note(state, events)

    def _note(self, state: State, events: Sequence[Event]) -> None:
        assert isinstance(state, Arena)
        for event in events:
            if event.kind == "round":
                self.of_game["rounds"] += 1
            elif event.kind == "discarded" and event.rule == "CA-5.3":
                self._count_card(state, event, "reaction")
                self.counts[state.owner(event.a)][f"reaction:{state.pack.cards[event.b].name}"] += 1
            elif event.kind in TURN_TAKEN:
                self._count_turn(state, event)

    def _count_turn(self, arena: Arena, event: Event) -> None:
        if event.cause != SECOND_CARD:
            self.of_game["turns"] += 1
        if event.kind == "played":
            self._count_card(arena, event, row_name(event.c & 255))
        elif event.kind == "used_unique":
            self.counts[arena.owner(event.a)]["row:unique"] += 1
        elif event.kind == "passed":
            self.counts[arena.owner(event.a)]["row:pass"] += 1

    def _count_card(self, arena: Arena, event: Event, row: str) -> None:
        counts = self.counts[arena.owner(event.a)]
        counts[f"card:{arena.pack.cards[event.b].name}"] += 1
        counts[f"row:{row}"] += 1


def row_name(row: int) -> str:
    """Which of a card's three rows an action is."""
    if row >= SPECIAL_ROW:
        return "special"
    return "attack" if row >= ATTACK_ROW else "move"


class Hands(Observer):
    """Counts in how many rounds a seat has held each card.

    What one draws is luck, what one plays is a choice: so this says more about what a card is worth.
    """

    def before(self, state: State, events: Sequence[Event]) -> None:
        super().before(state, events)
        self.held: list[int] = []  # by fighter: the cards of this round, as bits
        self._look(state, events)

    def step(self, state: State, seat: int, action: int, events: Sequence[Event]) -> None:
        self._look(state, events)

    def after(self, state: State) -> None:
        self._count(state)

    def _look(self, state: State, events: Sequence[Event]) -> None:
        assert isinstance(state, Arena)
        if any(event.kind == "round" for event in events):
            self._count(state)
        hands = [fighter.hand for fighter in state.fighters]
        self.held = [before | now for before, now in zip(self.held or hands, hands, strict=True)]

    def _count(self, state: State) -> None:
        """A round has ended."""
        assert isinstance(state, Arena)
        for who, held in enumerate(self.held):
            counts = self.counts[state.owner(who)]
            for card in members_of(held):
                counts[f"held:{state.pack.cards[card].name}"] += 1
        self.held = []


class Harm(Observer):
    """Counts wounds by cause, for those who inflict and those who suffer them, and defeats.

    Causes: melee and ranged attacks, slam (a push against a wall or fighter), special and unique (wounds
    without an attack), injury and fate; of defeats also the snare. Wounds beyond the last one a fighter has
    left are not counted.
    """

    def step(self, state: State, seat: int, action: int, events: Sequence[Event]) -> None:
        assert isinstance(state, Arena)
        for event in events:
            if event.kind == "wounded":
                self._note_wounds(state, event)
            elif event.kind == "defeated":
                self.counts[state.owner(event.a)][f"defeat:{event.cause}"] += 1
                self.of_game["defeats"] += 1

    def _note_wounds(self, arena: Arena, event: Event) -> None:
        wounds = min(event.b, event.c)
        self.counts[arena.owner(event.a)][f"suffered:{event.cause}"] += wounds
        if event.by != NOBODY:
            self.counts[arena.owner(event.by)][f"wounds:{event.cause}"] += wounds


def arena_observers() -> list[Observer]:
    """All of them, fresh."""
    return [Arrivals(), Plays(), Hands(), Harm()]
