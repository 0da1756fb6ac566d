"""The seats' colours and patterns for pages: a class for each seat, with variables for style sheets."""

from __future__ import annotations

from functools import cache
from urllib.parse import quote

from harena.look import SEATS, SeatLook
from harena.look.drawing import LOOK, Pieces

LINE = "--seat-line: color-mix(in oklab, var(--seat) 68%, var(--ink));"
PATTERNS = Pieces(LOOK, "seats.svg.j2")


def tile(seat: SeatLook) -> str:
    """A seat's pattern as a picture of its own, to be laid side by side."""
    marks = PATTERNS.one("tile", seat).strip()
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="10" height="10">{marks}</svg>'


@cache
def seat_css() -> str:
    """`--seat` is the colour, `--seat-paint` colour and pattern.

    `--seat-line` is the colour of a thin line, drawn towards the ink so that no ground swallows it, and
    `--seat-dashes` says how it is broken.
    """
    return "".join(
        f".seat-{number} {{ --seat: {seat.colour}; --seat-dashes: {seat.dashes}; {LINE} "
        f'--seat-paint: url("data:image/svg+xml,{quote(tile(seat), safe="/:=")}"); }}\n'
        for number, seat in enumerate(SEATS)
    )
