"""What lies before one player: attributes, Hull, tracks, Astartium, tokens and cards."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from harena.core.bits import count_bits
from harena.games.centauri.pack.content import Basics


@final
class Player:
    """CN-1.2: all armadas of a player share this."""

    def __init__(self) -> None:
        self.speed: i64 = 0
        self.combat: i64 = 0
        self.shield: i64 = 0
        self.hull: i64 = 0
        self.starport: i64 = 0  # levels bought
        self.lab: i64 = 0
        self.astartium: i64 = 0
        self.combat_tokens: i64 = 0
        self.exploration_tokens: i64 = 0
        self.hand: i64 = 0
        self.known: i64 = 0  # of the hand: cards that everybody has seen (CN-1.11)

    def begin(self, basics: Basics) -> None:
        """As at the start of a game."""
        self.speed = basics.speed
        self.combat = basics.combat
        self.shield = basics.shield
        self.hull = basics.hull
        self.astartium = basics.astartium

    def copy(self) -> Player:
        same = Player()
        same.speed = self.speed
        same.combat = self.combat
        same.shield = self.shield
        same.hull = self.hull
        same.starport = self.starport
        same.lab = self.lab
        same.astartium = self.astartium
        same.combat_tokens = self.combat_tokens
        same.exploration_tokens = self.exploration_tokens
        same.hand = self.hand
        same.known = self.known
        return same

    def numbers(self) -> list[i64]:
        out = [self.speed, self.combat, self.shield, self.hull, self.starport, self.lab, self.astartium]
        out += [self.combat_tokens, self.exploration_tokens, self.hand, self.known]
        return out

    def cards(self) -> i64:
        """How many cards it has in hand."""
        return count_bits(self.hand)

    def levels(self) -> i64:
        """Levels on both tracks."""
        return self.starport + self.lab
