"""What happens in the arena, a sentence an event, and who is who in them."""

from __future__ import annotations

from harena.core.bits import members_of
from harena.core.prose import count, genitive, listed, or_more
from harena.core.telling import Teller, fades, tells
from harena.core.view import Told
from harena.games.combat_arena.actions import ATTACK_ROW, SPECIAL_ROW
from harena.games.combat_arena.pack.content import ArenaPack, Character
from harena.games.combat_arena.state import NEUTRAL, NOBODY
from harena.games.combat_arena.view import Cast
from harena.games.combat_arena.words.glimpses import pips
from harena.games.combat_arena.words.hampered import Hampered
from harena.games.combat_arena.words.position import characters_of
from harena.games.combat_arena.words.printed import BOX_TITLES, hampers, space_number

WAYS = {
    "e": "east",
    "se": "south-east",
    "sw": "south-west",
    "w": "west",
    "nw": "north-west",
    "ne": "north-east",
}
DIRECTION_TITLES = tuple(WAYS.values())


class ArenaTeller(Teller[ArenaPack, Cast]):
    """Tells events, which name fighters by number; the cast says who each of them is."""

    # --- who is who

    def owner(self, number: int) -> int:
        return self.cast[number].owner

    def sheet(self, number: int) -> Character | None:
        """A fighter's reference card, once it is picked."""
        return characters_of(self.pack).get(self.cast[number].character)

    def name(self, number: int) -> str:
        """A fighter by its name, or before it has one by its player's."""
        sheet = self.sheet(number)
        if sheet is not None:
            return sheet.name
        owner = self.owner(number)
        if not self._has_several(owner):
            return self.names[owner]
        own = [other for other, role in enumerate(self.cast) if role.owner == owner]
        return f"{genitive(self.names[owner])} fighter {own.index(number) + 1}"

    def _has_several(self, owner: int) -> bool:
        """Has a player more than one fighter?"""
        return sum(role.owner == owner for role in self.cast) > 1

    def is_you(self, number: int) -> bool:
        """Is this the viewer's only fighter?"""
        return self.viewer >= 0 and self.owner(number) == self.viewer and not self._has_several(self.viewer)

    # --- events

    @fades("initiative")
    def _drawn_before(self, event: Told) -> str:
        """CA-2.3: nobody looks through the Initiative cards that were drawn before the last one."""
        return f"An Initiative card is drawn; {_cards_left(event.b)}."

    def _cards(self, cards: int) -> str:
        return ", ".join(self.pack.cards[card].name for card in members_of(cards))

    # the set-up

    @tells("order_roll")
    def _order_roll(self, event: Told) -> str:
        owner = self.owner(event.a)
        several = f" (fighter {event.a + 1})" if self._has_several(owner) else ""
        verb = "roll" if owner == self.viewer else "rolls"
        return f"{self.player(owner)} {verb} {event.b} for the order{several}."

    @tells("took_fighter")
    def _took_fighter(self, event: Told) -> str:
        owner, name = self.owner(event.a), self.pack.characters[event.b].name
        return f"{self.player(owner)} {'take' if owner == self.viewer else 'takes'} {name}."

    @tells("placed")
    def _placed(self, event: Told) -> str:
        return f"{self.does(event.a, 'start', 'starts')} on {self.pack.field.names[event.b]}."

    # the round

    @tells("round")
    def _round(self, event: Told) -> str:
        return f"Round {event.a} begins."

    @tells("dealt")
    def _dealt(self, event: Told) -> str:
        which = "" if event.secret is None else f": {self._cards(event.secret)}"
        return f"{self.does(event.a, 'are', 'is')} dealt {count(event.b, 'card')}{which}."

    @tells("put_in")
    def _put_in(self, event: Told) -> str:
        return f"{self.does(event.a, 'put', 'puts')} in {count(event.b, 'Initiative card')}."

    @tells("neutral_in")
    def _neutral_in(self, event: Told) -> str:
        return "The neutral Initiative card joins the deck."

    @tells("initiative")
    def _initiative(self, event: Told) -> str:
        if event.a == NEUTRAL:
            return f"The neutral Initiative card is drawn; {_cards_left(event.b)}."
        return f"{self.whose(event.a)} Initiative card is drawn; {_cards_left(event.b)}."

    @tells("hand_discarded")
    def _hand_discarded(self, event: Told) -> str:
        return f"{self.does(event.a, 'discard', 'discards')} what is left: {self._cards(event.b)}."

    @tells("recovered")
    def _recovered(self, event: Told) -> str:
        injuries = [self.pack.injuries[card].name for card in members_of(event.b)]
        return f"{self.does(event.a, 'recover', 'recovers')} from {listed(injuries)}."

    # a turn

    @tells("no_cards")
    def _no_cards(self, event: Told) -> str:
        return f"{self.does(event.a, 'have', 'has')} no cards, so nothing happens."

    @tells("passed")
    def _passed(self, event: Told) -> str:
        return f"{self.does(event.a, 'pass', 'passes')}."

    @tells("discarded")
    def _discarded(self, event: Told) -> str:
        card = self.pack.cards[event.b].name
        if event.rule == "CA-3.1":  # played, which is told next
            return f"{self.does(event.a, 'lay', 'lays')} down {card}."
        if event.rule == "CA-8.2":
            return f"{self.does(event.a, 'reveal', 'reveals')} {card}."
        if event.rule == "CA-5.3":
            return f"{self.does(event.a, 'react', 'reacts')} with {card}."
        return f"{self.does(event.a, 'discard', 'discards')} {card}."

    @tells("played")
    def _played(self, event: Told) -> str:
        card, row = self.pack.cards[event.b], event.c & 255
        hurt = Hampered(self.pack, event.c >> 8)
        if row >= SPECIAL_ROW:
            use = f"{self.does(event.a, 'use', 'uses')} {card.special} ({card.name})"
            return f"{use}{hurt.in_effect(card.effect)}."
        if row >= ATTACK_ROW:
            return f"{self.does(event.a, 'attack', 'attacks')} with {card.name}: {hurt.dice(card.dice)}."
        if card.hexes == 0:
            return f"{self.does(event.a, 'turn', 'turns')} with {card.name}."
        return f"{self.does(event.a, 'move', 'moves')} with {card.name}: {hurt.hexes(card.hexes)}."

    @tells("used_unique")
    def _used_unique(self, event: Told) -> str:
        sheet = self.pack.characters[event.b]
        hurt = Hampered(self.pack, event.c).in_effect(sheet.unique)
        return f"{self.does(event.a, 'use', 'uses')} the Unique action {sheet.unique_name}{hurt}."

    @tells("handed_over")
    def _handed_over(self, event: Told) -> str:
        return f"{self.does(event.a, 'let', 'lets')} {self.whom(event.b)} take this turn."

    @tells("energy")
    def _energy(self, event: Told) -> str:
        way = "rises" if event.b > 0 else "falls"
        cards = count(self.pack.track[event.c], "Initiative card")
        return f"{self.whose(event.a)} Energy {way} to {space_number(event.c)} ({cards})."

    @tells("drew")
    def _drew(self, event: Told) -> str:
        if event.b == 0:
            return f"{self.does(event.a, 'draw', 'draws')} no card: none is left."
        which = "" if event.secret is None else f": {self._cards(event.secret)}"
        return f"{self.does(event.a, 'draw', 'draws')} {count(event.b, 'card')}{which}."

    @tells("healed")
    def _healed(self, event: Told) -> str:
        if event.b == 0:
            return f"{self.does(event.a, 'have', 'has')} nothing to heal."
        return f"{self.does(event.a, 'heal', 'heals')} {count(event.b, 'wound')}."

    @tells("mended")
    def _mended(self, event: Told) -> str:
        put = self.does(event.a, "put", "puts")
        return f"{put} the Damage marker of {self.box(event.a, event.b)} back."

    def box(self, number: int, box: int) -> str:
        """A damage box by what is printed in it."""
        sheet = self.sheet(number)
        if sheet is None:
            return BOX_TITLES[box]
        printed = (sheet.melee, sheet.ranged, sheet.rule)[box]
        return BOX_TITLES[box] if printed is None else printed.name

    # moving and pushing

    @tells("moved")
    def _moved(self, event: Told) -> str:
        return f"{self.does(event.a, 'move', 'moves')} to {self.pack.field.names[event.b]}."

    @tells("faced")
    def _faced(self, event: Told) -> str:
        return f"{self.does(event.a, 'face', 'faces')} {DIRECTION_TITLES[event.b]}."

    @tells("pushed")
    def _pushed(self, event: Told) -> str:
        push = self.does(event.a, "push", "pushes")
        return f"{push} {self.whom(event.b)} to {self.pack.field.names[event.c]}."

    @tells("slammed")
    def _slammed(self, event: Told) -> str:
        push = self.does(event.a, "push", "pushes")
        what = f"{self.whom(event.b)} against a wall or a fighter"
        return f"{push} {what}: {count(event.c, 'wound')}."

    @tells("snared")
    def _snared(self, event: Told) -> str:
        there = self.pack.field.names[event.c]
        pushed = self.does(event.a, "are", "is")
        roll = "roll" if self.is_you(event.a) else "rolls"
        return f"{pushed} pushed towards the arc-snare on {there} and {roll} {event.b}, needing 4."

    @tells("held_on")
    def _held_on(self, event: Told) -> str:
        hold = self.does(event.a, "hold on and stay", "holds on and stays")
        return f"{hold} out of the arc-snare with a total of {event.b}."

    # attacks

    @tells("rerolled")
    def _rerolled(self, event: Told) -> str:
        return f"{self.does(event.a, 're-roll', 're-rolls')} a {event.b}."

    @tells("attacked")
    def _attacked(self, event: Told) -> str:
        hits = sum(die >= event.c for die in event.dice)
        roll = f"{self.does(event.a, 'roll', 'rolls')} {pips(event)}"
        result = count(hits, "hit") if hits else "no hit"
        return f"{roll} against {self.whom(event.b)}, needing {event.c}: {result}."

    def _rule_name(self, number: int) -> str:
        sheet = self.sheet(number)
        return "own rule" if sheet is None or sheet.rule is None else sheet.rule.name

    @tells("warded")
    def _warded(self, event: Told) -> str:
        hits = count(event.b, "hit") if event.b else "no hit"
        return f"{self._rule_rolls(event)} and stops {hits}."

    def _rule_rolls(self, event: Told) -> str:
        """A fighter's own rule with the dice rolled for it."""
        rule = f"{self.whose(event.a)} {self._rule_name(event.a)}"
        return f"{rule} rolls {pips(event)}, needing {event.c},"

    @tells("reaction_roll")
    def _reaction_roll(self, event: Told) -> str:
        result = "it works" if event.b >= event.c else "it fails"
        roll = self.does(event.a, "roll", "rolls")
        return f"{roll} {event.b} for the reaction, needing {event.c}: {result}."

    @tells("reacted")
    def _reacted(self, event: Told) -> str:
        special = self.pack.cards[event.b].special
        return f"{self.does(event.a, 'ignore', 'ignores')} {count(event.c, 'hit')} with {special}."

    # wounds

    @tells("wounded")
    def _wounded(self, event: Told) -> str:
        return f"{self.does(event.a, 'suffer', 'suffers')} {count(event.b, 'wound')}."

    @tells("endured")
    def _endured(self, event: Told) -> str:
        wounds = count(event.b, "wound") if event.b else "no wound"
        return f"{self._rule_rolls(event)} and ignores {wounds}."

    @tells("covered")
    def _covered(self, event: Told) -> str:
        whose = self.whose(event.a)
        return f"An Injury marker covers {whose} top free health space, {event.b} in all."

    @tells("injury_drawn")
    def _injury_drawn(self, event: Told) -> str:
        injury = self.pack.injuries[event.b].name
        return f"{self.does(event.a, 'draw', 'draws')} a Critical Injury: {injury}."

    @tells("injured")
    def _injured(self, event: Told) -> str:
        injury = self.pack.injuries[event.b]
        lasting = f": {hampers(injury)}" if injury.lasts() else ""
        return f"{self.does(event.a, 'suffer', 'suffers')} {injury.name}{lasting}."

    @tells("unmarked")
    def _unmarked(self, event: Told) -> str:
        box = f"{self.whose(event.a)} {self.box(event.a, event.b)}"
        return f"{box} loses its Damage marker: the Wounded values count."

    @tells("fatal_roll")
    def _fatal_roll(self, event: Told) -> str:
        dead = event.b >= event.c
        yours = self.is_you(event.a)
        result = ("die" if yours else "dies") if dead else ("live" if yours else "lives")
        roll = self.does(event.a, "roll", "rolls")
        return f"{roll} {event.b}, where {or_more(event.c, most=6)} kills, and {result}."

    @tells("defeated")
    def _defeated(self, event: Told) -> str:
        by = "" if event.b in (NOBODY, event.a) else f" by {self.whom(event.b)}"
        return f"{self.does(event.a, 'are', 'is')} defeated{by}."

    @tells("rewarded")
    def _rewarded(self, event: Told) -> str:
        gain, room = event.b, event.c
        result = f"{gain} Energy for it"
        if room < gain:
            result += ", but the track ends here" if room == 0 else f", but only {room} up to the track's top"
        return f"{self.does(event.a, 'win', 'wins')} {result}."

    @tells("used_fate")
    def _used_fate(self, event: Told) -> str:
        fate = self.pack.characters[event.b].fate_name
        return f"{self.does(event.a, 'use', 'uses')} a Fate from beyond defeat: {fate}."

    # the variants and the end

    @tells("rolled_off")
    def _rolled_off(self, event: Told) -> str:
        first, second = self.subject(0), self.whom(1)
        tie = "a tie, each discards a random card, if they hold one"
        result = tie if event.a == event.b else "the higher may take a turn"
        return f"{first} rolled {event.a}, {second} {event.b}: {result}."

    @tells("won")
    def _won(self, event: Told) -> str:
        how = " as the least wounded" if event.b else ""
        winners = [number for number, role in enumerate(self.cast) if event.a >> role.side & 1]
        if any(role.champion for role in self.cast):
            champion = self.cast[winners[0]].champion
            return f"The {'Champion wins' if champion else 'Challengers win'} the game{how}."
        several = len(winners) > 1 or self.is_you(winners[0])
        names = listed([self.whom(number) for number in winners])
        return f"{names} {'win' if several else 'wins'} the game{how}."

    @tells("game_drawn")
    def _game_drawn(self, event: Told) -> str:
        return "The game is a draw."


def _cards_left(n: int) -> str:
    """How many Initiative cards are still to come."""
    return "the last one" if n == 0 else f"{n} {'is' if n == 1 else 'are'} left"
