"""How a seat is marked where there is only text: a letter and a shape, so that no colour is needed."""

from __future__ import annotations

from harena.look import INK, PARCHMENT, SEAT_COLOURS

SEAT_LETTERS = "ABCDEFGH"
SEAT_SHAPES = "■▤░▦"  # solid, stripe, dot, cross-hatch
INK_ON = (PARCHMENT, PARCHMENT, INK, PARCHMENT)  # what is readable on each seat colour


def badge(seat: int) -> tuple[str, str]:
    """A seat's mark and its style, as rich writes styles."""
    colour = seat % len(SEAT_COLOURS)
    return (
        f"{SEAT_SHAPES[colour]}{SEAT_LETTERS[seat % len(SEAT_LETTERS)]}",
        f"bold {INK_ON[colour]} on {SEAT_COLOURS[colour]}",
    )
