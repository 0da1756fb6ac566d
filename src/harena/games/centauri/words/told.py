"""What happens in a game, a sentence an event: the set-up, the round and the map. Combats: told_battle.py."""

from __future__ import annotations

from harena.core.bits import members_of
from harena.core.prose import count, listed, sentence
from harena.core.telling import tells
from harena.core.view import Told
from harena.games.centauri.pack.content import (
    COLOUR_NAMES,
    GAIN_COMBAT_TOKENS,
    GAIN_EXPLORATION_TOKENS,
    GAIN_NAMES,
    NOBODY,
)
from harena.games.centauri.rules.ending import BY_CONVOY, BY_GOAL
from harena.games.centauri.words.glimpses import pips
from harena.games.centauri.words.printed import movement_points, successes, tokens, victory_points
from harena.games.centauri.words.told_battle import BattleTeller

SPENT_FOR = {  # what a token was spent for, by cause
    "point": "for a movement point",
    "evade": "to roll the Evade again",
    "die": "for one more die",
    "reroll": "to roll the misses again",
}
POINTS_FOR = {  # what victory points were gained for, by cause
    "kill": "for destroying an armada",
    "escape": "because an enemy fled",
    "delivery": "for a power module",
    "harmony": "for a power module in harmony",
    "raider": "for destroying a Raider",
    "trade": "for tokens",
}


