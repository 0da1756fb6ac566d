"""What can be set for a game of Dawn Raid."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from harena.core.options import Asked, Choice, Options
from harena.games.dawn_raid.pack.cards import DECK_SIZE
from harena.games.dawn_raid.state import BY_LOT

SeatOrLot = Literal["random", "seat1", "seat2"]
SEAT_OF: dict[str, int] = {"random": BY_LOT, "seat1": 0, "seat2": 1}
WHO = (Choice("random", "Drawn by lot"), Choice("seat1", "Seat 1"), Choice("seat2", "Seat 2"))


class DawnRaidOptions(Options, frozen=True):
    """Who plays which deck, who begins, and how large the decks are."""

    first_deck: Annotated[
        SeatOrLot,
        Meta(description="Who plays the pack's first deck (Space Marines in the standard pack)."),
        Asked("First deck", WHO),
    ] = "random"
    first_attacker: Annotated[
        SeatOrLot, Meta(description="Who attacks first."), Asked("First raid", WHO, "Who attacks first.")
    ] = "random"
    deck_cards: Annotated[
        int,
        Meta(description="How many cards each deck has: the first so many of its list.", ge=1, le=DECK_SIZE),
        Asked("Cards in a deck", about="Fewer make a short game: the first so many of each deck's list."),
    ] = DECK_SIZE
