"""One thing of a pack as a picture of its own: a card, a fighter, a board."""

from __future__ import annotations

from harena.look.drawing import LOOK, Kept, render
from harena.look.laying import Box


def alone(piece: Kept, box: Box, title: str, text: str, style: str = "") -> str:
    """A piece by itself, cut out of the sheet at its box; style: what only this game's pieces need."""
    scene: dict[str, object] = {
        "wide": box.w,
        "high": box.h,
        "left": box.x,
        "top": box.y,
        "title": title,
        "desc": text,
        "piece": piece,
        "own_style": style,
    }
    return render(LOOK, "exhibit.svg.j2", scene)


def cut_out(svg: str, box: Box) -> str:
    """A part cut out of a whole picture."""
    head, _, rest = svg.partition('viewBox="')
    return f'{head}viewBox="{box.x:g} {box.y:g} {box.w:g} {box.h:g}"{rest.partition(chr(34))[2]}'
