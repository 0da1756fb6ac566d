"""What happens in a raid, a sentence an event."""

from __future__ import annotations

from typing import Any

from harena.core.prose import capital, count, genitive
from harena.core.telling import Teller, tells
from harena.core.view import Told
from harena.games.dawn_raid.pack.cards import ROLE_NAMES, TYPE_NAMES, Card, DawnRaidPack

ROLE_TITLES = {
    "hq": "HQ",
    "troops": "Troops",
    "elites": "Elites",
    "fast_attack": "Fast Attack",
    "heavy_support": "Heavy Support",
}


class DawnRaidTeller(Teller[DawnRaidPack, Any]):
    """Tells events, which name players by their seats."""

    @tells("took_deck")
    def _took_deck(self, event: Told) -> str:
        return f"{self.does(event.a, 'play', 'plays')} {self.pack.deck_titles[event.b]}."

    @tells("attacks_first")
    def _attacks_first(self, event: Told) -> str:
        return f"{self.does(event.a, 'attack', 'attacks')} first."

    @tells("attacks_next")
    def _attacks_next(self, event: Told) -> str:
        return f"{self.does(event.a, 'attack', 'attacks')} next."

    @tells("turned_up")
    def _turned_up(self, event: Told) -> str:
        card = self.pack.cards[event.b]
        return f"{self.does(event.a, 'turn up', 'turns up')} {card.name} ({scores_of(card)})."

    @tells("named")
    def _named(self, event: Told) -> str:
        return f"{self.does(event.a, 'call', 'calls')}: {TYPE_NAMES[event.b]} {event.c}."

    @tells("changed_type")
    def _changed_type(self, event: Told) -> str:
        change = self.does(event.a, "change", "changes")
        return f"{change} the raid to {TYPE_NAMES[event.b]}: {event.c}."

    @tells("used_role")
    def _used_role(self, event: Told) -> str:
        card, role = self.pack.cards[event.b].name, ROLE_TITLES[ROLE_NAMES[event.c]]
        return f"{self.does(event.a, 'use', 'uses')} {genitive(card)} role, {role}."

    @tells("put_back")
    def _put_back(self, event: Told) -> str:
        card = self.pack.cards[event.b].name
        return f"{self.does(event.a, 'put', 'puts')} {card} at the back of the deck."

    @tells("compared")
    def _compared(self, event: Told) -> str:
        outcome = (
            "the attack wins" if event.b > event.c else "the defence wins" if event.c > event.b else "equal"
        )
        return f"{capital(TYPE_NAMES[event.a])} {event.b} against {event.c}: {outcome}."

    @tells("drawn")
    def _drawn(self, event: Told) -> str:
        stays = "stay" if self.is_you(event.a) else "stays"
        return f"The battle is drawn; {self.whom(event.a)} {stays} the Attacker."

    @tells("to_pot")
    def _to_pot(self, event: Told) -> str:
        return f"{count(event.a, 'card')} go to the pot, which now holds {event.b}."

    @tells("continued")
    def _continued(self, event: Told) -> str:
        return f"{self.does(event.a, 'continue', 'continues')} the raid."

    @tells("took_over")
    def _took_over(self, event: Told) -> str:
        return f"{self.does(event.a, 'take over the raid and attack', 'takes over the raid and attacks')}."

    @tells("banked")
    def _banked(self, event: Told) -> str:
        return f"{self.does(event.a, 'bank', 'banks')} the {count(event.b, 'card')} in the pot."

    @tells("ended_raid")
    def _ended_raid(self, event: Told) -> str:
        end = self.does(event.a, "end the raid and take", "ends the raid and takes")
        return f"{end} {count(event.b, 'card')}."

    @tells("pot_lost")
    def _pot_lost(self, event: Told) -> str:
        return f"The last battle was drawn: the {count(event.a, 'card')} in the pot go to nobody."

    @tells("counted")
    def _counted(self, event: Told) -> str:
        return f"{self.does(event.a, 'have', 'has')} {count(event.c, 'card')} and {skulls_in_words(event.b)}."

    @tells("won")
    def _won(self, event: Told) -> str:
        high, low = max(event.b, event.c), min(event.b, event.c)
        return f"{self.does(event.a, 'win', 'wins')} the game, {skulls_in_words(high)} to {low}."

    @tells("game_drawn")
    def _game_drawn(self, event: Told) -> str:
        return f"The game is a draw: {skulls_in_words(event.a)} each."


def scores_of(card: Card) -> str:
    """A card's scores in a row: 3/5/2."""
    return "/".join(str(score) for score in card.scores)


def skulls_in_words(n: int) -> str:
    return count(n, "skull")
