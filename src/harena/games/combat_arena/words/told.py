"""What happens in the arena, a sentence an event, and who is who in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from harena.core.bits import members_of
from harena.core.view import Told
from harena.games.combat_arena.actions import ATTACK_ROW, SPECIAL_ROW
from harena.games.combat_arena.pack.content import ArenaPack, Character
from harena.games.combat_arena.state import NEUTRAL, NOBODY
from harena.games.combat_arena.view import ArenaView, FighterView
from harena.games.combat_arena.words.effects import needed, pips
from harena.games.combat_arena.words.hampered import Hampered
from harena.games.combat_arena.words.printed import (
    BOX_TITLES,
    count,
    hampers,
    listed,
    or_more,
    space_number,
)

WAYS = {
    "e": "east",
    "se": "south-east",
    "sw": "south-west",
    "w": "west",
    "nw": "north-west",
    "ne": "north-east",
}
DIRECTION_TITLES = tuple(WAYS.values())


@dataclass(frozen=True)
class Known:
    """Who a fighter is, as far as it was told: its player, side and character."""

    owner: int = NOBODY
    side: int = NOBODY
    character: int = NOBODY
    champion: bool = False


class Teller:
    """Tells events. Events name fighters by number, so it remembers who each of them is:
    from every view it is shown (`learn`) and from the events of the set-up."""

    def __init__(self, pack: ArenaPack, names: Sequence[str]) -> None:
        self.pack = pack
        self.names = list(names)
        self.known: dict[int, Known] = {}
        self._learned: list[FighterView] = []  # the fighters of the view it was shown last
        self._characters = {character.id: n for n, character in enumerate(pack.characters)}

    # --- who is who

    def learn(self, view: ArenaView) -> None:
        """Remember who is who."""
        if view.fighters is self._learned:
            return
        self._learned = view.fighters
        self.known = {
            number: Known(
                fighter.owner, fighter.side, self._characters.get(fighter.character, NOBODY), fighter.champion
            )
            for number, fighter in enumerate(view.fighters)
        }

    def _hear_of(self, number: int, character: int = NOBODY) -> None:
        """Remember what the set-up's events tell; a fighter of the first players' is always its own."""
        known = self.known.get(number)
        if known is None:
            known = Known(number if number < len(self.names) else NOBODY)
        if character != NOBODY:
            known = Known(known.owner, known.side, character, known.champion)
        self.known[number] = known

    def owner(self, number: int) -> int:
        known = self.known.get(number)
        if known is not None:
            return known.owner
        return number if number < len(self.names) else NOBODY

    def sheet(self, number: int) -> Character | None:
        """A fighter's reference card, once it is known."""
        character = self.known[number].character if number in self.known else NOBODY
        return None if character == NOBODY else self.pack.characters[character]

    def name(self, number: int) -> str:
        """A fighter by its name, or before it has one by its player's."""
        sheet = self.sheet(number)
        if sheet is not None:
            return sheet.name
        owner = self.owner(number)
        if owner == NOBODY:
            return f"Fighter {number + 1}"
        if not self._has_several(owner):
            return self.names[owner]
        own = [other for other in sorted(self.known) if self.owner(other) == owner]
        return f"{self.names[owner]}'s fighter {own.index(number) + 1}"

    def _has_several(self, owner: int) -> bool:
        """Has a player more than one fighter? Where a fighter's player is unknown it may be so."""
        owners = [known.owner for known in self.known.values()]
        return owners.count(owner) > 1 or NOBODY in owners

    def is_you(self, number: int, viewer: int) -> bool:
        """Is this the viewer's only fighter?"""
        return viewer >= 0 and self.owner(number) == viewer and not self._has_several(viewer)

    def subject(self, number: int, viewer: int) -> str:
        return "You" if self.is_you(number, viewer) else self.name(number)

    def whom(self, number: int, viewer: int) -> str:
        return "you" if self.is_you(number, viewer) else self.name(number)

    def whose(self, number: int, viewer: int) -> str:
        return "your" if self.is_you(number, viewer) else f"{self.name(number)}'s"

    def does(self, number: int, viewer: int, you: str, other: str) -> str:
        """A subject with its verb: You push, Brother Rafelo pushes."""
        return f"You {you}" if self.is_you(number, viewer) else f"{self.name(number)} {other}"

    def player(self, seat: int, viewer: int) -> str:
        return "you" if seat == viewer else self.names[seat]

    # --- events

    def tell(self, event: Told, viewer: int) -> str:
        """What happened, in a sentence."""
        sentence: str = getattr(self, f"_tell_{event.kind}")(event, viewer)
        return sentence[:1].upper() + sentence[1:]

    def faded(self, event: Told, viewer: int) -> str:
        """CA-2.3: nobody looks through the Initiative cards that were drawn before the last one."""
        if event.kind != "initiative":
            return ""
        return f"An Initiative card is drawn; {_cards_left(event.b)}."

    def _cards(self, cards: int) -> str:
        return ", ".join(self.pack.cards[card].name for card in members_of(cards))

    # the set-up

    def _tell_order_roll(self, event: Told, viewer: int) -> str:
        self._hear_of(event.a)
        owner = self.owner(event.a)
        if owner == NOBODY:
            return f"Fighter {event.a + 1} rolls {event.b} for the order."
        several = f" (fighter {event.a + 1})" if self._has_several(owner) else ""
        verb = "roll" if owner == viewer else "rolls"
        return f"{self.player(owner, viewer)} {verb} {event.b} for the order{several}."

    def _tell_took_fighter(self, event: Told, viewer: int) -> str:
        self._hear_of(event.a, event.b)
        owner, name = self.owner(event.a), self.pack.characters[event.b].name
        if owner == NOBODY:
            return f"{name} joins the fight."
        return f"{self.player(owner, viewer)} {'take' if owner == viewer else 'takes'} {name}."

    def _tell_placed(self, event: Told, viewer: int) -> str:
        return f"{self.does(event.a, viewer, 'start', 'starts')} on {self.pack.field.names[event.b]}."

    # the round

    def _tell_round(self, event: Told, viewer: int) -> str:
        return f"Round {event.a} begins."

    def _tell_dealt(self, event: Told, viewer: int) -> str:
        which = "" if event.secret is None else f": {self._cards(event.secret)}"
        return f"{self.does(event.a, viewer, 'are', 'is')} dealt {count(event.b, 'card')}{which}."

    def _tell_put_in(self, event: Told, viewer: int) -> str:
        return f"{self.does(event.a, viewer, 'put', 'puts')} in {count(event.b, 'Initiative card')}."

    def _tell_neutral_in(self, event: Told, viewer: int) -> str:
        return "The neutral Initiative card joins the deck."

    def _tell_initiative(self, event: Told, viewer: int) -> str:
        if event.a == NEUTRAL:
            return f"The neutral Initiative card is drawn; {_cards_left(event.b)}."
        return f"{self.whose(event.a, viewer)} Initiative card is drawn; {_cards_left(event.b)}."

    def _tell_hand_discarded(self, event: Told, viewer: int) -> str:
        return f"{self.does(event.a, viewer, 'discard', 'discards')} what is left: {self._cards(event.b)}."

    def _tell_recovered(self, event: Told, viewer: int) -> str:
        injuries = [self.pack.injuries[card].name for card in members_of(event.b)]
        return f"{self.does(event.a, viewer, 'recover', 'recovers')} from {listed(injuries)}."

    # a turn

    def _tell_no_cards(self, event: Told, viewer: int) -> str:
        return f"{self.does(event.a, viewer, 'have', 'has')} no cards, so nothing happens."

    def _tell_passed(self, event: Told, viewer: int) -> str:
        return f"{self.does(event.a, viewer, 'pass', 'passes')}."

    def _tell_discarded(self, event: Told, viewer: int) -> str:
        card = self.pack.cards[event.b].name
        if event.rule == "CA-3.1":  # played, which is told next
            return f"{self.does(event.a, viewer, 'lay', 'lays')} down {card}."
        if event.rule == "CA-8.2":
            return f"{self.does(event.a, viewer, 'reveal', 'reveals')} {card}."
        if event.rule == "CA-5.3":
            return f"{self.does(event.a, viewer, 'react', 'reacts')} with {card}."
        return f"{self.does(event.a, viewer, 'discard', 'discards')} {card}."

    def _tell_played(self, event: Told, viewer: int) -> str:
        card, row = self.pack.cards[event.b], event.c & 255
        hurt = Hampered(self.pack, event.c >> 8)
        if row >= SPECIAL_ROW:
            use = f"{self.does(event.a, viewer, 'use', 'uses')} {card.special} ({card.name})"
            return f"{use}{hurt.in_effect(card.effect)}."
        if row >= ATTACK_ROW:
            return (
                f"{self.does(event.a, viewer, 'attack', 'attacks')} with {card.name}: {hurt.dice(card.dice)}."
            )
        if card.hexes == 0:
            return f"{self.does(event.a, viewer, 'turn', 'turns')} with {card.name}."
        return f"{self.does(event.a, viewer, 'move', 'moves')} with {card.name}: {hurt.hexes(card.hexes)}."

    def _tell_used_unique(self, event: Told, viewer: int) -> str:
        sheet = self.pack.characters[event.b]
        hurt = Hampered(self.pack, event.c).in_effect(sheet.unique)
        return f"{self.does(event.a, viewer, 'use', 'uses')} the Unique action {sheet.unique_name}{hurt}."

    def _tell_handed_over(self, event: Told, viewer: int) -> str:
        return f"{self.does(event.a, viewer, 'let', 'lets')} {self.whom(event.b, viewer)} take this turn."

    def _tell_energy(self, event: Told, viewer: int) -> str:
        way = "rises" if event.b > 0 else "falls"
        cards = count(self.pack.track[event.c], "Initiative card")
        return f"{self.whose(event.a, viewer)} Energy {way} to {space_number(event.c)} ({cards})."

    def _tell_drew(self, event: Told, viewer: int) -> str:
        if event.b == 0:
            return f"{self.does(event.a, viewer, 'draw', 'draws')} no card: none is left."
        which = "" if event.secret is None else f": {self._cards(event.secret)}"
        return f"{self.does(event.a, viewer, 'draw', 'draws')} {count(event.b, 'card')}{which}."

    def _tell_healed(self, event: Told, viewer: int) -> str:
        if event.b == 0:
            return f"{self.does(event.a, viewer, 'have', 'has')} nothing to heal."
        return f"{self.does(event.a, viewer, 'heal', 'heals')} {count(event.b, 'wound')}."

    def _tell_mended(self, event: Told, viewer: int) -> str:
        put = self.does(event.a, viewer, "put", "puts")
        return f"{put} the Damage marker of {self.box(event.a, event.b)} back."

    def box(self, number: int, box: int) -> str:
        """A damage box by what is printed in it."""
        sheet = self.sheet(number)
        if sheet is None:
            return BOX_TITLES[box]
        printed = (sheet.melee, sheet.ranged, sheet.rule)[box]
        return BOX_TITLES[box] if printed is None else printed.name

    # moving and pushing

    def _tell_moved(self, event: Told, viewer: int) -> str:
        return f"{self.does(event.a, viewer, 'move', 'moves')} to {self.pack.field.names[event.b]}."

    def _tell_faced(self, event: Told, viewer: int) -> str:
        return f"{self.does(event.a, viewer, 'face', 'faces')} {DIRECTION_TITLES[event.b]}."

    def _tell_pushed(self, event: Told, viewer: int) -> str:
        push = self.does(event.a, viewer, "push", "pushes")
        return f"{push} {self.whom(event.b, viewer)} to {self.pack.field.names[event.c]}."

    def _tell_slammed(self, event: Told, viewer: int) -> str:
        push = self.does(event.a, viewer, "push", "pushes")
        what = f"{self.whom(event.b, viewer)} against a wall or a fighter"
        return f"{push} {what}: {count(event.c, 'wound')}."

    def _tell_snared(self, event: Told, viewer: int) -> str:
        there = self.pack.field.names[event.c]
        pushed = self.does(event.a, viewer, "are", "is")
        roll = "roll" if self.is_you(event.a, viewer) else "rolls"
        return f"{pushed} pushed towards the arc-snare on {there} and {roll} {event.b}, needing 4."

    def _tell_held_on(self, event: Told, viewer: int) -> str:
        hold = self.does(event.a, viewer, "hold on and stay", "holds on and stays")
        return f"{hold} out of the arc-snare with a total of {event.b}."

    # attacks

    def _tell_rerolled(self, event: Told, viewer: int) -> str:
        return f"{self.does(event.a, viewer, 're-roll', 're-rolls')} a {event.b}."

    def _tell_attacked(self, event: Told, viewer: int) -> str:
        hits = event.c & 15
        roll = f"{self.does(event.a, viewer, 'roll', 'rolls')} {pips(event)}"
        result = count(hits, "hit") if hits else "no hit"
        return f"{roll} against {self.whom(event.b, viewer)}, needing {needed(event)}: {result}."

    def _rule_name(self, number: int) -> str:
        sheet = self.sheet(number)
        return "own rule" if sheet is None or sheet.rule is None else sheet.rule.name

    def _tell_warded(self, event: Told, viewer: int) -> str:
        hits = count(event.b, "hit") if event.b else "no hit"
        return f"{self._rule_rolls(event, viewer)} and stops {hits}."

    def _rule_rolls(self, event: Told, viewer: int) -> str:
        """A fighter's own rule with the dice rolled for it."""
        rule = f"{self.whose(event.a, viewer)} {self._rule_name(event.a)}"
        return f"{rule} rolls {pips(event)}, needing {needed(event)},"

    def _tell_reaction_roll(self, event: Told, viewer: int) -> str:
        result = "it works" if event.b >= event.c else "it fails"
        roll = self.does(event.a, viewer, "roll", "rolls")
        return f"{roll} {event.b} for the reaction, needing {event.c}: {result}."

    def _tell_reacted(self, event: Told, viewer: int) -> str:
        special = self.pack.cards[event.b].special
        return f"{self.does(event.a, viewer, 'ignore', 'ignores')} {count(event.c, 'hit')} by {special}."

    # wounds

    def _tell_wounded(self, event: Told, viewer: int) -> str:
        return f"{self.does(event.a, viewer, 'suffer', 'suffers')} {count(event.b, 'wound')}."

    def _tell_endured(self, event: Told, viewer: int) -> str:
        wounds = count(event.b, "wound") if event.b else "no wound"
        return f"{self._rule_rolls(event, viewer)} and ignores {wounds}."

    def _tell_covered(self, event: Told, viewer: int) -> str:
        whose = self.whose(event.a, viewer)
        return f"An Injury marker covers {whose} top free health space, {event.b} in all."

    def _tell_injury_drawn(self, event: Told, viewer: int) -> str:
        injury = self.pack.injuries[event.b].name
        return f"{self.does(event.a, viewer, 'draw', 'draws')} a Critical Injury: {injury}."

    def _tell_injured(self, event: Told, viewer: int) -> str:
        injury = self.pack.injuries[event.b]
        lasting = f": {hampers(injury)}" if injury.lasts() else ""
        return f"{self.does(event.a, viewer, 'suffer', 'suffers')} {injury.name}{lasting}."

    def _tell_unmarked(self, event: Told, viewer: int) -> str:
        box = f"{self.whose(event.a, viewer)} {self.box(event.a, event.b)}"
        return f"{box} loses its Damage marker: the Wounded values count."

    def _tell_fatal_roll(self, event: Told, viewer: int) -> str:
        dead = event.b >= event.c
        yours = self.is_you(event.a, viewer)
        result = ("die" if yours else "dies") if dead else ("live" if yours else "lives")
        roll = self.does(event.a, viewer, "roll", "rolls")
        return f"{roll} {event.b}, where {or_more(event.c)} kills, and {result}."

    def _tell_defeated(self, event: Told, viewer: int) -> str:
        by = "" if event.b in (NOBODY, event.a) else f" by {self.whom(event.b, viewer)}"
        return f"{self.does(event.a, viewer, 'are', 'is')} defeated{by}."

    def _tell_rewarded(self, event: Told, viewer: int) -> str:
        gain, room = event.b, event.c
        result = f"{gain} Energy for it"
        if room < gain:
            result += ", but the track ends here" if room == 0 else f", but only {room} up to the track's top"
        return f"{self.does(event.a, viewer, 'win', 'wins')} {result}."

    def _tell_used_fate(self, event: Told, viewer: int) -> str:
        fate = self.pack.characters[event.b].fate_name
        return f"{self.does(event.a, viewer, 'use', 'uses')} a Fate from beyond defeat: {fate}."

    # the variants and the end

    def _tell_rolled_off(self, event: Told, viewer: int) -> str:
        first, second = self.subject(0, viewer), self.whom(1, viewer)
        tie = "a tie, each discards a random card, if they hold one"
        result = tie if event.a == event.b else "the higher may take a turn"
        return f"{first} rolled {event.a}, {second} {event.b}: {result}."

    def _tell_won(self, event: Told, viewer: int) -> str:
        how = " as the least wounded" if event.b else ""
        winners = self._of_sides(event.a)
        if not winners:
            return f"The game is over: one side wins{how}."
        if any(known.champion for known in self.known.values()):
            champion = self.known[winners[0]].champion
            return f"The {'Champion wins' if champion else 'Challengers win'} the game{how}."
        plural = len(winners) > 1 or self.is_you(winners[0], viewer)
        names = listed([self.whom(number, viewer) for number in winners])
        return f"{names} {'win' if plural else 'wins'} the game{how}."

    def _tell_game_drawn(self, event: Told, viewer: int) -> str:
        return "The game is a draw."

    def _of_sides(self, sides: int) -> list[int]:
        """The fighters of some sides, if it is known whose side each is on."""
        return [n for n, known in sorted(self.known.items()) if known.side >= 0 and sides >> known.side & 1]


def _cards_left(n: int) -> str:
    """How many Initiative cards are still to come."""
    return "the last one" if n == 0 else f"{n} {'is' if n == 1 else 'are'} left"