class ArenaTeller(BattleTeller):
    """Tells events, which name players by seat and armadas by number."""

    def _card(self, kind: int) -> str:
        return self.pack.cards[kind].name

    # --- the set-up

    @tells("first_player")
    def _first_player(self, event: Told) -> str:
        return f"{self.does(event.a, 'are', 'is')} the first player."

    @tells("dealt_open")
    def _dealt_open(self, event: Told) -> str:
        return f"{self.does(event.a, 'are', 'is')} dealt {self._card(event.b)}, face up."

    @tells("picked_side")
    def _picked_side(self, event: Told) -> str:
        whose = f" for {self.team(event.b)}" if self.seats > 2 else ""
        return f"{self.does(event.a, 'pick', 'picks')} the start at {self.sector(event.c)}{whose}."

    @tells("stationed")
    def _stationed(self, event: Told) -> str:
        return f"{self.starbase(event.a)} stands at {self.sector(event.b)}."

    @tells("levelled")
    def _levelled(self, event: Told) -> str:
        what = f"{self.pack.tracks[event.b].name} level {event.c}"
        if event.cause == "spread":
            return f"{self.does(event.a, 'start', 'starts')} with {what}."
        return f"{self.does(event.a, 'buy', 'buys')} {what}."

    @tells("gained")
    def _gained(self, event: Told) -> str:
        if event.b in (GAIN_COMBAT_TOKENS, GAIN_EXPLORATION_TOKENS):
            return f"{self.does(event.a, 'get', 'gets')} {tokens(event.b - GAIN_COMBAT_TOKENS, event.c)}."
        return f"{self.whose(event.a)} {GAIN_NAMES[event.b].capitalize()} rises by {event.c}."

    # --- the round

    @tells("round")
    def _round(self, event: Told) -> str:
        return f"Round {event.a} begins, and {self.player(event.b)} {self._go(event.b)} first."

    def _go(self, seat: int) -> str:
        return "go" if self.is_you(seat) else "goes"

    @tells("retaliation")
    def _retaliation(self, event: Told) -> str:
        there = self.sector(event.a)
        return f"Ravager Retaliation: every power module goes, and one appears in the Black Hole ({there})."

    @tells("report")
    def _report(self, event: Told) -> str:
        number = f"Scanning Report {event.a + 1}"
        if self.scenario.colour_raises:
            return f"{number}: its colour is {COLOUR_NAMES[event.b]}."
        return f"{number} is drawn."

    @tells("raider")
    def _raider(self, event: Told) -> str:
        return f"{self.foe(event.b)} appears at {self.sector(event.a)}."

    @tells("surged")
    def _surged(self, event: Told) -> str:
        return f"The Raiders at {self.sector(event.a)} surge into one of level {event.b}."

    @tells("raised")
    def _raised(self, event: Told) -> str:
        return f"The Raider at {self.sector(event.a)} rises to level {event.b}."

    @tells("harmony")
    def _harmony(self, event: Told) -> str:
        pair = self.map.module_pairs[self.pack.reports[event.a].modules]
        where = [self.sector(sector) for sector in members_of(pair)]
        return f"{listed(where)} {'are' if len(where) > 1 else 'is'} in harmony this round."

    # --- cards

    @tells("drew")
    def _drew(self, event: Told) -> str:
        what = "a card" if event.secret is None else self._card(event.secret)
        return f"{self.does(event.a, 'draw', 'draws')} {what}."

    @tells("no_card")
    def _no_card(self, event: Told) -> str:
        return f"{self.does(event.a, 'draw', 'draws')} nothing: no card is left."

    @tells("reshuffled")
    def _reshuffled(self, event: Told) -> str:
        return "The discards are shuffled into a new deck."

    @tells("played")
    def _played(self, event: Told) -> str:
        play = f"{self.does(event.a, 'play', 'plays')} {self._card(event.b)}"
        with_which = event.c != NOBODY and self.each > 1
        return sentence(f"{play} for {self.own_armada(event.c)}" if with_which else play)

    @tells("discarded")
    def _discarded(self, event: Told) -> str:
        return f"{self.does(event.a, 'discard', 'discards')} {self._card(event.b)}, one card too many."

    # --- what players gain

    @tells("repaired")
    def _repaired(self, event: Told) -> str:
        return f"{self.does(event.a, 'restore', 'restores')} {event.b} Hull, which makes {event.c}."

    @tells("astartium")
    def _astartium(self, event: Told) -> str:
        return f"{self.does(event.a, 'get', 'gets')} {event.b} Astartium, which makes {event.c}."

    @tells("token")
    def _token(self, event: Told) -> str:
        return f"{self.does(event.a, 'take', 'takes')} {tokens(event.b, event.c)}."

    @tells("spent_token")
    def _spent_token(self, event: Told) -> str:
        spend = self.does(event.a, "spend", "spends")
        return f"{spend} {tokens(event.b, 1)} {SPENT_FOR[event.cause]}."

    @tells("points")
    def _points(self, event: Told) -> str:
        score = self.team_does(event.a, "get", "gets")
        why = POINTS_FOR[event.cause]
        return f"{score} {victory_points(event.b)} {why}, which makes {event.c}."

    # --- Movement

    @tells("turn")
    def _turn(self, event: Told) -> str:
        return f"{self.armada_does(event.b, 'move', 'moves')}."

    @tells("flew")
    def _flew(self, event: Told) -> str:
        there = self.sector(event.b)
        return f"{self.armada_does(event.a, 'fly', 'flies')} to {there} for {movement_points(event.c)}."

    @tells("picked_up")
    def _picked_up(self, event: Told) -> str:
        take = self.armada_does(event.a, "take", "takes")
        return f"{take} a power module on board at {self.sector(event.b)}."

    @tells("evaded")
    def _evaded(self, event: Told) -> str:
        return f"{self._evade_roll(event)}, and {self._gets(event.a)} past."

    @tells("caught")
    def _caught(self, event: Told) -> str:
        return f"{self._evade_roll(event)}, and {self._is(event.a)} held up."

    def _evade_roll(self, event: Told) -> str:
        """An Evade in short: Bo rolls 5, 2 to evade: 1 success of 1."""
        roll = self.armada_does(event.a, "roll", "rolls")
        return f"{roll} {pips(event)} to evade: {successes(event.b)}, needing {event.c}"

    def _gets(self, armada: int) -> str:
        return "get" if self.each == 1 and self.is_you(self.owner(armada)) else "gets"

    def _is(self, armada: int) -> str:
        return "are" if self.each == 1 and self.is_you(self.owner(armada)) else "is"

    @tells("walled")
    def _walled(self, event: Told) -> str:
        return f"No enemy of {self.armada(event.a)} may leave {self.sector(event.b)} by moving."

    @tells("cloaked")
    def _cloaked(self, event: Told) -> str:
        return f"{self.armada_does(event.a, 'need', 'needs')} no Evade in this Movement."

    @tells("swapped")
    def _swapped(self, event: Told) -> str:
        return f"{self.armada_does(event.a, 'change', 'changes')} places with {self.armada(event.b)}."

    @tells("pushed")
    def _pushed(self, event: Told) -> str:
        return f"{self.foe(event.c)} is pushed from {self.sector(event.a)} to {self.sector(event.b)}."

    # --- after the fights

    @tells("regrouped")
    def _regrouped(self, event: Told) -> str:
        what = "draw a card" if event.b else "restore Hull"
        return f"{self.armada_does(event.a, 'regroup', 'regroups')} to {what}."

    @tells("wear")
    def _wear(self, event: Told) -> str:
        hull = f"{event.b} Hull is left"
        return f"The Black Hole wears down {self.armada(event.a)}: {hull}."

    @tells("traded")
    def _traded(self, event: Told) -> str:
        return f"{self.does(event.a, 'trade', 'trades')} {tokens(event.b, event.c)}."

    @tells("raider_moved")
    def _raider_moved(self, event: Told) -> str:
        return f"{self.foe(event.c)} moves from {self.sector(event.a)} to {self.sector(event.b)}."

    @tells("raider_raids")
    def _raider_raids(self, event: Told) -> str:
        left = f"{victory_points(event.c)} {'is' if event.c == 1 else 'are'} left"
        return f"The level {event.b} Raider raids {self.starbase(event.a)}: {left}."

    @tells("delivered")
    def _delivered(self, event: Told) -> str:
        where = f"{self.sector(event.b)}, in harmony" if event.cause == "harmony" else self.sector(event.b)
        return f"{self.armada_does(event.a, 'deliver', 'delivers')} a power module at {where}."

    # --- the Convoy and the end

    @tells("persuaded")
    def _persuaded(self, event: Told) -> str:
        persuade = self.team_does(event.a, "persuade", "persuades")
        return f"{persuade} the Convoy, with {count(event.b, 'point')} left over to move it."

    @tells("convoy")
    def _convoy(self, event: Told) -> str:
        left = f"{event.c or 'no'} {'point is' if event.c == 1 else 'points are'} left"
        return f"The Convoy moves to {self.sector(event.b)}; {left}."

    @tells("convoy_stays")
    def _convoy_stays(self, event: Told) -> str:
        return "The Convoy stays where it is."

    @tells("won")
    def _won(self, event: Told) -> str:
        win = self.team_does(event.a, "win", "wins")
        if event.b == BY_GOAL:
            return f"{win}: the goal is reached."
        if event.b == BY_CONVOY:
            return f"{win}: the Convoy has arrived."
        return f"{win}: the last round is over."

    @tells("drawn")
    def _drawn(self, event: Told) -> str:
        return "The last round is over, and nobody is ahead: a draw."
