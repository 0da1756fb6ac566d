"""How a seat is marked where there is only text: a letter and a shape, so that no colour is needed."""

from __future__ import annotations

from harena.look import SEATS

SEAT_LETTERS = "ABCDEFGH"


def badge(seat: int) -> tuple[str, str]:
    """A seat's mark and its style, as rich writes styles."""
    look = SEATS[seat]
    return f"{look.shape}{SEAT_LETTERS[seat]}", f"bold {look.ink} on {look.colour}"
