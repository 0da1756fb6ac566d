"""Observers that count what a designer of Dawn Raid decks wants to know."""

from __future__ import annotations

from collections.abc import Sequence

from harena.core.bits import count_bits
from harena.core.event import Event
from harena.core.observer import Observer
from harena.core.state import State
from harena.games.dawn_raid.actions import BANK, CONTINUE, END_RAID, TAKE_OVER
from harena.games.dawn_raid.pack.cards import ELITES, ROLE_NAMES, DawnRaidPack
from harena.games.dawn_raid.state import Table

CHOICES = {END_RAID: "end", CONTINUE: "continue", TAKE_OVER: "take_over", BANK: "bank"}


class Battles(Observer):
    """Counts battles, and by card how they went.

    Every card is played in every game, so that it was played says nothing about it. Instead `card:<name>`
    counts the battles its side won with it, and `lost:<name>` those lost. So per game it tells how often the
    card prevails, and set against who won the game, how much its victories matter. Both cards of a pair
    (DR-3.4) share their battle; a drawn battle is in neither.
    """

    def __init__(self, pack: DawnRaidPack) -> None:
        super().__init__()
        self.names = [card.name for card in pack.cards]
        self.fighting: dict[int, list[int]] = {}  # by seat, the Attacker first: the cards of this battle

    def before(self, state: State, events: Sequence[Event]) -> None:
        super().before(state, events)
        self.fighting = {}
        self.read(events)

    def step(self, state: State, seat: int, action: int, events: Sequence[Event]) -> None:
        self.read(events)

    def read(self, events: Sequence[Event]) -> None:
        """Follow the cards from being turned up to the end of their battle."""
        for event in events:
            if event.kind == "turned_up":
                self.fighting.setdefault(event.a, []).append(event.b)
            elif event.kind == "put_back":
                self.fighting[event.a].remove(event.b)
            elif event.kind == "compared" and event.b != event.c:
                self.decided(event.b > event.c)
            elif event.kind == "drawn":
                self.of_game["battles"] += 1
                self.of_game["drawn battles"] += 1
                self.fighting = {}

    def decided(self, attacker_won: bool) -> None:
        """One side has won the battle."""
        self.of_game["battles"] += 1
        for place, (seat, cards) in enumerate(self.fighting.items()):
            kind = "card" if (place == 0) == attacker_won else "lost"
            self.counts[seat].update(f"{kind}:{self.names[card]}" for card in cards)
        self.fighting = {}


class Raids(Observer):
    """Notes who has which deck and attacks first, and counts what the seats decide and bring home.

    By seat: `role:<role>` used (Elites: banked), `raid:<choice>` made where there was one, `hq:taken` and
    `cards:taken`, which lie in the pile at the end. Of the game: `raids`, and `pots lost` (DR-4.1).
    """

    def __init__(self, pack: DawnRaidPack) -> None:
        super().__init__()
        self.pack = pack

    def before(self, state: State, events: Sequence[Event]) -> None:
        super().before(state, events)
        for event in events:
            if event.kind == "took_deck":
                self.traits[event.a]["deck"] = self.pack.deck_titles[event.b]
            elif event.kind == "attacks_first":
                for seat, traits in enumerate(self.traits):
                    traits["first attacker"] = "yes" if seat == event.a else "no"

    def step(self, state: State, seat: int, action: int, events: Sequence[Event]) -> None:
        if action in CHOICES:
            self.counts[seat][f"raid:{CHOICES[action]}"] += 1
        for event in events:
            if event.kind == "used_role":
                self.counts[event.a][f"role:{ROLE_NAMES[event.c]}"] += 1
            elif event.kind == "banked":
                self.counts[event.a][f"role:{ROLE_NAMES[ELITES]}"] += 1
            elif event.kind == "pot_lost":
                self.of_game["pots lost"] += 1

    def after(self, state: State) -> None:
        assert isinstance(state, Table)
        self.of_game["raids"] = state.raid
        for counts, side in zip(self.counts, state.sides, strict=True):
            counts["hq:taken"] = count_bits(side.pile & self.pack.hq)
            counts["cards:taken"] = count_bits(side.pile)
