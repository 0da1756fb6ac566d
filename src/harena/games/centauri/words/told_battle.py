"""What happens in a combat, a sentence an event."""

from __future__ import annotations

from harena.core.telling import tells
from harena.core.view import Told
from harena.games.centauri.pack.content import BOSS
from harena.games.centauri.state import FOE
from harena.games.centauri.words.glimpses import pips
from harena.games.centauri.words.naming import Naming
from harena.games.centauri.words.printed import successes

NO_LEVEL = 0  # of a foe: players fight each other


class BattleTeller(Naming):
    """Tells the events of combats; their numbers are armadas, and FOE for the Raider or Boss."""

    # --- how it begins and goes on

    @tells("battle")
    def _battle(self, event: Told) -> str:
        there = self.sector(event.a)
        if event.b == NO_LEVEL:
            who = f"{self.team(0)} and {self.team(1)}" if self.seats == 2 else "the teams"
            return f"Combat between {who} at {there}."
        return f"Combat with {self.foe(event.b)} at {there}."

    @tells("initiative")
    def _initiative(self, event: Told) -> str:
        boss = "boss" if event.by == BOSS else ""  # the level of the foe that is fought
        roll = self.fighter_does(event.a, "roll", "rolls", boss)
        if event.cause == "tie":
            return f"{roll} {event.b} to settle the tie."
        return f"{roll} {pips(event)} for initiative, {event.b} in all."

    @tells("clash")
    def _clash(self, event: Told) -> str:
        return f"Combat round {event.a} begins."

    @tells("stand_off")
    def _stand_off(self, event: Told) -> str:
        return f"The combat at {self.sector(event.a)} ends in a stand-off."

    @tells("joined")
    def _joined(self, event: Told) -> str:
        return f"{self.armada_does(event.a, 'join', 'joins')} the fight against the Boss."

    @tells("left_boss")
    def _left_boss(self, event: Told) -> str:
        return f"{self.armada_does(event.a, 'leave', 'leaves')} the Boss alone."

    # --- deciding and fleeing

    @tells("fights")
    def _fights(self, event: Told) -> str:
        return f"{self.armada_does(event.a, 'stay', 'stays')} to fight."

    @tells("flees")
    def _flees(self, event: Told) -> str:
        return f"{self.armada_does(event.a, 'try', 'tries')} to flee."

    @tells("shield_dice")
    def _shield_dice(self, event: Told) -> str:
        roll = self.armada_does(event.a, "roll", "rolls")
        return f"{roll} {pips(event)} with the Shield: {successes(event.b)}."

    @tells("fled")
    def _fled(self, event: Told) -> str:
        return f"{self.armada_does(event.a, 'get', 'gets')} away to {self.sector(event.b)}."

    # --- Buff and Engage

    @tells("buff_passed")
    def _buff_passed(self, event: Told) -> str:
        return f"{self.does(event.a, 'play', 'plays')} no card."

    @tells("attacked")
    def _attacked(self, event: Told) -> str:
        attack = self.fighter_does(event.a, "attack", "attacks", event.cause)
        whom = self.fighter(event.b, event.cause)
        flight = " in flight" if event.cause == "opportunity" else ""
        return f"{attack} {whom}{flight} with {pips(event)}: {successes(event.c)}."

    @tells("rerolled")
    def _rerolled(self, event: Told) -> str:
        roll = self.fighter_does(event.a, "roll", "rolls", event.cause)
        return f"{roll} the misses again, {pips(event)}: {successes(event.c, 'more')}."

    @tells("damaged")
    def _damaged(self, event: Told) -> str:
        take = self.fighter_does(event.a, "take", "takes", event.cause)
        return f"{take} {event.b} damage; {event.c or 'no'} Hull is left."

    @tells("stopped")
    def _stopped(self, event: Told) -> str:
        them = "it" if event.b == 1 else "them"
        if event.a != FOE and self.each == 1:
            return f"{self.whose(self.owner(event.a))} Shield stops {them}."
        return f"The Shield of {self.fighter(event.a, event.cause)} stops {them}."

    @tells("blazes")
    def _blazes(self, event: Told) -> str:
        return f"{self.armada_does(event.a, 'stake', 'stakes')} everything on this combat round."

    @tells("burnt_out")
    def _burnt_out(self, event: Told) -> str:
        return f"{self.armada_does(event.a, 'burn', 'burns')} out in the blaze."

    @tells("destroyed")
    def _destroyed(self, event: Told) -> str:
        return f"{self.armada_does(event.a, 'are', 'is')} destroyed at {self.sector(event.b)}."

    @tells("dropped")
    def _dropped(self, event: Told) -> str:
        return f"The power module of {self.armada(event.a)} stays at {self.sector(event.b)}."

    @tells("returned")
    def _returned(self, event: Told) -> str:
        return f"{self.armada_does(event.a, 'return', 'returns')} to {self.sector(event.b)} with a full Hull."

    @tells("slain")
    def _slain(self, event: Told) -> str:
        destroy = self.armada_does(event.by, "destroy", "destroys")
        return f"{destroy} {self.foe(event.b)} at {self.sector(event.a)}."
