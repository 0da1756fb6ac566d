"""Onlookers that count what matters in the arena: fighters and places, cards and rows, wounds and defeats."""

from __future__ import annotations

from collections.abc import Sequence

from harena.core.bits import members_of
from harena.core.event import Event
from harena.core.observer import Observer
from harena.core.state import State
from harena.games.combat_arena.actions import ATTACK_ROW, KIND, SPECIAL_ROW
from harena.games.combat_arena.pack.content import ATTACK, EITHER, KIND_NAMES, MELEE, RANGED, WOUND, Effect
from harena.games.combat_arena.rules.fighter import Fighter
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

    def __init__(self) -> None:
        super().__init__()
        self.turn_begins = False

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
            elif event.kind == "initiative":
                self.turn_begins = True
            elif event.kind == "discarded" and event.rule == "CA-5.3":
                self._count_card(state, event, "reaction")
                self.counts[state.owner(event.a)][f"reaction:{state.pack.cards[event.b].name}"] += 1
            elif event.kind in TURN_TAKEN:
                self._count_turn(state, event)

    def _count_turn(self, arena: Arena, event: Event) -> None:
        if self.turn_begins:  # a Champion's second card is no second turn
            self.turn_begins = False
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
    """Counts wounds by what inflicted them, for who inflicted and who suffered them, and defeats.

    Sources: melee and ranged attacks, slam (a push against a wall or fighter), special and unique (wounds
    without an attack), injury and fate. Events do not name the source of a wound, but come in such an order
    that it is known. Wounds beyond the last one a fighter has left are not counted.
    """

    def __init__(self) -> None:
        super().__init__()
        self.action = ""  # what goes on: special, unique or fate; empty: a Move or an Attack
        self.effect: Effect | None = None  # of that action
        self.doer = NOBODY  # the fighter who does it
        self.kind = NOBODY  # of the attack to come, where its player chose it
        self.blow = ""  # what the next wound comes from, if not from the action itself
        self.blow_by = NOBODY
        self.harmer = NOBODY  # whose wound it was that led to the injuries being resolved
        self.hits = 0  # of the attack, still to be landed
        self.injury_wounds = 0  # how many times the injury being resolved still inflicts wounds
        self.pos: list[int] = []  # by fighter, when the event at hand happened
        self.facing: list[int] = []
        self.covered: list[int] = []
        self.cause: list[str] = []  # by fighter: what last brought it near defeat

    def before(self, state: State, events: Sequence[Event]) -> None:
        super().before(state, events)
        assert isinstance(state, Arena)
        self.pos = [fighter.pos for fighter in state.fighters]
        self.facing = [fighter.facing for fighter in state.fighters]
        self.covered = [fighter.covered for fighter in state.fighters]
        self.cause = ["" for _ in state.fighters]

    def step(self, state: State, seat: int, action: int, events: Sequence[Event]) -> None:
        assert isinstance(state, Arena)
        if KIND <= action <= KIND + RANGED:
            self.kind = action - KIND
        for number, event in enumerate(events):
            following = events[number + 1] if number + 1 < len(events) else None
            note = getattr(self, f"_note_{event.kind}", None)
            if note is not None:
                note(state, event, following)
        self.facing = [fighter.facing for fighter in state.fighters]  # a given facing is not told

    # --- what goes on

    def _begin(self, action: str, doer: int, effect: Effect | None) -> None:
        self.action, self.doer, self.effect = action, doer, effect
        self.kind, self.blow, self.hits, self.injury_wounds = NOBODY, "", 0, 0

    def _note_initiative(self, arena: Arena, event: Event, following: Event | None) -> None:
        self._begin("", NOBODY, None)

    def _note_played(self, arena: Arena, event: Event, following: Event | None) -> None:
        if event.c & 255 >= SPECIAL_ROW:
            self._begin("special", event.a, arena.pack.cards[event.b].effect)
        else:
            self._begin("", event.a, None)

    def _note_used_unique(self, arena: Arena, event: Event, following: Event | None) -> None:
        self._begin("unique", event.a, arena.pack.characters[event.b].unique)

    def _note_used_fate(self, arena: Arena, event: Event, following: Event | None) -> None:
        self._begin("fate", event.a, arena.pack.characters[event.b].fate)

    def _note_placed(self, arena: Arena, event: Event, following: Event | None) -> None:
        self.pos[event.a] = event.b

    def _note_moved(self, arena: Arena, event: Event, following: Event | None) -> None:
        self.pos[event.a] = event.b

    def _note_faced(self, arena: Arena, event: Event, following: Event | None) -> None:
        self.facing[event.a] = event.b

    def _note_pushed(self, arena: Arena, event: Event, following: Event | None) -> None:
        self.pos[event.b] = event.c

    # --- blows

    def _note_attacked(self, arena: Arena, event: Event, following: Event | None) -> None:
        self.hits = event.c & 15
        self.blow = KIND_NAMES[self._kind_of(arena, event)] if self.hits else ""
        self.blow_by = event.a
        self.kind = NOBODY

    def _kind_of(self, arena: Arena, event: Event) -> int:
        """Melee or ranged: what the effect says, or its player chose, or the only one that reached."""
        kinds = {verb.kind for verb in self.effect.verbs if verb.do == ATTACK} if self.effect else set()
        if len(kinds) == 1 and EITHER not in kinds:
            return kinds.pop()
        if self.kind != NOBODY:
            return self.kind
        strike = arena.fighters[event.a].strike(MELEE)
        zone = strike.zones[self.facing[event.a] * arena.field.count + self.pos[event.a]]
        return MELEE if zone >> self.pos[event.b] & 1 else RANGED

    def _note_warded(self, arena: Arena, event: Event, following: Event | None) -> None:
        self._take_hits(event.b)

    def _note_reacted(self, arena: Arena, event: Event, following: Event | None) -> None:
        self._take_hits(event.c)

    def _take_hits(self, hits: int) -> None:
        self.hits -= hits
        if self.hits <= 0:
            self.blow = ""

    def _note_slammed(self, arena: Arena, event: Event, following: Event | None) -> None:
        self.blow, self.blow_by = "slam", event.a

    def _note_injured(self, arena: Arena, event: Event, following: Event | None) -> None:
        verbs = arena.pack.injuries[event.b].effect.verbs
        self.injury_wounds = sum(verb.do == WOUND for verb in verbs)

    # --- wounds and defeats

    def _note_endured(self, arena: Arena, event: Event, following: Event | None) -> None:
        """If all its wounds were ignored, no wound follows, and the blow is spent."""
        if following is None or following.kind not in ("wounded", "endured") or following.a != event.a:
            self._source()

    def _source(self) -> tuple[str, int]:
        """What inflicts the wound at hand, and whose doing it is; it is spent by this."""
        if self.injury_wounds:
            self.injury_wounds -= 1
            return "injury", self.harmer
        if self.blow:
            source = self.blow, self.blow_by
            self.blow = ""
            return source
        return self.action, self.doer

    def _note_wounded(self, arena: Arena, event: Event, following: Event | None) -> None:
        source, by = self._source()
        wounds = min(event.b, wounds_left(arena.fighters[event.a], event.c, self.covered[event.a]))
        self.counts[arena.owner(event.a)][f"suffered:{source}"] += wounds
        if by != NOBODY:
            self.counts[arena.owner(by)][f"wounds:{source}"] += wounds
        self.cause[event.a] = source
        self.harmer = by

    def _note_covered(self, arena: Arena, event: Event, following: Event | None) -> None:
        self.covered[event.a] = event.b

    def _note_snared(self, arena: Arena, event: Event, following: Event | None) -> None:
        self.cause[event.a] = "snare"

    def _note_fatal_roll(self, arena: Arena, event: Event, following: Event | None) -> None:
        if event.b >= event.c:
            self.cause[event.a] = "injury"

    def _note_defeated(self, arena: Arena, event: Event, following: Event | None) -> None:
        self.counts[arena.owner(event.a)][f"defeat:{self.cause[event.a]}"] += 1
        self.of_game["defeats"] += 1
        self.injury_wounds = 0


def wounds_left(fighter: Fighter, marker: int, covered: int) -> int:
    """How many more wounds would have defeated a fighter when its marker and covered spaces were these."""
    then = fighter.copy()
    then.marker, then.covered, then.down = marker, covered, False
    return then.wounds_left()


def arena_observers() -> list[Observer]:
    """All of them, fresh."""
    return [Arrivals(), Plays(), Hands(), Harm()]
